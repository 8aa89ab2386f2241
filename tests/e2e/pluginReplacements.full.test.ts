// Promise: Through the plugin, a replacement keeps the tag, also if it was killed halfway, or if the program wants the delete first.
import { newWrites, type Scene, startScene } from "../support/scene";
import { tagProgram } from "./ownedTag";

let scene: Scene;
beforeAll(async () => {
  scene = await startScene(tagProgram("team"), { front: "plugin" });
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

test("a replacement with deleteBeforeReplace keeps the tag", async () => {
  const { stack, workspace, emulator } = scene;
  workspace.write("index.ts", tagProgram("team", ", { deleteBeforeReplace: true }"));
  (await stack.up({ args: ["--replace", "**team"] })).ok();
  expect(newWrites(emulator)).toEqual([]);
}, 300_000);
