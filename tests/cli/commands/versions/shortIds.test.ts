/** Versions and tags that a person names in short. */
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

accountForEachTest();

const shown = async (...args: string[]): Promise<unknown> => {
  const { stdout } = await account.run(["show", ...args, "--json"]);
  return (JSON.parse(stdout) as { id: string }).id;
};

test("the first 8 characters of an ID are enough, in any case", async () => {
  const tag = await account.create("Team", teamContent("A"));
  const version = await account.save(tag, teamContent("B"));
  for (const length of [8, 13, 35]) {
    expect(await shown(tag.id.slice(0, length), version.id.slice(0, length).toUpperCase())).toBe(version.id);
  }
  const { code, stderr } = await account.run(["show", "Team", version.id.slice(0, 7)]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("no version") as string });
  expect((await account.run(["show", tag.id.slice(0, 7), "live"])).code).toBe(2);
});

test("a name takes precedence over the beginning of an ID", async () => {
  const tag = await account.create("Team", teamContent("A"));
  const other = await account.create(tag.id.slice(0, 8), teamContent("B"));
  const { stdout } = await account.run(["list", tag.id.slice(0, 8)]);
  expect(stdout).toContain(other.id);
});

test("`previous` is what was saved before the live version", async () => {
  const tag = await account.create("Team", teamContent("A"));
  const second = await account.save(tag, teamContent("B"));
  await account.save(tag, teamContent("C"));
  await account.save(tag, teamContent("D"), undefined, { setAsLive: false });
  expect(await shown("Team", "previous")).toBe(second.id);
  const { code, stdout } = await account.run(["diff", "Team", "previous"]);
  expect(code).toBe(1);
  expect(stdout).toContain(`from version ${second.id}`);
});

test("without an earlier version, `previous` is an error", async () => {
  await account.create("Team", teamContent("A"));
  const { code, stderr } = await account.run(["show", "Team", "previous"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("no version before the live one") as string,
  });
});
