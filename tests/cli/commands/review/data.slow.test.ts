/** A review that makes its cube of cost data by itself. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type FocusRecord, writeCsv } from "../../../cost/focusData";
import type { Ended } from "../../../support/commands/runCommand";
import { runReview } from "../../studies/review/reviewed";
import { runCube } from "../cube/runCube";
import { file, folder } from "../../../support/folder";

const sample = resolve(__dirname, "../../../cost/sample/focus_sample.csv");

const filters = {
  costCenter: "AWS",
  type: "billing_dimension",
  key: "service",
  operator: "contains",
  value: "Compute",
};
const tag = (to: string): object => ({ id: "id", name: "Product", rules: [{ to, filters }], defaultValue: "Other" });

function review(...args: string[]): Promise<Ended> {
  const [before, after] = [tag("Compute"), tag("Servers")].map((one, side) => file(`${side}.json`, [one]));
  return runReview(["--before", before ?? "", "--after", after ?? "", ...args]);
}

interface Json {
  tags: { cost: { currency: string; moves: { from: string; to: string; records: number }[] }[] }[];
  costData: { records: number; sources: Record<string, string>; unmappedKeys: string[] };
}

test("the official sample", async () => {
  const { code, stdout } = await review("--data", sample, "--json");
  const { tags, costData } = JSON.parse(stdout) as Json;
  expect(code).toBe(0);
  expect(costData.records).toBe(198);
  expect(costData.sources).toEqual({ "AWS:billing_dimension:service": "ServiceName" });
  expect(tags[0]?.cost).toMatchObject([{ currency: "USD", moves: [{ from: "Compute", to: "Servers" }] }]);
  expect(tags[0]?.cost[0]?.moves[0]?.records).toBeGreaterThan(10);
});

test("a mapping that says that a key is unknown: nothing is known to move, and a gate fails", async () => {
  const mapping = file("cost-data.json", { keys: { "AWS:billing_dimension:service": null } });
  const { code, stdout, stderr } = await review("--data", sample, "--mapping", mapping, "--json", "--max-moved", "0");
  const { tags, costData } = JSON.parse(stdout) as Json;
  expect(costData.unmappedKeys).toEqual(["AWS:billing_dimension:service"]);
  expect(tags[0]?.cost[0]?.moves).toEqual([]);
  expect(code).toBe(3);
  expect(stderr).toContain("max-moved");
});

test("a provider without a cost center that has more than 1 % of the cost is a warning, in text and JSON", async () => {
  const record: FocusRecord = { provider: "AWS", currency: "USD", start: "2026-10-05 00:00:00", cost: "890" };
  const path = join(folder(), "focus.csv");
  writeCsv(path, [
    record,
    { ...record, provider: "Kestrel Metrics", cost: "-100" },
    { ...record, provider: "Exactly one", cost: "10" },
    { ...record, provider: "Kestrel Metrics", currency: "EUR", cost: "3" },
  ]);
  const { stdout, stderr } = await review("--data", path, "--json");
  const { costData } = JSON.parse(stdout) as { costData: unknown };
  expect(costData).toMatchObject({
    withoutCostCenter: [
      { provider: "Kestrel Metrics", currency: "EUR", gross: "3", total: "3" },
      { provider: "Kestrel Metrics", currency: "USD", gross: "100", total: "1000" },
    ],
  });
  expect(stderr.match(/warning: .*cost center.*/gu)).toEqual([
    'warning: The records of the provider "Kestrel Metrics" (100% of the cost in EUR, 10% of the cost in USD) belong to no cost center, so they have no value for any key. Name it in costCenters of cost-data.json.',
  ]);
  expect((await review("--data", path)).stdout).toContain('"Kestrel Metrics" (100% of the cost in EUR');
});

test.each([
  ["Global", true],
  ["AWS", false],
])("a mapping that gives all records to %s: other providers are a warning: %s", async (costCenter, isWarning) => {
  const record: FocusRecord = { provider: "AWS", currency: "USD", start: "2026-10-05 00:00:00", cost: "10" };
  const path = join(folder(), "focus.csv");
  writeCsv(path, [record, { ...record, provider: "Kestrel Metrics", cost: "90" }]);
  const mapping = file("cost-data.json", { costCenters: { [costCenter]: "*" } });
  const { stdout, stderr } = await review("--data", path, "--mapping", mapping, "--json");
  const { costData } = JSON.parse(stdout) as { costData: { withoutCostCenter?: unknown } };
  const cost = { provider: "Kestrel Metrics", currency: "USD", gross: "90", total: "100" };
  expect(costData.withoutCostCenter).toEqual(isWarning ? [cost] : undefined);
  expect(stderr.includes('belong to no cost center but "Global", so they have no value for other keys.')).toBe(
    isWarning,
  );
});

