/**
 * `cost-allocation export` of the packed package, and the program that it writes, with the real engine: the first `up` saves nothing,
 * and the next preview is empty.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CostAllocationClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { fillAccount, slackUrl } from "../cli/commands/export/randomAccount";
import { type Installation, prepared } from "../support/prepared";
import { atSize } from "../support/size";
import { newRequests } from "../support/scene";
import { Workspace } from "../support/workspace";

const disposals: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const dispose of disposals) await dispose();
});

interface Place {
  emulator: Emulator;
  workspace: Workspace;
  /** Runs the installed command in the project. */
  run: (...args: string[]) => Promise<{ code: number | null; output: string }>;
}

async function startPlace(installation: Installation, tags: number, seed: number): Promise<Place> {
  const emulator = await startEmulator({ limits: { enabled: false } });
  disposals.push(() => emulator.stop());
  const { url, clientId, secretKey } = emulator;
  const account = {
    COST_ALLOCATION_BASE_URL: url,
    COST_ALLOCATION_CLIENT_ID: clientId,
    COST_ALLOCATION_SECRET_KEY: secretKey,
  };
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey });
  await fillAccount(client, tags, seed);
  client.close();
  const env = { PULUMI_SKIP_CHECKPOINTS: "true", ...account };
  const workspace = await Workspace.create({ program: "", installation, checksTypes: true, env });
  disposals.push(() => workspace.dispose());
  // What an export writes is the whole program.
  for (const name of ["index.ts", "package.json", "Pulumi.yaml"]) rmSync(join(workspace.projectFolder, name));
  const { path } = await prepared([], installation);
  const run: Place["run"] = (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(join(workspace.projectFolder, "node_modules", ".bin", "cost-allocation"), args, {
        cwd: workspace.projectFolder,
        env: { ...account, PATH: [...path, process.env["PATH"]].join(delimiter) },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += String(text)));
      child.on("error", reject);
      child.on("close", (code) => {
        resolve({ code, output });
      });
    });
  return { emulator, workspace, run };
}

const places: [string, Installation, number][] = [
  ["npm on the checkout's own Node.js", { manager: "npm", runtime: "own" }, atSize(40, 200)],
  ["pnpm on Node.js 24", { manager: "pnpm", runtime: "node24" }, 25],
];

test.each(atSize(places.slice(0, 1), places))(
  "%s: an exported account comes up without a write",
  async (_, installation, count) => {
    const { emulator, workspace, run } = await startPlace(installation, count, 7);
    newRequests(emulator);
    const { code, output } = await run("export", "--out", ".");
    expect({ code, output }).toMatchObject({ code: 0 });
    const requests = newRequests(emulator);
    expect(requests.filter((request) => !request.endsWith("/metadata")).sort()).toEqual([
      "GET /v1/endpoints",
      "GET /v2/virtual-tags",
    ]);
    expect(output).not.toContain(slackUrl);

    const stack = await workspace.stack("prod", { secrets: { "finops-destination": slackUrl } });
    const up = (await stack.up()).ok();
    const metadata = Math.ceil(count / 3);
    expect(up.changes).toMatchObject({ create: count + metadata + 2 + 1 });
    expect(newRequests(emulator).filter((request) => !request.startsWith("GET"))).toEqual([]);
    const preview = (await stack.preview({ args: ["--expect-no-changes", "--refresh"] })).ok();
    expect(Object.keys(preview.changes)).toEqual(["same"]);

    // Nothing has changed, so there is nothing to update.
    const again = await run("export", "--out", ".", "--json");
    const { files } = JSON.parse(again.output) as { files: { status: string }[] };
    expect(files.filter(({ status }) => status !== "unchanged")).toEqual([]);
  },
  900_000,
);
