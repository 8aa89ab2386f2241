/** Rules from a table: their form, and every mistake with its rows. */
import { planOfLists } from "../../../cli/studies/review/listPlan";
import { reviewPlan } from "../../../cli/studies/review/reviewPlan";
import { output } from "@pulumi/pulumi";
import { dimension, key, rulesFromTable, type TableOptions, virtualTagKey } from "../../../sdk";
import { atSize } from "../../support/size";
import { value } from "../mockEngine";
import { keys, mistakesIn, rulesOf } from "./table";

const account = (...value: string[]): object => ({
  costCenter: "AWS",
  key: "linked_account",
  type: "billing_dimension",
  operator: "oneOf",
  value,
});
const namespace = (...value: string[]): object => ({
  costCenter: "Kubernetes",
  key: "namespace",
  type: "k8s_namespace",
  operator: "oneOf",
  value,
});

const csv = `account,owner,namespace,team
000042,ines,,Search
7,jo,,Checkout
1,jo,,Search
1,ines,web,"Checkout, and more"
2,ines,web,"Checkout, and more"
2,ines,api,"Checkout, and more"
`;

const two = { account: keys.account, namespace: keys.namespace };

test("rows of two clouds need no priority: no record is of both", () => {
  const keys = { aws: dimension("AWS", "linked_account"), azure: dimension("Azure", "linked_account") };
  const rows = [
    { aws: "1", team: "A" },
    { azure: "2", team: "B" },
  ];
  const rules = rulesFromTable(rows, { to: "team", keys });
  expect(rules.map(({ to }) => to)).toEqual(["A", "B"]);
  const both = { ...keys, azure: key("Kubernetes", "namespace", "k8s_namespace") };
  expect(() => rulesFromTable(rows, { to: "team", keys: both })).toThrow(/priority/);
});

test("one rule for each value and set of keys, rows with more keys first; other columns are ignored", () => {
  const both = { AND: [account("2"), namespace("api", "web")] };
  expect(rulesOf(csv, { keys: two })).toEqual([
    { to: "Checkout, and more", filters: { OR: [{ AND: [account("1"), namespace("web")] }, both] } },
    { to: "Checkout", filters: account("7") },
    { to: "Search", filters: account("000042", "1") },
  ]);
});

test("objects and CSV text are the same table; null and a missing cell are empty", () => {
  const objects = [
    { account: "000042", owner: 7, team: "Search" },
    { account: "7", namespace: null, team: "Checkout" },
    { account: "1", namespace: "", team: "Search" },
    { namespace: "web", account: "1", team: "Checkout, and more" },
    { namespace: "web", account: "2", team: "Checkout, and more" },
    { namespace: "api", account: "2", team: "Checkout, and more" },
  ];
  expect(rulesOf(objects, { keys: two })).toEqual(rulesOf(csv, { keys: two }));
  expect(rulesOf(`\ufeff${csv.replaceAll("\n", "\r\n")}`, { keys: two })).toEqual(rulesOf(csv, { keys: two }));
});

test("all combinations of some values are one alternative", () => {
  const rows = ["1", "2", "3"].flatMap((one) =>
    ["a", "b"].map((other) => ({ account: one, namespace: other, team: "A" })),
  );
  expect(rulesOf(rows, { keys: two })).toEqual([
    { to: "A", filters: { AND: [account("1", "2", "3"), namespace("a", "b")] } },
  ]);
});

test("a row twice is a row once", () => {
  const rows = [{ account: "1", team: "A" }];
  expect(rulesOf([...rows, ...rows], { keys: { account: keys.account } })).toEqual(
    rulesOf(rows, { keys: { account: keys.account } }),
  );
});

describe("priority", () => {
  const rows = [
    { account: "1", team: "A" },
    { namespace: "web", team: "B" },
    { namespace: "web", project: "p", team: "C" },
  ];
  const order = (priority: string[]): unknown[] => rulesOf(rows, { priority }).map(({ to }) => to);

  test("the row with the first column that only one of them has comes first, however many keys the other has", () => {
    expect(order(["account", "namespace"])).toEqual(["A", "C", "B"]);
    expect(order(["namespace", "account"])).toEqual(["C", "B", "A"]);
    expect(order(["project", "account"])).toEqual(["C", "A", "B"]);
  });

  test("what it does not decide is still a mistake", () => {
    expect(mistakesIn(rows, { priority: ["project"] })).toEqual([expect.stringContaining("Rows 1 and 2 ")]);
    expect(mistakesIn(rows)).toEqual([
      expect.stringMatching(/Rows 1 and 2 .*by account and by namespace/u),
      expect.stringMatching(/Rows 1 and 3 .*by account and by namespace and project/u),
    ]);
  });
});

test("a row with the keys of both settles a conflict, for its records only", () => {
  const conflicting = [
    { account: "1", team: "A" },
    { namespace: "web", team: "B" },
  ];
  const both = { account: "1", namespace: "web", team: "C" };
  expect(rulesOf([...conflicting, both], { keys: two })[0]).toMatchObject({ to: "C" });
  expect(mistakesIn([...conflicting, { ...both, account: "2" }], { keys: two })).toHaveLength(1);
  expect(mistakesIn([...conflicting, { ...both, project: "p" }])).toHaveLength(1);
  expect(mistakesIn([...conflicting, both, { namespace: "db", team: "B" }], { keys: two })).toEqual([
    expect.stringMatching(/Rows 1 and 4 .*add a row/u),
  ]);
});

const row = (more: object = {}): object => ({ account: "1", team: "A", ...more });
const one = { keys: { account: keys.account } };
const JavaScript = (options: object): Partial<TableOptions> => options;

