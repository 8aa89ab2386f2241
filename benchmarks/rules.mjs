/**
 * How many rows compiled rules evaluate per second, compared with a loop over the rules of each row; how long a table of 50,000 rows
 * takes to become rules.
 */
import { requireDist } from "./support/dist.mjs";
import { cpuTime } from "./support/measure.mjs";
import { figureAtLeast, figureAtMost, median } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {import("../rules/index.js").TagContent} TagContent */
/** @typedef {import("../rules/index.js").Condition} Condition */
/** @typedef {import("../rules/index.js").Filter} Filter */

/** @type {typeof import("../rules/index.js")} */
const { compile, encodeColumn, evaluate } = requireDist("./rules/index.js");
/** @type {typeof import("../sdk/index.js")} */
const { dimension, key, rulesFromTable, tag } = requireDist("./sdk/index.js");

const rowCount = 100_000;
const ruleCount = 1_000;
/** Until V8 has compiled the code for all columns, rounds take up to five times as long. */
const warmUpRounds = 10;
const rounds = 30;
/** The loop is so slow that a part of the rows says enough. */
const loopRows = 200;

let seed = 1;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
/** @type {<T>(list: readonly T[]) => T} */
const pick = (list) => /** @type {any} */ (list[Math.floor(random() * list.length)]);
/** @type {(count: number, name: (index: number) => string) => string[]} */
const listOf = (count, name) => Array.from({ length: count }, (_, index) => name(index));

/** The keys of the records: their values, and the share of records that have one. */
const keys = {
  account: {
    type: "billing_dimension",
    key: "linked_account",
    values: listOf(300, (i) => String(100_000_000_000 + i * 7)),
    share: 1,
  },
  service: { type: "billing_dimension", key: "service", values: listOf(80, (i) => `Amazon Service ${i}`), share: 1 },
  region: { type: "billing_dimension", key: "region", values: listOf(20, (i) => `eu-${i}`), share: 0.9 },
  team: { type: "tag", key: "team", values: listOf(900, (i) => `team-${i}`), share: 0.7 },
  app: {
    type: "tag",
    key: "app",
    values: listOf(4_000, (i) => `${pick(["web", "api", "job", "etl"])}-${i}`),
    share: 0.6,
  },
  env: { type: "tag", key: "env", values: ["prod", "staging", "dev"], share: 0.8 },
};

/** @typedef {keyof typeof keys} Key */

/** @type {(key: Key) => { costCenter: string, type: string, key: string }} */
const keyOf = (key) => ({ costCenter: "AWS", type: keys[key].type, key: keys[key].key });
/** @type {(key: Key, count: number) => string[]} */
const some = (key, count) => Array.from({ length: count }, () => pick(keys[key].values));

/** The kinds of filters that large tags consist of, each with its weight. */
/** @type {[number, () => Filter][]} */
const kinds = [
  [35, () => ({ ...keyOf("team"), operator: "oneOf", value: some("team", 1 + Math.floor(random() * 4)) })],
  [20, () => ({ ...keyOf("app"), operator: "is", value: pick(keys.app.values) })],
  [
    15,
    () => ({
      AND: [
        { ...keyOf("account"), operator: "oneOf", value: some("account", 2) },
        { ...keyOf("service"), operator: "is", value: pick(keys.service.values) },
      ],
    }),
  ],
  [
    15,
    () => ({
      AND: [
        { ...keyOf("app"), operator: "contains", value: `-${Math.floor(random() * 400)}` },
        { ...keyOf("env"), operator: "notIs", value: "dev" },
      ],
    }),
  ],
  [
    10,
    () => ({
      OR: [
        { ...keyOf("team"), operator: "is", value: pick(keys.team.values) },
        {
          AND: [
            { ...keyOf("account"), operator: "is", value: pick(keys.account.values) },
            { ...keyOf("team"), operator: "notExists" },
          ],
        },
      ],
    }),
  ],
  [
    5,
    () => ({
      AND: [
        { ...keyOf("region"), operator: "oneOf", value: some("region", 3) },
        { ...keyOf("service"), operator: "contains", value: pick(keys.service.values).slice(7) },
        { ...keyOf("env"), operator: "exists" },
      ],
    }),
  ],
];

