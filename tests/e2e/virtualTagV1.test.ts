// Promise: VirtualTagV1 makes tags by the old API until its end, and changing the class name moves a tag to the new one in place.
import type { Emulator } from "../../emulator";
import type { Result } from "../support/result";
import { asOther } from "../support/asOther";
import { newRequests, newWrites, type Scene, startScene } from "../support/scene";
import type { Stack, StateResource } from "../support/stack";
import type { Workspace } from "../support/workspace";

const type = "pulumi-nodejs:dynamic/costallocation:";
const imports = 'import { tag, VirtualTag, VirtualTagV1 } from "pulumi-cost-allocation";';
/** A tag that moves to V2 in the course of this test, and one that stays in V1. */
const program = (team: string): string => `
${imports}
const team = new ${team}("team", {
  name: "Team",
  rules: [
    { to: "Checkout", filters: { costCenter: "AWS", key: "team", ${team === "VirtualTag" ? 'type: "tag", ' : ""}operator: "is", value: "checkout" } },
    { to: "Search", filters: tag("AWS", "team").is("search") },
  ],
  defaultValue: "Shared",
});
new VirtualTagV1("stays", { name: "Stays", rules: [], defaultValue: "Shared", isCaseSensitive: true });
export const id = team.id;
`;

let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;
let dispose: Scene["dispose"] | undefined;

beforeAll(async () => {
  ({ emulator, workspace, stack, dispose } = await startScene(program("VirtualTagV1"), {
    // V1 is there for ever, so that the test passes after its end of life too.
    emulator: { switches: { v1AfterEndOfLife: "serve" } },
    config: { "costallocation:v1AfterEndOfLife": "allow" },
  }));
}, 900_000);

afterAll(() => dispose?.());

const requests = (): string[] => newRequests(emulator);
const writes = (): string[] => newWrites(emulator);
const resource = async (name: string): Promise<StateResource | undefined> =>
  (await stack.exportState()).deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`));
const warningsBeside = ({ events }: Result, name: string): string[] =>
  events.flatMap(({ diagnosticEvent: said }) =>
    said?.severity === "warning" && said.urn?.endsWith(`::${name}`) === true ? [said.message] : [],
  );

let id: string;

test("up creates each tag once by V1; the next preview shows no changes, sends nothing, and warns beside each resource", async () => {
  const up = (await stack.up()).ok();
  expect(up.steps.map(({ op }) => op)).toEqual(["create", "create"]);
  expect(writes()).toEqual(["POST /v1/virtual-tags", "POST /v1/virtual-tags"]);
  ({ id } = (await stack.outputs()) as { id: string });
  expect(await resource("team")).toMatchObject({
    type: `${type}VirtualTagV1`,
    id,
    outputs: { isCaseSensitive: false },
  });
  requests();

  const preview = (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  expect(requests()).toEqual([]);
  for (const name of ["team", "stays"]) {
    expect(warningsBeside(preview, name)).toEqual([expect.stringMatching(/2027-03-31.*\(CA5301\)/s) as string]);
  }
  // The client's own warning would appear among the stack's diagnostics.
  for (const { output } of [up, preview]) expect(output).not.toContain("DeprecationWarning");
}, 180_000);

test("changing the class name takes the tag over in place: an update in preview, one PUT by up, the same ID", async () => {
  workspace.write("index.ts", program("VirtualTag"));
  requests();
  const preview = (await stack.preview()).ok();
  expect(preview.steps.map(({ op, type: kind }) => [op, kind]).toSorted()).toEqual([
    ["same", `${type}VirtualTagV1`],
    ["update", `${type}VirtualTag`],
  ]);
  expect(writes()).toEqual([]);

  const up = (await stack.up()).ok();
  expect(up.changes).toEqual({ same: 2, update: 1 });
  expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
  expect(await stack.outputs()).toEqual({ id });
  const team = await resource("team");
  expect(team).toMatchObject({ type: `${type}VirtualTag`, id });
  const versions = (await asOther(emulator, "GET", `/v2/virtual-tags/${id}/versions`)) as unknown as object[];
  expect(versions[0]).toMatchObject({ changeDescription: expect.stringContaining("(pulumi e2e/dev#team)") as string });
  expect(team?.outputs).not.toHaveProperty("isCaseSensitive");
  expect(warningsBeside(up, "team")).toEqual([]);

  (await stack.up({ args: ["--refresh", "--expect-no-changes"] })).ok();
  expect(writes()).toEqual([]);
}, 240_000);

test("destroy deletes each tag by the API version that manages it", async () => {
  const destroy = (await stack.destroy()).ok();
  expect(writes().toSorted()).toEqual(["DELETE /v1/virtual-tags/{id}", "DELETE /v2/virtual-tags/{id}"]);
  expect(destroy.output).not.toContain("DeprecationWarning");
  expect(await asOther(emulator, "GET", "/v2/virtual-tags")).toEqual({ virtualTags: [] });
}, 120_000);
