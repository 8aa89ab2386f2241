import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { environmentOf, type Scene } from "./scene";

/** Runs the packed command `review` in the project of a scene. With `--stack`, it starts one preview. */
export async function reviewIn({ emulator, workspace }: Scene, ...args: string[]): Promise<string> {
  const account = environmentOf(emulator);
  const attached = await workspace.attach(account);
  const command = join(workspace.projectFolder, "node_modules", ".bin", "cost-allocation");
  const env = { ...workspace.env, ...account, ...attached.env };
  const options = { cwd: workspace.projectFolder, env, maxBuffer: 2 ** 28 };
  try {
    return (await promisify(execFile)(command, ["review", ...args], options)).stdout;
  } finally {
    attached.release();
  }
}
