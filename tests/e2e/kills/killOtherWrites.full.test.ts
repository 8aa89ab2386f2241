// Promise: A run that is stopped while it writes metadata or an endpoint is put right by running it again, and nobody's entries are lost.
/** The kill matrix (killMatrix.full.test.ts) for other writes. */
import type { MetadataMap } from "../../../client";
import type { Emulator, EmulatorState } from "../../../emulator";
import { fronts } from "../../support/fronts/fronts";
import { startScene } from "../../support/scene";
import type { Stack } from "../../support/stack";
import { cellsOf, onPosix, rerun, rewind } from "./stopped";
import { strike } from "./strike";
import type { Workspace } from "../../support/workspace";

const program = (merged: string, whole: string, more = ""): string => `
import { NotificationEndpoint, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";
const tag = (name: string) => new VirtualTag(name, { name, rules: [], defaultValue: "x" }).id;
new VirtualTagMetadata("merged", { virtualTagId: tag("merged"), mergeValuesAndMetadata: true, metadata: ${merged} });
new VirtualTagMetadata("whole", { virtualTagId: tag("whole"), metadata: ${whole} });
${more}`;
const before = program('{ Web: { groups: ["a"] }, Api: { groups: ["a"] } }', '{ Web: { groups: ["a"] } }');
const after = program(
  '{ Web: { groups: ["b"] } }',
  '{ Web: { groups: ["b"] } }',
  'new NotificationEndpoint("mail", { type: "email", name: "Mail", configuration: { to: "a@b.example" } });',
);
/** In a value of their own, and in one that the program declares other fields of. */
const theirs = { value: { Theirs: { groups: ["t"] } } satisfies MetadataMap, inWeb: { endpoints: ["t"] } };

describe.each(fronts)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: () => Promise<void>;
  let account: EmulatorState;
  let checkpoint: string;

  beforeAll(async () => {
    // The harder of the two ways to merge: a value that is sent without others' fields loses them.
    ({ emulator, workspace, stack, dispose } = await startScene(before, {
      front,
      accountIn: "environment",
      emulator: { limits: { enabled: false }, switches: { metadataMergeValues: "replace" } },
    }));
    (await stack.up()).ok();
    account = emulator.control.exportState();
    const merged = account.accounts[0]?.tags.find(({ metadata }) => "Api" in metadata);
    Object.assign(merged?.metadata ?? {}, theirs.value);
    Object.assign(merged?.metadata["Web"] ?? {}, theirs.inWeb);
    checkpoint = JSON.stringify(await stack.exportState());
  }, 900_000);

  afterAll(() => dispose());

  /** Groups and endpoints by value, of both tags, the smaller map first; and the names of the account's endpoints. */
  function held(): { metadata: Record<string, string[]>[]; endpoints: string[] } {
    const [holder] = emulator.control.exportState().accounts;
    const metadata = (holder?.tags ?? []).map((tag) =>
      Object.fromEntries(
        Object.entries(tag.metadata).map(([value, { groups = [], endpoints = [] }]) => [
          value,
          [...groups, ...endpoints],
        ]),
      ),
    );
    return {
      metadata: metadata.sort((one, other) => Object.keys(one).length - Object.keys(other).length),
      endpoints: (holder?.endpoints ?? []).map(({ name }) => name),
    };
  }

  const cells = cellsOf([
    ["in flight", "SIGINT once"],
    ["in flight", "SIGKILL of the CLI"],
    ["after commit, before the answer", "SIGKILL of the CLI"],
    ["after commit, before the answer", "SIGKILL of the provider"],
  ]);

  onPosix("a stopped run", () => {
    test.each(cells)(
      "of changed metadata and a new endpoint, %s, by %s",
      async (moment, signal) => {
        await rewind({ emulator, workspace, stack, account, checkpoint });
        workspace.write("index.ts", after);
        await strike({ emulator, stack }, "up", moment, signal, 3);
        await rerun(stack, "up");
        expect(held()).toEqual({
          metadata: [{ Web: ["b"] }, { Web: ["b", "t"], Theirs: ["t"] }],
          endpoints: ["Mail"],
        });
        (await stack.preview({ args: ["--expect-no-changes"] })).ok();
      },
      180_000,
    );

    test.each(cells)(
      "of removed metadata, %s, by %s",
      async (moment, signal) => {
        await rewind({ emulator, workspace, stack, account, checkpoint });
        const tags = 'const tag = (name: string) => new VirtualTag(name, { name, rules: [], defaultValue: "x" }).id;';
        workspace.write(
          "index.ts",
          `import { VirtualTag } from "pulumi-cost-allocation"; ${tags} tag("merged"); tag("whole");`,
        );
        await strike({ emulator, stack }, "up", moment, signal, 2);
        await rerun(stack, "up");
        expect(held().metadata).toEqual([{}, { Web: ["t"], Theirs: ["t"] }]);
        (await stack.preview({ args: ["--expect-no-changes"] })).ok();
      },
      180_000,
    );
  });
});
