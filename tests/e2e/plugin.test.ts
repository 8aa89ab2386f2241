// Promise: A stack can move between the dynamic resources and the plugin, and the plugin can import what exists; neither saves anything.
import type { Emulator } from "../../emulator";
import { kindOf, pluginTypeOf, typeOf } from "../../stack/state/kinds";
import { asOther } from "../support/asOther";
import { newWrites, type Scene, startScene } from "../support/scene";
import type { ExportedState, Stack, StateResource } from "../support/stack";
import type { Workspace } from "../support/workspace";

/**
 * A program whose resources have the types of the other front as aliases.
 *
 * @param more declarations of further tags
 */
function program(typeInOtherFront: typeof typeOf | typeof pluginTypeOf, more = ""): string {
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
    }, was("${typeInOtherFront("VirtualTag")}", "product"));
    const mail = new NotificationEndpoint("mail", {
      type: "email",
      name: "Mail",
      configuration: { to: "a@b.example" },
    }, was("${typeInOtherFront("NotificationEndpoint")}", "mail"));
    new VirtualTagMetadata("metadata", {
      virtualTagId: team.id,
      metadata: { Checkout: { endpoints: [mail.id], customMetadata: { owner: "ines" } } },
    }, was("${typeInOtherFront("VirtualTagMetadata")}", "metadata"));
    ${more}
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

/** The state after a replacement that was killed before it had deleted the old resources. */
async function leaveDeletes(): Promise<void> {
  const state = await stack.exportState();
  const resources = [...(state.deployment.resources ?? []), ...ownIn(state).map((one) => ({ ...one, delete: true }))];
  workspace.write("halfway.json", JSON.stringify({ ...state, deployment: { ...state.deployment, resources } }));
  (await stack.pulumi(["stack", "import", "--file", "halfway.json", "--force"])).ok();
}

test("a stack moves to the dynamic front and back, halfway through a replacement: no write, the same IDs, and outputs in the form of each", async () => {
  const before = idsIn(await stack.exportState());
  expect(before).toHaveLength(4);
  for (const front of ["dynamic", "plugin"] as const) {
    await leaveDeletes();
    workspace.front = front;
    workspace.write("index.ts", program(front === "plugin" ? typeOf : pluginTypeOf));
    expect((await stack.up()).ok().codes).toContain("CA2108");
    const state = await stack.exportState();
    expect(idsIn(state)).toEqual(before);
    const forms = ownIn(state).map(({ outputs }) => JSON.stringify(outputs).includes('"toKey"'));
    expect(forms.includes(true)).toBe(front === "plugin");
  }
  expect(writes()).toEqual([]);
}, 300_000);

test("an import saves nothing, a tag of another stack is refused with its owner, and `adopt` takes it over by one save", async () => {
  const rule = { to: "A", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["a"] } };
  const made = { name: "Manual", rules: [rule], defaultValue: "x" };
  await asOther(emulator, "POST", "/v2/virtual-tags", made);
  const foreign = { ...made, name: "Foreign", versionMetadata: { changeDescription: "(pulumi other/prod#foreign)" } };
  await asOther(emulator, "POST", "/v2/virtual-tags", foreign);
  const all = (await asOther(emulator, "GET", "/v2/virtual-tags"))["virtualTags"] as { id: string; name: string }[];
  const idOf = (name: string): string => all.find((tag) => tag.name === name)?.id ?? "";
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
  const refused = await importOf("foreign", idOf("Foreign"));
  expect([refused.code === 0, refused.output]).toEqual([false, expect.stringMatching(/other\/prod#foreign.*CA2007/)]);
  (await importOf("manual", idOf("Manual"))).ok();
  const rest = 'rules: [{ to: "A", filters: tag("AWS", "team").is("a") }], defaultValue: "x"';
  const manual = `new VirtualTag("manual", { name: "Manual", ${rest} });`;
  workspace.write("index.ts", program(typeOf, manual));
  (await stack.preview({ args: ["--expect-no-changes"] })).ok();

  const options = `{ import: "${idOf("Foreign")}" }`;
  const adopted = `new VirtualTag("foreign", { name: "Foreign", ${rest}, adopt: true }, ${options});`;
  workspace.write("index.ts", program(typeOf, manual + adopted));
  expect((await stack.preview()).ok().output).toMatch(/other\/prod#foreign.*CA2209/u);
  expect(writes()).toEqual([]);
  (await stack.up()).ok();
  expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
  (await stack.preview({ args: ["--expect-no-changes"] })).ok();
}, 300_000);

test("destroy deletes what this stack has saved", async () => {
  (await stack.destroy()).ok();
  expect(writes().sort()).toEqual([
    "DELETE /v2/virtual-tags/{id}",
    "DELETE /v2/virtual-tags/{id}",
    "DELETE /v2/virtual-tags/{id}",
    "PUT /v2/virtual-tags/{id}/metadata",
  ]);
}, 300_000);
