/** The plugin with the real engine: the dynamic front's histories, imports, and a move from one front to the other and back. */
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { type Cell, onPosix, rerun } from "./kills/stopped";
import { strike } from "./kills/strike";
import { newWrites, type Scene, startScene } from "../support/scene";
import type { Stack, StateResource } from "../support/stack";
import type { Workspace } from "../support/workspace";

const key = '{ costCenter: "AWS", key: "team", type: "tag" }';

/** A program in TypeScript, whose tags are resources of one of the fronts. */
function program(front: "plugin" | "dynamic", to: string, others = ""): string {
  const isPlugin = front === "plugin";
  const filters = isPlugin
    ? `{ ...key, operator: "is", value: ["checkout"] }`
    : `{ ...key, operator: "is", value: "checkout" }`;
  return `
    import * as pulumi from "@pulumi/pulumi";
    import * as costallocation from "pulumi-cost-allocation";
    const key = ${key};
    const dynamicType = "pulumi-nodejs:dynamic/costallocation:VirtualTag";
    const aliasOf = (name: string) => [\`urn:pulumi:dev::e2e::${isPlugin ? "${dynamicType}" : "costallocation:index:VirtualTag"}::\${name}\`];
    class PluginTag extends pulumi.CustomResource {
      constructor(name: string, args: object, opts: object) {
        super("costallocation:index:VirtualTag", name, args as pulumi.Inputs, opts);
      }
    }
    const Tag = ${isPlugin ? "PluginTag" : "costallocation.VirtualTag"} as any;
    const team = new Tag("team", {
      name: "Team",
      rules: [{ to: "${to}", filters: ${filters} }],
      ${isPlugin ? "defaultValueKey" : "defaultValue"}: key,
    }, { aliases: aliasOf("team") });
    const product = new Tag("product", {
      name: "Product",
      rules: [{ to: "Shop", filters: { costCenter: "Virtual Tags", type: "virtual_tag", key: team.id, operator: "exists" } }],
      defaultValue: "Internal",
    }, { aliases: aliasOf("product") });
    ${others}
  `;
}

const projectFile = JSON.stringify({
  name: "e2e",
  main: ".",
  runtime: { name: "nodejs", options: { typescript: true } },
  plugins: { providers: [{ name: "costallocation", path: "node_modules/pulumi-cost-allocation/dist/plugin" }] },
});

let scene: Scene;
let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;
beforeAll(async () => {
  scene = await startScene(program("plugin", "Checkout"));
  ({ emulator, workspace, stack } = scene);
  workspace.write("Pulumi.yaml", projectFile);
}, 900_000);
afterAll(() => scene.dispose());

const writes = (): string[] => newWrites(emulator);
const tags = async (): Promise<StateResource[]> =>
  ((await stack.exportState()).deployment.resources ?? []).filter(({ type }) => type.endsWith(":VirtualTag"));
const idOf = async (name: string): Promise<string> =>
  (await tags()).find(({ urn }) => urn.endsWith(`::${name}`))?.id ?? "";

