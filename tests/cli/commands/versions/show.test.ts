/** `cost-allocation versions show`. */
import type { TagContent } from "../../../../rules/types";
import { account, accountForEachTest } from "../../../support/commands/account";

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
