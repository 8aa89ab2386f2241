/** `cost-allocation versions list`, and what all `versions` commands share: errors. */
import type { Version } from "../../../../client";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

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
