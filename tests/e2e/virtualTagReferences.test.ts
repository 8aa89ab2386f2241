// Promise: `pulumi destroy` and `pulumi up` delete no tag that another tag still refers to, unless the stack says that they may.
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { frontsOfSize } from "../support/fronts/fronts";
import { startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

describe.each(frontsOfSize)("through the $front front", ({ front, typeOf }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: () => Promise<void>;

  /** A tag named Team, and what the program has besides. */
  const program = (more = ""): string => `
import { tag, VirtualTag, virtualTagKey } from "pulumi-cost-allocation";
const team = new VirtualTag("team", { name: "Team", rules: [{ to: "Web", filters: tag("AWS", "team").exists() }], defaultValue: "x" });
${more}`;
  /** A tag named Squad whose rule has a condition on another tag. */
  const squadOn = (reference: string): string =>
    `new VirtualTag("squad", { name: "Squad", rules: [{ to: "X", filters: virtualTagKey(${reference}).oneOf(["Web"]) }], defaultValue: "x" });`;

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(program(), {
      front,
      accountIn: "environment",
      emulator: { limits: { enabled: false } },
    }));
  }, 900_000);

  afterAll(() => dispose());

  const tags = async (): Promise<{ id: string; name: string }[]> =>
    (await asOther(emulator, "GET", "/v2/virtual-tags"))["virtualTags"] as { id: string; name: string }[];
  const idOf = async (name: string): Promise<string> => (await tags()).find((tag) => tag.name === name)?.id ?? "";
  const names = async (): Promise<string[]> => (await tags()).map(({ name }) => name);

  test("an up that targets a tag says which new tag it needs, too", async () => {
    workspace.write("index.ts", program(squadOn("team")));
    const urn = (name: string): string => `urn:pulumi:dev::e2e::${typeOf("VirtualTag")}::${name}`;
    const up = await stack.up({ args: ["--target", urn("squad")] });
    // Only the class knows which resource a value is of.
    expect(up.codes).toEqual(front === "dynamic" ? ["CA1006"] : ["CA1101"]);
    expect(up.output).toContain(front === "dynamic" ? `--target ${urn("team")}` : "With `--target`");
    expect(up.code).not.toBe(0);
    workspace.write("index.ts", program());
  }, 120_000);

  test("a tag that a tag outside the stack refers to is not deleted, unless references are ignored", async () => {
    (await stack.up()).ok();
    const condition = { costCenter: "Virtual Tags", key: await idOf("Team"), type: "virtual_tag", operator: "exists" };
    const squad = { name: "Squad", rules: [{ to: "X", filters: condition }], defaultValue: "x" };
    await asOther(emulator, "POST", "/v2/virtual-tags", squad);

    const refused = await stack.destroy();
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA2032");
    expect(refused.output).toContain('"Squad"');
    expect(await names()).toEqual(["Team", "Squad"]);

    await stack.configure({ "costallocation:referencePolicy": "ignore" });
    const ignored = (await stack.destroy({ args: ["--run-program"] })).ok();
    expect(ignored.codes).toEqual(["CA2113"]);
    expect(await names()).toEqual(["Squad"]);
    await stack.configure({ "costallocation:referencePolicy": "refuse" });
    await asOther(emulator, "DELETE", `/v2/virtual-tags/${await idOf("Squad")}`);
  }, 240_000);

  test("a tag that is replaced under its name stays, so the tags that refer to it don't count", async () => {
    workspace.write("index.ts", program(squadOn("team")));
    (await stack.up()).ok();
    const before = await tags();
    const urn = `urn:pulumi:dev::e2e::${typeOf("VirtualTag")}::team`;
    expect((await stack.up({ args: ["--replace", urn] })).ok().codes).toEqual(["CA2201", "CA2108"]);
    expect(await tags()).toEqual(before);

    // Deleted in one go, and the one that refers goes first.
    expect((await stack.destroy()).ok().codes).toEqual([]);
    expect(await names()).toEqual([]);
  }, 240_000);
});
