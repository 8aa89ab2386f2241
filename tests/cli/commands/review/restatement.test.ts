/** The restatement: what a change moves in each billing month, as CSV. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import type { Rule } from "../../../../rules/types";
import { readIndependently } from "../../../cost/csv/independentReader";
import { content, key } from "../../../cost/impact/gated";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import { runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";
import { teamIs } from "../../../support/rules";

const rows: SmallRow[] = [
  { keys: { [key]: "b" }, bill: "2026-08", cost: "2", records: 3 },
  { keys: { [key]: "b" }, bill: "2026-09", cost: "-12.3", gross: "14.3" },
  { keys: { [key]: "c" }, bill: "2026-09", cost: "5" },
  { keys: { [key]: "b" }, bill: "2026-09", cost: "7", currency: "EUR" },
];
const header = ["tag", "month", "currency", "from", "to", "cost", "gross", "records", "certain"];

async function restated(before: object[], after: object[]): Promise<string[][] | undefined> {
  const path = join(folder, "restatement.csv");
  const cube = smallCube(rows, [key], ["K8s:label:x"]);
  const lists = ["--before", file("before.json", before), "--after", file("after.json", after)];
  const { code } = await runReview([...lists, "--cube", file("cube.json.gz", cubeBytes(cube)), "--restatement", path]);
  expect(code).toBe(0);
  return readIndependently(readFileSync(path, "utf8"));
}

test("each move of each month, with net and absolute cost", async () => {
  const hostile: Rule = { ...teamIs("b"), to: '=HYPERLINK("x")' };
  const after = { ...content("a"), rules: [teamIs("a"), hostile] };
  expect(await restated([{ id: "1", name: "Team", ...content("a") }], [{ id: "1", name: "Team", ...after }])).toEqual([
    header,
    ["Team", "2026-09", "EUR", "Other", '\'=HYPERLINK("x")', "7", "7", "1", "yes"],
    ["Team", "2026-08", "USD", "Other", '\'=HYPERLINK("x")', "2", "2", "3", "yes"],
    ["Team", "2026-09", "USD", "Other", '\'=HYPERLINK("x")', "-12.3", "14.3", "1", "yes"],
  ]);
});

test("what may move, and a tag whose money is not known, are said", async () => {
  const hinging: Rule = { to: "x", filters: { costCenter: "K8s", type: "label", key: "x", operator: "exists" } };
  const circle = (name: string, other: string): object => ({
    id: name,
    name,
    rules: [{ to: "y", filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: other, operator: "exists" } }],
    defaultValue: "z",
  });
  const before = [{ id: "1", name: "Team", ...content("b") }];
  const after = [
    { id: "1", name: "Team", ...content("b"), rules: [teamIs("b"), hinging] },
    circle("One", "Two"),
    circle("Two", "One"),
  ];
  const [, ...lines] = (await restated(before, after)) ?? [];
  expect(lines).toContainEqual(["Team", "2026-09", "USD", "Other", "", "5", "5", "1", "no"]);
  expect(lines).toContainEqual(["One", "", "", "", "", "", "", "", "no"]);
});
