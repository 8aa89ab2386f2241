/** Mistakes that look right: the preview stops, and says what was meant. */
import { frontsInTurn } from "../support/fronts/fronts";
import { newRequests, type Scene, startScene } from "../support/scene";
import type { FrontName } from "../support/workspace";

const imports = 'import { VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";';
const tag = (more: string): string => `${imports}
new VirtualTag("team", { name: "Team", rules: [], defaultValue: "x", ...(${more} as object) } as any);
`;

/** Mistakes that the constructor of a class finds, because Pulumi drops the argument before the provider sees it. */
const foundByClasses: Record<FrontName, [mistake: string, program: string, message: string][]> = {
  dynamic: [
    ["an argument that Pulumi drops", tag('{ id: "an-id" }'), "id is not an argument of VirtualTag."],
    [
      "a name that Pulumi drops",
      `${imports}\nnew VirtualTagMetadata("m", { virtualTagId: "t", metadata: JSON.parse('{"__proto__":{}}') });`,
      'metadata["__proto__"] can\'t be stored',
    ],
  ],
  plugin: [],
};

describe.each(frontsInTurn)("through the $front front", ({ front }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene(tag("{}"), { front, ownProcesses: true });
  }, 900_000);
  afterAll(() => scene.dispose());

  test.each([
    ["a misspelled argument", tag("{ setAslive: false }"), "setAslive is not an argument of VirtualTag. Did you mean"],
    [
      "an impossible ID to adopt",
      tag('{ adopt: "a/../b" }'),
      `${front === "plugin" ? "adoptId" : "adopt"} can't be an ID`,
    ],
    [
      "an impossible ID to read",
      `${imports}\nVirtualTag.get("other", "a/../b");`,
      `id: "a/../b" can't be the ID of a VirtualTag`,
    ],
    ...foundByClasses[front],
  ])(
    "%s stops the preview without a stack trace or a request",
    async (_, program, message) => {
      scene.workspace.write("index.ts", program);
      const { code, output } = await scene.stack.preview();
      expect(code).not.toBe(0);
      expect(output).toContain(message);
      expect(output).not.toMatch(/^\s+at .*(?:sdk|provider)[\\/]/m);
      expect(newRequests(scene.emulator)).toEqual([]);
    },
    180_000,
  );

  test("a rule that never wins is a warning, or an error if the stack says so", async () => {
    const { stack, workspace, emulator } = scene;
    const rule = `{ to: "A", filters: { costCenter: "AWS", type: "tag", key: "team", operator: "exists" } }`;
    workspace.write("index.ts", tag(`{ rules: [${rule}, ${rule}] }`));
    const warned = (await stack.preview()).ok();
    expect(warned.diagnostics.filter((text) => /rules\[1\] never wins: rules\[0\] .*CA2304/su.test(text))).toHaveLength(
      1,
    );

    await stack.configure({ "costallocation:ruleAnalysis": "error" });
    const refused = await stack.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("rules[1] never wins");
    await stack.configure({ "costallocation:ruleAnalysis": "warn" });
    expect(newRequests(emulator)).toEqual([]);
  }, 180_000);

  test("a misspelled setting stops the preview, and a misspelled variable is warned about", async () => {
    const { stack, workspace, emulator } = scene;
    workspace.write("index.ts", tag("{}"));
    const env = { COST_ALLOCATION_DRIFT_POLCY: "refuse" };
    const warned = (await stack.preview({ env })).ok();
    expect(warned.output).toContain("COST_ALLOCATION_DRIFT_POLCY is not a setting");
    expect(warned.diagnostics.filter((text) => text.includes("(CA1103)"))).toHaveLength(1);

    await stack.configure({ "costallocation:driftPolcy": "refuse" });
    const refused = await stack.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("costallocation:driftPolcy, which is not a setting. Did you mean driftPolicy?");
    expect(newRequests(emulator)).toEqual([]);
  }, 180_000);
});