test("a preview writes nothing, up creates each tag once, and then nothing differs", async () => {
  expect((await stack.preview()).ok().changes).toMatchObject({ create: 3 });
  expect(writes()).toEqual([]);
  (await stack.up()).ok();
  expect(writes()).toEqual(["POST /v2/virtual-tags", "POST /v2/virtual-tags"]);
  (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
  expect(writes()).toEqual([]);
  // What the provider remembers may hold what the program has marked as a secret.
  const [team] = await tags();
  expect(team?.outputs?.["__memory"]).toMatchObject({ ciphertext: expect.any(String) as string });
}, 300_000);

test("one change is one save, and a name that is taken is refused with its path forward", async () => {
  workspace.write("index.ts", program("plugin", "Payments"));
  (await stack.up()).ok();
  expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
  const twin = 'new Tag("twin", { name: "Team", rules: [], defaultValue: "x" }, {});';
  workspace.write("index.ts", program("plugin", "Payments", twin));
  const { code, output } = await stack.preview();
  expect([code === 0, output]).toEqual([false, expect.stringContaining("CA2302")]);
  workspace.write("index.ts", program("plugin", "Payments"));
}, 300_000);

test("drift shows in a refresh, and is refused", async () => {
  const id = await idOf("product");
  const theirs = { name: "Product", rules: [], defaultValue: "Theirs" };
  const shown = await asOther(emulator, "GET", `/v2/virtual-tags/${id}`);
  await asOther(emulator, "PUT", `/v2/virtual-tags/${id}`, { ...theirs, rules: shown["rules"] });
  writes();
  (await stack.refresh()).ok();
  const up = await stack.up();
  expect([up.code === 0, up.output]).toEqual([false, expect.stringContaining("CA2013")]);
  expect(writes()).toEqual([]);
  (await stack.up({ env: { COST_ALLOCATION_DRIFT_POLICY: "overwrite" } })).ok();
  expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
}, 300_000);

test("a lost answer leaves no second tag, and the next run takes the first one back", async () => {
  const lost =
    'new Tag("lost", { name: "Lost", rules: [{ to: "A", filters: { ...key, operator: "exists" } }], defaultValue: "x" }, {});';
  workspace.write("index.ts", program("plugin", "Payments", lost));
  emulator.control.placeFault({
    method: "POST",
    path: "/v2/virtual-tags",
    when: "afterCommit",
    kind: "reset",
    times: 1,
  });
  (await stack.up()).ok();
  expect(writes()).toEqual(["POST /v2/virtual-tags"]);
  (await stack.up({ args: ["--expect-no-changes"] })).ok();
  workspace.write("index.ts", program("plugin", "Payments"));
  (await stack.up()).ok();
  expect(writes()).toEqual(["DELETE /v2/virtual-tags/{id}"]);
}, 300_000);

test("a stack moves to the dynamic front and back: no write, the same IDs", async () => {
  const ids = (await tags()).map(({ id }) => id).sort();
  for (const front of ["dynamic", "plugin"] as const) {
    workspace.write("index.ts", program(front, "Payments"));
    (await stack.up()).ok();
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    expect((await tags()).map(({ id }) => id).sort()).toEqual(ids);
  }
  expect(writes()).toEqual([]);
}, 300_000);

test("a replacement that was killed halfway: the next up leaves the tag", async () => {
  const state = await stack.exportState();
  // A replacement creates first. Until the old resource is deleted, it is in the state, too.
  const resources = state.deployment.resources?.flatMap((one) =>
    one.urn.endsWith("::product") ? [one, { ...one, delete: true }] : [one],
  );
  workspace.write("halfway.json", JSON.stringify({ ...state, deployment: { ...state.deployment, resources } }));
  (await stack.pulumi(["stack", "import", "--file", "halfway.json", "--force"])).ok();
  expect((await stack.up()).ok().codes).toEqual(["CA2108"]);
  expect(writes()).toEqual([]);
  expect((await stack.exportState()).deployment.resources).toHaveLength(state.deployment.resources?.length ?? 0);
}, 300_000);

test("an import saves nothing, and a tag of another stack is refused with its owner", async () => {
  const rule = { to: "A", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["a"] } };
  const made = { name: "Manual", rules: [rule], defaultValue: "x" };
  await asOther(emulator, "POST", "/v2/virtual-tags", made);
  const foreign = { ...made, name: "Foreign", versionMetadata: { changeDescription: "(pulumi other/prod#foreign)" } };
  await asOther(emulator, "POST", "/v2/virtual-tags", foreign);
  const all = (await asOther(emulator, "GET", "/v2/virtual-tags"))["virtualTags"] as { id: string; name: string }[];
  const named = (name: string): string => all.find((tag) => tag.name === name)?.id ?? "";
  writes();
  const importOf = (name: string, id: string) =>
    workspace.start([
      "import",
      "costallocation:index:VirtualTag",
      name,
      id,
      ...["--stack", "dev", "--yes", "--skip-preview", "--protect=false", "--generate-code=false"],
      ...["--non-interactive", "--color", "never"],
    ]).result;
  const refused = await importOf("foreign", named("Foreign"));
  expect([refused.code === 0, refused.output]).toEqual([false, expect.stringMatching(/other\/prod#foreign.*CA2007/)]);
  (await importOf("manual", named("Manual"))).ok();
  const declared = `new Tag("manual", { name: "Manual", rules: [{ to: "A", filters: { ...key, operator: "is", value: ["a"] } }], defaultValue: "x" }, {});`;
  workspace.write("index.ts", program("plugin", "Payments", declared));
  (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  expect(writes()).toEqual([]);
}, 300_000);

const cells: readonly Cell[] = [
  ["in flight", "SIGINT once"],
  ["in flight", "SIGKILL of the CLI"],
  ["after commit, before the answer", "SIGKILL of the provider"],
];

onPosix.each(cells)("stopped: %s, %s", (moment, signal) => {
  test("plain re-runs put it right: one tag, saved once", async () => {
    const stopped = `new Tag("stopped", { name: "Stopped", rules: [{ to: "A", filters: { ...key, operator: "exists" } }], defaultValue: "x" }, {});`;
    workspace.write("index.ts", program("plugin", "Payments", stopped));
    await strike({ emulator, stack }, "up", moment, signal, 1);
    await rerun(stack, "up");
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    const { tags: all = [] } = emulator.control.exportState().accounts[0] ?? {};
    const own = all.filter(({ versions }) => (versions[0]?.content ?? "").includes('"Stopped"'));
    expect(own.map(({ versions }) => versions.length)).toEqual([1]);
    workspace.write("index.ts", program("plugin", "Payments"));
    (await stack.up()).ok();
    writes();
  }, 300_000);
});

test("destroy deletes what this stack has saved", async () => {
  (await stack.destroy()).ok();
  expect(writes()).toEqual(["DELETE /v2/virtual-tags/{id}", "DELETE /v2/virtual-tags/{id}"]);
}, 300_000);
