// Promise: `cost-allocation review` shows what a `pulumi up` would do to the tags, and which changes of other people it would overwrite.
import { CostAllocationClient } from "../../client";
import { reviewIn } from "../support/reviewIn";
import { newWrites, type Scene, startScene } from "../support/scene";

const head = `
import * as ca from "pulumi-cost-allocation";
const rule = (n: number) => ({ to: "Team " + n, filters: ca.tag("AWS", "team").is("team-" + n) });
const rules = Array.from({ length: 60 }, (_, index) => rule(index + 1));
`;

const product = `
new ca.VirtualTag("product", { name: "Product", rules: [], defaultValue: { costCenter: "Virtual Tags", key: team.id } });
`;

const before = `${head}
const team = new ca.VirtualTag("team", { name: "Team", rules, defaultValue: "Shared" });
${product}
new ca.VirtualTag("gone", { name: "Gone", rules: [rule(1)], defaultValue: "None" });
new ca.VirtualTag("oldName", { name: "Kept", rules: [rule(1)], defaultValue: "None" });
`;

const after = `${head}
const team = new ca.VirtualTag("team", { name: "Team", rules: [rule(0), ...rules], defaultValue: "Shared" });
${product}
new ca.VirtualTag("byHand", { name: "By hand", rules: [rule(1)], defaultValue: "None", adopt: true });
new ca.VirtualTag("fresh", { name: "Fresh", rules: [rule(1)], defaultValue: "None" });
new ca.VirtualTag("newName", { name: "Kept", rules: [rule(1)], defaultValue: "None", adopt: true });
`;

interface Reviewed {
  tags: {
    overwrites?: object;
    name: string;
    change: string;
    rules?: Record<string, number>;
    follows?: { name: string }[];
    live?: string;
  }[];
}

let scene: Scene;
beforeAll(async () => {
  scene = await startScene(before, { emulator: { limits: { enabled: false } } });
}, 900_000);
afterAll(() => scene.dispose());

const review = (...args: string[]): Promise<string> => reviewIn(scene, ...args);

const reviewed = async (...args: string[]): Promise<Reviewed> =>
  JSON.parse(await review(...args, "--json")) as Reviewed;

async function planFile(): Promise<string> {
  const { stdout } = (await scene.stack.preview({ args: ["--json", "--show-sames"] })).ok();
  scene.workspace.write("preview.json", stdout);
  return "preview.json";
}

test("creates, then one rule before 60, an adoption, a deletion and a tag that follows", async () => {
  const created = await reviewed("--plan", await planFile());
  expect(created.tags.map(({ name, change }) => [name, change])).toEqual([
    ["Gone", "created"],
    ["Kept", "created"],
    ["Product", "created"],
    ["Team", "created"],
  ]);
  expect(await review("--plan", "preview.json")).toContain('the value of Virtual Tag "Team"');

  (await scene.stack.up()).ok();
  const { url, clientId, secretKey } = scene.emulator;
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey });
  await client.virtualTags.create({ name: "By hand", rules: [], defaultValue: "None" });
  client.close();
  scene.workspace.write("index.ts", after);
  newWrites(scene.emulator);

  const fromFile = await reviewed("--plan", await planFile());
  expect(fromFile.tags).toMatchObject([
    { name: "Gone", change: "deleted" },
    { name: "Kept", change: "updated", owner: { before: "e2e/dev#oldName", after: "e2e/dev#newName" } },
    { name: "Team", change: "updated", rules: { added: 1, removed: 0, changed: 0, moved: 0, unchanged: 60 } },
    { name: "By hand", change: "adopted", live: "notCompared" },
    { name: "Fresh", change: "created" },
    { name: "Product", change: "follows", follows: [{ name: "Team" }] },
  ]);
  expect(await review("--plan", "preview.json")).toContain("1 rule added before rule 1, 60 unchanged");

  const ofStack = await reviewed("--stack", "dev", "--refresh", "--live");
  expect(ofStack.tags.map(({ name, change }) => [name, change])).toEqual(
    fromFile.tags.map(({ name, change }) => [name, change]),
  );
  expect(ofStack.tags.find(({ name }) => name === "By hand")).toMatchObject({
    live: "compared",
    rules: { added: 1 },
  });
  expect(newWrites(scene.emulator)).toEqual([]);

  // As the review says, one tag is deleted: the renamed resource keeps its own.
  (await scene.stack.up()).ok();
  expect(newWrites(scene.emulator).filter((write) => write.startsWith("DELETE"))).toHaveLength(1);
}, 300_000);

test("another person's change is not the author's: by what a refresh found, and by the account", async () => {
  const { url, clientId, secretKey } = scene.emulator;
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey });
  const [team] = await client.virtualTags.findByName("Team");
  const { id = "", name = "", rules = [] } = team ?? {};
  await client.virtualTags.update(id, { name, rules, defaultValue: "By hand" });
  const [version] = await client.virtualTagVersions.newest(id);
  client.close();
  newWrites(scene.emulator);
  const edit = {
    kind: "edit",
    by: version?.createdBy,
    at: version?.createdAt,
    parts: ["defaultValue"],
    isCertain: true,
  };
  const overwrites = ({ tags }: Reviewed): unknown =>
    tags.find((tag) => tag.name === "Team" && tag.change === "updated")?.overwrites;

  // Only the versions in the account tell whether it was one save.
  expect(overwrites(await reviewed("--stack", "dev", "--refresh"))).toEqual({ ...edit, isOnlySave: false });
  expect(overwrites(await reviewed("--stack", "dev", "--refresh", "--live"))).toEqual({ ...edit, isOnlySave: true });
  // Without a refresh, the program does not change, so the run would leave the tag alone.
  expect(overwrites(await reviewed("--stack", "dev", "--live"))).toBeUndefined();
  expect(newWrites(scene.emulator)).toEqual([]);
}, 300_000);
