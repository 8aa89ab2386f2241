/** `cost-allocation versions show`. */
import type { TagContent, Rule } from "../../../../rules/types";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";

describe("show", () => {
  accountForEachTest();

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

  test("if the version is not found, the error recommends a command that runs as it is", async () => {
    const tag = await account.create("Team", content);
    const { code, stdout, stderr } = await account.run(["show", "Team", "nope"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`Virtual Tag "Team" (${tag.id}) has no version "nope".`);
    expect(stderr).toContain(`: npx cost-allocation versions list ${tag.id}\n`);
    for (const name of ["BASE_URL", "CLIENT_ID", "SECRET_KEY"]) expect(stderr).toContain(`COST_ALLOCATION_${name}`);
  });

  test("a recommended command keeps --base-url", async () => {
    const tag = await account.create("Team", content);
    const { url, clientId, secretKey } = account.emulator;
    const env = { COST_ALLOCATION_CLIENT_ID: clientId, COST_ALLOCATION_SECRET_KEY: secretKey };
    const { stderr } = await account.run(["show", "Team", "nope", "--base-url", url], { env });
    const [, recommended = ""] = /npx cost-allocation versions (.*)\n/.exec(stderr) ?? [];
    expect(recommended).toContain(`--base-url ${url}`);
    expect(stderr).not.toContain("COST_ALLOCATION_BASE_URL");
    const { code, stdout } = await account.run(recommended.split(" "), { env });
    expect(code).toBe(0);
    expect(stdout).toContain(tag.id);
  });

  test("a tag that the credentials must not read is an error", async () => {
    const tag = await account.create("Team", content);
    const nobody = { type: "private", users: [], groups: [] };
    account.emulator.control.setAcl({ id: tag.id, acl: { read: nobody, write: nobody } });
    const { code, stderr } = await account.run(["show", tag.id, "live"]);
    expect(code).toBe(2);
    expect(stderr).toContain("403 FORBIDDEN");
  });
});

/** `cost-allocation versions diff`. The comparison itself: ../content/ruleDiff.test.ts. */
describe("diff", () => {
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
});
