/** `cost-allocation review` of previews that the real engine makes. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { CostAllocationClient } from "../../client";
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

/** Runs the packed command in the project, with the environment that the stack's commands have. */
async function review(args: readonly string[]): Promise<{ stdout: string; json: Reviewed }> {
  const { emulator, workspace } = scene;
  const env = {
    ...workspace.env,
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  };
  const command = join(workspace.projectFolder, "node_modules", ".bin", "cost-allocation");
  const options = { cwd: workspace.projectFolder, env, maxBuffer: 2 ** 28 };
  const run = promisify(execFile);
  const { stdout } = await run(command, ["review", ...args], options);
  const { stdout: json } = await run(command, ["review", ...args, "--json"], options);
  return { stdout, json: JSON.parse(json) as Reviewed };
}

async function planFile(): Promise<string> {
  const { stdout } = (await scene.stack.preview({ args: ["--json", "--show-sames"] })).ok();
  scene.workspace.write("preview.json", stdout);
  return "preview.json";
}

test("creates, then one rule before 60, an adoption, a deletion and a tag that follows", async () => {
  const created = await review(["--plan", await planFile()]);
  expect(created.json.tags.map(({ name, change }) => [name, change])).toEqual([
    ["Gone", "created"],
    ["Kept", "created"],
    ["Product", "created"],
    ["Team", "created"],
  ]);
  expect(created.stdout).toContain('the value of Virtual Tag "Team"');

  (await scene.stack.up()).ok();
  const { url, clientId, secretKey } = scene.emulator;
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey });
  await client.virtualTags.create({ name: "By hand", rules: [], defaultValue: "None" });
  client.close();
  scene.workspace.write("index.ts", after);
  newWrites(scene.emulator);

  const fromFile = await review(["--plan", await planFile()]);
  expect(fromFile.json.tags).toMatchObject([
    { name: "Gone", change: "deleted" },
    { name: "Kept", change: "updated", owner: { before: "e2e/dev#oldName", after: "e2e/dev#newName" } },
    { name: "Team", change: "updated", rules: { added: 1, removed: 0, changed: 0, moved: 0, unchanged: 60 } },
    { name: "By hand", change: "adopted", live: "notCompared" },
    { name: "Fresh", change: "created" },
    { name: "Product", change: "follows", follows: [{ name: "Team" }] },
  ]);
  expect(fromFile.stdout).toContain("1 rule added before rule 1, 60 unchanged");

  const ofStack = await review(["--stack", "dev", "--refresh", "--live"]);
  expect(ofStack.json.tags.map(({ name, change }) => [name, change])).toEqual(
    fromFile.json.tags.map(({ name, change }) => [name, change]),
  );
  expect(ofStack.json.tags.find(({ name }) => name === "By hand")).toMatchObject({
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
  const overwrites = ({ json }: { json: Reviewed }): unknown =>
    json.tags.find((tag) => tag.name === "Team" && tag.change === "updated")?.overwrites;

  // Only the versions in the account tell whether it was one save.
  expect(overwrites(await review(["--stack", "dev", "--refresh"]))).toEqual({ ...edit, isOnlySave: false });
  expect(overwrites(await review(["--stack", "dev", "--refresh", "--live"]))).toEqual({ ...edit, isOnlySave: true });
  // Without a refresh, the program does not change, so the run would leave the tag alone.
  expect(overwrites(await review(["--stack", "dev", "--live"]))).toBeUndefined();
  expect(newWrites(scene.emulator)).toEqual([]);
}, 300_000);
