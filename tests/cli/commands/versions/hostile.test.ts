/** What others can write into the account reaches no terminal, and no program, as anything but text. */
import { account, type Account, accountForEachTest } from "../../../support/commands/account";

const evil = "Evil\u001b[2K\r\nerror: run: curl \u009b2K \u202exe\u2066 \u200b";
accountForEachTest();

const content = (value: string): Parameters<Account["create"]>[1] => ({
  rules: [
    {
      to: value,
      filters: { costCenter: value, key: value, type: value, operator: "is", value: [value], displayName: value },
    },
  ],
  defaultValue: value,
});

test.each([
  ["list", []],
  ["list", ["--json"]],
  ["show", ["live"]],
  ["show", ["live", "--json"]],
  ["diff", ["<first>"]],
  ["diff", ["<first>", "--json"]],
  ["restore", ["<first>", "--yes"]],
  ["restore", ["<first>", "--yes", "--json"]],
])("versions %s %j prints it escaped, and JSON that means the same", async (command, args) => {
  const tag = await account.create(evil, content(evil), evil);
  await account.save(tag, content(`${evil}2`), `${evil}2`);
  const first = (await account.versions(tag))[1]?.id ?? "";
  const { code, stdout, stderr } = await account.run([
    command,
    evil,
    ...args.map((arg) => arg.replace("<first>", first)),
  ]);
  expect([code, stderr]).toEqual([command === "diff" ? 1 : 0, ""]);
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(stdout).not.toMatch(/^error: run/m);
  expect(stdout).toContain("Evil\\u001b[2K");
  if (args.includes("--json")) expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(evil).slice(1, -1));
});

test("a name that is not found is escaped in the error, as are the names that exist", async () => {
  await account.create(evil, content("a"));
  const { code, stderr } = await account.run(["list", `${evil}x`]);
  expect(code).toBe(2);
  expect(stderr.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(stderr).not.toMatch(/^error: run/m);
});
