/** A second export into the same folder: what it updates, and what it leaves alone. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { exportCommand } from "../../../cli/export/command";
import type { TagContent } from "../../../rules/types";
import { type Account, startAccount, teamRule } from "../versions/account";
import { slackUrl } from "./randomAccount";

let account: Account;
let folder: string;
beforeEach(async () => {
  account = await startAccount({}, exportCommand);
  folder = path.join(fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "export-")), "project");
});
afterEach(async () => {
  await account.stop();
  fs.rmSync(path.dirname(folder), { recursive: true, force: true });
});

const content = (team: string): TagContent => ({ rules: [teamRule(team, "a")], defaultValue: "None" });

interface Result {
  code: number;
  files: Record<string, string>;
  leftOver: string[];
  remarks: { kind: string; subject: { name: string }; reason: string }[];
  diffs: Record<string, string>;
}

async function runExport(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await account.run(["--out", folder, "--json", ...args]);
  expect(stderr).toBe("");
  const { files, leftOver, remarks } = JSON.parse(stdout) as {
    files: { path: string; status: string; diff?: string }[];
    leftOver: string[];
    remarks: Result["remarks"];
  };
  return {
    code,
    files: Object.fromEntries(files.map(({ path: name, status }) => [name, status])),
    leftOver,
    remarks,
    diffs: Object.fromEntries(files.flatMap(({ path: name, diff }) => (diff === undefined ? [] : [[name, diff]]))),
  };
}

const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
const write = (name: string, text: string): void => {
  fs.writeFileSync(path.join(folder, name), text);
};
const changed = ({ files }: Result): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([, status]) => status !== "unchanged"));

test("only files of tags that changed in the service are updated, also after a rename", async () => {
  const team = await account.create("Team", content("Checkout"));
  const product = await account.create("Product", content("Web"));
  expect(new Set(Object.values((await runExport()).files))).toEqual(new Set(["created"]));
  expect(changed(await runExport())).toEqual({});
  await account.save(team, content("Payments"));
  await account.save({ ...product, name: "Renamed" }, content("Web"));
  expect(changed(await runExport())).toEqual({ "tags/team.ts": "updated", "tags/product.ts": "updated" });
  expect(read("tags/team.ts")).toContain('to: "Payments"');
  // The resource keeps its name, so that the stack updates it.
  expect(read("tags/product.ts")).toMatch(/VirtualTag\("product", \{\s+name: "Renamed"/);
});

test("an edited file is left alone with a diff, until --force", async () => {
  const team = await account.create("Team", content("Checkout"));
  await runExport();
  const edited = `${read("tags/team.ts")}// mine\n`;
  write("tags/team.ts", edited);
  await account.save(team, content("Payments"));
  const again = await runExport();
  expect(changed(again)).toEqual({ "tags/team.ts": "edited" });
  expect(again.diffs["tags/team.ts"]).toMatch(/^-.*Checkout/m);
  expect(again.diffs["tags/team.ts"]).toMatch(/^\+.*Payments/m);
  expect(read("tags/team.ts")).toBe(edited);
  expect(changed(await runExport("--force"))).toEqual({ "tags/team.ts": "updated" });
  expect(read("tags/team.ts")).toContain("Payments");
});

test("line ends that git changed are no edit", async () => {
  const team = await account.create("Team", content("Checkout"));
  await runExport();
  for (const name of ["tags/team.ts", "index.ts"]) write(name, read(name).replaceAll("\n", "\r\n"));
  expect(changed(await runExport())).toEqual({});
  await account.save(team, content("Payments"));
  expect(changed(await runExport())).toEqual({ "tags/team.ts": "updated" });
});

test("files that no export has written are left alone, also with --force, and take no tag's place", async () => {
  fs.mkdirSync(path.join(folder, "tags"), { recursive: true });
  write("index.ts", "// mine\n");
  write("package.json", "{}\n");
  write("tags/team.ts", "// mine\n");
  await account.create("Team", content("Checkout"));
  const first = await runExport("--force");
  expect(first.files).toMatchObject({
    "index.ts": "foreign",
    "package.json": "unchanged",
    "tags/team-2.ts": "created",
  });
  expect([read("index.ts"), read("package.json"), read("tags/team.ts")]).toEqual(["// mine\n", "{}\n", "// mine\n"]);
});

test("a tag that was deleted in the service is not imported anymore, and its file stays", async () => {
  const team = await account.create("Team", content("Checkout"));
  await account.create("Product", content("Web"));
  await runExport();
  await account.client.virtualTags.delete(team.id);
  const again = await runExport();
  expect(again.leftOver).toEqual(["tags/team.ts"]);
  expect(read("index.ts")).not.toContain("tags/team");
  expect(read("index.ts")).toContain("tags/product");
  expect(fs.existsSync(path.join(folder, "tags/team.ts"))).toBe(true);
});

test("an export of one tag into the project keeps everything else", async () => {
  const team = await account.create("Team", content("Checkout"));
  const product = await account.create("Product", content("Web"));
  await account.client.virtualTagMetadata.put(product.id, { Web: { groups: ["g"] } });
  await runExport();
  await account.save(team, content("Payments"));
  await account.save(product, content("App"));
  expect(changed(await runExport("--tag", "Team"))).toEqual({ "tags/team.ts": "updated" });
  expect(read("index.ts")).toContain("tags/product");
  expect(read("metadata.ts")).toContain("product.id");
});

test("a tag that can't be declared anymore stays in the program: without it, `pulumi up` would delete it", async () => {
  const team = await account.create("Team", content("Checkout"));
  await runExport();
  // Two tags of one name: a program can't declare both.
  await account.client.virtualTags.update(team.id, { name: "Other", ...content("Checkout") });
  await account.client.virtualTags.create({ name: "Other", ...content("Web") });
  const again = await runExport("--strict");
  expect(again.code).toBe(3);
  expect(again.remarks.map(({ subject }) => subject.name)).toEqual(["Other", "Other"]);
  expect(changed(again)).toEqual({ "EXPORT.md": "updated" });
  expect(read("index.ts")).toContain("tags/team");
});

test("metadata that can't be declared keeps the file: without it, `pulumi up` would delete the rest", async () => {
  const team = await account.create("Team", content("Checkout"));
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  const before = read("metadata.ts");
  await account.client.virtualTagMetadata.put(team.id, {
    Checkout: { customMetadata: JSON.parse('{"__proto__": 1}') as Record<string, unknown> },
  });
  const again = await runExport();
  expect(changed(again)).toEqual({ "EXPORT.md": "updated" });
  expect(again.remarks.map(({ subject }) => subject.name)).toEqual(["Team"]);
  expect(read("metadata.ts")).toBe(before);
});

test("metadata that was removed leaves a file that declares nothing", async () => {
  const team = await account.create("Team", content("Checkout"));
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  await account.client.virtualTagMetadata.put(team.id, {});
  expect(changed(await runExport())).toEqual({ "metadata.ts": "updated" });
  expect(read("metadata.ts")).not.toContain("VirtualTagMetadata(");
});

test("endpoints keep their names, and no diff of their file is shown", async () => {
  const create = (name: string, to: string): Promise<unknown> =>
    account.client.notificationEndpoints.create({ type: "slack", name, configuration: { to } });
  await create("finops", slackUrl);
  await runExport();
  await create("FinOps", `${slackUrl}2`);
  const again = await runExport();
  expect(changed(again)).toEqual({ "endpoints.ts": "updated", "EXPORT.md": "updated" });
  expect(read("endpoints.ts").match(/NotificationEndpoint\("([^"]+)/g)).toEqual([
    'NotificationEndpoint("finops',
    'NotificationEndpoint("fin-ops',
  ]);
  write(
    "endpoints.ts",
    read("endpoints.ts").replace('config.requireSecret("finops-destination")', JSON.stringify(slackUrl)),
  );
  const edited = await runExport();
  expect(edited.files["endpoints.ts"]).toBe("edited");
  expect(edited.diffs).toEqual({});
});
