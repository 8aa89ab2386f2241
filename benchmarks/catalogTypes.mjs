/**
 * The time to type-check a program with the types of a catalog of 5,000 keys, compared with the same program without them.
 *
 * Each check runs in a new process. The variants alternate, so that a temporarily slow machine affects all of them.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../scripts/shared/checkout.mjs";
import { requireDist } from "./support/dist.mjs";
import { median, ratioAtMost } from "./support/rows.mjs";

const rounds = 3;
const costCenters = ["AWS", "Azure", "GCP", "Kubernetes", "OCI"];
const types = ["tag", "billing_dimension"];
const keysOfEach = 500;
const tags = 60;

/** @param {number} valuesOfEach */
function catalog(valuesOfEach) {
  return costCenters.flatMap((costCenter) =>
    types.flatMap((type) =>
      Array.from({ length: keysOfEach }, (_, index) => ({
        costCenter,
        key: `${type}-key-${index}`,
        displayName: `Key ${index}`,
        types: [type],
        values: Array.from({ length: valuesOfEach }, (__, value) => `value ${value} of ${index}`),
      })),
    ),
  );
}

/** A program of 60 tags with 10 conditions each, on 100 different keys. */
function program() {
  const declared = Array.from({ length: tags }, (_, tag) => {
    const key = tag % 10;
    const conditions = costCenters.flatMap((costCenter) => [
      `tag("${costCenter}", "tag-key-${key}").is("value 1 of ${key}")`,
      `dimension("${costCenter}", "billing_dimension-key-${key}").oneOf(["value 1 of ${key}", "value 2 of ${key}"])`,
    ]);
    const rules = `[{ to: "a", filters: anyOf(${conditions.join(", ")}) }]`;
    return `new VirtualTag("tag-${tag}", { name: "Tag ${tag}", rules: ${rules}, defaultValue: "b" });`;
  });
  return `import { anyOf, dimension, tag, VirtualTag } from "pulumi-cost-allocation";\n${declared.join("\n")}\n`;
}

/**
 * The CPU time of the compiler for a program, in milliseconds.
 *
 * @param {string} file
 */
function checkTime(file) {
  const compiler = join(checkout, "node_modules", "typescript", "lib", "tsc.js");
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--module",
    "node16",
    "--types",
    "node",
  ];
  const args = [compiler, "--ignoreConfig", ...options, file];
  // The time is the last line of the output. An error in the program ends the process with another exit code, which throws here.
  const code = `process.on("exit", () => { const { user, system } = process.cpuUsage(); require("node:fs").writeSync(1, "\\n" + (user + system) / 1000); }); require(process.argv[1]);`;
  const output = execFileSync(process.execPath, ["-e", code, ...args], { cwd: checkout, encoding: "utf8" });
  return Number(output.trim().split("\n").at(-1));
}

/** @returns {Promise<import("./support/rows.mjs").Row[]>} */
export function run() {
  /** @type {{ declarations: (keys: ReturnType<typeof catalog>) => string }} */
  const { declarations } = requireDist("./cli/program/catalogTypes.js");
  const cache = join(checkout, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "catalog-bench-"));
  const variants = [
    { name: "", values: undefined },
    { name: "5,000 keys", values: 0 },
    { name: "5,000 keys with 20,000 values", values: 4 },
  ].map(({ name, values }, index) => {
    const file = join(folder, `program${index}.ts`);
    const load = values === undefined ? "" : `import type {} from "./catalog${index}";\n`;
    if (values !== undefined) writeFileSync(join(folder, `catalog${index}.d.ts`), declarations(catalog(values)));
    writeFileSync(file, load + program());
    return { name, file, times: /** @type {number[]} */ ([]) };
  });
  try {
    // The first check of each fills the disk cache and doesn't count.
    for (let round = -1; round < rounds; round += 1) {
      for (const { file, times } of variants) {
        const time = checkTime(file);
        if (round >= 0) times.push(time);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [without, ...withTypes] = variants;
  return Promise.resolve(
    withTypes.map(({ name, times }) => ({
      name: `type-check ${tags} tags with the types of ${name}: CPU time`,
      figure: median(times),
      unit: "ms",
      baseline: { name: "the same program without them", figure: median(without?.times ?? []) },
      target: ratioAtMost(1.3),
      times: rounds,
    })),
  );
}
