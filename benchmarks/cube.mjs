/**
 * The time and memory that a cube takes, compared with DuckDB reading the same columns and doing nothing else: of Parquet, and of
 * compressed CSV. BENCH_CUBE_ROWS is the number of generated records. Default: 10 million, and 600,000 as CSV.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextMessage } from "./support/childMessage.mjs";
import { requireDist } from "./support/dist.mjs";
import { figureAtMost, median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {{ cpu: number, memory: number, rows: number, bytes: number }} Measured */
/** @typedef {{ records: number, tags: string, copied: string, tagSize: string, source: string, mostMemory: number }} Format */

const rounds = 3;

/** @param {number} usual */
const recordCount = (usual) => Number(process.env["BENCH_CUBE_ROWS"] ?? usual);

/** By the end of a file's name: how many records it has, how they are written and read, and how much memory a cube may take, in MiB. */
/** @type {Record<string, Format>} */
const formats = {
  parquet: {
    records: recordCount(10_000_000),
    tags: "Tags",
    copied: "FORMAT parquet, COMPRESSION zstd",
    tagSize: "max(cardinality(Tags))",
    source: "read_parquet('PATH')",
    mostMemory: 2048,
  },
  "csv.gz": {
    records: recordCount(600_000),
    tags: "to_json(Tags) AS Tags",
    copied: "FORMAT csv, COMPRESSION gzip",
    tagSize: "max(length(Tags))",
    source: "read_csv('PATH', all_varchar = true)",
    mostMemory: 400,
  },
};

/**
 * The format of a file.
 *
 * @param {string} path
 */
function formatOf(path) {
  const format = formats[path.slice(path.indexOf(".", path.lastIndexOf("/")) + 1)];
  if (format === undefined) throw new Error(`${path} has no known format.`);
  return format;
}

const columns = [
  "ProviderName",
  "BillingCurrency",
  "ChargePeriodStart",
  "BilledCost",
  "SubAccountId",
  "ServiceName",
  "RegionId",
];

/** Rules that use six tags and three columns. */
function content() {
  /** @type {(costCenter: string, type: string, key: string) => import("../rules/types.js").Condition} */
  const exists = (costCenter, type, key) => ({ costCenter, type, key, operator: "exists" });
  const tags = ["team", "environment", "application", "owner", "project"].map((key) => exists("AWS", "tag", key));
  const dimensions = ["linked_account", "service", "region"].map((key) => exists("AWS", "billing_dimension", key));
  const filters = { OR: [...tags, ...dimensions, exists("Azure", "tag", "team")] };
  return { rules: [{ to: "x", filters, timeframe: { from: "2026-10-15T12:00:00Z" } }], defaultValue: "y" };
}

/**
 * Writes records of 100,000 resources with 24 columns.
 *
 * @param {string} path
 */
async function generate(path) {
  const { records, tags, copied } = formatOf(path);
  await withConnection(async (connection) => {
    await connection.run("SET preserve_insertion_order = false");
    const texts = Array.from({ length: 7 }, (_, index) => `'Text ' || (i % ${10 ** (index % 4)}) AS x_Text${index}`);
    await connection.run(`COPY (SELECT * EXCLUDE (Tags), ${tags} FROM (SELECT
      CASE r % 10 WHEN 0 THEN 'Microsoft' WHEN 1 THEN 'Google Cloud' ELSE 'AWS' END AS ProviderName,
      'Issuer' AS InvoiceIssuerName, 'Publisher' AS PublisherName, 'payer' AS BillingAccountId,
      CASE r % 20 WHEN 0 THEN 'EUR' ELSE 'USD' END AS BillingCurrency,
      TIMESTAMP '2026-10-01' AS BillingPeriodStart, TIMESTAMP '2026-11-01' AS BillingPeriodEnd,
      TIMESTAMP '2026-10-01' + INTERVAL (i % 744) HOUR AS ChargePeriodStart,
      CAST(hash(i) % 1000000 AS DECIMAL(20, 6)) / 10000 - 1 AS BilledCost,
      CAST(hash(i) % 1000000 AS DECIMAL(20, 6)) / 10000 AS EffectiveCost, 'Usage' AS ChargeCategory,
      printf('%012d', r % 150) AS SubAccountId, 'Service ' || (r % 60) AS ServiceName, 'region-' || (r % 20) AS RegionId,
      'arn:aws:resource/' || r AS ResourceId, 'Resource ' || r AS ResourceName, ${texts.join(", ")},
      MAP(['Name', 'team', 'environment', 'application', 'owner', 'project', 'version'],
        ['name-' || r, 'team-' || (r % 50), CASE r % 3 WHEN 0 THEN 'prod' WHEN 1 THEN 'dev' ELSE '' END,
        'app-' || (h % 200), 'owner-' || (h % 100), 'project-' || (r % 25), 'v' || (i % 1000)]) AS Tags
      FROM (SELECT i, hash(i) % 100000 AS r, hash(hash(i) % 100000) AS h FROM range(${records}) AS t(i))))
      TO '${path}' (${copied})`);
  });
}

