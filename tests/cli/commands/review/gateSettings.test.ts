/** Gates that warn, and acknowledged ones: the exit code and the reports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cubeBytes } from "../../../../cost/cube/cubeFile";
import { content, key, rows } from "../../../cost/impact/gated";
import { smallCube } from "../../../cost/impact/smallCube";
import type { Ended } from "../../../support/commands/runCommand";
import { runReview } from "../../studies/review/reviewed";
import { file, folder } from "../../../support/folder";

/** Reviews a tag whose new rule moves 6.5 % of the cost. */
function review(gates: object, now: string, ...args: string[]): Promise<Ended> {
  const [before, after] = [content("a"), content("a", "b")].map((of) => [{ id: "1", name: "Team", ...of }]);
  const cube = smallCube(rows(["a", "90"], ["b", "6.5"], ["c", "3.5"]), [key]);
  const lists = ["--before", file("before.json", before), "--after", file("after.json", after)];
  const given = ["--cube", file("cube.json.gz", cubeBytes(cube)), "--gates", file("gates.json", { Team: gates })];
  return runReview([...lists, ...given, ...args], {}, Date.parse(now));
}

const gatesOf = ({ stdout }: Ended): unknown => (JSON.parse(stdout) as { gates: unknown }).gates;

test("a gate of level warn is reported, and ends with 0", async () => {
  const markdown = join(folder, "review.md");
  const gates = { "max-moved": { limit: "5%", level: "warn" } };
  const args = ["--json", "--markdown", markdown, "--comment-threshold", "100"];
  const ended = await review(gates, "2026-12-01", ...args);
  expect(ended.code).toBe(0);
  expect(gatesOf(ended)).toMatchObject([
    { gate: "max-moved", limit: "5%", actual: "6.5%", level: "warn", passed: false },
  ]);
  // A pipeline that shows nothing but errors shows the warning, too, and the comment is written for it.
  expect(ended.stderr).toContain("max-moved");
  expect(readFileSync(markdown, "utf8")).toContain("Warning: max-moved");
});

test("an acknowledged gate passes to the end of its last day, which every report shows", async () => {
  const markdown = join(folder, "review.md");
  const acknowledged = { by: "Ann", reason: "agreed", until: "2026-12-31" };
  const gates = { "max-moved": { limit: "5%", acknowledged } };
  const args = ["--markdown", markdown, "--comment-threshold", "100"];
  const during = await review(gates, "2026-12-31T23:59:59.999Z", ...args);
  expect(during.code).toBe(0);
  for (const text of [during.stdout, readFileSync(markdown, "utf8")]) {
    expect(text).toContain("acknowledged");
    expect(text).toContain("agreed");
  }
  const afterwards = await review(gates, "2027-01-01T00:00:00Z", "--json");
  expect(afterwards.code).toBe(3);
  expect(gatesOf(afterwards)).toMatchObject([{ acknowledgment: acknowledged, passed: false }]);
});
