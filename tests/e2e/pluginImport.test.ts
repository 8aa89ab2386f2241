/** Imports by the option `import` of a program, through the plugin, with the real engine. */
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { newWrites, type Scene, startScene } from "../support/scene";

const rule = { to: "A", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["a"] } };
const content = { name: "Team", rules: [rule], defaultValue: "x" };

/** A program in TypeScript that declares a tag of the plugin, or reads one. */
const program = (args: object, id: string, way: "import" | "read" = "import"): string => `
  import * as pulumi from "@pulumi/pulumi";
  class PluginTag extends pulumi.CustomResource {
    constructor(name: string, args: pulumi.Inputs, opts: pulumi.CustomResourceOptions) {
      super("costallocation:index:VirtualTag", name, args, opts);
    }
  }
  new PluginTag("team", ${way === "read" ? "{}" : JSON.stringify(args)}, { ${way === "read" ? "id" : "import"}: "${id}" });
`;

const projectFile = JSON.stringify({
  name: "e2e",
  main: ".",
  runtime: { name: "nodejs", options: { typescript: true } },
  plugins: { providers: [{ name: "costallocation", path: "node_modules/pulumi-cost-allocation/dist/plugin" }] },
});

let scene: Scene;
let emulator: Emulator;
let id: string;
beforeAll(async () => {
  scene = await startScene("");
  ({ emulator } = scene);
  scene.workspace.write("Pulumi.yaml", projectFile);
}, 900_000);
afterAll(() => scene.dispose());
beforeEach(async () => {
  const foreign = { ...content, versionMetadata: { changeDescription: "(pulumi other/prod#theirs)" } };
  await asOther(emulator, "POST", "/v2/virtual-tags", foreign);
  const all = (await asOther(emulator, "GET", "/v2/virtual-tags"))["virtualTags"] as { id: string }[];
  id = all[0]?.id ?? "";
  newWrites(emulator);
});
afterEach(async () => {
  (await scene.stack.destroy()).ok();
  await asOther(emulator, "DELETE", `/v2/virtual-tags/${id}`).catch(() => undefined);
});

const writes = (): string[] => newWrites(emulator);
const owners = async (): Promise<string[]> => {
  const versions = (await asOther(emulator, "GET", `/v2/virtual-tags/${id}/versions`)) as unknown as {
    changeDescription: string;
  }[];
  return versions.map(({ changeDescription }) => changeDescription);
};
const declare = (args: object, way: "import" | "read" = "import"): void => {
  scene.workspace.write("index.ts", program(args, id, way));
};

test("a tag of another stack is refused with its owner, also if the engine has kept the import", async () => {
  const { stack } = scene;
  declare(content);
  for (const command of ["preview", "up"] as const) {
    const { code, output } = await stack[command]();
    expect([code === 0, output]).toEqual([false, expect.stringMatching(/other\/prod#theirs.*CA2007/)]);
  }
  const again = [await stack.preview(), await stack.up()];
  expect(again.map(({ code }) => code === 0)).toEqual([false, false]);
  expect(again.map(({ output }) => /CA\d{4}/u.exec(output)?.[0])).toEqual(["CA2007", "CA2007"]);
  (await stack.refresh()).ok();
  declare({ ...content, name: "Another name" });
  expect((await stack.up()).output).toContain("CA2007");
  (await stack.destroy()).ok();
  expect(writes()).toEqual([]);
}, 300_000);

test("with `adopt`, the import saves nothing, and one save takes the tag over", async () => {
  const { stack } = scene;
  declare({ ...content, adopt: true });
  const preview = (await stack.preview()).ok();
  expect(preview.output).toMatch(/other\/prod#theirs.*CA2209/u);
  expect(writes()).toEqual([]);
  (await stack.up()).ok();
  expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
  expect(await owners()).toEqual(["(pulumi e2e/dev#team)", "(pulumi other/prod#theirs)"]);
  (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
  (await stack.destroy()).ok();
  expect(writes()).toEqual(["DELETE /v2/virtual-tags/{id}"]);
}, 300_000);

test("with `adoptId` and another content, one save takes the tag over with that", async () => {
  declare({ ...content, defaultValue: "y", adoptId: id });
  (await scene.stack.up()).ok();
  expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
  (await scene.stack.preview({ args: ["--expect-no-changes"] })).ok();
}, 300_000);

test("a program may read the tag of another stack", async () => {
  declare({}, "read");
  (await scene.stack.up()).ok();
  (await scene.stack.refresh()).ok();
  expect(writes()).toEqual([]);
}, 300_000);
