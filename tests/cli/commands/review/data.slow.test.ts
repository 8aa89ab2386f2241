/** A review that makes its cube of cost data by itself. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Ended } from "../../../support/commands/runCommand";
import { runReview } from "../../studies/review/reviewed";

const sample = resolve(__dirname, "../../../cost/sample/focus_sample.csv");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-review-data-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const filters = {
  costCenter: "AWS",
  type: "billing_dimension",
  key: "service",
  operator: "contains",
  value: "Compute",
};
const tag = (to: string): object => ({ id: "id", name: "Product", rules: [{ to, filters }], defaultValue: "Other" });

function review(...args: string[]): Promise<Ended> {
  const [before, after] = [tag("Compute"), tag("Servers")].map((one, side) =>
    file(`${side}.json`, JSON.stringify([one])),
  );
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
  const mapping = file("cost-data.json", JSON.stringify({ keys: { "AWS:billing_dimension:service": null } }));
  const { code, stdout, stderr } = await review("--data", sample, "--mapping", mapping, "--json", "--max-moved", "0");
  const { tags, costData } = JSON.parse(stdout) as Json;
  expect(costData.unmappedKeys).toEqual(["AWS:billing_dimension:service"]);
  expect(tags[0]?.cost[0]?.moves).toEqual([]);
  expect(code).toBe(3);
  expect(stderr).toContain("max-moved");
});

test.each<[string, () => string, string]>([
  ["no such file", () => join(folder, "none.parquet"), "none.parquet"],
  ["not FOCUS", () => file("bill.csv", "a,b\n1,2\n"), "bill.csv"],
  ["broken Parquet", () => file("broken.parquet", "PAR1 and nothing else"), "broken.parquet"],
])("%s is an error, and nothing is written", async (_what, path, part) => {
  const files = ["review.md", "review.html"].map((name) => join(folder, name)) as [string, string];
  const { code, stdout, stderr } = await review("--data", path(), "--markdown", files[0], "--html", files[1]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(part);
  expect(files.filter((name) => existsSync(name))).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});
