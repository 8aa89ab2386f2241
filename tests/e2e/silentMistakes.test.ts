// Promise: A mistake that would have no effect, or the wrong one, stops the preview with a message that says what was meant.
import { frontsOfSize } from "../support/fronts/fronts";
import { newRequests, type Scene, startScene } from "../support/scene";

const program = `
import { VirtualTag } from "pulumi-cost-allocation";
const mistakes: object = { setAslive: false, adopt: "a/../b", id: "an-id" };
new VirtualTag("team", { name: "Team", rules: [], defaultValue: "x", ...mistakes } as any);
`;

describe.each(frontsOfSize)("through the $front front", ({ front }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene(program, {
      front,
      ownProcesses: true,
      env: { COST_ALLOCATION_DRIFT_POLCY: "refuse" },
    });
  }, 900_000);
  afterAll(() => scene.dispose());

  test("one preview has them all, without a stack trace or a request", async () => {
    const { code, output, diagnostics } = await scene.stack.preview();
    expect(code).not.toBe(0);
    expect(output).toContain("setAslive is not an argument of VirtualTag. Did you mean");
    expect(output).toContain(`${front === "plugin" ? "adoptId" : "adopt"} can't be an ID`);
    // Pulumi drops it before the provider sees it, so the class finds it. The plugin has no class of ours.
    if (front === "dynamic") expect(output).toContain("id is not an argument of VirtualTag.");
    expect(output).not.toMatch(/^\s+at .*(?:sdk|provider)[\\/]/m);
    expect(output).toContain("COST_ALLOCATION_DRIFT_POLCY is not a setting");
    expect(diagnostics.filter((text) => text.includes("(CA1103)"))).toHaveLength(1);
    expect(newRequests(scene.emulator)).toEqual([]);
  }, 180_000);
});
