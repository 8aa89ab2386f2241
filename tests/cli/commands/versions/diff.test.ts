/** `cost-allocation versions diff`. The comparison itself: ../content/ruleDiff.test.ts. */
import type { Rule } from "../../../../rules/types";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";

accountForEachTest();

const timed = (from: number): Rule => ({ ...teamRule("Timed", "t"), timeframe: { from } });
const before = {
  rules: [
    teamRule("A", "a"),
    teamRule("B", "b1", "b2"),
    teamRule("Gone", "g"),
    timed(1e12),
    teamRule("Last", "z"),
    teamRule("First", "f"),
  ],
  defaultValue: "None",
};
const after = {
  rules: [
    teamRule("First", "f"),
    teamRule("A", "a"),
    teamRule("B", "b2", "b3"),
    timed(1.1e12),
    teamRule("Last", "z"),
    { ...teamRule("New", "n"), to: { costCenter: "AWS", key: "team" } },
  ],
  defaultValue: { costCenter: "AWS", key: "team" },
};

async function twoVersions(): Promise<{ id: string; a: string; b: string }> {
  const tag = await account.create("Team", before);
  const b = await account.save(tag, after);
  const [, a] = await account.versions(tag);
  return { id: tag.id, a: a?.id ?? "", b: b.id };
}

test("compares rule by rule, with the live version by default, exit code 1", async () => {
  const { id, a, b } = await twoVersions();
  const { code, stdout, stderr } = await account.run(["diff", "Team", a]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toBe(`Virtual Tag "Team" (${id})
from version ${a} (saved at 2026-03-01T01:00:00.000Z by emulator@example.com)
to version   ${b} (live, saved at 2026-03-01T02:00:00.000Z by emulator@example.com)

> rule 6 -> 1 moved: to "First"
  rule 1 -> 2 unchanged
~ rule 2 -> 3 changed: to "B"
    filters.value:
      - "b1"
      + "b3"
- rule 3 removed: to "Gone"
      AWS tag "team" oneOf "g"
~ rule 4 changed: to "Timed"
    timeframe.from: 2001-09-09T01:46:40Z -> 2004-11-09T11:33:20Z
  rule 5 unchanged
+ rule 6 added: to the value of AWS "team"
      AWS tag "team" oneOf "n"
~ default value: "None" -> the value of AWS "team"

rules: 2 changed, 1 moved, 1 added, 1 removed, 2 unchanged; default value changed
For example, a record with "AWS:tag:team" = "b1" gets "b1" instead of "B".
`);
});

test("what depends on another tag is not decided: no version says what that one gives", async () => {
  const gives = (value: string): Rule => ({
    to: "x",
    filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: "other", operator: "is", value },
  });
  const tag = await account.create("Team", { rules: [], defaultValue: "None" });
  await account.save(tag, { rules: [gives("A")], defaultValue: "None" });
  const [, a] = await account.versions(tag);
  const { code, stdout } = await account.run(["diff", "Team", a?.id ?? "", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ effect: { kind: "not-decided", because: "tags" } });
});

test("--json prints both versions, the change of each rule, and both default values", async () => {
  const { id, a, b } = await twoVersions();
  const { code, stdout } = await account.run(["diff", "Team", a, b, "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    virtualTag: { id, name: "Team" },
    versionA: { id: a, isLive: false },
    versionB: { id: b, isLive: true },
    equal: false,
    rules: [
      { change: "moved", beforeIndex: 5, afterIndex: 0 },
      { change: "unchanged", beforeIndex: 0, afterIndex: 1 },
      { change: "changed", fields: [{ path: "filters.value", before: ["b1", "b2"], after: ["b2", "b3"] }] },
      { change: "removed", beforeIndex: 2 },
      { change: "changed", fields: [{ path: "timeframe.from", before: 1e12, after: 1.1e12 }] },
      { change: "unchanged", beforeIndex: 4, afterIndex: 4 },
      { change: "added", afterIndex: 5 },
    ],
    defaultValue: { before: "None", after: { key: "team", costCenter: "AWS" } },
  });
});

test("versions with the same meaning are equal, exit code 0", async () => {
  const tag = await account.create("Team", { rules: [teamRule("A", "x", "y")], defaultValue: "None" });
  await account.save(tag, { rules: [teamRule("A", "y", "x", "x")], defaultValue: "None" });
  const [, first] = await account.versions(tag);
  const { code, stdout } = await account.run(["diff", "Team", first?.id ?? ""]);
  expect(code).toBe(0);
  expect(stdout).not.toContain("rule 1");
  const json = await account.run(["diff", "Team", first?.id ?? "", "live", "--json"]);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({ equal: true, rules: [{ change: "unchanged" }] });
});

test.each([
  ["no such tag", ["Nope", "live"]],
  ["no such version", ["Team", "nope"]],
])("%s: exit code 2", async (_what, args) => {
  await twoVersions();
  expect(await account.run(["diff", ...args])).toMatchObject({ code: 2, stdout: "" });
});

test("a version that V2 can't express is refused, not compared", async () => {
  const { id, a } = await twoVersions();
  const state = account.emulator.control.exportState();
  const odd = JSON.stringify(state).replaceAll('\\"filters\\"', '\\"allocation\\"');
  account.emulator.control.importState(JSON.parse(odd) as typeof state);
  const { code, stderr } = await account.run(["diff", "Team", a]);
  expect(code).toBe(2);
  expect(stderr).toContain(a);
  expect(stderr).toContain("rules[0]");
  expect(stderr).toContain(`npx cost-allocation versions show ${id} ${a} --json\n`);
});
