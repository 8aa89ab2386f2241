/**
 * The plugin for other languages: how long it takes to start, and what it takes for many Virtual Tags, compared with the dynamic resources
 * of TypeScript. The program is in Python, with the classes that Pulumi generates. Without Go or Python, it is in JavaScript, and declares
 * the resources by their types; the rows say which.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setUp } from "../scripts/setup/setUp.mjs";
import { checkout } from "../scripts/shared/checkout.mjs";
import { lastLines, run as runCommand } from "../scripts/shared/run.mjs";
import { tagCount, tagProgram } from "./manyTags.mjs";
import { requireDist } from "./support/dist.mjs";
import { inTurns } from "./support/measure.mjs";
import { Pairs } from "./support/pairs.mjs";
import { Project } from "./support/project.mjs";
import { figureAtMost, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {{ language: string, runtime: string, files: Record<string, string>, env: NodeJS.ProcessEnv }} Program */

const unchanged = 4;
const plugin = join(checkout, "dist", "plugin");
const executable = "pulumi-resource-costallocation";

const inPython = `
import pulumi_costallocation as costallocation

for number in range(${tagCount}):
    costallocation.VirtualTag(
        f"tag-{number}",
        name=f"Tag {number}",
        rules=[
            {"to": to, "filters": {"and_": [
                {"cost_center": "AWS", "key": "team", "type": "tag", "operator": "is", "value": [f"{to}-{number}"]},
            ]}}
            for to in ["web", "data", "ops"]
        ],
        default_value="Shared",
    )
`;

/** Declares all outputs, because Pulumi's runtime takes time for each. */
const inJavaScript = tagProgram
  .replace(
    /import \{ VirtualTag \}.*/u,
    'import * as pulumi from "@pulumi/pulumi"; class Tag extends pulumi.CustomResource {}',
  )
  .replace("new VirtualTag(", 'new Tag("costallocation:index:VirtualTag", ')
  .replace(
    '"Shared" }',
    '"Shared", createdBy: undefined, createdAt: undefined, updatedBy: undefined, updatedAt: undefined }',
  );

/**
 * The time from the start of a program of Node.js to its first line, in milliseconds.
 *
 * @param {readonly string[]} args
 */
async function startTime(args) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  const elapsed = performance.now() - start;
  child.stdin.end();
  await exited;
  return elapsed;
}

/** @returns {Promise<Row>} */
async function startRow() {
  const measured = await inTurns(11, () => startTime([join(plugin, executable), "127.0.0.1:1"]), {
    name: "Node.js alone, to its first line",
    measure: () => startTime(["--eval", "console.log(1)"]),
  });
  return {
    name: "plugin: from its start to its port",
    unit: "ms",
    ...measured,
    target: figureAtMost(400),
    needsQuiet: true,
  };
}

/**
 * The program that uses the plugin.
 *
 * @param {string} folder For the classes in Python.
 * @returns {Promise<Program>}
 */
async function programFor(folder) {
  const made = await runCommand(process.execPath, [
    join(checkout, "scripts", "e2e", "languages.mjs"),
    "python",
    folder,
  ]);
  if (made.code !== 0) {
    console.error(`Measuring the plugin from JavaScript, because Python is not ready:\n${lastLines(made, 3)}`);
    return { language: "JavaScript", runtime: "nodejs", files: { "index.ts": inJavaScript }, env: {} };
  }
  /** @type {{ path: string[], env: Record<string, string> }} */
  const { path: own, env } = JSON.parse(made.stdout);
  const { path } = await setUp();
  const PATH = [...own, ...path, process.env["PATH"]].join(delimiter);
  return {
    language: "Python",
    runtime: "python",
    files: { "__main__.py": inPython },
    env: { ...env, PATH },
  };
}

/** A module that notes, again and again, the most memory that its process has taken, in KiB, and the script of the process. */
const notingModule = `
const { writeFileSync } = require("node:fs");
const note = () => writeFileSync(\`\${__dirname}/\${process.pid}.note\`, \`\${process.resourceUsage().maxRSS} \${process.argv[1]}\`);
setInterval(note, 100).unref();
process.on("exit", note);
`;

/**
 * The most memory that a process of Node.js took, in MiB.
 *
 * @param {string} folder Where processes noted it.
 * @param {string} script A part of the path of what the process ran.
 */
function peakMemory(folder, script) {
  const peaks = readdirSync(folder)
    .filter((name) => name.endsWith(".note"))
    .map((name) => readFileSync(join(folder, name), "utf8").split(" "))
    .flatMap(([kibibytes, path = ""]) => (path.includes(script) ? [Number(kibibytes) / 1024] : []));
  if (peaks.length === 0) throw new Error(`No process of ${script} noted its memory.`);
  return Math.max(...peaks);
}

/**
 * A project in an account of its own.
 *
 * @param {string} program
 * @param {NodeJS.ProcessEnv} env
 */
async function projectIn(program, env) {
  /** @type {typeof import("../emulator/index.js")} */
  const { startEmulator } = requireDist("./emulator/index.js");
  // A high limit and not no limit: without rate limit headers, the client would send 50 requests per minute.
  const emulator = await startEmulator({ limits: { perRoute: { "*": 1_000_000 } } });
  const project = await Project.create(program, {
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
    ...env,
  });
  return { emulator, project };
}

/**
 * The rows of an `up` of many tags that changes nothing.
 *
 * @param {string} folder A temporary folder.
 * @returns {Promise<Row[]>}
 */
async function unchangedRows(folder) {
  const { language, runtime, files, env } = await programFor(folder);
  const noting = join(folder, "noting.cjs");
  writeFileSync(noting, notingModule);
  const measured = { NODE_OPTIONS: `--require ${noting}` };
  const [ours, theirs] = [await projectIn("", { ...env, ...measured }), await projectIn(tagProgram, measured)];
  try {
    const providers = [{ name: "costallocation", path: plugin }];
    ours.project.write("Pulumi.yaml", JSON.stringify({ name: "bench", runtime, plugins: { providers } }));
    for (const [name, text] of Object.entries(files)) ours.project.write(name, text);
    const pairs = new Pairs("the same tags as dynamic resources, from TypeScript");
    for (const { project, emulator } of [ours, theirs]) {
      await project.newStack();
      await project.time("up");
      emulator.control.clearRequests();
    }
    for (let time = 0; time < unchanged; time++) await pairs.add(ours.project, theirs.project);
    const writes = ours.emulator.control.requests().filter(({ method }) => method !== "GET").length;
    const name = `plugin, from ${language}: up of ${tagCount} tags with no changes`;
    return [
      ...pairs.rows(name, ratioAtMost(1)),
      {
        name: `${name}: write requests`,
        figure: writes,
        unit: "requests",
        baseline: { name: "tags", figure: tagCount },
        target: figureAtMost(0),
      },
      {
        name: `${name}: memory of the plugin`,
        figure: peakMemory(folder, executable),
        unit: "MiB",
        baseline: { name: "the process of the dynamic resources", figure: peakMemory(folder, "dynamic-provider") },
        target: ratioAtMost(1),
        times: unchanged,
      },
    ];
  } finally {
    for (const { project, emulator } of [ours, theirs]) {
      project.dispose();
      await emulator.stop();
    }
  }
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-bench-"));
  try {
    return [await startRow(), ...(await unchangedRows(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
