/** `cost-allocation versions list`, and what all `versions` commands share: errors. */
import type { Version } from "../../../../client";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";
import { closestName } from "../../../../rules/closestName";

describe("list", () => {
  accountForEachTest();

  test("--limit requests only the versions that it shows", async () => {
    const tag = await account.create("Team", teamContent("A"));
    const newest = [await account.save(tag, teamContent("B")), await account.save(tag, teamContent("C"))].reverse();
    account.emulator.control.clearRequests();
    expect(JSON.parse((await account.run(["list", "Team", "--limit", "2", "--json"])).stdout)).toMatchObject([
      { id: newest[0]?.id },
      { id: newest[1]?.id },
    ]);
    const pages = account.emulator.control.requests().filter(({ path }) => path.endsWith("/versions"));
    expect(pages.map(({ query }) => query)).toEqual([{ pageSize: "2" }]);
  });

  test.each([
    [
      ["--to", "2026-03-01T02:00:00+00:00"],
      ["B", "A"],
    ],
    [
      ["--from", "2026-03-01", "--to", "2026-03-01"],
      ["C", "B", "A"],
    ],
  ])("%j lists the versions of that time", async (dates, expected) => {
    const tag = await account.create("Team", teamContent("A"), "A");
    await account.save(tag, teamContent("B"), "B");
    await account.save(tag, teamContent("C"), "C");
    const { stdout } = await account.run(["list", "Team", "--json", ...dates]);
    expect((JSON.parse(stdout) as Version[]).map(({ changeDescription }) => changeDescription)).toEqual(expected);
  });

  test.each([
    ["is marked", [], ["staged", "live", ""]],
    ["is marked, if the live one is not shown", ["--limit", "1"], ["staged"]],
    ["is not claimed of what may have been live", ["--to", "2026-03-01T01:00:00Z"], [""]],
  ])("a staged version %s", async (_, args, marks) => {
    const tag = await account.create("Team", teamContent("A"));
    await account.save(tag, teamContent("B"));
    await account.save(tag, teamContent("C"), "C", { setAsLive: false });
    const { stdout } = await account.run(["list", "Team", ...args]);
    const rows = stdout.split("\n").filter((line) => line.includes("@example.com"));
    expect(rows.map((row) => /^(?:live|staged)?/.exec(row)?.[0])).toEqual(marks);
  });

  test("the error for wrong credentials says where they came from, and does not show them", async () => {
    const { url, clientId } = account.emulator;
    const env = {
      COST_ALLOCATION_BASE_URL: url,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: "wrong-one",
    };
    const { code, stderr } = await account.run(["list", "Team"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("environment variable COST_ALLOCATION_SECRET_KEY");
    expect(stderr).not.toContain("wrong-one");
  });

  test.each([
    [["diff", "Team"]],
    [["diff", "Team", "live", "--colors"]],
    [["list", "Team", "--from", "yesterday"]],
    [["list", "Team", "--limit", "0"]],
    [["forget", "Team"]],
    [[]],
  ])("wrong arguments %j: exit code 2, because 1 is a result of diff", async (args) => {
    const { code, stdout, stderr } = await account.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/error:|Usage:/);
  });
});

/** How the `versions` commands find the tag that a person names. */
describe("which tag", () => {
  accountForEachTest();

  test.each(["Something else", "", "4f5fd9a5-6f3f-4b3f-9d0c-0a6d6a1c7a11"])(
    "nothing is suggested for %j, which is like no name",
    async (typed) => {
      await account.create("Team", teamContent("A"));
      const { code, stderr } = await account.run(["list", typed]);
      expect(code).toBe(2);
      expect(stderr).toContain(`no Virtual Tag with the ID or name "${typed}".\n`);
      expect(stderr).toContain('\n  "Team"\n');
    },
  );

  test("an account without tags is an error without a list", async () => {
    const { code, stderr } = await account.run(["list", "Team"]);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/^ {2}/m);
  });

  test("of many names, the error lists 20 and counts the rest", async () => {
    for (let number = 10; number < 32; number++) await account.create(`Tag ${number}`, teamContent("A"));
    const { stderr } = await account.run(["list", "Nothing like it"]);
    expect(stderr.match(/^ {2}"Tag/gm)).toHaveLength(20);
    expect(stderr).toMatch(/^ {2}and 2 more$/m);
  });

  test("an ID takes precedence over a name", async () => {
    const tag = await account.create("Team", teamContent("A"));
    await account.create(tag.id, teamContent("B"));
    expect((await account.run(["list", tag.id])).stdout).toContain(`Virtual Tag "Team" (${tag.id})`);
  });

  test("only the named tag is read, even if the list has no rules", async () => {
    account.emulator.control.setSwitches({ listHasRules: false });
    for (const name of ["A", "B", "Team"]) await account.create(name, teamContent("A"));
    account.emulator.control.clearRequests();
    await account.run(["list", "Team"]);
    // The list, the tag and its versions.
    expect(account.emulator.control.requests()).toHaveLength(3);
  });

  test.each<[string, string[], string | undefined]>([
    ["team", ["Environment", "Team"], "Team"],
    ["Teams", ["Team"], "Team"],
    ["Enviroment", ["Team", "Environment"], "Environment"],
    [" Team ", ["Team"], "Team"],
    ["Team", ["Teams", "TEAM"], "TEAM"],
    ["Costs", ["Team"], undefined],
    ["a", ["b", "A"], "A"],
    ["a", ["b"], undefined],
    ["ab", ["cd"], undefined],
    ["Team", [], undefined],
  ])("the closest name to %j in %j is %j", (typed, names, expected) => {
    expect(closestName(typed, names)).toBe(expected);
  });
});

/** Versions and tags that a person names in short. */
describe("short IDs", () => {
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
});
