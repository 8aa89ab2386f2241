/** What `review` shows of money: in each format once, and then in those whose words differ. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../cost/cube/cubeFile";
import type { GateResult } from "../../../cost/impact/gates";
import { smallCube, type SmallRow } from "../../cost/impact/smallCube";
import { planOf } from "../sources/planBuilder";
import { condition, content, manyRules, reference, rule, teamRule } from "../../support/rules";
import { run } from "./commands";
import { type GoldenRun, openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";

const goldens = openGoldens("money");
const { at, compareRun, file } = goldens;

const team = "AWS:tag:team";
const unmapped = "AWS:usage:unknown";
const november = Date.UTC(2026, 10, 1);

const rows: SmallRow[] = [
  { keys: { [team]: "a" }, cost: "1234567.895", records: 1200 },
  { keys: { [team]: "b" }, cost: "6.5", records: 3 },
  { keys: { [team]: "c" }, cost: "-20.005", gross: "30", at: november },
  { keys: { [team]: hostile }, cost: "0.000000000001" },
  { keys: { [team]: "a" }, cost: "10", currency: "EUR" },
  { keys: { [team]: "b" }, cost: "30", currency: "EUR", provider: "Google Cloud" },
  { keys: { [team]: "b" }, cost: "1000", currency: "JPY" },
  { keys: { [team]: "b" }, cost: "3", currency: hostileNames.html },
  { cost: "3.5", provider: null },
];

function cube(name: string, of: readonly SmallRow[], files: object[] = []): string {
  const small = smallCube(of, [team], [unmapped]);
  return file(name, cubeBytes({ ...small, header: { ...small.header, files: files as typeof small.header.files } }));
}

const tag = (id: string, name: string, ...rules: Parameters<typeof content>[0]): object => ({
  id,
  name,
  ...content(rules),
});
const undecided = rule("Maybe", condition("is", "x", { type: "usage", key: "unknown" }));

const before = [
  tag("1", "Team", teamRule("A", "a")),
  tag("2", "Product", rule("x", reference("1", "is", "B"))),
  tag("3", hostile, teamRule(hostileNames.markdown, "a")),
  tag("4", "Partly known", teamRule("A", "a")),
  tag("5", "Same", teamRule("A", "a")),
  tag("6", "Deleted", teamRule("A", "b")),
  tag("9", "Old name", teamRule("A", "a")),
];
const after = [
  tag("1", "Team", teamRule("A", "a"), teamRule("B", "b"), teamRule("Nobody", "nobody"), teamRule("No one", "no-one")),
  tag("2", "Product", rule("x", reference("1", "is", "B"))),
  tag("3", hostile, teamRule(hostileNames.terminal, "a"), teamRule(hostileNames.direction, hostile)),
  tag("4", "Partly known", undecided, teamRule("A", "a"), teamRule("B", "b"), teamRule("Nobody", "nobody")),
  tag("5", "Same", teamRule("A", "a")),
  tag("7", "Circle A", rule("x", reference("8", "exists"))),
  tag("8", "Circle B", rule("x", reference("7", "exists"))),
  tag("9", "New name", teamRule("A", "a", "c")),
];

type Lists = readonly [before: object[], after: object[]];

/** The tags with these IDs. */
const some = (...ids: string[]): Lists => {
  const isChosen = (one: object): boolean => ids.includes((one as { id: string }).id);
  return [before.filter(isChosen), after.filter(isChosen)];
};

const gates = [
  "--max-moved",
  "100",
  "--max-unallocated",
  "50%",
  "--max-unallocated-increase",
  "0%",
  "--unmatched-rules",
];

interface Reviewed {
  tags: { name: string }[];
}

/** The output with the names of the tags only, which must be exactly as in the JSON of another run. */
function withoutTags(stdout: string, other: string): string {
  const golden = readFileSync(join(__dirname, "outputs/money", other, "json.txt"), "utf8");
  const known = JSON.parse(golden.slice(golden.indexOf("{"), golden.lastIndexOf("}") + 1)) as Reviewed;
  const { tags } = JSON.parse(stdout) as Reviewed;
  const textOf = (of: Reviewed["tags"]): string => JSON.stringify(of, null, 2);
  expect(textOf(tags)).toBe(textOf(known.tags.filter(({ name }) => tags.some((one) => one.name === name))));
  const short = tags.map(({ name }) => `    ${JSON.stringify(`${name}: as in ${other}`)}`).join(",\n");
  return stdout.replace(/^ {2}"tags": \[\n.*?^ {2}\],$/msu, () => `  "tags": [\n${short}\n  ],`);
}

/** The arguments that compare two lists. */
const argsOf = ([one, other]: Lists, more: readonly string[]): string[] => [
  ...["--before", file("before.json", one), "--after", file("after.json", other)],
  ...more,
];

/** Compares two lists in the terminal and as a comment. */
const compareWords = (
  name: string,
  lists: Lists,
  more: readonly string[],
  run: Partial<GoldenRun> = {},
): Promise<void> =>
  compareRun({
    name: `${name}/terminal`,
    command: "review",
    args: [...argsOf(lists, more), "--markdown", at("comment.md")],
    colors: true,
    writes: { [`${name}/comment.md`]: at("comment.md"), ...run.writes },
  });

/** The same, and a page. */
const comparePage = (name: string, lists: Lists, more: readonly string[]): Promise<void> =>
  compareWords(name, lists, [...more, "--html", at("page.html")], {
    writes: { [`${name}/page.html`]: at("page.html") },
  });

