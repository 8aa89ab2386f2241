// Promise: The packed package works from the first `pulumi up` of a program to `pulumi destroy`; where the program fails, its error shows.
import { existsSync } from "node:fs";
import { Workspace } from "../support/workspace";

const program = (value: string): string => `
import * as pulumi from "@pulumi/pulumi";
import { tag } from "pulumi-cost-allocation";

const provider: pulumi.dynamic.ResourceProvider = {
  create: async (inputs) => ({ id: "1", outs: inputs }),
  update: async (_id, _olds, news) => ({ outs: news }),
};
class Thing extends pulumi.dynamic.Resource {
  declare readonly value: pulumi.Output<string>;
}
const thing = new Thing(provider, "thing", { value: ${JSON.stringify(value)} });
export const value = thing.value;
export const builders = typeof tag;
export const variables = Object.keys(process.env).filter((name) => name.startsWith("COST_ALLOCATION_"));
`;

test("a program is brought up, edited, refreshed and destroyed by the real engine; a failure shows what the engine said", async () => {
  process.env["COST_ALLOCATION_OF_THE_SHELL"] = "must not reach a program";
  const workspace = await Workspace.create({ program: program("one"), env: { COST_ALLOCATION_GIVEN: "1" } });
  try {
    const stack = await workspace.stack("dev", {
      config: { "e2e:plain": "p" },
      secrets: { "e2e:hidden": "hidden text" },
    });
    const up = (await stack.up()).ok();
    expect(up.steps.map(({ op }) => op)).toEqual(["create"]);
    await expect(stack.outputs()).resolves.toEqual({
      value: "one",
      builders: "function",
      variables: ["COST_ALLOCATION_GIVEN"],
    });

    workspace.write("index.ts", program("two"));
    const edit = (await stack.up()).ok();
    expect(edit.steps).toMatchObject([{ op: "update", changed: ["value"] }]);

    (await stack.refresh()).ok();
    const { deployment } = await stack.exportState();
    expect(deployment.resources?.at(-1)).toMatchObject({ id: "1", outputs: { value: "two" } });

    (await stack.destroy()).ok();
    await expect(stack.history()).resolves.toHaveLength(4);

    workspace.write("index.ts", `throw new Error("a wrong program");`);
    const failed = await stack.preview();
    expect(() => failed.ok()).toThrow(/exit code \d+:[^]*a wrong program/u);
  } finally {
    await workspace.dispose();
  }
  expect(existsSync(workspace.folder)).toBe(false);
}, 900_000);
