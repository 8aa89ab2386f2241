/** `cost-allocation versions show`. */
import type { Rule } from "../../../../rules/types";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

describe("show", () => {
  accountForEachTest();

  test("if the version is not found, the error recommends a command that runs as it is", async () => {
    const tag = await account.create("Team", teamContent("A"));
    const { code, stdout, stderr } = await account.run(["show", "Team", "nope"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`Virtual Tag "Team" (${tag.id}) has no version "nope".`);
    expect(stderr).toContain(`: npx cost-allocation versions list ${tag.id}\n`);
    for (const name of ["BASE_URL", "CLIENT_ID", "SECRET_KEY"]) expect(stderr).toContain(`COST_ALLOCATION_${name}`);
  });

  test("a recommended command keeps --base-url", async () => {
    const tag = await account.create("Team", teamContent("A"));
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
    const tag = await account.create("Team", teamContent("A"));
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

  test("a version that V2 can't express is refused, not compared", async () => {
    const tag = await account.create("Team", teamContent("A"));
    await account.save(tag, teamContent("B"));
    const a = (await account.versions(tag))[1]?.id ?? "";
    const state = account.emulator.control.exportState();
    const odd = JSON.stringify(state).replaceAll('\\"filters\\"', '\\"allocation\\"');
    account.emulator.control.importState(JSON.parse(odd) as typeof state);
    const { code, stderr } = await account.run(["diff", "Team", a]);
    expect(code).toBe(2);
    expect(stderr).toContain(a);
    expect(stderr).toContain("rules[0]");
    expect(stderr).toContain(`npx cost-allocation versions show ${tag.id} ${a} --json\n`);
  });
});
