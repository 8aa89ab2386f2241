/** A second export into the same folder: what it updates, and what it leaves alone. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { Options } from "prettier";
import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";
import { format } from "prettier/standalone";
import { exportCommand } from "../../../../cli/commands/export";
import type { TagContent } from "../../../../rules/types";
import { type Account, startAccount, teamRule } from "../versions/account";
import { fillAccount, slackUrl } from "./randomAccount";

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
  leftOver: { path: string; importedBy: string[] }[];
  remarks: { kind: string; subject: { name: string }; reason: string }[];
  diffs: Record<string, string>;
}

async function runExport(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await account.run(["--out", folder, "--json", ...args]);
  expect(stderr).toBe("");
  const { files, leftOver, remarks } = JSON.parse(stdout) as {
    files: { path: string; status: string; diff?: string }[];
    leftOver: Result["leftOver"];
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

/** Formats the TypeScript files of the project as another project does. */
async function reformat(options: Options): Promise<string[]> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const isChanged = await Promise.all(
    names.map(async (name) => {
      const before = read(name);
      write(name, await format(before, { parser: "typescript", plugins: [estree, typescript], ...options }));
      return read(name) !== before;
    }),
  );
  return names.filter((_, index) => isChanged[index]);
}

/** A blank line after each line that ends an argument. */
const addBlankLines = (text: string): string => text.replaceAll(/,\n/g, ",\n\n");

test.each<[string, Options]>([
  ["narrow lines", { printWidth: 40 }],
  ["wide lines", { printWidth: 200, objectWrap: "collapse" }],
  ["other quotes, no semicolons", { singleQuote: true, semi: false, trailingComma: "none", tabWidth: 4 }],
])(
  "%s are no edit",
  async (_, options) => {
    await fillAccount(account.client, 24, 3);
    const team = await account.create("Late", content("Checkout"));
    await runExport();
    expect((await reformat(options)).length).toBeGreaterThan(20);
    for (const name of ["tags/late.ts", "tags/team.ts"]) write(name, addBlankLines(read(name)));
    const formatted = read("tags/late.ts");
    expect(changed(await runExport())).toEqual({});
    // Nothing has changed, so the file stays as the person formatted it.
    expect(read("tags/late.ts")).toBe(formatted);
    await account.save(team, content("Payments"));
    expect(changed(await runExport())).toEqual({ "tags/late.ts": "updated" });
  },
  60_000,
);

test.each([
  ["removed", ""],
  ["made true", "  adopt: true,\n"],
])("an ID in adopt that is %s is no edit, and stays so", async (_, line) => {
  const team = await account.create("Team", content("Checkout"));
  await runExport();
  write("tags/team.ts", read("tags/team.ts").replace(/ {2}adopt: .*\n/, line));
  expect(changed(await runExport())).toEqual({});
  await reformat({ printWidth: 200 });
  expect(changed(await runExport())).toEqual({});
  await account.save(team, content("Payments"));
  expect(changed(await runExport())).toEqual({ "tags/team.ts": "updated" });
  expect(read("tags/team.ts")).toContain("Payments");
  expect(read("tags/team.ts").match(/ *adopt: .*\n/g) ?? []).toEqual(line === "" ? [] : [line]);
  expect(changed(await runExport("--force"))).toEqual({});
});

test("a file with another edit is left alone; its patch shows that edit, and no adopt", async () => {
  await account.create("Team", content("Checkout"));
  await runExport();
  const edited = read("tags/team.ts")
    .replace(/ {2}adopt: .*\n/, "")
    .replace("Checkout", "Payments");
  write("tags/team.ts", edited);
  const again = await runExport();
  expect(changed(again)).toEqual({ "tags/team.ts": "edited" });
  expect(again.diffs["tags/team.ts"]).toMatch(/^-.*Payments/m);
  expect(again.diffs["tags/team.ts"]).not.toContain("adopt");
  expect(read("tags/team.ts")).toBe(edited);
});

test.each([
  ["adopts another tag", "tags/team.ts", /adopt: "[^"]+"/, 'adopt: "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11"'],
  ["does not compile", "tags/team.ts", "});", "})))"],
  ["adopts no metadata", "metadata.ts", "  adopt: true,\n", ""],
])("a file that %s is edited", async (_, name, from, to) => {
  const team = await account.create("Team", content("Checkout"));
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  write(name, read(name).replace(from, to));
  expect(changed(await runExport())).toEqual({ [name]: "edited" });
  expect(changed(await runExport("--force"))).toEqual({ [name]: "updated" });
  expect(read("tags/team.ts")).toContain(`adopt: "${team.id}"`);
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
    "package.json": "foreign",
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
  expect(again.leftOver).toEqual([{ path: "tags/team.ts", importedBy: [] }]);
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

test("a tag that can't be declared anymore stays in the program, with its metadata: otherwise `pulumi up` would delete them", async () => {
  const team = await account.create("Team", content("Checkout"));
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  const before = read("metadata.ts");
  // Two tags of one name: a program can't declare both.
  await account.client.virtualTags.update(team.id, { name: "Other", ...content("Checkout") });
  await account.client.virtualTags.create({ name: "Other", ...content("Web") });
  const again = await runExport("--strict");
  expect(again.code).toBe(3);
  expect(again.remarks.map(({ subject }) => subject.name)).toEqual(["Other", "Other", "Other"]);
  expect(changed(again)).toEqual({ "EXPORT.md": "updated" });
  expect(read("index.ts")).toContain("tags/team");
  expect(read("metadata.ts")).toBe(before);
});

test("metadata that can't be declared anymore keeps the file; other metadata that can't be declared does not", async () => {
  const odd = JSON.parse('{"__proto__": 1}') as Record<string, unknown>;
  const other = await account.create("Other", content("Web"));
  await account.client.virtualTagMetadata.put(other.id, { Web: { customMetadata: odd } });
  const team = await account.create("Team", content("Checkout"));
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["h"] } });
  expect(changed(await runExport())).toEqual({ "metadata.ts": "updated" });
  const before = read("metadata.ts");
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { customMetadata: odd } });
  const again = await runExport();
  expect(changed(again)).toEqual({ "EXPORT.md": "updated" });
  expect(read("metadata.ts")).toBe(before);
});

