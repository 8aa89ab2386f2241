/** An account full of tags, and the installed `cost-allocation` in an empty project, for the tests of exports. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CostAllocationClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { fillAccount } from "../cli/commands/export/randomAccount";
import { type Installation, prepared } from "../support/prepared";
import { environmentOf } from "../support/scene";
import { Workspace } from "../support/workspace";

/** Such an account and project. */
export interface Place {
  emulator: Emulator;
  workspace: Workspace;
  /** Runs the installed command in the project. */
  run: (...args: string[]) => Promise<Ended>;
  dispose: () => Promise<void>;
}

/** How a command ended. */
export interface Ended {
  code: number | null;
  output: string;
}

/** Runs a command. */
export function ended(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += String(text)));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, output });
    });
  });
}

/** Makes an account with that many random tags. */
export async function startPlace(installation: Installation, tags: number, seed: number): Promise<Place> {
  const emulator = await startEmulator({ limits: { enabled: false } });
  const { url, clientId, secretKey } = emulator;
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey });
  await fillAccount(client, tags, seed);
  client.close();
  const account = environmentOf(emulator);
  const env = { PULUMI_SKIP_CHECKPOINTS: "true", ...account };
  const ownProcesses = installation.runtime !== "own";
  // An export names the project after its folder.
  const options = { project: "project", installation, checksTypes: true, ownProcesses, env };
  const workspace = await Workspace.create({ program: "", ...options });
  const { projectFolder } = workspace;
  // What an export writes is the whole program.
  for (const name of ["index.ts", "package.json", "Pulumi.yaml"]) rmSync(join(projectFolder, name));
  const { path } = await prepared([], installation);
  const PATH = [...path, process.env["PATH"]].join(delimiter);
  const command = join(projectFolder, "node_modules", ".bin", "cost-allocation");
  return {
    emulator,
    workspace,
    run: (...args) => ended(command, args, projectFolder, { ...account, PATH }),
    dispose: async () => {
      await emulator.stop();
      await workspace.dispose();
    },
  };
}
