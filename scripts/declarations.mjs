/**
 * Compiles programs that import every entry point of the packed package, without `skipLibCheck`, by each TypeScript that is
 * supported and in each way in which it finds modules. Without `--all` by the oldest and the newest compiler only, and only
 * the newest does what it takes longest for: `nodenext`, which to the oldest is `node16`, and, in one way, the AWS
 * component, whose declarations bring those of all of AWS along. (That it is found in every way is what attw looks at.)
 */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureTemplate } from "./e2e/template.mjs";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { duration } from "./shared/progress.mjs";
import { lastLines, run } from "./shared/run.mjs";
import { ensureNpmTool } from "./tools/npmTools.mjs";

/** What imports all but the AWS component. */
const program = `
import * as costallocation from "pulumi-cost-allocation";
import { CostAllocationClient, type ClientOptions } from "pulumi-cost-allocation/client";
import { startEmulator, type Emulator } from "pulumi-cost-allocation/emulator";
import { virtualTag } from "pulumi-cost-allocation/provider";

export const args: costallocation.VirtualTagArgs = {
  name: "Team",
  rules: [{ to: "Checkout", filters: costallocation.tag("AWS", "team").is("checkout") }],
  defaultValue: "Shared",
};
export const team = new costallocation.VirtualTag("team", args);
export const client = (options: ClientOptions) => new CostAllocationClient(options);
export const emulator: () => Promise<Emulator> = () => startEmulator({ port: 0 });
export const provider = virtualTag;
`;

const awsProgram = `
import { StorageBucketAccess, type StorageBucketAccessArgs } from "pulumi-cost-allocation/aws";

export const access = (given: StorageBucketAccessArgs) => new StorageBucketAccess("reports", given);
`;

/** A compiler: its version, and where it is once it is there. @typedef {[version: string, compiler: () => Promise<string>]} Compiler */

/** @type {readonly Compiler[]} */
const compilers = [
  ["5.0", () => ensureNpmTool("typescript-5.0")],
  ["5.4", () => ensureNpmTool("typescript-5.4")],
  ["5.9", () => ensureNpmTool("typescript-5.9")],
  ["6.0", () => Promise.resolve(join(checkout, "node_modules", "typescript", "lib", "tsc.js"))],
];

/** The ways to find modules. @type {Record<string, readonly string[]>} */
const resolutions = {
  node16: ["--module", "node16"],
  nodenext: ["--module", "nodenext"],
  node10: ["--module", "commonjs", "--moduleResolution", "node10"],
};

const common = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", "--skipLibCheck", "false"];

const all = process.argv.includes("--all");

const folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-declarations-"));

/**
 * @param {Compiler} compiler
 * @param {string} resolution
 * @param {string} file
 * @returns {Promise<number>} how often it failed: 0 or 1
 */
async function compile([version, compiler], resolution, file) {
  const ignored = version === "6.0" && resolution === "node10" ? ["--ignoreDeprecations", "6.0"] : [];
  const args = [await compiler(), ...common, ...(resolutions[resolution] ?? []), ...ignored, file];
  const started = Date.now();
  const result = await run(process.execPath, args, { cwd: folder });
  const ok = result.code === 0;
  const took = duration(Date.now() - started);
  console.log(`TypeScript ${version}, ${resolution}, ${file}: ${ok ? "ok" : "FAILED"} (${took})`);
  if (!ok) console.log(lastLines(result, 40));
  return ok ? 0 : 1;
}

/**
 * @param {Compiler} compiler
 * @returns {Promise<number>} how often it failed
 */
async function compileBy(compiler) {
  const isNewest = compiler === compilers.at(-1);
  let failed = 0;
  for (const resolution of Object.keys(resolutions)) {
    if (all || isNewest || resolution !== "nodenext") failed += await compile(compiler, resolution, "index.ts");
    if (resolution === "nodenext") continue;
    if (all || (isNewest && resolution === "node16")) failed += await compile(compiler, resolution, "aws.ts");
  }
  return failed;
}

try {
  await setUpPackage();
  // @pulumi/aws is only there for who asks for it, and the AWS component's declarations are made of it.
  const template = await ensureTemplate(["@pulumi/aws"]);
  symlinkSync(join(template, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "index.ts"), program);
  writeFileSync(join(folder, "aws.ts"), awsProgram);
  const [older, newer] = [compilers.slice(0, all ? -1 : 1), compilers.slice(-1)];
  const lane = async (/** @type {readonly Compiler[]} */ some) => {
    let failed = 0;
    for (const one of some) failed += await compileBy(one);
    return failed;
  };
  const failed = await Promise.all([lane(older), lane(newer)]);
  if (failed.some((count) => count > 0)) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
