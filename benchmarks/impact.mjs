/**
 * The CPU time that the money of a change takes: 1,000 rules before and after, over a cube, compared with SQL that decides each record with
 * a CASE of all rules. BENCH_IMPACT_ROWS is the number of generated records. Default: 2 million, of which a cube has 75,000 rows.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextMessage } from "./support/childMessage.mjs";
import { requireDist } from "./support/dist.mjs";
import { median, ratioAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {import("../rules/types.js").TagContent} TagContent */
/** @typedef {import("../rules/types.js").Filter} Filter */
/** @typedef {import("../rules/types.js").Condition} Condition */
/** @typedef {{ cpu: number, rows: number, moved: string }} Measured */

const recordCount = Number(process.env["BENCH_IMPACT_ROWS"] ?? 2_000_000);
const resources = 75_000;
const ruleCount = 1_000;
const rounds = 5;

/** @param {string} path */
async function generate(path) {
  await withConnection(async (connection) => {
    await connection.run("SET preserve_insertion_order = false");
    await connection.run(`COPY (SELECT
      'AWS' AS ProviderName, 'payer' AS BillingAccountId, 'USD' AS BillingCurrency, TIMESTAMP '2026-10-01' AS BillingPeriodStart,
      TIMESTAMP '2026-10-01' + INTERVAL (i % 744) HOUR AS ChargePeriodStart,
      CAST(CAST(hash(i) % 1000000 AS DECIMAL(20, 6)) / 10000 - 1 AS DECIMAL(20, 10)) AS BilledCost,
      printf('%012d', h % 300) AS SubAccountId, 'Service ' || (h // 300 % 80) AS ServiceName, 'region-' || (h // 7 % 20) AS RegionId,
      MAP(['Name', 'team', 'env', 'app', 'version'], ['name-' || r, 'team-' || (h // 11 % 900),
        ['prod', 'staging', 'dev'][1 + CAST(h // 13 % 3 AS INTEGER)], 'app-' || (r % 4000), 'v' || (i % 1000)]) AS Tags
      FROM (SELECT i, i % ${resources} AS r, hash(i % ${resources}) % 1000000000 AS h FROM range(${recordCount}) AS t(i)))
      TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
  });
}

/** @param {(connection: import("@duckdb/node-api").DuckDBConnection) => Promise<void>} work */
async function withConnection(work) {
  /** @type {typeof import("../cost/duckdb/duckdb.js")} */
  const { withDuckdb } = requireDist("./cost/duckdb/duckdb.js");
  await withDuckdb(work);
}

let seed = 1;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
/** @type {(count: number) => number} */
const below = (count) => Math.floor(random() * count);

/** @type {(key: string) => { costCenter: string, type: string, key: string }} */
const tag = (key) => ({ costCenter: "AWS", type: "tag", key });
/** @type {(key: string) => { costCenter: string, type: string, key: string }} */
const dimension = (key) => ({ costCenter: "AWS", type: "billing_dimension", key });

/** @returns {Filter} */
function randomFilter() {
  const account = String(below(300)).padStart(12, "0");
  /** @type {Filter[]} */
  const kinds = [
    { ...tag("team"), operator: "oneOf", value: [`team-${below(900)}`, `team-${below(900)}`] },
    { ...tag("app"), operator: "is", value: `app-${below(4000)}` },
    {
      AND: [
        { ...dimension("linked_account"), operator: "is", value: account },
        { ...dimension("service"), operator: "is", value: `Service ${below(80)}` },
      ],
    },
    {
      AND: [
        { ...tag("app"), operator: "contains", value: `-${below(400)}` },
        { ...tag("env"), operator: "notIs", value: "dev" },
        { ...dimension("region"), operator: "is", value: `region-${below(20)}` },
      ],
    },
  ];
  return /** @type {Filter} */ (kinds[below(kinds.length)]);
}

/** Both sides: 20 rules are added at the beginning. */
function contents() {
  seed = 1;
  const rules = Array.from({ length: ruleCount }, (_, index) => ({
    to: `Value ${index % 200}`,
    filters: randomFilter(),
  }));
  /** @type {(from: number) => TagContent} */
  const content = (from) => ({ rules: rules.slice(from, from + ruleCount - 20), defaultValue: "Other" });
  return { before: content(20), after: { ...content(0), rules } };
}

/** @type {Record<string, string>} */
const sqlColumns = {
  team: "Tags['team']",
  app: "Tags['app']",
  env: "Tags['env']",
  linked_account: "SubAccountId",
  service: "ServiceName",
  region: "RegionId",
};

/** @type {(filter: Filter) => string} */
function filterSql(filter) {
  if ("AND" in filter) return filter.AND.map(filterSql).join(" AND ");
  const { key, operator, value = "" } = /** @type {Condition} */ (filter);
  const texts = [value].flat().map((text) => `'${text}'`);
  if (operator === "contains") return `contains(${sqlColumns[key]}, ${texts[0]})`;
  return `${sqlColumns[key]} ${operator === "notIs" ? "NOT IN" : "IN"} (${texts.join(", ")})`;
}

/** @type {(content: TagContent) => string} */
const caseSql = ({ rules }) =>
  `CASE ${rules.map(({ filters, to }) => `WHEN ${filterSql(filters)} THEN ${JSON.stringify(to).replaceAll('"', "'")}`).join(" ")} ELSE 'Other' END`;

/** @typedef {{ data: string, cube: string, before: string, after: string }} Files */

/** @type {Record<string, (files: Files) => Promise<Omit<Measured, "cpu">>>} */
const tasks = {
  sql: async ({ data }) => {
    const { before, after } = contents();
    let moved = "";
    await withConnection(async (connection) => {
      const values = `SELECT ${caseSql(before)} AS one, ${caseSql(after)} AS other, SUM(ABS(BilledCost)) AS cost FROM read_parquet('${data}') GROUP BY ALL`;
      const result = await connection.runAndReadAll(
        `SELECT CAST(SUM(cost) AS VARCHAR) FROM (${values}) WHERE one <> other`,
      );
      moved = String(result.getRows()[0]?.[0]);
    });
    return { rows: recordCount, moved };
  },
  build: async ({ data, cube: path }) => {
    /** @type {typeof import("../cost/cube/plan.js")} */
    const { planCube } = requireDist("./cost/cube/plan.js");
    /** @type {typeof import("../cost/duckdb/cubeOfFiles.js")} */
    const { cubeOfFiles } = requireDist("./cost/duckdb/cubeOfFiles.js");
    /** @type {typeof import("../cost/cube/cubeFile.js")} */
    const { cubeBytes } = requireDist("./cost/cube/cubeFile.js");
    /** @type {typeof import("../cost/mapping/mapping.js")} */
    const { focusMapping } = requireDist("./cost/mapping/mapping.js");
    const plan = planCube(Object.values(contents()), focusMapping);
    const cube = await cubeOfFiles({ patterns: [data], plan, onProgress: () => undefined, now: Date.now });
    writeFileSync(path, cubeBytes(cube));
    return { rows: cube.rowCount, moved: "" };
  },
  // The whole command, as a person runs it, and the same without money.
  review: async ({ cube, before, after }) => review(["--before", before, "--after", after, "--cube", cube]),
  plainReview: async ({ before, after }) => review(["--before", before, "--after", after]),
};

/**
 * Runs `cost-allocation review` in this process.
 *
 * @param {readonly string[]} args
 */
async function review(args) {
  /** @type {typeof import("../cli/commands/review.js")} */
  const { reviewCommand } = requireDist("./cli/commands/review.js");
  /** @type {string[]} */
  const printed = [];
  await reviewCommand({
    env: {},
    isInteractive: false,
    colors: /** @type {any} */ ({ red: String }),
    print: (text) => printed.push(text),
    note: (text) => printed.push(text),
    ask: () => Promise.resolve(""),
    pause: () => Promise.resolve(),
    now: Date.now,
    end: () => undefined,
  }).parseAsync([...args, "--json"], { from: "user" });
  /** @type {{ tags: { cost?: { moved: string }[] }[] }} */
  const { tags } = JSON.parse(printed[0] ?? "{}");
  return { rows: 0, moved: tags[0]?.cost?.[0]?.moved ?? "" };
}

/**
 * Runs a task in a process of its own: the time of all its threads counts.
 *
 * @param {string} task
 * @param {Files} files
 * @returns {Promise<Measured>}
 */
function measure(task, files) {
  return nextMessage(fork(import.meta.filename, [task, JSON.stringify(files)]));
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), "bench-impact-"));
  try {
    const files = {
      data: join(folder, "focus.parquet"),
      cube: join(folder, "cube.json.gz"),
      before: join(folder, "before.json"),
      after: join(folder, "after.json"),
    };
    await generate(files.data);
    for (const [side, content] of Object.entries(contents())) {
      writeFileSync(join(folder, `${side}.json`), JSON.stringify([{ id: "team", name: "Team", ...content }]));
    }
    const sql = await measure("sql", files);
    /** @type {Measured[]} */
    const builds = [];
    /** @type {Measured[]} */
    const reviews = [];
    /** @type {Measured[]} */
    const plainReviews = [];
    for (let round = 0; round < rounds; round += 1) {
      builds.push(await measure("build", files));
      reviews.push(await measure("review", files));
      plainReviews.push(await measure("plainReview", files));
    }
    const [{ moved } = { moved: "" }] = reviews;
    if (Number(moved) !== Number(sql.moved)) throw new Error(`The review moves ${moved}, and SQL ${sql.moved}.`);
    const name = `review with money, ${ruleCount} rules on both sides`;
    const rows = builds[0]?.rows ?? 0;
    const baseline = { name: `SQL with one CASE over ${recordCount} records`, figure: sql.cpu };
    /** @type {(list: readonly Measured[]) => number} */
    const middle = (list) => median(list.map(({ cpu }) => cpu));
    return [
      {
        name: `${name}: CPU time, with the start of Node.js`,
        figure: middle(reviews),
        unit: "ms",
        baseline: { name: "the same without money", figure: middle(plainReviews) },
        target: ratioAtMost(2),
        times: rounds,
      },
      {
        name: `${name}: CPU time beyond a review without it`,
        figure: middle(reviews) - middle(plainReviews),
        unit: "ms",
        baseline,
        target: ratioAtMost(0.01),
        times: rounds,
      },
      {
        name: `${name}: CPU time to make its cube of ${rows} rows`,
        figure: middle(builds),
        unit: "ms",
        baseline,
        target: ratioAtMost(0.1),
        times: rounds,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [, , task, files] = process.argv;
const work = task === undefined ? undefined : tasks[task];
if (process.argv[1] === import.meta.filename && process.send !== undefined && work !== undefined) {
  /** @type {Files} */
  const given = JSON.parse(files ?? "{}");
  const result = await work(given);
  const { user, system } = process.cpuUsage();
  process.send({ ...result, cpu: (user + system) / 1000 });
}