test.each<[string, string | readonly object[], Partial<TableOptions>, (string | RegExp)[]]>([
  [
    "two values for the same keys",
    [row(), row({ team: "B" }), row({ team: "C" })],
    one,
    [/Rows 1 and 2 have the same keys/u],
  ],
  [
    "the same keys among several",
    [row({ namespace: "web" }), row({ account: "2" }), row({ team: "B", namespace: "web" })],
    { keys: two },
    [/Rows 1 and 3 have the same keys/u],
  ],
  [
    "rows with different keys",
    [row(), { namespace: "web", team: "B" }],
    { keys: two },
    [/Rows 1 and 2 can match the same record/u],
  ],
  [
    "rows that share a key",
    [row({ namespace: "web" }), row({ project: "q", account: "2", team: "B" }), row({ project: "p", team: "B" })],
    {},
    [/Rows 1 and 3 /u],
  ],
  [
    "rows without a key",
    [row(), { team: "A" }, { account: "", team: "A" }],
    one,
    [/Row 2 .*no key/u, /Row 3 .*no key/u],
  ],
  [
    "rows without a value",
    [row({ team: "" }), row({ team: undefined }), row({ account: "2" })],
    one,
    [/Row 1 .*"team"/u, /Row 2 .*"team"/u],
  ],
  ["neither", "account,team\n1,A\n,\n", one, [/Row 2 .*value/u, /Row 2 .*key/u]],
  ["a number", [row(), row({ account: 42 })], one, [/Row 2: .*"account".*a number.*leading zeros/u]],
  [
    "other cells that are no text",
    [row({ team: true }), row({ account: ["1"] })],
    one,
    [/Row 1: .*"team"/u, /Row 2: .*an array/u],
  ],
  [
    "spaces around a cell",
    "account,team\n1,A\n 2,A\n3,B \n4,\u00a0B\n",
    one,
    [/Row 2: .*"account".*space/u, /Row 3: .*"team"/u, /Row 4: /u],
  ],
  ["no rows", [], one, [/no rows/u]],
  ["a header only", "account,team\n", one, [/no rows/u]],
  ["a column that is missing in CSV", "accuont,team\n1,A\n", one, [/"account".*Did you mean accuont/u]],
  ["columns that are missing in objects", [{ x: "1" }], { to: "team", ...one }, [/"team"/u, /"account"/u]],
  ["an unknown column in priority", [row()], { ...one, priority: ["acount"] }, [/"acount".*account/u]],
  ["a column twice in priority", [row()], { ...one, priority: ["account", "account"] }, [/twice/u]],
  ["no keys", [row()], { keys: {} }, [/no column/u]],
  ["a key that is none", [row()], JavaScript({ keys: { account: "linked_account" } }), [/"account".*dimension/u]],
  [
    "one key in two columns",
    [row()],
    { keys: { account: keys.account, payer: dimension("AWS", "linked_account") } },
    [/"account".*"payer"/u],
  ],
])("%s: a mistake", (_, table, options, expected) => {
  expect(mistakesIn(table, options)).toEqual(expected.map((text) => expect.stringMatching(text) as unknown));
});

test.each([
  ["more cells than the header", "account,team\n1,A\n2,B,C\n", "Line 3 has 3"],
  ["fewer cells", "account,team\n1,A\n2\n", "Line 3 has 1"],
  ["a quote that is not closed", 'account,team\n1,"A\n', "quote"],
  ["nothing", "", "empty"],
  ["a column twice", "account,team,account\n1,A,2\n", '"account"'],
])("CSV text with %s is refused", (__, table, expected) => {
  expect(() => rulesOf(table, one)).toThrow(expected);
});

test("all mistakes are told, and many are counted", () => {
  const rows = Array.from({ length: 50 }, (__, index) => row({ account: index }));
  const mistakes = mistakesIn(rows, one);
  expect(mistakes).toHaveLength(21);
  expect(mistakes[20]).toContain("30 more");
});

test("an unknown option, and a row that is no object", () => {
  expect(() => rulesOf([row()], JavaScript({ ...one, prioritiy: [] }))).toThrow('"prioritiy"');
  expect(() => rulesFromTable([row(), 7 as unknown as object], { to: "team", ...one })).toThrow("row 2");
});

const size = atSize(1_000, 5_000);

test(`a row more in a table of ${size} changes one rule in a review`, () => {
  const team = (index: number): string => `Team ${index % 40}`;
  const rows = Array.from({ length: size }, (__, index) => ({
    account: String(index),
    ...(index % 3 === 0 ? { namespace: `ns-${index % 7}` } : {}),
    team: team(index),
  }));
  const tagOf = (table: readonly object[]): object => ({
    id: "t",
    name: "Team",
    rules: rulesOf(table, { keys: two }),
    defaultValue: "x",
  });
  for (const more of [
    { account: "99999", team: "Team 7" },
    { account: "99999", namespace: "ns-1", team: "Team 9" },
    { account: "99999", team: "A new team" },
  ]) {
    const plan = planOfLists([tagOf(rows)] as never, [tagOf([more, ...rows])] as never);
    const changes = reviewPlan(plan).tags[0]?.diff?.rules.map(({ change }) => change) ?? [];
    expect(changes.length).toBeGreaterThan(70);
    expect(changes.filter((change) => change !== "unchanged")).toHaveLength(1);
  }
});

test("a key that is known later", async () => {
  const [rule] = rulesFromTable([{ product: "Shop", team: "A" }], {
    to: "team",
    keys: { product: virtualTagKey(output("an-id")) },
  });
  expect(await value(output(rule?.filters))).toMatchObject({ key: "an-id", operator: "oneOf", value: ["Shop"] });
});
