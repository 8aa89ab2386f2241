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
