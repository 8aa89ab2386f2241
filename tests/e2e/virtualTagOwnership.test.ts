// Promise: A tag has one owner. No other resource changes or deletes it, and an adoption, a rename or a move keeps its ID.
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { frontsOfSize } from "../support/fronts/fronts";
import { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";
import { startScene } from "../support/scene";
import { type Kept, keptIn, methodsOfWrites, tagProgram } from "./ownedTag";

describe.each(frontsOfSize)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: () => Promise<void>;
  const writes = (): string[] => methodsOfWrites(emulator);
  const kept = (): Kept[] => keptIn(emulator);

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(tagProgram("team"), {
      front,
      accountIn: "environment",
      emulator: { limits: { enabled: false } },
    }));
  }, 900_000);

  afterAll(() => dispose());

  test("a tag whose state was lost is recognized by its mark: a message, and no write", async () => {
    (await stack.up()).ok();
    const [tag] = kept();
    const state = await stack.exportState();
    const resources = state.deployment.resources?.filter(({ type }) => !type.endsWith(":VirtualTag"));
    workspace.write("lost.json", JSON.stringify({ ...state, deployment: { ...state.deployment, resources } }));
    (await stack.pulumi(["stack", "import", "--file", "lost.json", "--force"])).ok();
    writes();
    const up = (await stack.up()).ok();
    expect(writes()).toEqual([]);
    expect(kept()).toEqual([tag]);
    expect(up.codes).toEqual(["CA2201"]);
  }, 120_000);

  test("a renamed resource without an alias is refused, with the owner named, and nothing is lost", async () => {
    const before = kept();
    workspace.write("index.ts", tagProgram("renamed"));
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.codes).toContain("CA2002");
    expect(up.output).toContain("e2e/dev#team");
    expect(writes()).toEqual([]);
    expect(kept()).toEqual(before);
  }, 120_000);

  test("with an alias the renamed resource keeps its tag, and one save updates the mark", async () => {
    const [before] = kept();
    workspace.write("index.ts", tagProgram("renamed", ', { aliases: [{ name: "team" }] }'));
    const preview = (await stack.preview()).ok();
    expect(preview.codes).toEqual(["CA2208"]);
    expect(writes()).toEqual([]);
    const up = (await stack.up()).ok();
    expect(up.steps.map(({ op }) => op)).toEqual(["update"]);
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toEqual([{ id: before?.id, owner: "(pulumi e2e/dev#renamed)" }]);
  }, 120_000);

  test("with adopt left in, a rename hands the tag over; the delete of the old resource leaves it alone", async () => {
    const [before] = kept();
    workspace.write("index.ts", tagProgram("again", "", ", adopt: true"));
    const up = (await stack.up()).ok();
    expect(up.steps.map(({ op }) => op).sort()).toEqual(["create", "delete"]);
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toEqual([{ id: before?.id, owner: "(pulumi e2e/dev#again)" }]);
    expect(up.codes).toContain("CA2107");
  }, 120_000);

  test("a move between stacks: the new one adopts, the old one's destroy leaves the tag alone, and the new one can be renamed", async () => {
    const [before] = kept();
    const other = await workspace.stack("other");
    workspace.write("index.ts", tagProgram("moved", "", ", adopt: true"));
    (await other.up()).ok();
    writes();
    (await stack.destroy()).ok();
    expect(writes()).toEqual([]);
    expect(kept()).toEqual([{ id: before?.id, owner: "(pulumi e2e/other#moved)" }]);

    (await other.pulumi(["stack", "rename", "after"])).ok();
    const after = new Stack(workspace, "after");
    (await after.up()).ok();
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toEqual([{ id: before?.id, owner: "(pulumi e2e/after#moved)" }]);
    (await after.preview({ args: ["--expect-no-changes"] })).ok();
    (await after.destroy({ args: ["--refresh"] })).ok();
    expect(kept()).toEqual([]);
  }, 180_000);

  test("a tag made in the application is refused, and adopted when the program says so", async () => {
    await asOther(emulator, "POST", "/v2/virtual-tags", { name: "Team", rules: [], defaultValue: "by hand" });
    writes();
    workspace.write("index.ts", tagProgram("team"));
    const refused = await stack.up();
    expect(refused.codes).toContain("CA2001");
    expect(refused.output).toContain("ines@example.com");
    expect(writes()).toEqual([]);
    workspace.write("index.ts", tagProgram("team", "", ", adopt: true"));
    (await stack.up()).ok();
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toHaveLength(1);
  }, 180_000);

  test("a replacement leaves one tag, a removed resource none, and a destroy that runs the program deletes what it declares", async () => {
    (await stack.up({ args: ["--replace", "**team"] })).ok();
    expect(kept()).toHaveLength(1);
    // A refresh also asks for differences of resources that the program no longer declares.
    workspace.write("index.ts", tagProgram("another").replace('name: "Team"', 'name: "Another"'));
    (await stack.up({ args: ["--refresh"] })).ok();
    expect(kept()).toEqual([{ id: expect.any(String) as string, owner: "(pulumi e2e/dev#another)" }]);
    // No `up` deletes what the program declares, but a destroy that runs the program does.
    (await stack.destroy({ args: ["--run-program"] })).ok();
    expect(kept()).toEqual([]);
  }, 180_000);

  test("ignoreChanges: a save stops that would overwrite rules edited in the application; after a refresh, it keeps them", async () => {
    const ignoring = (defaultValue: string): string =>
      tagProgram("ignoring", ', { ignoreChanges: ["rules"] }').replace(
        'defaultValue: "x"',
        `defaultValue: "${defaultValue}"`,
      );
    workspace.write("index.ts", ignoring("x"));
    (await stack.up()).ok();
    const path = `/v2/virtual-tags/${kept()[0]?.id ?? ""}`;
    await asOther(emulator, "PUT", path, { name: "Team", rules: [], defaultValue: "x" });
    const preview = (await stack.preview({ args: ["--refresh", "--expect-no-changes"] })).ok();
    // The plugin is told of `ignoreChanges` after the refresh only.
    expect(preview.codes).toEqual(front === "dynamic" ? [] : ["CA2103"]);

    workspace.write("index.ts", ignoring("y"));
    const stopped = await stack.up();
    expect(stopped.code).not.toBe(0);
    expect(stopped.codes).toContain("CA2019");
    expect(await asOther(emulator, "GET", path)).toMatchObject({ rules: [], defaultValue: "x" });

    (await stack.refresh()).ok();
    (await stack.up()).ok();
    expect(await asOther(emulator, "GET", path)).toMatchObject({ rules: [], defaultValue: "y" });
  }, 240_000);
});
