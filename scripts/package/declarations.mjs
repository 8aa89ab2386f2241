/**
 * Compiles programs that import every entry point of the packed package, without `skipLibCheck`.
 *
 * With `--all`, uses every supported TypeScript version. Otherwise only the newest. Each version compiles the AWS component once, whose
 * declarations include those of @pulumi/aws, and only the oldest and the newest version use every module resolution. (attw checks that each
 * finds all entry points.)
 */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureTemplate } from "../e2e/template.mjs";
import { setUpPackage } from "../setup/setUp.mjs";
import { checkout } from "../shared/checkout.mjs";
import { main } from "../shared/main.mjs";
import { duration } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";
import { ensureNpmTool } from "../tools/npmTools.mjs";

/** Imports all entry points except the AWS component. */
const program = `
import * as costallocation from "pulumi-cost-allocation";
import { CostAllocationClient, type ClientOptions } from "pulumi-cost-allocation/client";
import { startEmulator, type Emulator } from "pulumi-cost-allocation/emulator";
import { virtualTag } from "pulumi-cost-allocation/provider";
import { evaluate, type Evaluation } from "pulumi-cost-allocation/rules";

export const args: costallocation.VirtualTagArgs = {
  name: "Team",
  rules: [{ to: "Checkout", filters: costallocation.tag("AWS", "team").is("checkout") }],
  defaultValue: "Shared",
};
export const team = new costallocation.VirtualTag("team", args);
export const client = (options: ClientOptions) => new CostAllocationClient(options);
export const emulator: () => Promise<Emulator> = () => startEmulator({ port: 0 });
export const provider = virtualTag;
export const evaluation: Evaluation = evaluate({ rules: [], defaultValue: "Shared" }, { "AWS:tag:team": "cart" });
`;

const awsProgram = `
import { StorageBucketAccess, type StorageBucketAccessArgs } from "pulumi-cost-allocation/aws";

export const access = (args: StorageBucketAccessArgs) => new StorageBucketAccess("reports", args);
`;

/**
 * @typedef {object} Compiler
 * @property {string} version
 * @property {() => Promise<string>} install Returns the path of tsc.
 */

/** @type {readonly Compiler[]} */
const olderCompilers = [
  { version: "5.0", install: () => ensureNpmTool("typescript-5.0") },
  { version: "5.4", install: () => ensureNpmTool("typescript-5.4") },
  { version: "5.9", install: () => ensureNpmTool("typescript-5.9") },
];

/** @type {Compiler} */
const newestCompiler = {
  version: "6.0",
  install: () => Promise.resolve(join(checkout, "node_modules", "typescript", "lib", "tsc.js")),
};

/** @type {Record<string, readonly string[]>} */
const moduleResolutions = {
  node16: ["--module", "node16"],
  nodenext: ["--module", "nodenext"],
  node10: ["--module", "commonjs", "--moduleResolution", "node10"],
};

const commonArgs = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", "--skipLibCheck", "false"];

const all = process.argv.includes("--all");

/**
 * @param {string} folder
 * @param {Compiler} compiler
 * @param {string} resolution
 * @param {string} file
 * @returns {Promise<boolean>} Whether the file compiled.
 */
async function compile(folder, { version, install }, resolution, file) {
  const deprecation = version === "6.0" && resolution === "node10" ? ["--ignoreDeprecations", "6.0"] : [];
  const args = [await install(), ...commonArgs, ...(moduleResolutions[resolution] ?? []), ...deprecation, file];
  const started = Date.now();
  const result = await run(process.execPath, args, { cwd: folder });
  const isOk = result.code === 0;
  const time = duration(Date.now() - started);
  console.log(`TypeScript ${version}, ${resolution}, ${file}: ${isOk ? "ok" : "FAILED"} (${time})`);
  if (!isOk) console.log(lastLines(result, 40));
  return isOk;
}

/**
 * @param {string} folder
 * @param {readonly Compiler[]} compilers
 * @returns {Promise<boolean>} Whether all programs compiled.
 */
async function compileAll(folder, compilers) {
  let isOk = true;
  for (const compiler of compilers) {
    const isOldestOrNewest = [olderCompilers[0], newestCompiler].includes(compiler);
    for (const resolution of isOldestOrNewest ? Object.keys(moduleResolutions) : ["node16"])
      isOk = (await compile(folder, compiler, resolution, "index.ts")) && isOk;
    isOk = (await compile(folder, compiler, "node16", "aws.ts")) && isOk;
  }
  return isOk;
}

await main(async () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-declarations-"));
  try {
    await setUpPackage();
    // The AWS component's declarations require @pulumi/aws, which is an optional peer dependency.
    const template = await ensureTemplate(["@pulumi/aws"]);
    symlinkSync(join(template, "node_modules"), join(folder, "node_modules"), "junction");
    writeFileSync(join(folder, "index.ts"), program);
    writeFileSync(join(folder, "aws.ts"), awsProgram);
    const results = await Promise.all([
      compileAll(folder, all ? olderCompilers : []),
      compileAll(folder, [newestCompiler]),
    ]);
    if (results.includes(false)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
