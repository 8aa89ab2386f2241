// Promise: A killed `pulumi up` leaves a lock and a pending operation, as docs/recovering.md says. The rest here is what the tests rely on.
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { runs } from "../support/processTree";
import { startScene } from "../support/scene";
import { Workspace } from "../support/workspace";

test("a wrong type is an error where types are checked, and only there", async () => {
  for (const checksTypes of [true, false]) {
    const wrong = await Workspace.create({ program: `export const value: number = "a text";`, checksTypes });
    try {
      const { code, output } = await (await wrong.stack()).preview();
      expect([code === 0, output.includes("TS2322")]).toEqual([!checksTypes, checksTypes]);
    } finally {
      await wrong.dispose();
    }
  }
}, 120_000);

test("a scene that can't be set up leaves nothing behind: no listener, no folder", async () => {
  const close = jest.spyOn(Server.prototype, "close");
  const dispose = jest.spyOn(Workspace.prototype, "dispose");
  await expect(startScene("", { secrets: () => ({ "no:valid:key": "x" }) })).rejects.toThrow("no:valid:key");
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
  let workspace: Workspace;
  let server: Server;
  let called: Promise<unknown>;

  beforeAll(async () => {
    workspace = await Workspace.create({ program: "" });
  }, 900_000);
  afterAll(() => workspace.dispose());
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
