// Promise: `pulumi up` makes the metadata of tag values what the program declares, and leaves alone what others have entered.
import { join } from "node:path";
import type { MetadataMap } from "../../client";
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { filesWith } from "../support/filesWith";
import { frontsOfSize } from "../support/fronts/fronts";
import { type Scene, startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

const imports = 'import { NotificationEndpoint, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";';
const canary = "canary-in-custom-metadata";

/** A program with a tag and metadata of it: each entry is the rest of a resource's arguments. */
const program = (metadata: Record<string, string>): string => `
import * as pulumi from "@pulumi/pulumi";
${imports}
const tag = new VirtualTag("team", { name: "Team", rules: [], defaultValue: "x" });
const endpoint = new NotificationEndpoint("mail", { type: "email", name: "Mail", configuration: { to: "a@b.example" } });
${Object.entries(metadata)
  .map(([name, args]) => `new VirtualTagMetadata("${name}", { virtualTagId: tag.id, ${args} });`)
  .join("\n")}
export const endpointId = endpoint.id;
`;
const merging = (metadata: string): string => `mergeValuesAndMetadata: true, metadata: ${metadata}`;
const web = merging('{ Web: { groups: ["g3", "t"] } }');
const whole = (groups: string): string =>
  `metadata: { Web: { groups: ["${groups}"], endpoints: [endpoint.id], customMetadata: pulumi.secret({ pin: "${canary}" }) } }`;

describe.each(frontsOfSize)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: Scene["dispose"] | undefined;

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(program({ all: whole("g1") }), { front }));
  }, 900_000);

  afterAll(() => dispose?.());

  /** What the service has, without what says nothing. */
  function held(): MetadataMap {
    const metadata = emulator.control.exportState().accounts[0]?.tags[0]?.metadata ?? {};
    return Object.fromEntries(
      Object.entries(metadata).map(([value, entry]) => [
        value,
        Object.fromEntries(Object.entries(entry).filter(([, content]) => Object.keys(content as object).length > 0)),
      ]),
    );
  }

  const tagId = (): string => emulator.control.exportState().accounts[0]?.tags[0]?.id ?? "";

  /** Another person's entry in the application. */
  const enter = (metadata: MetadataMap): Promise<unknown> =>
    asOther(emulator, "PUT", `/v2/virtual-tags/${tagId()}/metadata`, { ...metadata, mergeValuesAndMetadata: true });

  /** Puts of metadata by the stack since the last call. */
  function puts(): number {
    const count = emulator.control
      .requests()
      .filter(
        ({ method, path, clientId }) => method === "PUT" && path.endsWith("metadata") && clientId === emulator.clientId,
      );
    emulator.control.clearRequests();
    return count.length;
  }

  const updates = (result: { steps: { op: string; changed: readonly string[] }[] }): (readonly string[])[] =>
    result.steps.filter(({ op }) => op === "update").map(({ changed }) => changed);

  test("one up creates a tag, an endpoint and metadata; only what is secret is encrypted", async () => {
    (await stack.up()).ok();
    expect(puts()).toBe(1);
    const { endpointId } = await stack.outputs();
    expect(held()).toEqual({
      Web: { groups: ["g1"], endpoints: [endpointId], customMetadata: { pin: canary } },
    });
    const state = await stack.exportState();
    const resource = state.deployment.resources?.find(({ type }) => type.endsWith(":VirtualTagMetadata"));
    expect(resource).toMatchObject({
      id: tagId(),
      outputs: { virtualTagId: tagId(), metadata: { Web: { groups: ["g1"] } } },
    });
    expect(filesWith(canary, join(workspace.folder, "state"))).toEqual([]);
  }, 180_000);

  test("the next preview, and an up with a refresh, find nothing to do", async () => {
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    (await stack.up({ args: ["--refresh", "--expect-no-changes"] })).ok();
    expect(puts()).toBe(0);
    expect(filesWith(canary, join(workspace.folder, "state"))).toEqual([]);
  }, 180_000);

  test("an edit shows the field that changed, and is one PUT", async () => {
    workspace.write("index.ts", program({ all: whole("g2") }));
    expect(updates((await stack.preview()).ok())).toEqual([["metadata.Web.groups[0]"]]);
    (await stack.up()).ok();
    expect(puts()).toBe(1);
  }, 180_000);

  test("one 503 on a write of metadata ends in a successful up", async () => {
    emulator.control.placeFault({ method: "PUT", kind: "status", status: 503, times: 1 });
    workspace.write("index.ts", program({ all: whole("g3") }));
    (await stack.up()).ok();
    expect(puts()).toBe(2);
  }, 240_000);

  test("ignoreChanges leaves metadata as it is", async () => {
    const ignoring = `${whole("g4")} }, { ignoreChanges: ["metadata"]`;
    workspace.write("index.ts", program({ all: ignoring }));
    (await stack.up({ args: ["--expect-no-changes"] })).ok();
    expect(puts()).toBe(0);
  }, 180_000);

  test("drift that the program accepts is declared from then on, without a write", async () => {
    await enter({ Web: { groups: ["t"] } });
    (await stack.refresh()).ok();
    workspace.write("index.ts", program({ all: whole('g3", "t') }));
    expect((await stack.up()).ok().changes).toMatchObject({ update: 1 });
    expect(puts()).toBe(0);
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
  }, 180_000);

  test("a refresh finds drift; the next up refuses to overwrite it, and one with `overwrite` does", async () => {
    await enter({ Theirs: { groups: ["t"] }, Web: { customMetadata: { pin: `${canary}, changed` } } });
    expect(updates((await stack.preview({ args: ["--refresh"] })).ok())).toEqual([
      ["metadata.Theirs", `metadata.Web.customMetadata${front === "plugin" ? ".pin" : ""}`],
    ]);
    (await stack.refresh()).ok();
    expect(filesWith(canary, join(workspace.folder, "state"))).toEqual([]);
    puts();
    const refused = await stack.up();
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA3003");
    expect(puts()).toBe(0);
    await stack.configure({ "costallocation:driftPolicy": "overwrite" });
    (await stack.up()).ok();
    expect(held()).toMatchObject({ Web: { customMetadata: { pin: canary } } });
    expect(Object.keys(held())).toEqual(["Web"]);
  }, 180_000);

  test("two merging resources and a person share one tag; a renamed resource removes nothing", async () => {
    workspace.write("index.ts", program({ web, api: merging('{ Api: { groups: ["a", "b"] } }') }));
    (await stack.up()).ok();
    await enter({ Web: { customMetadata: { note: "t" } }, Theirs: { groups: ["t"] } });
    workspace.write("index.ts", program({ renamed: web, api: merging('{ Api: { groups: ["b"] } }') }));
    (await stack.up()).ok();
    expect(held()).toEqual({
      Web: { groups: ["g3", "t"], customMetadata: { note: "t" } },
      Api: { groups: ["b"] },
      Theirs: { groups: ["t"] },
    });

    await enter({ Api: { groups: ["t"] } });
    workspace.write("index.ts", program({ renamed: web }));
    (await stack.up({ args: ["--refresh"] })).ok();
    expect(held()).toEqual({
      Web: { groups: ["g3", "t"], customMetadata: { note: "t" } },
      Api: { groups: ["t"] },
      Theirs: { groups: ["t"] },
    });
  }, 180_000);

  test("two that declare the same value are refused in preview", async () => {
    puts();
    workspace.write("index.ts", program({ renamed: web, other: merging('{ Web: { groups: ["g4"] } }') }));
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.codes).toContain("CA3302");
    expect(puts()).toBe(0);
  }, 180_000);

  test("replacing what others entered requires adopt, and the message lists what would be lost", async () => {
    const all = 'metadata: { Web: { groups: ["g4"] } }';
    workspace.write("index.ts", program({ renamed: all }));
    const refused = await stack.up();
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA3001");
    for (const value of ["Web", "Theirs", "Api"]) expect(refused.output).toContain(`"${value}"`);
    workspace.write("index.ts", program({ renamed: `${all}, adopt: true` }));
    (await stack.up()).ok();
    expect(held()).toEqual({ Web: { groups: ["g4"] } });
  }, 180_000);

  test("deleting a tag also deletes its metadata: a refresh finds both missing, and the next up creates them again", async () => {
    await asOther(emulator, "DELETE", `/v2/virtual-tags/${tagId()}`);
    const refresh = (await stack.refresh()).ok();
    expect(refresh.changes).toMatchObject({ delete: 2 });
    (await stack.up()).ok();
    expect(held()).toEqual({ Web: { groups: ["g4"] } });
  }, 180_000);

  test("destroy removes metadata and tag", async () => {
    (await stack.destroy()).ok();
    expect(emulator.control.exportState().accounts[0]?.tags).toEqual([]);
  }, 180_000);
});
