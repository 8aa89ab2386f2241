import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { runs } from "../support/processTree";
import { startScene } from "../support/scene";
import type { Stack } from "../support/stack";
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

let workspace: Workspace;
let stack: Stack;

beforeAll(async () => {
  process.env["COST_ALLOCATION_OF_THE_SHELL"] = "must not reach a program";
  const env = { COST_ALLOCATION_GIVEN: "1" };
  workspace = await Workspace.create({ program: program("one"), checksTypes: true, env });
  stack = await workspace.stack("dev", { config: { "e2e:plain": "p" }, secrets: { "e2e:hidden": "hidden text" } });
}, 900_000);

afterAll(async () => {
  await workspace.dispose();
  expect(existsSync(workspace.folder)).toBe(false);
});

test("a program is brought up, edited, refreshed and destroyed by the real engine, from the packed package", async () => {
  const up = (await stack.up()).ok();
  expect(up.steps.map(({ op }) => op)).toEqual(["create"]);
  await expect(stack.outputs()).resolves.toEqual({
    value: "one",
    builders: "function",
    variables: ["COST_ALLOCATION_GIVEN"],
  });

  const preview = (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  expect(preview.changes).toEqual({ same: 2 });

  workspace.write("index.ts", program("two"));
  const edit = (await stack.up()).ok();
  expect(edit.steps).toMatchObject([{ op: "update", changed: ["value"] }]);

  (await stack.refresh()).ok();
  const { deployment } = await stack.exportState();
  expect(deployment.resources?.at(-1)).toMatchObject({ id: "1", outputs: { value: "two" } });

  (await stack.destroy()).ok();
  await expect(stack.history()).resolves.toHaveLength(4);
}, 120_000);

test("a failure shows what the engine said", async () => {
  workspace.write("index.ts", `throw new Error("a wrong program");`);
  const failed = await stack.preview();
  expect(() => failed.ok()).toThrow(/exit code \d+:[^]*a wrong program/u);
}, 60_000);

test("a wrong type is an error where types are checked, and only there", async () => {
  const wrong = await Workspace.create({ program: `export const value: number = "a text";`, checksTypes: true });
  try {
    const checked = await (await wrong.stack("dev")).preview();
    expect(() => checked.ok()).toThrow("TS2322");
  } finally {
    await wrong.dispose();
  }
  workspace.write("index.ts", `export const value: number = "a text";`);
  (await stack.preview()).ok();
}, 120_000);

test("a scene that can't be set up leaves nothing behind: no listener, no folder", async () => {
  const close = jest.spyOn(Server.prototype, "close");
  const dispose = jest.spyOn(Workspace.prototype, "dispose");
  await expect(startScene(program("one"), { config: { "no:valid:key": "x" } })).rejects.toThrow("no:valid:key");
  expect(close).toHaveBeenCalled();
  expect(dispose).toHaveBeenCalledTimes(1);
  const { folder } = dispose.mock.contexts[0] as Workspace;
  expect(existsSync(folder)).toBe(false);
  jest.restoreAllMocks();
}, 60_000);

describe("a command that is killed", () => {
  /** Creating the resource calls the test and waits for an answer that never comes. */
  const calling = (url: string): string => `
import * as pulumi from "@pulumi/pulumi";
const provider: pulumi.dynamic.ResourceProvider = {
  create: async () => {
    await fetch(${JSON.stringify(url)});
    return { id: "1", outs: {} };
  },
};
class Slow extends pulumi.dynamic.Resource {}
new Slow(provider, "slow", {});
`;
  let server: Server;
  let called: Promise<unknown>;

  beforeEach(async () => {
    server = createServer();
    called = once(server, "request");
    await once(server.listen(0, "127.0.0.1"), "listening");
    workspace.write("index.ts", calling(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  });

  const unlessWindows = process.platform === "win32" ? test.skip : test;

  unlessWindows(
    "the CLI alone: the host lives on, the lock and the pending operation stay",
    async () => {
      const killed = await workspace.stack("killed");
      const up = killed.start("up");
      await called;
      const [host, ...others] = up.hosts();
      expect(others).toEqual([]);
      up.signal("SIGKILL");
      await expect(up.result).resolves.toMatchObject({ code: null, signal: "SIGKILL" });
      expect(host && runs(host)).toBe(true);
      await up.end();
      expect(host && runs(host)).toBe(false);

      expect((await killed.preview()).code).toBe(0);
      expect((await killed.refresh()).output).toContain("locked");
      await killed.cancel();
      const { deployment } = await killed.exportState();
      expect(deployment.pending_operations).toMatchObject([{ type: "creating" }]);
    },
    60_000,
  );

  unlessWindows(
    "the host alone: the operation fails",
    async () => {
      const orphaned = await workspace.stack("orphaned");
      const up = orphaned.start("up");
      await called;
      for (const host of up.hosts()) process.kill(host.pid, "SIGKILL");
      const result = await up.result;
      expect(result.code).not.toBe(0);
      expect(result.diagnostics.join("\n")).toContain("error: ");
    },
    60_000,
  );
});
