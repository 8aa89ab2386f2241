/** `cost-allocation drift --unmanaged`: the tags of the account that no stack manages. */
import * as fs from "node:fs";
import * as path from "node:path";
import pc from "picocolors";
import { terminalText } from "../../../../cli/document/terminal";
import type { Document } from "../../../../cli/document/document";
import { unmanagedDocument } from "../../../../cli/words/unmanaged";
import { content, inState, type Scene, startScene } from "./scene";
import { encrypted, exportOf, markOfResource, type Resource } from "./state";

let account: Scene["account"];
let folder: string;
let stop: Scene["stop"];
beforeEach(async () => {
  ({ account, folder, stop } = await startScene());
});
afterEach(() => stop());

const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};

const plainOf = (document: Document): string => terminalText(document, pc.createColors(false));

interface Printed {
  unmanaged: { id: string; name: string; owner?: string }[];
  notCompared: { name: string; error: string }[];
  managed: number;
}

/** Runs the command, with states of these resources. */
async function find(args: string[] = [], ...states: (readonly Resource[])[]): Promise<Printed & { code: number }> {
  const files = states.flatMap((resources, index) => ["--state", write(`${index}.json`, exportOf(resources))]);
  const { code, stderr, stdout } = await account.run(["--unmanaged", "--json", ...files, ...args]);
  expect(stderr).toBe("");
  return { ...(JSON.parse(stdout) as Printed), code };
}

test("without stacks, every mark counts, also that of another engine", async () => {
  await account.create("Ours", content, markOfResource("ours"));
  await account.create("Theirs", content, "(terraform cloud-bill/prod#theirs)");
  expect(await find()).toEqual({ code: 0, unmanaged: [], notCompared: [], managed: 2 });
  const manual = await account.create("Manual", content, "(fixes org/repo#12)");
  await account.save(manual, content, "again");
  const { id, createdBy, updatedBy, updatedAt } = await account.client.virtualTags.get(manual.id);
  expect(await find()).toEqual({
    code: 1,
    unmanaged: [{ id, name: "Manual", createdBy, updatedBy, updatedAt }],
    notCompared: [],
    managed: 2,
  });
  expect(account.writes()).toBe(4);
});

test("with a state, only what it has is managed; with --owners, also what bears a mark of these", async () => {
  await account.create("Orphan", content, markOfResource("orphan"));
  await account.create("Old", content, "(pulumi shop/old#old)");
  await account.create("Shops", content, "(pulumi shops/prod#shops)");
  const { code, unmanaged, managed } = await find([], [{ resource: "other", id: "x" }]);
  expect({ code, managed }).toEqual({ code: 1, managed: 0 });
  expect(unmanaged).toMatchObject([
    { name: "Old", owner: "shop/old#old" },
    { name: "Orphan", owner: "shop/prod#orphan" },
    { name: "Shops", owner: "shops/prod#shops" },
  ]);
  const owners = write("owners.txt", "\r\nshop/prod\r\n shop/old\n");
  expect(await find(["--owners", owners])).toMatchObject({ code: 1, unmanaged: [{ name: "Shops" }], managed: 2 });
});

test("predefined tags are nobody's; of a tag that no program can declare, no command is recommended", async () => {
  account.emulator.control.seed();
  const { unmanaged } = await find();
  expect(unmanaged.length).toBeGreaterThan(0);
  expect(unmanaged.filter(({ name }) => name.startsWith("FOCUS/"))).toEqual([]);
  const tag = { id: "1", name: "Odd", unsupported: "it is not made of rules alone" };
  const document = unmanagedDocument(
    { unmanaged: [tag], notCompared: [], managed: 0 },
    { stack: undefined, options: [], needs: undefined },
    "brief",
  );
  expect(plainOf(document)).toContain(tag.unsupported);
  expect(plainOf(document)).not.toContain("export");
});

test("versions are read only of tags that no state has", async () => {
  const held = await account.create("Held", content);
  await account.create("Other", content);
  account.emulator.control.clearRequests();
  await find([], [inState(held)]);
  expect(account.emulator.control.requests().map(({ path: at }) => at.split("/").length)).toEqual([3, 5]);
});

test("what a state holds is managed without a mark, in whatever letter case its ID is; what it has given up is not", async () => {
  const adopted = await account.create("Adopted", content);
  const v1 = await account.create("V1", content);
  const replaced = await account.create("Replaced", content);
  const secret = await account.create("Secret", content);
  const { code, unmanaged, managed } = await find(
    [],
    [inState(adopted, { id: adopted.id.toUpperCase() }), inState(replaced, { more: { delete: true } })],
    [inState(v1, { kind: "VirtualTagV1" }), inState(secret, { inputs: { name: encrypted } })],
    // Metadata of a tag does not manage the tag.
    [{ kind: "VirtualTagMetadata", id: replaced.id, inputs: { virtualTagId: replaced.id } }],
  );
  expect({ code, managed, names: unmanaged.map(({ name }) => name) }).toEqual({
    code: 1,
    managed: 3,
    names: ["Replaced"],
  });
});

test("a tag whose versions can't be read is not compared; if that is all, nobody knows", async () => {
  const { id } = await account.create("Team", content);
  const forbid = (): unknown =>
    account.emulator.control.placeFault({
      method: "GET",
      path: `/v2/virtual-tags/${id}/versions`,
      kind: "status",
      status: 403,
    });
  forbid();
  expect(await find()).toMatchObject({ code: 2, unmanaged: [], notCompared: [{ id, name: "Team" }], managed: 0 });
  await account.create("Ours", content, markOfResource("ours"));
  forbid();
  expect(await find()).toMatchObject({ code: 0, unmanaged: [], notCompared: [{ id, name: "Team" }], managed: 1 });
});

test("the text names who made a tag and the command that prints its program, in the terminal and as Markdown", async () => {
  const manual = await account.create("Manual", content);
  const { createdBy = "", updatedAt = "" } = await account.client.virtualTags.get(manual.id);
  const file = path.join(folder, "unmanaged.md");
  const { code, stdout } = await account.run(["--unmanaged", "--markdown", file]);
  expect(code).toBe(1);
  for (const text of [stdout, fs.readFileSync(file, "utf8")])
    for (const part of ["Manual", createdBy, updatedAt, `export --tag ${manual.id}`, "1 of 1 Virtual Tag"])
      expect(text).toContain(part);
});

test("what can't be meant is an error", async () => {
  const state = write("state.json", exportOf([]));
  const owners = write("owners.txt", "shop/prod\nshop\n");
  const run = async (...args: string[]): Promise<[number, string]> => {
    const { code, stderr } = await account.run(args);
    return [code, stderr];
  };
  expect(await run("--unmanaged", "--owners", owners)).toEqual([2, expect.stringContaining('line 2: "shop"')]);
  expect(await run("--state", state, "--owners", owners)).toEqual([2, expect.stringContaining("--unmanaged")]);
  expect(await run("--state", state, "--state", state)).toEqual([2, expect.stringContaining("one stack")]);
  expect(await run()).toEqual([2, expect.stringContaining("--stack")]);
});
