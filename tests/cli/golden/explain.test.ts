/** What `explain`, `analyze` and `cube --sql` show. */
import { planOf } from "../sources/planBuilder";
import { type GoldenAccount, startGoldenAccount, tagId } from "./account";
import { condition, content, nestedRule, reference, rule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";

const goldens = openGoldens("explain");
const { compareRun, file } = goldens;

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const key = { costCenter: "AWS", type: "tag", key: "Environment" };

const team = {
  id: tagId(1),
  name: "Team",
  ...content(
    [
      teamRule("Checkout", "cart", "pay"),
      rule("Now", condition("is", "now"), { from: "2026-01-01", to: "2026-06-30" }),
      teamRule(key, "env"),
      rule("Covered", condition("contains", "cart")),
      rule("Never", { AND: [condition("is", "x"), condition("is", "y")] }),
    ],
    key,
  ),
};
const product = {
  id: tagId(2),
  name: "Product",
  ...content([rule("Shop", reference(tagId(1), "is", "Checkout")), rule("Lost", reference(tagId(99), "exists"))]),
};
const odd = {
  id: tagId(3),
  name: hostile,
  ...content(
    [
      teamRule(hostileNames.markdown, hostileNames.terminal),
      rule("All", { AND: [] }),
      rule("None", { OR: [] }),
      teamRule("After", "a"),
    ],
    hostileNames.html,
  ),
};
const nested = {
  id: tagId(4),
  name: "Nested",
  ...content([nestedRule, rule("Half", { OR: [condition("is", "a"), condition("oneOf", ["a", "b"])] })]),
};
const all = [team, product, odd, nested];

let account: GoldenAccount;
beforeAll(async () => {
  account = await startGoldenAccount({
    tags: [
      ...all.map(({ name, rules, defaultValue }) => ({ name, versions: [{ content: { rules, defaultValue } }] })),
      { name: "Odd", versions: [{ content: { rules: [{ to: 5 }] as never, defaultValue: "x" } }] },
    ],
  });
});
afterAll(() => account.stop());

const fromFile = (): string[] => ["--tags", file("tags.json", all)];
const fromPlan = (): string[] => [
  "--plan",
  file(
    "plan.json",
    planOf([
      { resource: "team", id: tagId(1), before: team, after: { ...team, name: hostile } },
      { resource: "unknown", after: { name: "Unknown", ...content([teamRule(unknown, "a"), teamRule("B", unknown)]) } },
      { resource: "secret", id: tagId(5), before: { name: "Secret", rules: "[secret]", defaultValue: "x" } },
    ]),
  ),
];
const cart = ["--record", "AWS:tag:team=cart"];
const unknowns = ["--record", "AWS:tag:team=?", "--record", "AWS:tag:Environment=?"];

test.each([
  { name: "rule", args: () => ["Team", ...fromFile(), ...cart], colors: true },
  { name: "rule-json", args: () => ["Team", ...fromFile(), ...cart, "--json"] },
  { name: "default", args: () => ["Team", ...fromFile(), "--record", "AWS:tag:team=other"] },
  { name: "no-record", args: () => ["Team", ...fromFile()] },
  { name: "undecided", args: () => ["Team", ...fromFile(), ...unknowns], colors: true },
  { name: "undecided-json", args: () => ["Team", ...fromFile(), ...unknowns, "--json"] },
  { name: "no-moment", args: () => ["Team", ...fromFile(), "--record", "AWS:tag:team=now"] },
  { name: "moment", args: () => ["Team", ...fromFile(), "--record", "AWS:tag:team=now", "--at", "2026-03-01"] },
  {
    name: "key",
    args: () => ["Team", ...fromFile(), "--record", "AWS:tag:team=env", "--record", "AWS:tag:Environment=prod"],
  },
  {
    name: "unused-key",
    args: () => {
      const unused = ["--record", "AWS:tag:teams=cart", "--record", `AWS:tag:${hostileNames.html}=${hostile}`];
      return ["Team", ...fromFile(), ...cart, ...unused];
    },
  },
  { name: "reference", args: () => ["Product", ...fromFile(), ...cart] },
  { name: "hostile", args: () => [hostile, ...fromFile(), "--record", `AWS:tag:team=${hostileNames.terminal}`] },
  { name: "nested", args: () => ["Nested", ...fromFile(), ...cart] },
  { name: "plan", args: () => [hostile, ...fromPlan(), ...cart] },
  { name: "plan-unknown", args: () => ["Unknown", ...fromPlan(), ...cart] },
  { name: "plan-secret", args: () => ["Secret", ...fromPlan(), ...cart] },
  { name: "live", args: () => ["Product", ...cart] },
  { name: "live-odd", args: () => ["Odd", ...cart] },
  { name: "misspelled", args: () => ["Tema", ...fromFile(), ...cart] },
  { name: "wrong-record", args: () => ["Team", ...fromFile(), "--record", "team=cart"] },
])("explain: $name", ({ name, args, ...options }) =>
  compareRun({ name: `explain/${name}`, command: "explain", args: args(), env: account.env, ...options }),
);

test.each([
  { name: "tags", args: () => fromFile(), colors: true },
  { name: "tags-json", args: () => [...fromFile(), "--json"] },
  { name: "pairs", args: () => [...fromFile(), "--pairs"] },
  { name: "plan", args: () => fromPlan() },
  { name: "live", args: () => ["--live"] },
  { name: "none", args: () => ["--tags", file("none.json", [{ name: "A", ...content([teamRule("a", "a")]) }])] },
  { name: "arguments", args: () => [] },
])("analyze: $name", ({ name, args, ...options }) =>
  compareRun({ name: `analyze/${name}`, command: "analyze", args: args(), env: account.env, ...options }),
);

test.each(["athena", "trino", "spark", "databricks", "bigquery", "snowflake", "clickhouse"])(
  "cube --sql %s",
  (engine) => compareRun({ name: `cube/${engine}`, command: "cube", args: ["--sql", engine, ...fromFile()] }),
);

test.each([
  { name: "month", args: () => ["--sql", "duckdb", ...fromFile(), "--month", "2026-10", "--table", 'a."b"'] },
  { name: "plan", args: () => ["--sql", "duckdb", ...fromPlan()] },
  { name: "no-source", args: () => fromFile() },
  { name: "no-tags", args: () => ["--sql", "duckdb"] },
])("cube: $name", ({ name, args }) => compareRun({ name: `cube/${name}`, command: "cube", args: args() }));

test("every golden file is compared", goldens.end);
