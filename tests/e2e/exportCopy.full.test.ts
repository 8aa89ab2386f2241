// Promise: A dry run against a copy of the account does what a run against the account would, and needs no credentials.
import { statSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { slackUrl } from "../cli/commands/export/randomAccount";
import { dryRun as dryRunScript } from "../docs/pipelines/readyMade";
import { newRequests, newWrites } from "../support/scene";
import { ended, type Place, startPlace } from "./exportedAccount";

let place: Place;
let copy: Emulator | undefined;
beforeAll(async () => {
  place = await startPlace({ manager: "npm", runtime: "own" }, 60, 11);
}, 900_000);
afterAll(async () => {
  await copy?.stop();
  await place.dispose();
});

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
  const { emulator, workspace, run } = place;
  editAccount(emulator);
  const copyFile = join(workspace.projectFolder, "account.json");
  const { code, output } = await run("export", "--out", ".", "--snapshot", "account.json");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(statSync(copyFile).mode & 0o777).toBe(0o600);
  const commands = output.split("\n").filter((line) => line.includes("--stack dry-run"));
  const [, masked = ""] = /(https:\S+) --stack/.exec(commands.join()) ?? [];

  copy = await startEmulator({ copyFile, limits: { enabled: false } });
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
