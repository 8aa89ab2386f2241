/** Which tags are exported, what the command reports, and its exit codes. */
import * as fs from "node:fs";
import * as path from "node:path";
import { exportCommand } from "../../../../cli/commands/export";
import type { TagContent } from "../../../../rules/types";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { folder } from "../../../support/folder";

accountForEachTest(exportCommand);

const content: TagContent = { rules: [teamRule("Checkout", "a")], defaultValue: "None" };
const tagFiles = (): string[] => {
  const tags = path.join(folder, "tags");
  return fs.existsSync(tags) ? fs.readdirSync(tags).sort() : [];
};

test.each([
  [
    ["--tag", "Team", "Env"],
    ["env.ts", "team.ts"],
  ],
  [
    ["--match", "T*"],
    ["team-one.ts", "team.ts"],
  ],
  [["--match", "Tea?"], ["team.ts"]],
  [["--match", "[T]eam"], []],
  [["--match", "Team-*"], []],
  [
    ["--match", "*"],
    ["env.ts", "team-one.ts", "team.ts"],
  ],
])("selects by %j", async (args, files) => {
  for (const name of ["Team", "Team One", "Env"]) await account.create(name, content);
  expect((await account.run(["--out", folder, ...args])).code).toBe(0);
  expect(tagFiles()).toEqual(files);
});

test("one list request each, and one of metadata per tag; no write", async () => {
  for (const name of ["Team", "Env"]) await account.create(name, content);
  account.emulator.control.clearRequests();
  await account.run(["--out", folder]);
  expect(
    account.emulator.control
      .requests()
      .map(({ route }) => route)
      .sort(),
  ).toEqual([
    "GET /v1/endpoints",
    "GET /v2/virtual-tags",
    "GET /v2/virtual-tags/{id}/metadata",
    "GET /v2/virtual-tags/{id}/metadata",
  ]);
});

test("what a program can't declare is listed with the reason, and --strict exits with 3", async () => {
  await account.create("Team", content);
  await account.create("FOCUS/Service", content);
  await account.client.notificationEndpoints.create({ type: "email", name: "e", configuration: { to: "a@b.example" } });
  const { code, stdout } = await account.run(["--out", folder]);
  expect(code).toBe(0);
  expect(stdout).toContain("Exported 1 of 2 Virtual Tags");
  const report = fs.readFileSync(path.join(folder, "EXPORT.md"), "utf8");
  for (const text of [stdout, report]) expect(text).toContain("FOCUS");
  expect(tagFiles()).toEqual(["team.ts"]);
  expect((await account.run(["--out", folder, "--strict"])).code).toBe(3);
  expect((await account.run(["--out", folder, "--strict", "--tag", "Team"])).code).toBe(0);
});

test("the report shows names as text", async () => {
  const name = "FOCUS/ <img src=x> | [link](javascript:alert) `code` @user";
  await account.create(name, content);
  await account.run(["--out", folder]);
  const report = fs.readFileSync(path.join(folder, "EXPORT.md"), "utf8");
  expect(report).not.toMatch(/<img|\[link|`code|@user/);
});

test("--tag without --out prints the file of the tag, as a project has it", async () => {
  const base = await account.create("Base", content);
  const reference = { costCenter: "Virtual Tags", key: base.id, type: "virtual_tag" };
  await account.create("Team", {
    rules: [{ to: "x", filters: { ...reference, operator: "exists" } }],
    defaultValue: reference,
  });
  await account.run(["--out", folder]);
  const { code, stdout, stderr } = await account.run(["--tag", "Team"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(fs.readFileSync(path.join(folder, "tags", "team.ts"), "utf8"));
  expect(stdout).toContain("costallocation.virtualTagKey(base).exists()");
});

test.each([
  [[]],
  [["--tag", "Team", "Env"]],
  [["--match", "T*"]],
  [["--tag", "Tema"]],
  [["--out", "FILE"]],
  [["--out", "FOLDER", "--tag", "Tema"]],
  [["--tag", "Team", "--strict"]],
  [["--unknown"]],
])("wrong arguments %j end with 2, and write nothing", async (args) => {
  for (const name of ["Team", "Env"]) await account.create(name, content);
  const file = path.join(folder, "file");
  fs.writeFileSync(file, "");
  const given = args.map((arg) => (arg === "FILE" ? file : arg === "FOLDER" ? path.join(folder, "new") : arg));
  const { code, stdout } = await account.run(given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(fs.readdirSync(folder)).toEqual(["file"]);
});

test("an error of the service ends with 2, and writes nothing", async () => {
  await account.create("Team", content);
  const path = "/v2/virtual-tags/{id}/metadata";
  account.emulator.control.placeFault({ path, kind: "status", status: 400 });
  const { code } = await account.run(["--out", folder]);
  expect(code).toBe(2);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("metadata that the credentials can't read is listed", async () => {
  await account.create("Team", content);
  account.emulator.control.placeFault({ path: "/v2/virtual-tags/{id}/metadata", kind: "status", status: 403 });
  const { code, stdout } = await account.run(["--out", folder, "--strict"]);
  expect(code).toBe(3);
  expect(stdout).toContain("Metadata of Virtual Tag");
  expect(tagFiles()).toEqual(["team.ts"]);
});

test("--v1 reads the tags with V1, converts them, and lists what it changed", async () => {
  const rules = [
    { to: "Web", filters: { costCenter: "aws", key: "ENVIRONMENT", operator: "isNot", value: "dev" } },
  ] as unknown as TagContent["rules"];
  account.emulator.control.setSwitches({ v1Casing: "lower" });
  await account.client.virtualTagsV1.create({ name: "Old", rules, defaultValue: "None" });
  account.emulator.control.clearRequests();
  const { code } = await account.run(["--out", folder, "--v1"]);
  expect(code).toBe(0);
  const routes = account.emulator.control.requests().map(({ route }) => route);
  expect(routes).toContain("GET /v1/virtual-tags");
  expect(routes).not.toContain("GET /v2/virtual-tags");
  const program = fs.readFileSync(path.join(folder, "tags", "old.ts"), "utf8");
  expect(program).toContain('costallocation.tag("AWS", "Environment").notIs("dev")');
  expect(fs.readFileSync(path.join(folder, "EXPORT.md"), "utf8")).toContain("## Converted from V1");
});

test("a part of the account leaves EXPORT.md alone", async () => {
  await account.create("Team", content);
  await account.create("FOCUS/Service", content);
  await account.run(["--out", folder]);
  const before = fs.readFileSync(path.join(folder, "EXPORT.md"), "utf8");
  await account.run(["--out", folder, "--tag", "Team"]);
  expect(fs.readFileSync(path.join(folder, "EXPORT.md"), "utf8")).toBe(before);
});
