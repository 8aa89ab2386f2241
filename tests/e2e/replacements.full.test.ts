// Promise: A replacement loses no tag: it keeps one of the same name, also if it was killed halfway, and a refused one deletes nothing.
import { asOther } from "../support/asOther";
import { fronts } from "../support/fronts/fronts";
import { newWrites, type Scene, startScene } from "../support/scene";
import { keptIn, methodsOfWrites, tagProgram } from "./ownedTag";

describe.each(fronts)("through the $front front", ({ front }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene(tagProgram("team"), { front });
    (await scene.stack.up()).ok();
    newWrites(scene.emulator);
  }, 900_000);
  afterAll(() => scene.dispose());

  test("the next up after a replacement that was killed halfway leaves the tag", async () => {
    const { stack, workspace, emulator } = scene;
    const state = await stack.exportState();
    const { resources = [] } = state.deployment;
    // A replacement creates first. Until the old resource is deleted, it is in the state, too.
    const old = resources.filter(({ type }) => type.endsWith(":VirtualTag")).map((one) => ({ ...one, delete: true }));
    const deployment = { ...state.deployment, resources: [...resources, ...old] };
    workspace.write("halfway.json", JSON.stringify({ ...state, deployment }));
    (await stack.pulumi(["stack", "import", "--file", "halfway.json", "--force"])).ok();
    expect((await stack.up()).ok().codes).toContain("CA2108");
    expect(newWrites(emulator)).toEqual([]);
  }, 300_000);

  test("a name that another tag has is refused, and nothing is deleted, also if the engine continues on errors", async () => {
    const { stack, workspace, emulator } = scene;
    const before = keptIn(emulator);
    await asOther(emulator, "POST", "/v2/virtual-tags", { name: "Taken", rules: [], defaultValue: "x" });
    newWrites(emulator);
    const program = tagProgram("team", ', { replaceOnChanges: ["name"] }');
    workspace.write("index.ts", program.replace('name: "Team"', 'name: "Taken"'));
    const refused = await stack.up({ args: ["--continue-on-error"] });
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA2001");
    expect(newWrites(emulator)).toEqual([]);
    expect(keptIn(emulator)).toEqual(expect.arrayContaining(before));
  }, 300_000);

  test("another name makes a new tag, and then the old one is deleted", async () => {
    const { stack, workspace, emulator } = scene;
    const program = tagProgram("team", ', { replaceOnChanges: ["name"] }');
    workspace.write("index.ts", program.replace('name: "Team"', 'name: "New"'));
    (await stack.up()).ok();
    expect(methodsOfWrites(emulator)).toEqual(["POST", "DELETE"]);
  }, 300_000);

  test("deleteBeforeReplace keeps the tag, too", async () => {
    const { stack, workspace, emulator } = scene;
    workspace.write(
      "index.ts",
      tagProgram("team", ", { deleteBeforeReplace: true }").replace('name: "Team"', 'name: "New"'),
    );
    (await stack.up({ args: ["--replace", "**team"] })).ok();
    expect(newWrites(emulator)).toEqual([]);
  }, 300_000);

  test("a tag stays that moves to another Provider, which is another process, by a replacement", async () => {
    const { stack, workspace, emulator } = scene;
    const provider = `
      import { Config } from "@pulumi/pulumi";
      import { Provider } from "pulumi-cost-allocation";
      const config = new Config("costallocation");
      const second = new Provider("second", {
        baseUrl: config.require("baseUrl"),
        clientId: config.requireSecret("clientId"),
        secretKey: config.requireSecret("secretKey"),
      });`;
    for (const options of ["{ provider: second }", "{ provider: third, deleteBeforeReplace: true }"]) {
      const name = options.includes("third") ? "third" : "second";
      const program = tagProgram("team", `, ${options}`).replace('name: "Team"', 'name: "New"');
      workspace.write("index.ts", provider.replaceAll("second", name) + program);
      expect((await stack.up({ args: ["--replace", "**team"] })).ok().codes).toContain("CA2108");
      expect(newWrites(emulator)).toEqual([]);
    }
  }, 300_000);
});
