/** How long it takes to prove what each rule does, compared with a loop over the rules for one record per rule. */
import { requireDist } from "./support/dist.mjs";
import { cpuTime, inTurns } from "./support/measure.mjs";
import { figureAtMost } from "./support/rows.mjs";

/** @typedef {import("./support/rows.mjs").Row} Row */
/** @typedef {import("../rules/index.js").TagContent} TagContent */
/** @typedef {import("../rules/index.js").Condition} Condition */
/** @typedef {import("../rules/index.js").Filter} Filter */
/** @typedef {import("../rules/index.js").Rule} Rule */

/** @type {typeof import("../rules/analysis/index.js")} */
const { analyze, isEquivalent } = requireDist("./rules/analysis/index.js");
/** @type {typeof import("../rules/index.js")} */
const { evaluate } = requireDist("./rules/index.js");

const rounds = 7;

let seed = 1;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
/** @type {(count: number) => number} */
const below = (count) => Math.floor(random() * count);

/** @type {(key: string, operator: Condition["operator"], ...value: string[]) => Condition} */
const tag = (key, operator, ...value) => {
  const subject = { costCenter: "AWS", type: "tag", key };
  return /** @type {Condition} */ (value.length === 0 ? { ...subject, operator } : { ...subject, operator, value });
};
/** @type {(count: number) => string} */
const team = (count) => `team-${below(count)}`;

/**
 * The kinds of filters that large tags consist of. Of 1,000 such rules, some overlap with hundreds of others.
 *
 * @type {((size: number) => Filter)[]}
 */
const kinds = [
  (size) => tag("team", "oneOf", team(size), team(size)),
  (size) => tag("app", "is", `app-${below(size)}`),
  (size) => ({ AND: [tag("account", "oneOf", `${below(300)}`, `${below(300)}`), tag("service", "is", team(size))] }),
  (size) => ({ AND: [tag("app", "contains", `-${below(size)}`), tag("env", "notIs", "dev")] }),
  (size) => ({
    OR: [tag("team", "is", team(size)), { AND: [tag("app", "is", team(size)), tag("team", "notExists")] }],
  }),
  () => ({ AND: [tag("region", "oneOf", `eu-${below(9)}`, "us"), tag("service", "contains", `s${below(99)}`)] }),
];

/** @type {(ruleCount: number) => TagContent} */
const content = (ruleCount) => ({
  rules: Array.from({ length: ruleCount }, (_, index) => ({
    to: `Team ${index % 50}`,
    filters: /** @type {(size: number) => Filter} */ (kinds[index % kinds.length])(ruleCount * 2),
  })),
  defaultValue: "Shared",
});

/** One record per rule, evaluated with a loop over the rules. */
function loop(/** @type {readonly TagContent[]} */ contents) {
  for (const one of contents) {
    for (const index of one.rules.keys())
      evaluate(one, { "AWS:tag:team": `team-${index}`, "AWS:tag:app": `-${index}` });
  }
}

/** @type {(name: string, contents: readonly TagContent[], most: number, work: () => unknown) => Promise<Row>} */
async function row(name, contents, most, work) {
  const baseline = "one record per rule, a loop over the rules";
  const measured = await inTurns(rounds, () => cpuTime(work), {
    name: baseline,
    measure: () =>
      cpuTime(() => {
        loop(contents);
      }),
  });
  return { name, unit: "ms", ...measured, target: figureAtMost(most) };
}

/** @typedef {import("../rules/index.js").AnalyzedTag} AnalyzedTag */

/**
 * Tags, each of which passes the value of the one before it through.
 *
 * @type {(length: number) => AnalyzedTag[]}
 */
const chain = (length) =>
  Array.from({ length }, (_, index) => {
    const own = { costCenter: "AWS", type: "tag", key: "team" };
    const before = index === 0 ? own : { costCenter: "Virtual Tags", type: "virtual_tag", key: `tag ${index - 1}` };
    const filters = /** @type {Condition} */ ({ ...before, operator: "notIs", value: [`team-${index}`] });
    return { id: `tag ${index}`, rules: [{ to: before, filters }], defaultValue: `Default ${index}` };
  });

/**
 * Rules that overlap at random, so that most of them take too long to decide.
 *
 * @type {(ruleCount: number) => TagContent}
 */
const hard = (ruleCount) => {
  /** @type {Condition["operator"][]} */
  const operators = ["is", "oneOf", "notIs", "notOneOf", "contains", "notContains", "exists", "notExists"];
  const condition = () => {
    const operator = /** @type {Condition["operator"]} */ (operators[below(operators.length)]);
    return operator.endsWith("xists") ? tag(`key-${below(30)}`, operator) : tag(`key-${below(30)}`, operator, team(10));
  };
  const filters = () => ({ AND: [condition(), condition(), condition()] });
  return {
    rules: Array.from({ length: ruleCount }, (_, index) => ({ to: `Team ${index % 50}`, filters: filters() })),
    defaultValue: "Shared",
  };
};

/** @param {readonly TagContent[]} contents */
function analyzeAll(contents) {
  if (analyze(contents).some(({ kind }) => kind === "not-decided")) throw new Error("The budget was too small.");
}

/** @returns {Promise<Row[]>} */
export async function run() {
  const large = content(1_000);
  const many = Array.from({ length: 500 }, () => content(20));
  const moved = {
    ...large,
    rules: [...large.rules.slice(1, 900), .../** @type {Rule[]} */ ([large.rules[0]]), ...large.rules.slice(900)],
  };
  const [following, undecided] = [chain(100), hard(1_000)];
  return [
    await row("all findings for 1,000 rules, CPU time", [large], 150, () => {
      analyzeAll([large]);
    }),
    await row("all findings for 500 tags with 20 rules, CPU time", many, 2_000, () => {
      analyzeAll(many);
    }),
    await row("whether moving one of 1,000 rules changes anything, CPU time", [large], 500, () =>
      isEquivalent(large, moved),
    ),
    await row("all findings for 100 tags that follow each other, CPU time", following, 1_000, () => {
      analyzeAll(following);
    }),
    await row("until 1,000 rules that overlap at random are not decided, CPU time", [undecided], 5_000, () => {
      if (analyze([undecided]).every(({ kind }) => kind !== "not-decided")) throw new Error("The rules were too easy.");
    }),
  ];
}
