import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import type { Stack } from "./stack";
import { type FrontName, Workspace } from "./workspace";

/** A stack of a program, and the account that it works on. */
export interface Scene {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
  readonly stack: Stack;
  /** Ends all of it. */
  readonly dispose: () => Promise<void>;
}

/** What a scene may have otherwise than most. */
export interface SceneOptions {
  readonly emulator?: EmulatorOptions;
  /** Config of the stack, beside what names the account. */
  readonly config?: Readonly<Record<string, string>>;
  /** See the workspace's. */
  readonly ownLanguageHost?: boolean;
  /** See the workspace's. */
  readonly front?: FrontName;
  /** See the workspace's. */
  readonly packages?: readonly string[];
}

/** Sets a stack up that has its account in its config, as a person's has. */
export async function startScene(program: string, options: SceneOptions = {}): Promise<Scene> {
  const emulator = await startEmulator(options.emulator);
  let workspace: Workspace | undefined;
  const dispose = async (): Promise<void> => {
    await emulator.stop();
    await workspace?.dispose();
  };
  try {
    workspace = await Workspace.create({
      program,
      ...(options.ownLanguageHost === true ? { ownLanguageHost: true } : {}),
      ...(options.front === undefined ? {} : { front: options.front }),
      ...(options.packages === undefined ? {} : { packages: options.packages }),
    });
    const stack = await workspace.stack("dev", {
      config: { "costallocation:baseUrl": emulator.url, ...options.config },
      secrets: { "costallocation:clientId": emulator.clientId, "costallocation:secretKey": emulator.secretKey },
    });
    return { emulator, workspace, stack, dispose };
  } catch (error) {
    // While the emulator listens, jest does not end; and the folder would stay.
    await dispose();
    throw error;
  }
}

/** Method and route of the requests since the last call, such as `PUT /v2/virtual-tags/{id}`. */
export function newRequests({ control }: Emulator): string[] {
  const all = control.requests().map(({ method, route }) => `${method} ${String(route).split(" ").at(-1) ?? ""}`);
  control.clearRequests();
  return all;
}

/** Those of them that write. */
export function newWrites(emulator: Emulator): string[] {
  return newRequests(emulator).filter((request) => !request.startsWith("GET"));
}