test("a tag that was deleted and created again gets a file of its own", async () => {
  const team = await account.create("Team", content("Checkout"));
  await runExport();
  await account.client.virtualTags.delete(team.id);
  await account.create("Team", content("Payments"));
  const again = await runExport();
  expect(again.files).toMatchObject({ "tags/team-2.ts": "created", "index.ts": "updated" });
  expect(read("index.ts").match(/tags\/\S+(?=")/g)).toEqual(["tags/team-2"]);
});

test("a file without its header, or with another name, still belongs to its tag", async () => {
  const team = await account.create("Team", content("Checkout"));
  const product = await account.create("Product", content("Web"));
  const reference = { costCenter: "Virtual Tags", key: team.id, type: "virtual_tag" };
  await account.create("Uses Team", { rules: [], defaultValue: reference });
  await runExport();
  const withoutHeader = read("tags/team.ts").split("\n").slice(3).join("\n").replace("const team", "const mine");
  write("tags/team.ts", withoutHeader);
  fs.renameSync(path.join(folder, "tags/product.ts"), path.join(folder, "tags/Goods.ts"));
  await account.save(product, content("App"));
  const again = await runExport();
  expect(again.files).toMatchObject({ "tags/team.ts": "foreign", "tags/Goods.ts": "updated" });
  expect(Object.values(again.files)).not.toContain("created");
  expect(read("tags/team.ts")).toBe(withoutHeader);
  // The resource keeps its name, and what refers to the tag imports the constant that there is.
  expect(read("tags/Goods.ts")).toContain('VirtualTag("product"');
  expect(
    read("index.ts")
      .match(/tags\/\S+(?=")/g)
      ?.sort(),
  ).toEqual(["tags/Goods", "tags/team", "tags/uses-team"]);
  expect(read("tags/uses-team.ts")).toContain('import { mine } from "./team"');
});

test("the parts of a cycle can be exported one by one", async () => {
  const uses = (...ids: string[]): TagContent => ({
    rules: ids.map((key) => ({
      to: "x",
      filters: { costCenter: "Virtual Tags", key, type: "virtual_tag", operator: "exists" },
    })),
    defaultValue: "None",
  });
  const a = await account.create("A", uses());
  const b = await account.create("B", uses(a.id));
  await account.save(a, uses(b.id));
  await runExport();
  const imports = (): string[] =>
    ["a", "b"].filter((name) => read(`tags/${name}.ts`).includes('from "./')).map((name) => name);
  const [first = ""] = imports();
  const other = first === "a" ? "B" : "A";
  await account.save(first === "a" ? b : a, { ...uses(first === "a" ? a.id : b.id), defaultValue: "Changed" });
  expect(changed(await runExport("--tag", other))).toEqual({ [`tags/${other.toLowerCase()}.ts`]: "updated" });
  expect(imports()).toEqual([first]);
});

test("a new tag takes no name of an endpoint", async () => {
  await account.client.notificationEndpoints.create({ type: "slack", name: "finops", configuration: { to: slackUrl } });
  await runExport();
  await account.create("FinOps", content("Web"));
  await account.create("finops", content("Web"));
  expect(changed(await runExport())).toMatchObject({ "index.ts": "updated" });
  expect(read("endpoints.ts")).toContain('requireSecret("finops-destination")');
});

test("if endpoints.ts is left alone, metadata imports only what it has", async () => {
  const create = (name: string): ReturnType<typeof account.client.notificationEndpoints.create> =>
    account.client.notificationEndpoints.create({ type: "email", name, configuration: { to: `${name}@x.example` } });
  const team = await account.create("Team", content("Checkout"));
  const first = await create("first");
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { endpoints: [first.id] } });
  await runExport();
  write("endpoints.ts", `${read("endpoints.ts")}// mine\n`);
  const second = await create("second");
  await account.client.virtualTagMetadata.put(team.id, { Checkout: { endpoints: [first.id, second.id] } });
  expect(changed(await runExport())).toEqual({ "endpoints.ts": "edited", "metadata.ts": "updated" });
  expect(read("metadata.ts")).toContain(`endpoints: [first.id, ${JSON.stringify(second.id)}]`);
  expect(read("metadata.ts")).toContain('import { first } from "./endpoints"');
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