test("a tag that differs only in case is named with its cost, in text, JSON and by cube", async () => {
  const record: FocusRecord = { provider: "AWS", currency: "USD", start: "2026-10-05 00:00:00", cost: "12.30" };
  const data = join(folder(), "focus.csv");
  writeCsv(data, [
    { ...record, tags: { Team: "cart" } },
    { ...record, cost: "-12.30", tags: { Team: "cart" } },
    { ...record, tags: { "user:team": "cart" } },
  ]);
  const tags = ["A", "B"].map((to) => {
    const own = { costCenter: "AWS", type: "tag", key: "team", operator: "is", value: "cart" };
    return file(`${to}.json`, [{ id: "id", name: "Product", rules: [{ to, filters: own }], defaultValue: "Other" }]);
  });
  const args = ["--before", tags[0] ?? "", "--after", tags[1] ?? "", "--data", data];
  const { costData } = JSON.parse((await runReview([...args, "--json"])).stdout) as { costData: object };
  const near = { tag: "Team", records: 2, costs: [{ currency: "USD", cost: "0", gross: "24.6" }] };
  expect(costData).toMatchObject({ nearKeys: { "AWS:tag:team": [near] } });
  const cube = await runCube(["--data", data, "--tags", tags[0] ?? "", "--out", join(folder(), "cube.json.gz")]);
  for (const text of [(await runReview(args)).stdout, cube.stderr])
    // The entry also has the name whose values count already.
    expect(text.replaceAll(/\s+/gu, " ")).toMatch(
      /AWS:tag:team .*"Team" \(\$24\.60, 2 records\).*\{"tag":\["team","user:team","Team"\]\}/u,
    );
  // Of a cube for more tags, a review names only what its own rules read.
  const service = { ...tag("Compute"), id: "service", name: "Service" };
  const both = join(folder(), "both.json.gz");
  const all = file("all.json", [...(JSON.parse(readFileSync(tags[0] ?? "", "utf8")) as object[]), service]);
  await runCube(["--data", data, "--tags", all, "--out", both]);
  const own = await runReview([...args.slice(0, 4), "--cube", both, "--json"]);
  expect((JSON.parse(own.stdout) as { costData: object }).costData).toMatchObject({
    nearKeys: expect.anything() as unknown,
  });
  const other = await review("--cube", both, "--json");
  expect((JSON.parse(other.stdout) as { costData: object }).costData).not.toHaveProperty("nearKeys");
});

test("the gate closed-through, and what its advice moves, from records: only the bill of a charge counts", async () => {
  const record: FocusRecord = { provider: "AWS", currency: "USD", start: "", cost: "", service: "Compute" };
  const records: FocusRecord[] = [
    { ...record, start: "2026-09-05 00:00:00", cost: "12.30" },
    { ...record, start: "2026-10-05 00:00:00", cost: "40" },
    // A correction in the bill of October, and the other way around.
    { ...record, start: "2026-09-06 00:00:00", period: "2026-10", cost: "-1.5" },
    { ...record, start: "2026-10-01 00:00:00", period: "2026-09", cost: "0.2" },
  ];
  const path = join(folder(), "focus.csv");
  writeCsv(path, records);
  const args = ["--data", path, "--json", "--closed-through", "2026-09"];
  const failed = await review(...args);
  const { gates, advice } = JSON.parse(failed.stdout) as { gates: unknown; advice: { rules: { rule: object }[] }[] };
  expect(failed.code).toBe(3);
  expect(gates).toMatchObject([{ gate: "closed-through", limit: "2026-09", actual: "12.5", passed: false }]);
  const then = { closed: { moved: "0.2" }, open: { moved: "40" } };
  expect(advice).toMatchObject([{ rules: [{ kind: "kept" }, { kind: "new" }], then: [then] }]);
  // Without the charge of October in the bill of September, the advice makes the gate pass, and moves the same in October.
  writeCsv(path, records.slice(0, 2));
  const advised = { id: "id", name: "Product", rules: advice[0]?.rules.map(({ rule }) => rule), defaultValue: "Other" };
  const lists = [[tag("Compute")], [advised]].map((list, side) => file(`advised${side}.json`, JSON.stringify(list)));
  const passed = await runReview(["--before", lists[0] ?? "", "--after", lists[1] ?? "", ...args]);
  expect(passed.code).toBe(0);
  expect((JSON.parse(passed.stdout) as Json).tags[0]?.cost).toMatchObject([
    {
      moved: "40",
      months: [
        { month: "2026-09", moved: "0", total: "12.3" },
        { month: "2026-10", moved: "40", total: "40" },
      ],
    },
  ]);
});

test.each<[string, () => string, string]>([
  ["no such file", () => join(folder(), "none.parquet"), "none.parquet"],
  ["not FOCUS", () => file("bill.csv", "a,b\n1,2\n"), "bill.csv"],
  ["broken Parquet", () => file("broken.parquet", "PAR1 and nothing else"), "broken.parquet"],
])("%s is an error, and nothing is written", async (_what, path, part) => {
  const files = ["review.md", "review.html"].map((name) => join(folder(), name)) as [string, string];
  const { code, stdout, stderr } = await review("--data", path(), "--markdown", files[0], "--html", files[1]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
  expect(files.filter((name) => existsSync(name))).toEqual([]);
  expect(readdirSync(folder()).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});