/** @param {(connection: import("@duckdb/node-api").DuckDBConnection) => Promise<void>} work */
async function withConnection(work) {
  /** @type {typeof import("../cost/duckdb/duckdb.js")} */
  const { withDuckdb } = requireDist("./cost/duckdb/duckdb.js");
  await withDuckdb(work);
}

/** @type {Record<string, (path: string) => Promise<{ rows: number, bytes: number }>>} */
const tasks = {
  read: async (path) => {
    const { source, tagSize } = formatOf(path);
    const values = columns.map((column) => `max(${column})`);
    await withConnection(async (connection) => {
      await connection.run(`SELECT ${values.join(", ")}, ${tagSize} FROM ${source.replace("PATH", path)}`);
    });
    return { rows: 0, bytes: 0 };
  },
  cube: async (path) => {
    /** @type {typeof import("../cost/cube/plan.js")} */
    const { planCube } = requireDist("./cost/cube/plan.js");
    /** @type {typeof import("../cost/duckdb/cubeOfFiles.js")} */
    const { cubeOfFiles } = requireDist("./cost/duckdb/cubeOfFiles.js");
    /** @type {typeof import("../cost/cube/cubeFile.js")} */
    const { cubeBytes } = requireDist("./cost/cube/cubeFile.js");
    /** @type {typeof import("../cost/mapping/mapping.js")} */
    const { focusMapping } = requireDist("./cost/mapping/mapping.js");
    const plan = planCube([content()], focusMapping);
    const cube = await cubeOfFiles({ patterns: [path], plan, onProgress: () => undefined, now: Date.now });
    if (cube.header.records !== formatOf(path).records) throw new Error(`The cube has ${cube.header.records} records.`);
    return { rows: cube.rowCount, bytes: cubeBytes(cube).length };
  },
};

/**
 * Runs a task in a process of its own, so that its memory can be measured.
 *
 * @param {string} task
 * @param {string} path
 * @returns {Promise<Measured>}
 */
function measure(task, path) {
  return nextMessage(fork(import.meta.filename, [task, path]));
}

/**
 * Compares a cube of a file with DuckDB.
 *
 * @param {string} path
 * @returns {Promise<Row[]>}
 */
async function compare(path) {
  const { records, mostMemory } = formatOf(path);
  await generate(path);
  /** @type {Measured[]} */
  const reads = [];
  /** @type {Measured[]} */
  const cubes = [];
  for (let round = 0; round < rounds; round++) {
    reads.push(await measure("read", path));
    cubes.push(await measure("cube", path));
  }
  const name = `a cube of ${records / 1_000_000} M records${path.endsWith(".parquet") ? "" : " as .csv.gz"}`;
  const [cube] = cubes;
  const size = `${cube?.rows} rows, ${Math.round((cube?.bytes ?? 0) / 1000)} kB`;
  return [
    {
      name: `${name}: CPU time`,
      figure: median(cubes.map(({ cpu }) => cpu)),
      unit: "ms",
      baseline: { name: "DuckDB reads the same columns", figure: median(reads.map(({ cpu }) => cpu)) },
      target: ratioAtMost(3),
      times: rounds,
    },
    {
      name: `${name}: memory`,
      figure: Math.max(...cubes.map(({ memory }) => memory)),
      unit: "MiB",
      baseline: { name: `the file (the cube: ${size})`, figure: Math.round(statSync(path).size / 2 ** 20) },
      target: figureAtMost(mostMemory),
      times: rounds,
    },
  ];
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "bench-cube-"));
  try {
    const rows = [];
    for (const format of Object.keys(formats)) rows.push(...(await compare(join(folder, `focus.${format}`))));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , task = "", path = ""] = process.argv;
  const done = await tasks[task]?.(path);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.send?.({ ...done, cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS / 1024 });
}
