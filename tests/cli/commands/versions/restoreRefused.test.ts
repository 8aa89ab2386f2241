/** `cost-allocation versions restore`: what it refuses. */
import type { VirtualTag } from "../../../../client";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

accountForEachTest();

/** A tag with the content A at first, and B now. Returns the ID of the first version. */
async function changedTag(): Promise<{ tag: VirtualTag; first: string }> {
  const tag = await account.create("Team", teamContent("A"));
  await account.save(tag, teamContent("B"));
  return { tag, first: (await account.versions(tag)).at(-1)?.id ?? "" };
}

test("nothing is saved if the version or the tag is not found, or the credentials must not write it", async () => {
  const { tag, first } = await changedTag();
  const [everybody, nobody] = ["public", "private"].map((type) => ({ type, users: [], groups: [] }));
  if (everybody === undefined || nobody === undefined) throw new Error();
  account.emulator.control.setAcl({ id: tag.id, acl: { read: everybody, write: nobody } });
  for (const [args, message] of [
    [["Team", "nope"], 'has no version "nope"'],
    [["Nope", first], 'no Virtual Tag with the ID or name "Nope"'],
    [["Team", first], "403 FORBIDDEN"],
  ] as const) {
    const { code, stderr } = await account.run(["restore", ...args, "--yes"]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  }
  expect(await account.versions(tag)).toHaveLength(2);
});

test("a predefined tag is refused without a write", async () => {
  const tag = await account.create("FOCUS/ServiceCategory", teamContent("A"));
  await account.save(tag, teamContent("B"));
  const [, first] = await account.versions(tag);
  const writes = account.writes();
  const { code, stderr } = await account.run(["restore", tag.id, first?.id ?? "", "--yes"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/FOCUS.* Nothing was saved\./);
  expect(account.writes()).toBe(writes);
});

test.each([
  ["what is live", -1],
  ["the version", 0],
])("a tag of a kind that V2 can't save, according to %s, is refused without a write", async (_, which) => {
  const { tag, first } = await changedTag();
  const { control } = account.emulator;
  const state = control.exportState();
  const version = state.accounts[0]?.tags[0]?.versions.at(which);
  if (version === undefined) throw new Error();
  const stored = JSON.parse(version.content) as { rules: object[] };
  version.content = JSON.stringify({
    ...stored,
    rules: stored.rules.map((rule) => ({ ...rule, relationalKey: "cpu" })),
  });
  control.importState(state);
  const writes = account.writes();
  const { code, stderr } = await account.run(["restore", tag.id, first, "--yes"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/rules\[0\].*relationalKey.* Nothing was saved\./);
  expect(account.writes()).toBe(writes);
});
