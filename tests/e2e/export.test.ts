/**
 * `cost-allocation export` of the packed package, and the program that it writes, with the real engine: the first `up` saves nothing,
 * and the next preview is empty, also in a dry run against a copy of the account.
 */
import { spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CostAllocationClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { fillAccount, slackUrl } from "../cli/commands/export/randomAccount";
import { dryRun as dryRunScript } from "../docs/pipelines/readyMade";
import { type Installation, prepared } from "../support/prepared";
import { atSize } from "../support/size";
import { newRequests, newWrites } from "../support/scene";
import { Workspace } from "../support/workspace";

const disposals: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const dispose of disposals) await dispose();
});

interface Place {
  emulator: Emulator;
  workspace: Workspace;
  /** Runs the installed command in the project. */
  run: (...args: string[]) => Promise<Ended>;
}

interface Ended {
  code: number | null;
  output: string;
}

function ended(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += String(text)));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, output });
    });
  });
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
  const { projectFolder } = workspace;
  const run: Place["run"] = (...args) =>
    ended(join(projectFolder, "node_modules", ".bin", "cost-allocation"), args, projectFolder, {
      ...account,
      PATH: [...path, process.env["PATH"]].join(delimiter),
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

/** Makes one tag another stack's, stages a version of the next, and renames the third to a predefined one. */
function editAccount({ control }: Emulator): void {
  const state = control.exportState();
  const [owned, staged, predefined] = (state.accounts[0]?.tags ?? []).slice(-3);
  for (const version of owned?.versions ?? []) version.changeDescription = "Q3 (pulumi shop/prod#team)";
  const [live] = staged?.versions ?? [];
  const content = JSON.stringify({ name: "Staged", rules: [], defaultValue: "staged" });
  if (live !== undefined) staged?.versions.push({ ...live, id: "staged", isLive: false, content });
  for (const version of predefined?.versions ?? [])
    version.content = JSON.stringify({ ...(JSON.parse(version.content) as object), name: "FOCUS/ServiceName" });
  control.importState(state);
}

test("a dry run against a copy of an account of 60 tags does what the account would, without credentials", async () => {
  const { emulator, workspace, run } = await startPlace({ manager: "npm", runtime: "own" }, 60, 11);
  editAccount(emulator);
  const copyFile = join(workspace.projectFolder, "account.json");
  const { code, output } = await run("export", "--out", ".", "--snapshot", "account.json");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(statSync(copyFile).mode & 0o777).toBe(0o600);
  const commands = output.split("\n").filter((line) => line.includes("--stack dry-run"));
  const [, masked = ""] = /(https:\S+) --stack/.exec(commands.join()) ?? [];

  const copy = await startEmulator({ copyFile, limits: { enabled: false } });
  disposals.push(() => copy.stop());
  const writes: Record<string, string[]> = {};
  for (const [name, target, destination] of [
    ["copy", copy, masked],
    ["account", emulator, slackUrl],
  ] as const) {
    const config = { "costallocation:baseUrl": target.url };
    const stack = await workspace.stack(name, { config, secrets: { "finops-destination": destination } });
    newRequests(target);
    expect((await stack.up()).ok().changes).toMatchObject({ create: 59 + 20 + 2 + 1 });
    writes[name] = newWrites(target);
    const preview = (await stack.preview({ args: ["--expect-no-changes", "--refresh"] })).ok();
    expect(Object.keys(preview.changes)).toEqual(["same"]);
  }
  // The save that takes over the tag of another stack.
  expect(writes).toEqual({ copy: ["PUT /v2/virtual-tags/{id}"], account: ["PUT /v2/virtual-tags/{id}"] });

  workspace.write("ci/dry-run.sh", dryRunScript);
  workspace.write("ci/dry-run-config.sh", commands.join("\n"));
  newRequests(emulator);
  const env = Object.fromEntries(
    Object.entries(workspace.env).filter(([name]) => !name.startsWith("COST_ALLOCATION_")),
  );
  const dryRun = await ended("bash", ["ci/dry-run.sh"], workspace.projectFolder, env);
  expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining(`+ ${59 + 20 + 2 + 1} created`) as unknown });
  expect(newRequests(emulator)).toEqual([]);
}, 900_000);
