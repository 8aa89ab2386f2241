/** Gates that need no cost data: checks whose findings decide about the exit code; and the patch of what a renamed value breaks. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reference, teamRule } from "../../../support/rules";
import type { Ended } from "../../../support/commands/runCommand";
import { runReview } from "../../studies/review/reviewed";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-gates-"));
  const unit = {
    id: "u",
    name: "Unit",
    rules: [{ to: "Sales", filters: reference("t", "is", "A") }],
    defaultValue: "",
  };
  const team = (to: string): object => ({ id: "t", name: "Team", rules: [teamRule(to, "a")], defaultValue: "None" });
  write("before.json", [team("A"), unit]);
  write("after.json", [team("X"), unit]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name: string): string => join(folder, name);
function write(name: string, content: unknown): string {
  writeFileSync(fileOf(name), JSON.stringify(content));
  return fileOf(name);
}
const review = (...args: string[]): Promise<Ended> =>
  runReview(["--before", fileOf("before.json"), "--after", fileOf("after.json"), ...args]);

test.each([
  { args: [], code: 0, says: "" },
  {
    args: ["--fail-on", "rule-stops"],
    code: 3,
    says: '1 gate failed:\n- rule-stops: "Team" changes: in "Unit", rule 1',
  },
  { args: ["--fail-on", "references"], code: 3, says: "2 gates failed:" },
  { args: ["--fail-on", "rules,reference-breaks"], code: 0, says: "" },
  { args: ["--warn-on", "references"], code: 0, says: '2 gates of level "warn" did not pass' },
  { args: ["--fail-on", "references", "--warn-on", "to-change-as-well,rule-stops"], code: 0, says: "2 gates" },
  { args: ["--warn-on", "references", "--fail-on", "rule-stops"], code: 3, says: "1 gate failed" },
])("$args", async ({ args, code, says }) => {
  const ended = await review(...args);
  expect(ended).toMatchObject({ code });
  expect(ended.stderr).toContain(says);
  if (says === "") expect(ended.stderr).toBe("");
});

test.each([
  { args: ["--fail-on", "refrences"], says: "references" },
  { args: ["--fail-on", "up-stops"], says: "--live" },
  { args: ["--fail-on", "money-moves"], says: "--cube or --data" },
  { args: ["--fail-on", "max-moved"], says: "--max-moved" },
  { args: ["--fail-on", "closed-books"], says: "--closed-through" },
  { args: ["--warn-on", "max-moved"], says: "level" },
  { args: ["--warn-on", "closed-books"], says: "level" },
  { args: ["--fail-on", "rule-stops", "--warn-on", "rule-stops"], says: "rule-stops" },
])("$args: what it needs is missing, so nothing passes", async ({ args, says }) => {
  const ended = await review(...args);
  expect(ended.code).not.toBe(0);
  expect(ended.code).not.toBe(3);
  expect(ended.stderr).toContain(says);
});

test("a file has levels for each tag, and the changes that somebody answers for", async () => {
  const gates = (content: object): string[] => ["--gates", write("gates.json", content)];
  expect(await review(...gates({ Unit: { "rule-stops": "fail" } }))).toMatchObject({ code: 3 });
  expect(await review(...gates({ Team: { "rule-stops": "fail" } }))).toMatchObject({ code: 0 });
  const failed = await review(...gates({ "*": { "rule-stops": "fail" } }));
  const [, fingerprint = ""] = /"fingerprint":"(?<hash>[\da-f]{12})"/u.exec(failed.stderr) ?? [];
  const acknowledged = [{ fingerprint, by: "Ann", reason: "agreed", until: "2999-01-01" }];
  const accepted = await review(...gates({ "*": { "rule-stops": "fail" }, acknowledged }), "--json");
  expect(accepted).toMatchObject({ code: 0, stderr: "" });
  const { findings } = JSON.parse(accepted.stdout) as { findings: object[] };
  expect(findings).toContainEqual(
    expect.objectContaining({ check: "rule-stops", outcome: "acknowledged", fingerprint }),
  );
  const other = [{ ...acknowledged[0], fingerprint: "0".repeat(12) }];
  expect((await review(...gates({ acknowledged: other }))).stderr).toContain("0".repeat(12));
});

test.each([
  { gates: { Team: { "rule-stops": true } }, says: "rule-stops" },
  { gates: { Team: { "max-moved": "5" } }, says: "--cube or --data" },
  { gates: { "*": { "up-stops": "fail" } }, says: "--live" },
  { gates: { Team: { "max-moved": false } }, args: ["--fail-on", "max-moved"], says: "limit" },
  {
    gates: { acknowledged: [{ fingerprint: "x", by: "a", reason: "b", until: "2999-01-01" }] },
    says: "acknowledged[0]",
  },
  { gates: { acknowledged: [{ fingerprint: "0".repeat(12), by: "a", until: "2999-01-01" }] }, says: "acknowledged[0]" },
  { gates: { Tame: { "rule-stops": "fail" } }, says: "Team" },
])(
  "a file that says nothing useful is an error: $gates",
  async ({ gates, args = [], says }: { gates: object; args?: string[]; says: string }) => {
    const ended = await review("--gates", write("gates.json", gates), ...args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(says);
  },
);

test("all checks are listed, as text and as JSON", async () => {
  const [text, json] = [await runReview(["--list-checks"]), await runReview(["--list-checks", "--json"])];
  const ids = (JSON.parse(json.stdout) as { id: string }[]).map(({ id }) => id);
  expect(ids).toContain("reference-breaks");
  expect(
    text.stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual(ids);
});

test("--fixes writes a patch of the program in this folder", async () => {
  writeFileSync(fileOf("index.ts"), 'virtualTagKey(team.id).is("A");\n');
  jest.spyOn(process, "cwd").mockReturnValue(folder);
  expect(await review("--fixes", fileOf("fixes.patch"))).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(fileOf("fixes.patch"), "utf8")).toContain('\n+virtualTagKey(team.id).is("X");\n');
  jest.restoreAllMocks();
});
