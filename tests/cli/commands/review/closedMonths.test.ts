/** Money in closed months: which months are closed, and the gate. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { content, key } from "../../../cost/impact/gated";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import type { Ended } from "../../../support/commands/runCommand";
import { runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";
import type { Rule } from "../../../../rules/types";
import { readIndependently } from "../../../cost/csv/independentReader";
import { teamIs } from "../../../support/rules";

const rows: SmallRow[] = [
  { keys: { [key]: "b" }, bill: "2026-08", cost: "2" },
  { keys: { [key]: "b" }, bill: "2026-09", cost: "12.3" },
  { keys: { [key]: "b" }, bill: "2026-10", cost: "5" },
];

/** Reviews a tag whose new rule moves all money. */
function review(...args: string[]): Promise<Ended> {
  const [before, after] = [content("a"), content("a", "b")].map((of) => [{ id: "1", name: "Team", ...of }]);
  const lists = ["--before", file("before.json", before), "--after", file("after.json", after)];
  return runReview([...lists, "--cube", file("cube.json.gz", cubeBytes(smallCube(rows, [key]))), ...args]);
}

const header = "InvoiceIssuerName,BillingPeriodStart,BillingPeriodStatus";
const periods = (...of: string[]): string => file("periods.csv", [header, ...of].join("\n"));

test("what moves in the months that the billing periods close, of which one is open again", async () => {
  const closed = periods("AWS,2026-08-01T00:00:00Z,Open", "AWS,2026-09-01T00:00:00Z,Closed", "AWS,2026-10-01,Open");
  const { code, stdout } = await review("--billing-periods", closed);
  expect(code).toBe(0);
  expect(stdout).toContain("of which $12.30 in closed months (through 2026-09 except 2026-08)");
  const json = JSON.parse((await review("--billing-periods", closed, "--json")).stdout) as Record<string, unknown>;
  expect(json["closedMonths"]).toEqual({ through: "2026-09", open: ["2026-08"] });
});

test("closed months that the cost data does not have are said to be unknown, not zero", async () => {
  const later = periods("AWS,2026-11-01T00:00:00Z,Closed");
  expect((await review("--billing-periods", later)).stdout).not.toContain("of which");
  const { tags, ...json } = JSON.parse((await review("--billing-periods", later, "--json")).stdout) as {
    tags: unknown[];
    closedMonths: unknown;
  };
  expect(tags).toHaveLength(1);
  expect(json.closedMonths).toEqual({ through: "2026-11", unknown: true });
  const { code, stderr, stdout } = await review("--closed-through", "2026-11");
  expect({ code, hasAdvice: stdout.includes("can leave bills") }).toEqual({ code: 3, hasAdvice: false });
  for (const month of ["2026-08", "2026-09", "2026-10"]) expect(stderr).toContain(month);
});

test("no closed billing period is said, and not taken for a closed month", async () => {
  const { code, stdout, stderr } = await review("--billing-periods", periods("AWS,2026-09-01,Open"));
  expect({ code, hasClosed: stdout.includes("closed months") }).toEqual({ code: 0, hasClosed: false });
  expect(stderr).toContain("no closed billing period");
});

test("a gate of a file, and billing periods that don't exist", async () => {
  const gates = file("gates.json", { Team: { "closed-through": "2026-09" } });
  expect(await review("--gates", gates)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("$14.30") as string,
  });
  const absent = await review("--billing-periods", "absent.csv");
  expect(absent).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("absent.csv") as string });
});

/** The restatement: what a change moves in each billing month, as CSV. */
describe("the restatement", () => {
  const rows: SmallRow[] = [
    { keys: { [key]: "b" }, bill: "2026-08", cost: "2", records: 3 },
    { keys: { [key]: "b" }, bill: "2026-09", cost: "-12.3", gross: "14.3" },
    { keys: { [key]: "c" }, bill: "2026-09", cost: "5" },
    { keys: { [key]: "b" }, bill: "2026-09", cost: "7", currency: "EUR" },
  ];
  const header = ["tag", "month", "currency", "from", "to", "cost", "gross", "records", "certain"];

  async function restated(before: object[], after: object[]): Promise<string[][] | undefined> {
    const path = join(folder(), "restatement.csv");
    const cube = smallCube(rows, [key], ["K8s:label:x"]);
    const lists = ["--before", file("before.json", before), "--after", file("after.json", after)];
    const { code } = await runReview([
      ...lists,
      "--cube",
      file("cube.json.gz", cubeBytes(cube)),
      "--restatement",
      path,
    ]);
    expect(code).toBe(0);
    return readIndependently(readFileSync(path, "utf8"));
  }

  test("each move of each month, with net and absolute cost", async () => {
    const hostile: Rule = { ...teamIs("b"), to: '=HYPERLINK("x")' };
    const after = { ...content("a"), rules: [teamIs("a"), hostile] };
    expect(await restated([{ id: "1", name: "Team", ...content("a") }], [{ id: "1", name: "Team", ...after }])).toEqual(
      [
        header,
        ["Team", "2026-09", "EUR", "Other", '\'=HYPERLINK("x")', "7", "7", "1", "yes"],
        ["Team", "2026-08", "USD", "Other", '\'=HYPERLINK("x")', "2", "2", "3", "yes"],
        ["Team", "2026-09", "USD", "Other", '\'=HYPERLINK("x")', "-12.3", "14.3", "1", "yes"],
      ],
    );
  });

  test("what may move, and a tag whose money is not known, are said", async () => {
    const hinging: Rule = { to: "x", filters: { costCenter: "K8s", type: "label", key: "x", operator: "exists" } };
    const circle = (name: string, other: string): object => ({
      id: name,
      name,
      rules: [
        { to: "y", filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: other, operator: "exists" } },
      ],
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
});
