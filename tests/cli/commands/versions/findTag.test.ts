/** How the `versions` commands find the tag that a person names. */
import { closestName } from "../../../../rules/closestName";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

accountForEachTest();

test("if none is found, the error lists the names and suggests the closest one", async () => {
  for (const name of ["Team", "Environment", "Team"]) await account.create(name, teamContent("A"));
  const { code, stdout, stderr } = await account.run(["list", "team"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain('no Virtual Tag with the ID or name "team". Did you mean "Team"?\n');
  expect(stderr.match(/^ {2}.*$/gm)).toEqual(['  "Environment"', '  "Team"']);
});

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

test("if two tags have the name, the error lists both IDs, and nothing is saved", async () => {
  const tags = [await account.create("Team", teamContent("A")), await account.create("Team", teamContent("B"))];
  const { code, stdout, stderr } = await account.run(["restore", "Team", "x", "--yes"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  for (const { id } of tags) expect(stderr).toMatch(new RegExp(`^ {2}${id} .*emulator@example\\.com`, "m"));
  expect(account.writes()).toBe(2);
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
