/** Ownership with the real engine: the four cases, renames and moves between stacks. */
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { frontsInTurn } from "../support/fronts/fronts";
import { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";
import { startScene } from "../support/scene";
import { type Kept, keptIn, methodsOfWrites, tagProgram } from "./ownedTag";

describe.each(frontsInTurn)("through the $front front", ({ front, typeOf }) => {
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

  /** A stack whose resources the service has and the state has lost, as after an interrupted first run. */
  async function loseState(of: Stack): Promise<void> {
    const state = await of.exportState();
    const resources = state.deployment.resources?.filter(({ type }) => !type.endsWith(":VirtualTag"));
    workspace.write("lost.json", JSON.stringify({ ...state, deployment: { ...state.deployment, resources } }));
    (await of.pulumi(["stack", "import", "--file", "lost.json", "--force"])).ok();
  }

  test("a tag whose state was lost is recognized by its mark: a message, and no write", async () => {
    (await stack.up()).ok();
    const [tag] = kept();
    await loseState(stack);
    writes();
    const up = (await stack.up()).ok();
    expect(writes()).toEqual([]);
    expect(kept()).toEqual([tag]);
    expect(up.codes).toEqual(["CA2201"]);
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  }, 120_000);

  test("a lost answer leaves no second tag, and nothing to do for the next run", async () => {
    (await stack.destroy()).ok();
    writes();
    emulator.control.placeFault({ method: "POST", when: "afterCommit", kind: "reset", times: 1 });
    (await stack.up()).ok();
    expect(writes()).toEqual(["POST"]);
    expect(kept()).toHaveLength(1);
    (await stack.up({ args: ["--expect-no-changes"] })).ok();
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
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  }, 120_000);

  test("a new resource with the old name does not get the tag, and deletes nothing of it", async () => {
    const [before] = kept();
    const legacy = tagProgram("renamed").replaceAll('"Team"', '"Team (legacy)"');
    const heir = tagProgram("team").split("\n").slice(2).join("\n");
    workspace.write("index.ts", `${tagProgram("renamed")}${heir}`);
    expect((await stack.up()).code).not.toBe(0);
    expect(kept()).toEqual([before]);
    workspace.write("index.ts", `${legacy}${heir}`);
    const up = await stack.up();
    // Without a dependency, the new resource may look before the old one has its new name.
    if (up.code !== 0) (await stack.up()).ok();
    const two = kept();
    expect(two).toHaveLength(2);
    expect(two[0]).toEqual(before);
    writes();
    const urn = `urn:pulumi:dev::e2e::${typeOf("VirtualTag")}::team`;
    (await stack.destroy({ args: ["--target", urn] })).ok();
    expect(writes()).toEqual(["DELETE"]);
    expect(kept()).toEqual([before]);
    workspace.write("index.ts", tagProgram("renamed"));
    (await stack.up()).ok();
    writes();
  }, 240_000);

  test("with adopt left in, a rename hands the tag over; the delete of the old resource leaves it alone", async () => {
    const [before] = kept();
    workspace.write("index.ts", tagProgram("again", "", ", adopt: true"));
    const up = (await stack.up()).ok();
    expect(up.steps.map(({ op }) => op).sort()).toEqual(["create", "delete"]);
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toEqual([{ id: before?.id, owner: "(pulumi e2e/dev#again)" }]);
    expect(up.codes).toContain("CA2107");
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  }, 120_000);

  test("a move between stacks: the new one adopts, and the old one's destroy leaves the tag alone", async () => {
    const [before] = kept();
    const other = await workspace.stack("other");
    workspace.write("index.ts", tagProgram("moved"));
    const refused = await other.up();
    expect(refused.codes).toContain("CA2002");
    expect(refused.output).toContain("e2e/dev#again");
    workspace.write("index.ts", tagProgram("moved", "", ", adopt: true"));
    (await other.up()).ok();
    writes();
    (await stack.destroy()).ok();
    expect(writes()).toEqual([]);
    expect(kept()).toEqual([{ id: before?.id, owner: "(pulumi e2e/other#moved)" }]);
    (await other.preview({ args: ["--expect-no-changes"] })).ok();
    (await other.destroy()).ok();
    expect(kept()).toEqual([]);
  }, 180_000);

  test("a tag with another name, and a renamed stack: one save each, and the ID stays", async () => {
    const before = await workspace.stack("before");
    workspace.write("index.ts", tagProgram("team"));
    (await before.up()).ok();
    const [tag] = kept();
    writes();
    workspace.write("index.ts", tagProgram("team").replace('"Team"', '"Teams"'));
    (await before.up()).ok();
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toEqual([tag]);

    (await before.pulumi(["stack", "rename", "after"])).ok();
    const after = new Stack(workspace, "after");
    expect((await after.preview()).ok().codes).toEqual(["CA2208"]);
    (await after.up()).ok();
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toEqual([{ id: tag?.id, owner: "(pulumi e2e/after#team)" }]);
    (await after.preview({ args: ["--expect-no-changes"] })).ok();

    // A staged content goes live with the second save, and not before.
    const live = (): unknown => {
      const [found] = emulator.control.exportState().accounts.flatMap((account) => account.tags);
      return found?.versions.filter(({ isLive }) => isLive).map(({ content }) => /"Search"/u.test(content));
    };
    const changed = (more = ""): string =>
      tagProgram("team", "", more).replace('"Team"', '"Teams"').replace('"Web"', '"Search"');
    workspace.write("index.ts", changed(", setAsLive: false"));
    (await after.up()).ok();
    expect(live()).toEqual([false]);
    workspace.write("index.ts", changed());
    (await after.up()).ok();
    expect(live()).toEqual([true]);
    expect(writes()).toEqual(["PUT", "PUT"]);
    (await after.destroy()).ok();
    writes();
  }, 240_000);

  test("a tag made in the application is refused, and adopted when the program says so", async () => {
    emulator.control.reset();
    await fetch(`${emulator.url}/v2/virtual-tags`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-service-client-id": emulator.clientId,
        "x-service-secret-key": emulator.secretKey,
      },
      body: JSON.stringify({ name: "Team", rules: [], defaultValue: "by hand" }),
    });
    writes();
    const fresh = await workspace.stack("fresh");
    workspace.write("index.ts", tagProgram("team"));
    const refused = await fresh.up();
    expect(refused.codes).toContain("CA2001");
    expect(refused.output).toContain("emulator@example.com");
    expect(writes()).toEqual([]);
    workspace.write("index.ts", tagProgram("team", "", ", adopt: true"));
    (await fresh.up()).ok();
    expect(writes()).toEqual(["PUT"]);
    expect(kept()).toHaveLength(1);
    (await fresh.destroy()).ok();
  }, 180_000);

  test("a refresh finds that a tag was deleted in the application, and the next up creates it again", async () => {
    emulator.control.reset();
    const deleted = await workspace.stack("deleted");
    workspace.write("index.ts", tagProgram("team"));
    (await deleted.up()).ok();
    emulator.control.reset();
    (await deleted.refresh()).ok();
    (await deleted.up()).ok();
    expect(kept()).toHaveLength(1);
    (await deleted.up({ args: ["--replace", "**team"] })).ok();
    expect(kept()).toHaveLength(1);
    // A refresh also asks for differences of resources that the program no longer declares.
    workspace.write("index.ts", tagProgram("another").replace('name: "Team"', 'name: "Another"'));
    (await deleted.up({ args: ["--refresh"] })).ok();
    expect(kept()).toEqual([{ id: expect.any(String) as string, owner: "(pulumi e2e/deleted#another)" }]);
    (await deleted.destroy({ args: ["--refresh"] })).ok();
    expect(kept()).toEqual([]);
    (await deleted.up()).ok();
    // No `up` deletes what the program declares, but a destroy that runs the program does.
    (await deleted.destroy({ args: ["--run-program"] })).ok();
    expect(kept()).toEqual([]);
  }, 180_000);

  test("two resources with the same name in one program are refused in preview", async () => {
    const pair = await workspace.stack("pair");
    workspace.write("index.ts", `${tagProgram("one")}\n${tagProgram("two").split("\n")[2] ?? ""}`);
    const preview = await pair.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.codes).toContain("CA2302");
  }, 120_000);

  test("ignoreChanges: a save stops that would overwrite rules edited in the application; after a refresh, it keeps them", async () => {
    const ignoring = (defaultValue: string): string =>
      tagProgram("ignoring", ', { ignoreChanges: ["rules"] }').replace(
        'defaultValue: "x"',
        `defaultValue: "${defaultValue}"`,
      );
    const other = await workspace.stack("ignoring");
    workspace.write("index.ts", ignoring("x"));
    (await other.up()).ok();
    const path = `/v2/virtual-tags/${kept()[0]?.id ?? ""}`;
    await asOther(emulator, "PUT", path, { name: "Team", rules: [], defaultValue: "x" });

    workspace.write("index.ts", ignoring("y"));
    const stopped = await other.up();
    expect(stopped.code).not.toBe(0);
    expect(stopped.codes).toContain("CA2019");
    expect(await asOther(emulator, "GET", path)).toMatchObject({ rules: [], defaultValue: "x" });

    (await other.refresh()).ok();
    (await other.up()).ok();
    expect(await asOther(emulator, "GET", path)).toMatchObject({ rules: [], defaultValue: "y" });
    (await other.destroy()).ok();
  }, 240_000);
});
