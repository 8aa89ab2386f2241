// Promise: A run that is stopped at any moment is put right by running it again: one tag for each resource, and each change saved once.
/** KILL_MATRIX=full plays every cell; without it, those in which a write is under way when the engine or the provider dies. */
import type { Emulator, EmulatorState } from "../../../emulator";
import { fronts } from "../../support/fronts/fronts";
import { startScene } from "../../support/scene";
import type { Stack } from "../../support/stack";
import { cellsOf, onPosix, rerun, rewind } from "./stopped";
import { strike } from "./strike";
import type { Workspace } from "../../support/workspace";

const tag = (name: string, value: string, more = ""): string =>
  `new VirtualTag("${name}", { name: "${name}", rules: [{ to: "${value}", filters: tag("AWS", "team").exists() }], defaultValue: "x"${more} });`;
const program = (...tags: string[]): string =>
  `import { tag, VirtualTag } from "pulumi-cost-allocation";\n${tags.join("\n")}`;

/** What the stack says before the run that is stopped, in two steps since a promotion needs a staged version. */
const first = program(tag("updated", "old"), tag("staged", "old"), tag("promoted", "old"));
const before = program(tag("updated", "old"), tag("staged", "old"), tag("promoted", "new", ", setAsLive: false"));
const after = program(
  tag("created", "new"),
  tag("updated", "new"),
  tag("staged", "new", ", setAsLive: false"),
  tag("promoted", "new"),
);
const versionsAfter = { created: 1, updated: 2, staged: 2, promoted: 3 };
const liveAfter = { created: "new", updated: "new", staged: "old", promoted: "new" };

describe.each(fronts)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: () => Promise<void>;
  let account: EmulatorState;
  let checkpoint: string;

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(first, {
      front,
      accountIn: "environment",
      emulator: { limits: { enabled: false } },
    }));
    (await stack.up()).ok();
    workspace.write("index.ts", before);
    (await stack.up()).ok();
    account = emulator.control.exportState();
    checkpoint = JSON.stringify(await stack.exportState());
  }, 900_000);

  afterAll(() => dispose());

  interface Held {
    name: string;
    versions: number;
    live: string | undefined;
  }

  /** What the account holds. */
  function held(): Held[] {
    const { tags } = emulator.control.exportState().accounts[0] ?? { tags: [] };
    return tags
      .map(({ versions }) => {
        const newest = JSON.parse(versions.at(-1)?.content ?? "{}") as { name: string };
        const live = versions.find(({ isLive }) => isLive)?.content;
        const { rules } = JSON.parse(live ?? '{"rules":[]}') as { rules: { to: string }[] };
        return { name: newest.name, versions: versions.length, live: rules[0]?.to };
      })
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  const cells = cellsOf([
    ["in flight", "SIGINT once"],
    ["in flight", "SIGKILL of the CLI"],
    ["after commit, before the answer", "SIGINT twice"],
    ["after commit, before the answer", "SIGKILL of the CLI"],
    ["after commit, before the answer", "SIGKILL of the provider"],
  ]);
  const rows: string[] = [];

  onPosix("a stopped run", () => {
    test.each(cells)(
      "of create, update, stage and promote, %s, by %s",
      async (moment, signal) => {
        await rewind({ emulator, workspace, stack, account, checkpoint });
        workspace.write("index.ts", after);
        await strike({ emulator, stack }, "up", moment, signal, 4);
        const reruns = await rerun(stack, "up");
        expect(held()).toEqual(
          Object.entries(versionsAfter)
            .map(([name, versions]) => ({ name, versions, live: liveAfter[name as keyof typeof liveAfter] }))
            .sort((one, other) => one.name.localeCompare(other.name)),
        );
        (await stack.preview({ args: ["--expect-no-changes"] })).ok();
        rows.push(`create update stage promote | ${moment.padEnd(31)} | ${signal.padEnd(23)} | ${reruns} re-run`);
      },
      180_000,
    );

    test.each(cells)(
      "of delete, %s, by %s",
      async (moment, signal) => {
        await rewind({ emulator, workspace, stack, account, checkpoint });
        // The reads before three deletes are one list.
        await strike({ emulator, stack }, "destroy", moment, signal, moment === "before send" ? 1 : 3);
        const reruns = await rerun(stack, "destroy");
        expect(held()).toEqual([]);
        rows.push(`delete                       | ${moment.padEnd(31)} | ${signal.padEnd(23)} | ${reruns} re-run`);
      },
      180_000,
    );
  });

  afterAll(() => {
    process.stdout.write(
      `Kill matrix, ${front} front, ${rows.length} of ${2 * cells.length} cells right:\n${rows.join("\n")}\n`,
    );
  });
});
