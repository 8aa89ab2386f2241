/** Money in closed months: which months are closed, and the gate. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { content, key } from "../../../cost/impact/gated";
import { smallCube, type SmallRow } from "../../../cost/impact/smallCube";
import type { Ended } from "../../../support/commands/runCommand";
import { runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";

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

test("every report says what moves in the months that the billing periods close", async () => {
  const [markdown, html] = [join(folder, "review.md"), join(folder, "review.html")];
  const closed = periods("AWS,2026-08-01T00:00:00Z,Open", "AWS,2026-09-01T00:00:00Z,Closed", "AWS,2026-10-01,Open");
  const { code, stdout } = await review("--billing-periods", closed, "--markdown", markdown, "--html", html);
  expect(code).toBe(0);
  for (const text of [stdout, readFileSync(markdown, "utf8"), readFileSync(html, "utf8")]) {
    expect(text).toContain("of which $12.30 in closed months (through 2026-09 except 2026-08)");
  }
  const json = JSON.parse((await review("--billing-periods", closed, "--json")).stdout) as Record<string, unknown>;
  expect(json).toMatchObject({
    tags: [
      {
        cost: [
          {
            months: [
              { month: "2026-08", moved: "2", total: "2" },
              { month: "2026-09", moved: "12.3", total: "12.3" },
              { month: "2026-10", moved: "5", total: "5" },
            ],
          },
        ],
      },
    ],
    closedMonths: { through: "2026-09", open: ["2026-08"] },
  });
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

test.each([
  ["of the command line", () => ["--closed-through", "2026-09"]],
  ["of a file", () => ["--gates", file("gates.json", { Team: { "closed-through": "2026-09" } })]],
])("the gate %s", async (_, args) => {
  const { code, stdout, stderr } = await review(...args(), "--json");
  expect(code).toBe(3);
  expect((JSON.parse(stdout) as { gates: unknown }).gates).toEqual([
    {
      gate: "closed-through",
      tag: "Team",
      id: "1",
      limit: "2026-09",
      currency: "USD",
      actual: "14.3",
      passed: false,
    },
  ]);
  expect(stderr).toContain("$14.30 moves in bills through 2026-09");
  expect((await review(...args())).stdout).toContain("of which $14.30 in closed months (through 2026-09)");
});

test("a failed gate has advice in every report, which says what moves then", async () => {
  const [markdown, html] = [join(folder, "review.md"), join(folder, "review.html")];
  const args = ["--closed-through", "2026-09"];
  const { stdout } = await review(...args, "--markdown", markdown, "--html", html);
  for (const text of [stdout, readFileSync(markdown, "utf8"), readFileSync(html, "utf8")]) {
    expect(text.replaceAll("&#34;", '"').replaceAll("&quot;", '"')).toContain('"timeframe":{"from":1790812800000}');
  }
  const { advice } = JSON.parse((await review(...args, "--json")).stdout) as { advice: unknown };
  expect(advice).toMatchObject([
    {
      gate: "closed-through",
      tag: "Team",
      limit: "2026-09",
      rules: [{ kind: "same" }, { kind: "new", rule: { to: "b", timeframe: { from: 1_790_812_800_000 } } }],
      // The rows are charges of October, also those of the bills before.
      then: [{ currency: "USD", closed: { moved: "14.3" }, open: { moved: "5" } }],
    },
  ]);
  expect(JSON.parse((await review("--json")).stdout)).not.toHaveProperty("advice");
});

test.each([
  ["a day as a month", ["--cube", "a", "--closed-through", "2026-09-30"], "month"],
  ["billing periods without cost data", ["--billing-periods", "a.csv"], "--cube"],
  ["billing periods that don't exist", ["--billing-periods", "absent.csv"], "absent.csv"],
])("wrong arguments: %s", async (_, args, part) => {
  const lists = ["--before", file("before.json", []), "--after", file("after.json", [])];
  const cube = part === "absent.csv" ? ["--cube", file("cube.json.gz", cubeBytes(smallCube(rows, [key])))] : [];
  const { code, stdout, stderr } = await runReview([...lists, ...cube, ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
});