/** Compares two lists for a program. The tags that `sameTagsAs` has, too, aren't stored again. */
const compareJson = (name: string, lists: Lists, more: readonly string[], sameTagsAs?: string): Promise<void> =>
  compareRun({
    name: `${name}/json`,
    command: "review",
    args: [...argsOf(lists, more), "--json"],
    ...(sameTagsAs === undefined ? {} : { shorten: (stdout) => withoutTags(stdout, sameTagsAs) }),
  });

test("several currencies, and what is not known", async () => {
  const files = [{ path: "focus.csv", billingPeriods: [{ period: "2026-10" }, { period: "2026-11" }] }];
  const args = ["--cube", cube("files.json.gz", rows, files)];
  await comparePage("currencies", [before, after], args);
  await compareJson("currencies", some("1", "2", "4", "6", "7", "8"), args);
});

test("gates", () =>
  compareWords("gates", some("1", "4", "6", "7", "8"), ["--cube", cube("cube.json.gz", rows), ...gates]));

test("gates of a file that pass", () => {
  const known = { Team: { "unmatched-rules": false }, "*": { "max-moved": 5000 } };
  const lists: Lists = [before.slice(0, 1), [tag("1", "Team", teamRule("A", "a"), teamRule("B", "b"))]];
  return compareWords("gates-pass", lists, [
    "--cube",
    cube("cube.json.gz", rows),
    "--gates",
    file("gates.json", known),
  ]);
});

test("gates that warn, and acknowledged ones", async () => {
  const acknowledged = { by: hostile, reason: hostileNames.markdown, until: "2099-12-31" };
  const content = {
    "*": { "max-moved": { limit: "10%", level: "warn" } },
    Team: { "max-moved": { limit: "1", acknowledged }, "unmatched-rules": true },
    "Partly known": { "max-moved": { limit: "1", acknowledged: { ...acknowledged, until: "2020-01-31" } } },
  };
  const args = ["--cube", cube("cube.json.gz", rows), "--gates", file("gates.json", content)];
  const lists = some("1", "2", "4");
  await comparePage("gates-settings", lists, args);
  const { stdout } = await run("review", [...argsOf(lists, args), "--json"]);
  const { gates: found } = JSON.parse(stdout) as { gates: GateResult[] };
  expect(found.filter(({ currency }) => currency === "USD")).toMatchObject([
    { tag: "Partly known", acknowledgment: { ...acknowledged, until: "2020-01-31" } },
    { tag: "Team", acknowledged: true, acknowledgment: acknowledged },
    { tag: "Product", level: "warn" },
  ]);
});

test("closed months", async () => {
  const periods =
    "InvoiceIssuerName,BillingPeriodStart,BillingPeriodStatus\nAWS,2026-10-01,Closed\nAWS,2026-11-01,Open\n";
  const closed = ["--closed-through", "2026-10", "--billing-periods", file("periods.csv", periods)];
  const args = ["--cube", cube("cube.json.gz", rows), ...closed];
  await comparePage("closed-months", some("1", "2", "3", "4"), args);
  await compareJson("closed-months", some("1", "2", "4"), args, "currencies");
});

test("more moves and rules than a table holds", () => {
  const many = Array.from({ length: 60 }, (_, index): SmallRow => ({
    keys: { [team]: `team-${index + 1}` },
    cost: String(index + 1),
  }));
  const after = tag("1", "Team", ...manyRules(30), teamRule("Rest", "x"));
  const args = ["--cube", cube("many.json.gz", many), "--max-moved", "1"];
  return comparePage("many-moves", [[tag("1", "Team", ...manyRules(60))], [after]], args);
});

test("no money moves", () => {
  const after = tag("1", "Team", teamRule("A", "a"), teamRule("Nobody", "nobody"));
  const args = ["--cube", cube("cube.json.gz", rows), "--max-moved", "1"];
  return compareWords("nothing-moves", [before.slice(0, 1), [after]], args);
});

test("a comment below the threshold", () =>
  compareRun({
    name: "threshold/terminal",
    command: "review",
    args: [
      ...argsOf([before.slice(0, 1), before.slice(0, 1)], ["--cube", cube("cube.json.gz", rows)]),
      ...["--markdown", at("small.md"), "--comment-threshold", "5"],
    ],
    writes: { "threshold/comment.md": at("small.md") },
  }));

test("errors", async () => {
  const lists = argsOf([before, after], []);
  const compareError = (name: string, ...args: readonly string[]): Promise<void> =>
    compareRun({ name: `errors/${name}`, command: "review", args });
  const noKeys = file("no-keys.json.gz", cubeBytes(smallCube([{ cost: "1" }], [])));
  await compareError("key-missing", ...lists, "--cube", noKeys);
  const plan = file("plan.json", planOf([{ resource: "team", after: before[0] as object }]));
  await compareError("key-missing-plan", "--plan", plan, "--cube", noKeys);
  await compareError("no-records", ...lists, "--cube", cube("empty.json.gz", []));
  await compareError("no-cube", ...lists, "--cube", file("list.json", []));
  const known = ["--cube", cube("cube.json.gz", rows)];
  await compareError("unknown-gate", ...lists, ...known, "--gates", file("gates.json", { Team: { "max-move": 1 } }));
  await compareError("unknown-tag", ...lists, ...known, "--gates", file("gates.json", { Tema: { "max-moved": 1 } }));
  await compareError("arguments", ...lists, "--max-moved", "1");
});

test("every golden file is compared", goldens.end);
