/** A second export into the same folder: what it updates, and what it leaves alone. */
import * as fs from "node:fs";
import * as path from "node:path";
import { format } from "prettier/standalone";
import type { TagContent } from "../../../../rules/types";
import { changed, project, read, runExport, startProject, stopProject, write } from "./project";
import { slackUrl } from "./randomAccount";
import { teamContent } from "../../../support/rules";

beforeEach(startProject);
afterEach(stopProject);

test("only files of tags that changed in the service are updated, also after a rename", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  const product = await project.account.create("Product", teamContent("Web"));
  expect(new Set(Object.values((await runExport()).files))).toEqual(new Set(["created"]));
  expect(changed(await runExport())).toEqual({});
  await project.account.save(team, teamContent("Payments"));
  await project.account.save({ ...product, name: "Renamed" }, teamContent("Web"));
  expect(changed(await runExport())).toEqual({ "tags/team.ts": "updated", "tags/product.ts": "updated" });
  expect(read("tags/team.ts")).toContain('to: "Payments"');
  // The resource keeps its name, so that the stack updates it.
  expect(read("tags/product.ts")).toMatch(/VirtualTag\("product", \{\s+name: "Renamed"/);
});

test("files that no export has written are left alone, also with --force, and take no tag's place", async () => {
  fs.mkdirSync(path.join(project.folder, "tags"), { recursive: true });
  write("index.ts", "// mine\n");
  write("package.json", "{}\n");
  write("tags/team.ts", "// mine\n");
  await project.account.create("Team", teamContent("Checkout"));
  const first = await runExport("--force");
  expect(first.files).toMatchObject({
    "index.ts": "foreign",
    "package.json": "foreign",
    "tags/team-2.ts": "created",
  });
  expect([read("index.ts"), read("package.json"), read("tags/team.ts")]).toEqual(["// mine\n", "{}\n", "// mine\n"]);
});

test("a tag that was deleted in the service is not imported anymore, and its file stays", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await project.account.create("Product", teamContent("Web"));
  await runExport();
  await project.account.client.virtualTags.delete(team.id);
  const again = await runExport();
  expect(again.leftOver).toEqual([{ path: "tags/team.ts", importedBy: [] }]);
  expect(read("index.ts")).not.toContain("tags/team");
  expect(read("index.ts")).toContain("tags/product");
  expect(fs.existsSync(path.join(project.folder, "tags/team.ts"))).toBe(true);
});

test("an export of one tag into the project keeps everything else", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  const product = await project.account.create("Product", teamContent("Web"));
  await project.account.client.virtualTagMetadata.put(product.id, { Web: { groups: ["g"] } });
  await runExport();
  await project.account.save(team, teamContent("Payments"));
  await project.account.save(product, teamContent("App"));
  expect(changed(await runExport("--tag", "Team"))).toEqual({ "tags/team.ts": "updated" });
  expect(read("index.ts")).toContain("tags/product");
  expect(read("metadata.ts")).toContain("product.id");
});

test("a tag that can't be declared anymore stays in the program, with its metadata: otherwise `pulumi up` would delete them", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  const before = read("metadata.ts");
  // Two tags of one name: a program can't declare both.
  await project.account.client.virtualTags.update(team.id, { name: "Other", ...teamContent("Checkout") });
  await project.account.client.virtualTags.create({ name: "Other", ...teamContent("Web") });
  const again = await runExport("--strict");
  expect(again.code).toBe(3);
  expect(again.remarks.map(({ subject }) => subject.name)).toEqual(["Other", "Other", "Other"]);
  expect(changed(again)).toEqual({ "EXPORT.md": "updated" });
  expect(read("index.ts")).toContain("tags/team");
  expect(read("metadata.ts")).toBe(before);
});

test("another layout of EXPORT.md is no edit, and another word is one", async () => {
  await project.account.client.virtualTags.create({ name: "Other", ...teamContent("Checkout") });
  await project.account.client.virtualTags.create({ name: "Other", ...teamContent("Web") });
  await runExport();
  const text = read("EXPORT.md");
  const plugins = [await import("prettier/plugins/markdown")];
  const laidOut = await format(text, { parser: "markdown", plugins, proseWrap: "always", printWidth: 40 });
  expect(laidOut).not.toBe(text);
  write("EXPORT.md", laidOut);
  expect(changed(await runExport())).toEqual({});
  write("EXPORT.md", laidOut.replace("Other", "Mine"));
  expect(changed(await runExport())).toEqual({ "EXPORT.md": "edited" });
});

test("metadata that can't be declared anymore keeps the file; other metadata that can't be declared does not", async () => {
  const odd = JSON.parse('{"__proto__": 1}') as Record<string, unknown>;
  const other = await project.account.create("Other", teamContent("Web"));
  await project.account.client.virtualTagMetadata.put(other.id, { Web: { customMetadata: odd } });
  const team = await project.account.create("Team", teamContent("Checkout"));
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["h"] } });
  expect(changed(await runExport())).toEqual({ "metadata.ts": "updated" });
  const before = read("metadata.ts");
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { customMetadata: odd } });
  const again = await runExport();
  expect(changed(again)).toEqual({ "EXPORT.md": "updated" });
  expect(read("metadata.ts")).toBe(before);
});