/** @returns {Filter} */
function filter() {
  let left = random() * kinds.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of kinds) {
    left -= weight;
    if (left <= 0) return make();
  }
  return filter();
}

/** @type {TagContent} */
const content = {
  rules: Array.from({ length: ruleCount }, (_, index) => ({ to: `Team ${index % 150}`, filters: filter() })),
  defaultValue: "Shared",
};

/** Distinct records. */
function makeRecords() {
  /** @type {Map<string, Record<string, string | null>>} */
  const records = new Map();
  while (records.size < rowCount) {
    const record = Object.fromEntries(
      /** @type {Key[]} */ (Object.keys(keys)).map((key) => [
        `AWS:${keys[key].type}:${keys[key].key}`,
        random() < keys[key].share ? pick(keys[key].values) : null,
      ]),
    );
    records.set(JSON.stringify(record), record);
  }
  return [...records.values()];
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const records = makeRecords();
  const columns = Object.fromEntries(
    Object.keys(records[0] ?? {}).map((name) => [name, encodeColumn(records.map((record) => record[name] ?? null))]),
  );
  const compiled = compile(content);
  /** @type {number[]} */
  const compiledRates = [];
  /** @type {number[]} */
  const loopRates = [];
  let result = compiled.evaluate(columns, rowCount);
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const time = await cpuTime(() => {
      result = compiled.evaluate(columns, rowCount);
    });
    const start = round * loopRows;
    const part = records.slice(start, start + loopRows);
    /** @type {(number | null | undefined)[]} */
    let rules = [];
    const loopTime = await cpuTime(() => {
      rules = part.map((record) => {
        const evaluation = evaluate(content, record);
        return evaluation.decided ? evaluation.rule : undefined;
      });
    });
    if (rules.some((rule, row) => (rule ?? -1) !== result.rule[start + row])) throw new Error("The results differ.");
    if (round < warmUpRounds) continue;
    compiledRates.push((1000 * rowCount) / time);
    loopRates.push((1000 * part.length) / loopTime);
  }
  return [
    {
      name: `${ruleCount} rules, ${rowCount} distinct rows: rows evaluated, CPU time`,
      figure: median(compiledRates),
      unit: "rows/s",
      baseline: { name: "a loop over the rules for each row", figure: median(loopRates) },
      target: figureAtLeast(5_500_000),
      times: rounds,
    },
    await tableRow(),
  ];
}

const tableRows = 50_000;
const tableRounds = 7;

/**
 * A table with accounts, accounts with a namespace, and accounts with a project, so that rows of the last two are compared by account.
 *
 * @returns {Promise<Row>}
 */
async function tableRow() {
  const rows = listOf(tableRows, (index) => {
    const account = index % 20_000;
    const [namespace, project] = [index % 3 === 1 ? `ns-${index}` : "", index % 3 === 2 ? `p-${index}` : ""];
    return `${account},${namespace},${project},Team ${account % 500}`;
  });
  const csv = ["account,namespace,project,team", ...rows].join("\n");
  const json = JSON.stringify(rows.map((row) => row.split(",")));
  const columns = {
    account: dimension("AWS", "linked_account"),
    namespace: key("Kubernetes", "namespace", "k8s_namespace"),
    project: tag("GCP", "project"),
  };
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const baselines = [];
  for (let round = 0; round < tableRounds; round += 1) {
    let made = 0;
    times.push(
      await cpuTime(() => {
        made = rulesFromTable(csv, { to: "team", keys: columns }).length;
      }),
    );
    if (made < 1_000) throw new Error("The table has fewer rules than values and sets of keys.");
    baselines.push(await cpuTime(() => JSON.parse(json)));
  }
  return {
    // The first one counts: a program makes its rules once.
    name: `rules from a table of ${tableRows} rows, the slowest of ${tableRounds}, CPU time`,
    figure: Math.max(...times),
    unit: "ms",
    baseline: { name: "the same rows, parsed as JSON", figure: median(baselines) },
    target: figureAtMost(1_000),
    times: tableRounds,
  };
}
