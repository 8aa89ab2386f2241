/** `cost-allocation versions show`. */
import type { TagContent } from "../../rules/types";
import { type Account, startAccount, teamRule } from "./versionsAccount";

let account: Account;
beforeEach(async () => {
  account = await startAccount();
});
afterEach(() => account.stop());

const content: TagContent = {
  rules: [
    {
      to: "Checkout",
      filters: {
        AND: [
          { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["pay", 'the "shop"'] },
          {
            OR: [
              { costCenter: "GCP", key: "project", type: "billing_dimension", operator: "contains", value: "shop" },
              { costCenter: "AWS", key: "team", type: "tag", operator: "notExists", displayName: "Team" },
            ],
          },
        ],
      },
      timeframe: { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) },
    },
    {
      to: { costCenter: "AWS", key: "team", type: "tag" },
      filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" },
      timeframe: { from: Date.UTC(2026, 1, 1) },
    },
  ],
  defaultValue: { costCenter: "AWS", key: "owner" },
};

test("rules numbered, filters indented", async () => {
  const tag = await account.create("Team", content, "First");
  const [{ id } = { id: "" }] = await account.versions(tag);
  const { code, stdout } = await account.run(["show", "Team", id]);
  expect(code).toBe(0);
  expect(stdout).toBe(`Virtual Tag "Team" (${tag.id})
Version ${id} (live, saved at 2026-03-01T01:00:00.000Z by emulator@example.com)
Change: First

Rules, of which the first that matches wins:
1. to "Checkout", from 2026-01-01T00:00:00.000Z to 2026-02-01T00:00:00.000Z
     all of:
       AWS tag "team" oneOf "pay", "the \\"shop\\""
       any of:
         GCP billing_dimension "project" contains "shop"
         AWS tag "team" (Team) notExists
2. to the value of AWS tag "team", from 2026-02-01T00:00:00.000Z on
     AWS tag "team" exists
Default value, when none matches: the value of AWS "owner"
`);
});

test("an earlier version, and live", async () => {
  const tag = await account.create("Team", { rules: [], defaultValue: "Old" });
  const [first] = await account.versions(tag);
  await account.save(tag, { rules: [teamRule("New", "new")], defaultValue: "New" });
  expect((await account.run(["show", "Team", first?.id ?? ""])).stdout).toContain(
    'No rules.\nDefault value, when none matches: "Old"',
  );
  expect((await account.run(["show", "Team", "live"])).stdout).toContain('Default value, when none matches: "New"');
});

test("--json prints the version as the API has it", async () => {
  const tag = await account.create("Team", content, "First");
  const [{ id } = { id: "" }] = await account.versions(tag);
  const { stdout } = await account.run(["show", "Team", "live", "--json"]);
  expect(JSON.parse(stdout)).toEqual(await account.client.virtualTagVersions.get(tag.id, id));
});

test("no such version: what to do", async () => {
  const tag = await account.create("Team", content);
  const { code, stdout, stderr } = await account.run(["show", "Team", "nope"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toBe(
    `error: Virtual Tag "Team" (${tag.id}) has no version "nope". To see those that it has: cost-allocation versions list ${tag.id}\n`,
  );
});

test("a tag that was only ever staged has no live version", async () => {
  const tag = await account.client.virtualTags.create({ name: "Team", ...content }, { setAsLive: false });
  const { code, stderr } = await account.run(["show", "Team", "live"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`(${tag.id}) has no live version.`);
});

test("a tag that these credentials may not read", async () => {
  const tag = await account.create("Team", content);
  const nobody = { type: "private", users: [], groups: [] };
  account.emulator.control.setAcl({ id: tag.id, acl: { read: nobody, write: nobody } });
  const { code, stderr } = await account.run(["show", tag.id, "live"]);
  expect(code).toBe(2);
  expect(stderr).toContain("403 FORBIDDEN");
});