test("a tag that was deleted and created again gets a file of its own", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await runExport();
  await project.account.client.virtualTags.delete(team.id);
  await project.account.create("Team", teamContent("Payments"));
  const again = await runExport();
  expect(again.files).toMatchObject({ "tags/team-2.ts": "created", "index.ts": "updated" });
  expect(read("index.ts").match(/tags\/\S+(?=")/g)).toEqual(["tags/team-2"]);
});

test("a file without its header, or with another name, still belongs to its tag", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  const product = await project.account.create("Product", teamContent("Web"));
  const reference = { costCenter: "Virtual Tags", key: team.id, type: "virtual_tag" };
  await project.account.create("Uses Team", { rules: [], defaultValue: reference });
  await runExport();
  const withoutHeader = read("tags/team.ts").split("\n").slice(3).join("\n").replace("const team", "const mine");
  write("tags/team.ts", withoutHeader);
  fs.renameSync(path.join(project.folder, "tags/product.ts"), path.join(project.folder, "tags/Goods.ts"));
  await project.account.save(product, teamContent("App"));
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
  const a = await project.account.create("A", uses());
  const b = await project.account.create("B", uses(a.id));
  await project.account.save(a, uses(b.id));
  await runExport();
  const imports = (): string[] =>
    ["a", "b"].filter((name) => read(`tags/${name}.ts`).includes('from "./')).map((name) => name);
  const [first = ""] = imports();
  const other = first === "a" ? "B" : "A";
  await project.account.save(first === "a" ? b : a, { ...uses(first === "a" ? a.id : b.id), defaultValue: "Changed" });
  expect(changed(await runExport("--tag", other))).toEqual({ [`tags/${other.toLowerCase()}.ts`]: "updated" });
  expect(imports()).toEqual([first]);
});

test("a new tag takes no name of an endpoint", async () => {
  await project.account.client.notificationEndpoints.create({
    type: "slack",
    name: "finops",
    configuration: { to: slackUrl },
  });
  await runExport();
  await project.account.create("FinOps", teamContent("Web"));
  await project.account.create("finops", teamContent("Web"));
  expect(changed(await runExport())).toMatchObject({ "index.ts": "updated" });
  expect(read("endpoints.ts")).toContain('requireSecret("finops-destination")');
});

test("if endpoints.ts is left alone, metadata imports only what it has", async () => {
  const create = (name: string): ReturnType<typeof project.account.client.notificationEndpoints.create> =>
    project.account.client.notificationEndpoints.create({
      type: "email",
      name,
      configuration: { to: `${name}@x.example` },
    });
  const team = await project.account.create("Team", teamContent("Checkout"));
  const first = await create("first");
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { endpoints: [first.id] } });
  await runExport();
  write("endpoints.ts", `${read("endpoints.ts")}// mine\n`);
  const second = await create("second");
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { endpoints: [first.id, second.id] } });
  expect(changed(await runExport())).toEqual({ "endpoints.ts": "edited", "metadata.ts": "updated" });
  expect(read("metadata.ts")).toContain(`endpoints: [first.id, ${JSON.stringify(second.id)}]`);
  expect(read("metadata.ts")).toContain('import { first } from "./endpoints"');
});

test("metadata that was removed leaves a file that declares nothing", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  await project.account.client.virtualTagMetadata.put(team.id, {});
  expect(changed(await runExport())).toEqual({ "metadata.ts": "updated" });
  expect(read("metadata.ts")).not.toContain("VirtualTagMetadata(");
});

test("endpoints keep their names, and no diff of their file is shown", async () => {
  const create = (name: string, to: string): Promise<unknown> =>
    project.account.client.notificationEndpoints.create({ type: "slack", name, configuration: { to } });
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

test("what to enter for a Slack secret is said when the program asks for another one, and no URL is shown", async () => {
  const printed = async (): Promise<string> => (await project.account.run(["--out", project.folder])).stdout;
  const create = (name: string): Promise<{ id: string }> =>
    project.account.client.notificationEndpoints.create({
      ...{ type: "slack", name },
      configuration: { to: `${slackUrl}${name}` },
    });
  const first = await create("finops");
  const outputs = [await printed()];
  expect(outputs[0]).toContain(`finops-destination: the webhook URL of the Slack endpoint "finops" (${first.id})`);
  await project.account.create("Team", teamContent("Web"));
  outputs.push(await printed());
  expect(outputs[1]).not.toContain("finops-destination");
  const second = await create("cost");
  outputs.push(await printed());
  expect(outputs[2]).toContain(`cost-destination: the webhook URL of the Slack endpoint "cost" (${second.id})`);
  expect(`${outputs.join("")}${read("EXPORT.md")}`).not.toContain(slackUrl);
});
