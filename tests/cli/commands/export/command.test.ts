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
  const tags = path.join(folder(), "tags");
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
  expect((await account.run(["--out", folder(), ...args])).code).toBe(0);
  expect(tagFiles()).toEqual(files);
});

test("one list request each, and one of metadata per tag; no write", async () => {
  for (const name of ["Team", "Env"]) await account.create(name, content);
  account.emulator.control.clearRequests();
  await account.run(["--out", folder()]);
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
  const file = path.join(folder(), "file");
  fs.writeFileSync(file, "");
  const given = args.map((arg) => (arg === "FILE" ? file : arg === "FOLDER" ? path.join(folder(), "new") : arg));
  const { code, stdout } = await account.run(given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(fs.readdirSync(folder())).toEqual(["file"]);
});

test("an error of the service ends with 2, and writes nothing", async () => {
  await account.create("Team", content);
  const path = "/v2/virtual-tags/{id}/metadata";
  account.emulator.control.placeFault({ path, kind: "status", status: 400 });
  const { code } = await account.run(["--out", folder()]);
  expect(code).toBe(2);
  expect(fs.readdirSync(folder())).toEqual([]);
});

test("metadata that the credentials can't read is listed", async () => {
  await account.create("Team", content);
  account.emulator.control.placeFault({ path: "/v2/virtual-tags/{id}/metadata", kind: "status", status: 403 });
  const { code, stdout } = await account.run(["--out", folder(), "--strict"]);
  expect(code).toBe(3);
  expect(stdout).toContain("Metadata of Virtual Tag");
  expect(tagFiles()).toEqual(["team.ts"]);
});

test("a part of the account leaves EXPORT.md alone", async () => {
  await account.create("Team", content);
  await account.create("FOCUS/Service", content);
  await account.run(["--out", folder()]);
  const before = fs.readFileSync(path.join(folder(), "EXPORT.md"), "utf8");
  await account.run(["--out", folder(), "--tag", "Team"]);
  expect(fs.readFileSync(path.join(folder(), "EXPORT.md"), "utf8")).toBe(before);
});
