/** What only the plugin has, with the real engine: imports, a move from one front to the other and back, and replacements. */
import type { Emulator } from "../../emulator";
import { kindOf, pluginTypeOf, typeOf } from "../../stack/state/kinds";
import { asOther } from "../support/asOther";
import { newWrites, type Scene, startScene } from "../support/scene";
import type { ExportedState, Stack, StateResource } from "../support/stack";
import type { Workspace } from "../support/workspace";

/**
 * A program whose resources have the types of the other front as aliases.
 *
 * @param manual the arguments of a further tag
 * @param options of the tag "product"
 */
function program(typeInOtherFront: typeof typeOf | typeof pluginTypeOf, { manual = "", options = "" } = {}): string {
  return `
    import { NotificationEndpoint, tag, VirtualTag, VirtualTagMetadata, virtualTagKey } from "pulumi-cost-allocation";
    const was = (type: string, name: string) => ({ aliases: [\`urn:pulumi:dev::e2e::\${type}::\${name}\`] });
    const team = new VirtualTag("team", {
      name: "Team",
      rules: [{ to: "Checkout", filters: tag("AWS", "team").is("checkout") }, { to: { costCenter: "GCP", key: "team" }, filters: tag("GCP", "team").exists() }],
      defaultValue: { costCenter: "AWS", key: "team" },
    }, was("${typeInOtherFront("VirtualTag")}", "team"));
    const product = new VirtualTag("product", {
      name: "Product",
      rules: [{ to: "Shop", filters: virtualTagKey(team).exists() }],
      defaultValue: "Internal",
    }, { ...was("${typeInOtherFront("VirtualTag")}", "product"), ${options} });
    const mail = new NotificationEndpoint("mail", {
      type: "email",
      name: "Mail",
      configuration: { to: "a@b.example" },
    }, was("${typeInOtherFront("NotificationEndpoint")}", "mail"));
    new VirtualTagMetadata("metadata", {
      virtualTagId: team.id,
      metadata: { Checkout: { endpoints: [mail.id], customMetadata: { owner: "ines" } } },
    }, was("${typeInOtherFront("VirtualTagMetadata")}", "metadata"));
    ${manual === "" ? "" : `new VirtualTag("manual", ${manual});`}
  `;
}

let scene: Scene;
let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;
beforeAll(async () => {
  scene = await startScene(program(typeOf), { front: "plugin" });
  ({ emulator, workspace, stack } = scene);
  (await stack.up()).ok();
}, 900_000);
afterAll(() => scene.dispose());

const writes = (): string[] => newWrites(emulator);
const ownIn = ({ deployment }: ExportedState): StateResource[] =>
  (deployment.resources ?? []).filter(({ type }) => kindOf(type) !== undefined);
const idsIn = (state: ExportedState): unknown[] =>
  ownIn(state)
    .map(({ id }) => id)
    .sort();

test("the first up creates each resource once", () => {
  expect(writes().sort()).toEqual([
    "POST /v1/endpoints",
    "POST /v2/virtual-tags",
    "POST /v2/virtual-tags",
    "PUT /v2/virtual-tags/{id}/metadata",
  ]);
});

test("a stack moves to the dynamic front and back: no write, the same IDs, and outputs in the form of each", async () => {
  const before = idsIn(await stack.exportState());
  expect(before).toHaveLength(4);
  for (const front of ["dynamic", "plugin"] as const) {
    workspace.front = front;
    workspace.write("index.ts", program(front === "plugin" ? typeOf : pluginTypeOf));
    (await stack.up()).ok();
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    const state = await stack.exportState();
    expect(idsIn(state)).toEqual(before);
    const forms = ownIn(state).map(({ outputs }) => JSON.stringify(outputs).includes('"toKey"'));
    expect(forms.includes(true)).toBe(front === "plugin");
  }
  expect(writes()).toEqual([]);
}, 300_000);

test("replacements that were killed halfway: the next up leaves tags and metadata", async () => {
  const state = await stack.exportState();
  const { resources = [] } = state.deployment;
  // A replacement creates first. Until the old resource is deleted, it is in the state, too.
  const both = [...resources, ...ownIn(state).map((old) => ({ ...old, delete: true }))];
  workspace.write("halfway.json", JSON.stringify({ ...state, deployment: { ...state.deployment, resources: both } }));
  (await stack.pulumi(["stack", "import", "--file", "halfway.json", "--force"])).ok();
  expect((await stack.up()).ok().codes).toContain("CA2108");
  expect(writes()).toEqual([]);
  expect(idsIn(await stack.exportState())).toEqual(idsIn(state));
}, 300_000);

test.each(["", "deleteBeforeReplace: true"])(
  "a replacement by `--replace` keeps the tag: %s",
  async (options) => {
    const before = await stack.exportState();
    const product = ownIn(before).find(({ urn }) => urn.endsWith("::product"));
    workspace.write("index.ts", program(typeOf, { options }));
    (await stack.up({ args: ["--replace", product?.urn ?? ""] })).ok();
    expect(writes()).toEqual([]);
    expect(idsIn(await stack.exportState())).toEqual(idsIn(before));
  },
  300_000,
);

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
  const declared = '{ name: "Manual", rules: [{ to: "A", filters: tag("AWS", "team").is("a") }], defaultValue: "x" }';
  workspace.write("index.ts", program(typeOf, { manual: declared }));
  (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  expect(writes()).toEqual([]);
}, 300_000);

test("destroy deletes what this stack has saved", async () => {
  (await stack.destroy()).ok();
  expect(writes().sort()).toEqual([
    "DELETE /v2/virtual-tags/{id}",
    "DELETE /v2/virtual-tags/{id}",
    "PUT /v2/virtual-tags/{id}/metadata",
  ]);
}, 300_000);
