/**
 * Packs the package and has publint and arethetypeswrong look at it: whether every kind of program, in every way in which
 * Node.js, bundlers and TypeScript resolve modules, gets what package.json promises. Any finding is a failure.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { lastLines, run } from "./shared/run.mjs";

const tools = {
  publint: ["node_modules/publint/src/cli.js", "run", "--strict"],
  attw: ["node_modules/@arethetypeswrong/cli/dist/index.js", "--no-emoji", "--no-color"],
};

const folder = mkdtempSync(join(tmpdir(), "cost-allocation-pack-"));
try {
  await setUpPackage();
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  const packed = await run("npm", args, { cwd: checkout, shell: true });
  if (packed.code !== 0) throw new Error(`npm pack failed:\n${lastLines(packed)}`);
  const file = join(folder, packed.stdout.trim());
  for (const [name, [program = "", ...options]] of Object.entries(tools)) {
    const result = await run(process.execPath, [join(checkout, program), ...options, file], { cwd: checkout });
    if (result.code !== 0) throw new Error(`${name} found:\n${lastLines(result, 100)}`);
    console.log(`${name}: nothing found`);
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
