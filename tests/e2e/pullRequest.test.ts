// Promise: A pull request shows the money that a change moves, a gate stops it, and `pulumi up` then makes what was reviewed.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CostAllocationClient } from "../../client";
import { cubeBytes } from "../../cost/cube/cubeFile";
import { smallCube } from "../cost/impact/smallCube";
import { newWrites, type Scene, startScene } from "../support/scene";

const program = (rules: string): string => `
import * as ca from "pulumi-cost-allocation";
const team = ca.tag("AWS", "team");
const tag = new ca.VirtualTag("team", { name: "Team", rules: [${rules}], defaultValue: "Shared" });
new ca.VirtualTag("product", { name: "Product", rules: [], defaultValue: { costCenter: "Virtual Tags", key: tag.id } });
`;

const checkout = `{ to: "Checkout", filters: team.is("checkout") }`;
const search = `{ to: "Search", filters: team.is("search") }`;

const key = "AWS:tag:team";
const cube = smallCube(
  [
    { keys: { [key]: "checkout" }, cost: "900" },
    { keys: { [key]: "search" }, cost: "75.5", records: 3 },
    { cost: "24.5" },
  ],
  [key],
);

interface Reviewed {
  tags: { name: string; change: string; cost: { moved: string; byDefault: { before: string; after: string } }[] }[];
  gates: { gate: string; tag: string; passed: boolean }[];
}

let scene: Scene;
beforeAll(async () => {
  scene = await startScene(program(checkout), { emulator: { limits: { enabled: false } } });
}, 900_000);
afterAll(() => scene.dispose());

/** Runs the packed command in the project, offline: it gets no credentials. */
function review(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { workspace } = scene;
  const command = join(workspace.projectFolder, "node_modules", ".bin", "cost-allocation");
  return new Promise((done) => {
    execFile(
      command,
      ["review", ...args],
      { cwd: workspace.projectFolder, env: workspace.env },
      (error, stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

test("from the change to up", async () => {
  const { stack, workspace, emulator } = scene;
  const path = (name: string): string => join(workspace.projectFolder, name);
  (await stack.up()).ok();
  newWrites(emulator);
  writeFileSync(path("cube.json.gz"), cubeBytes(cube));

  workspace.write("index.ts", program(`${checkout}, ${search}`));
  const plan = (await stack.preview({ args: ["--json", "--show-sames"] })).ok();
  workspace.write("preview.json", plan.stdout);
  const files = [
    "--plan",
    "preview.json",
    "--cube",
    "cube.json.gz",
    "--markdown",
    "review.md",
    "--html",
    "review.html",
  ];

  const stopped = await review([...files, "--json", "--max-moved", "50", "--max-unallocated-increase", "0%"]);
  expect(stopped.code).toBe(3);
  expect(stopped.stderr).toContain("max-moved");
  const { tags, gates } = JSON.parse(stopped.stdout) as Reviewed;
  expect(tags.map(({ name, change, cost }) => [name, change, cost[0]?.moved])).toEqual([
    ["Team", "updated", "75.5"],
    ["Product", "follows", "75.5"],
  ]);
  expect(tags[0]?.cost).toMatchObject([{ byDefault: { before: "100", after: "24.5" } }]);
  expect(gates.filter(({ passed }) => !passed).map(({ gate, tag }) => [gate, tag])).toEqual([
    ["max-moved", "Team"],
    ["max-moved", "Product"],
  ]);
  const comment = readFileSync(path("review.md"), "utf8");
  expect(comment).toMatch(/^<!-- cost-allocation review \S+ -->/u);
  expect(comment).toContain("2 of 4 gates failed");
  expect(readFileSync(path("review.html"), "utf8")).toContain("<svg");

  const approved = await review([...files, "--max-moved", "100"]);
  expect(approved.code).toBe(0);
  expect(newWrites(emulator)).toEqual([]);

  (await stack.up()).ok();
  const { url, clientId, secretKey } = emulator;
  const client = new CostAllocationClient({ baseUrl: url, clientId, secretKey });
  const live = await client.virtualTags.findByName("Team");
  client.close();
  expect(live.map(({ rules }) => rules.map(({ to }) => to))).toEqual([["Checkout", "Search"]]);
}, 600_000);
