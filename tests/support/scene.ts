import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import type { Stack } from "./stack";
import { Workspace, type WorkspaceOptions } from "./workspace";

/** A stack of a program, and the account that it works on. */
export interface Scene {
  readonly emulator: Emulator;
  readonly workspace: Workspace;
  readonly stack: Stack;
  /** Ends all of it. */
  readonly dispose: () => Promise<void>;
}

/** What a scene may have otherwise than most. */
export interface SceneOptions extends Omit<WorkspaceOptions, "program"> {
  readonly emulator?: EmulatorOptions;
  /** Where the account is named. In the environment, it is that of every stack of the workspace. Default: in the config of the stack. */
  readonly accountIn?: "config" | "environment";
  /** Config of the stack, beside what names the account. */
  readonly config?: Readonly<Record<string, string>>;
  /** Secrets of the stack, beside those. */
  readonly secrets?: (emulator: Emulator) => Readonly<Record<string, string>>;
}

/** The environment that names an account. */
export function environmentOf({ url, clientId, secretKey }: Emulator): Record<string, string> {
  return {
    COST_ALLOCATION_BASE_URL: url,
    COST_ALLOCATION_CLIENT_ID: clientId,
    COST_ALLOCATION_SECRET_KEY: secretKey,
  };
}

/** Sets a stack up, which is named dev, with an account of its own. */
export async function startScene(
  program: string,
  { emulator: emulatorOptions, accountIn = "config", config, secrets, env, ...options }: SceneOptions = {},
): Promise<Scene> {
  const emulator = await startEmulator(emulatorOptions);
  let workspace: Workspace | undefined;
  const dispose = async (): Promise<void> => {
    await emulator.stop();
    await workspace?.dispose();
  };
  try {
    const isInConfig = accountIn === "config";
    workspace = await Workspace.create({
      ...options,
      program,
      env: { ...(isInConfig ? {} : environmentOf(emulator)), ...env },
    });
    const stack = await workspace.stack("dev", {
      config: { ...(isInConfig ? { "costallocation:baseUrl": emulator.url } : {}), ...config },
      secrets: {
        ...(isInConfig
          ? { "costallocation:clientId": emulator.clientId, "costallocation:secretKey": emulator.secretKey }
          : {}),
        ...secrets?.(emulator),
      },
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
