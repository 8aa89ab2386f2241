/** A dry run of a plan: what the provider would do, without a write. */
import type { CostAllocationClient } from "../../client";
import type { PrivateCopy } from "../../client/dry/privateCopy";
import type { Settings } from "../../client/settings";
import type { Policy } from "../shared/lifecycle";
import { idKey } from "../../stack/state/kinds";
import type { PublicMemory } from "../../stack/state/report";
import { affordable, coursesOf } from "./courses";
import { type Course, dryRun, type Ending, type PlannedStep } from "./dryRun";
import { memoriesOf, memoryOf } from "./memories";

export type { Ending, PlannedStep } from "./dryRun";

/** How a step of a plan ends. */
export interface Foreseen {
  step: PlannedStep;
  /** All ways in which it may end. */
  endings: readonly Ending[];
  /** Whether it ends so, in whatever order the engine goes. */
  isCertain: boolean;
}

/** What a dry run uses. */
export interface ForeseeParts {
  copy: PrivateCopy;
  /** Opens a client on a copy. */
  open: (copy: PrivateCopy) => CostAllocationClient;
  settings: Partial<Settings>;
  /** The policies that the run may have. */
  policies: readonly Policy[];
}

/** Tries all courses of the engine, with each policy, and all that hidden memories may be. */
export async function foresee(
  steps: readonly PlannedStep[],
  { copy, open, settings, policies }: ForeseeParts,
): Promise<Foreseen[]> {
  const changing = steps.filter(({ op }) => op !== "same");
  if (changing.length === 0) return [];
  const reader = open(copy);
  const names = await shownNames(reader);
  const memories = new Map<PlannedStep, readonly object[]>();
  for (const step of steps)
    if (step.old?.hidesMemory === true)
      memories.set(step, isTagThatChanges(step) ? await memoriesOf(step, reader) : memoriesOfOthers(step));
  reader.close();
  const { courses, groups, untried } = coursesOf(steps, (id) => names.get(idKey(id)), policies.length);
  const endings = new Map(changing.map((step) => [step, new Map<string, Ending>()]));
  const run = async (course: Course, memory: number): Promise<void> => {
    for (const policy of policies) {
      const client = open(copy.withoutWrites());
      const planned = new Map(course.steps.map((step) => [withMemory(step, memories.get(step), memory), step]));
      // The analysis of rules says nothing of what becomes of them.
      const parts = { client, settings: { ...settings, ...policy, ruleAnalysis: "off" } as const };
      const found = await dryRun({ ...course, steps: [...planned.keys()] }, parts);
      client.close();
      for (const [step, ending] of found) {
        const all = endings.get(planned.get(step) ?? step);
        // The first one is that of the most likely course.
        if (all?.has(keyOf(ending)) === false) all.set(keyOf(ending), ending);
      }
    }
  };
  for (const course of courses) await run(course, 0);
  const variants = groups.map((group) => ({
    group,
    most: Math.max(1, ...group.map((step) => memories.get(step)?.length ?? 1)),
  }));
  const tried = affordable(variants, ({ group, most }) => (most - 1) * group.length * policies.length);
  const longest = Math.max(...tried.map(({ most }) => most));
  for (let memory = 1; memory < longest; memory++) {
    const needed = new Set(tried.filter(({ most }) => most > memory).flatMap(({ group }) => group));
    const some = courses[0]?.steps.filter((step) => needed.has(step)) ?? [];
    await run({ steps: some, isEager: true }, memory);
  }
  for (const { group } of variants.filter((one) => !tried.includes(one)))
    for (const step of group) endings.get(step)?.set("unknown", { kind: "unknown" });
  const isGuessed = (step: PlannedStep): boolean => untried.has(step) || hidesDriftOfMetadata(step);
  // Why a request fails is not in the account, so it may not fail the next time.
  const isUnknown = (step: PlannedStep): boolean =>
    isGuessed(step) || ["unknown", "failed"].some((kind) => endings.get(step)?.has(kind));
  // What becomes of one step of a group may change how the others end.
  const uncertain = new Set(groups.filter((group) => group.some(isUnknown)).flat());
  return [...endings].map(([step, all]) => ({
    step,
    endings: [...all.values()],
    isCertain: all.size === 1 && !uncertain.has(step),
  }));
}

/** The names of the account's tags, by the keys of their IDs. */
async function shownNames({ virtualTags }: CostAllocationClient): Promise<Map<string, string>> {
  return new Map((await virtualTags.list()).map(({ id, name }) => [idKey(id), name]));
}

function isTagThatChanges({ kind, op }: PlannedStep): boolean {
  return kind === "VirtualTag" && op !== "same";
}

/** The same of other resources: those who changed metadata may have changed all that the program declares, or nothing of it. */
function memoriesOfOthers(step: PlannedStep): readonly object[] {
  if (!hidesDriftOfMetadata(step)) return [memoryOf(step)];
  return [{ ...memoryOf(step), declared: step.declared?.inputs["metadata"] ?? {} }, memoryOf(step)];
}

/** What the stack entered is then hidden, and with it what others did. */
function hidesDriftOfMetadata({ kind, old }: PlannedStep): boolean {
  const { drift } = (old?.state["__report"] ?? {}) as PublicMemory;
  return kind === "VirtualTagMetadata" && old?.hidesMemory === true && drift !== undefined;
}

/** A step with one of its possible memories; with the most likely one if it has fewer. */
function withMemory(step: PlannedStep, all: readonly object[] = [], index: number): PlannedStep {
  const memory = all[index] ?? all[0];
  if (memory === undefined || step.old === undefined) return step;
  return { ...step, old: { ...step.old, state: { ...step.old.state, __memory: memory } } };
}

/** What tells endings apart: of refusals, the code. */
function keyOf(ending: Ending): string {
  if (ending.kind === "done") return `done ${ending.decided}`;
  return ending.kind === "refused" ? `refused ${ending.code}` : ending.kind;
}
