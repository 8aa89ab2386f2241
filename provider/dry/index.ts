/** A dry run of a plan: what the provider would do, without a write. */
import type { CostAllocationClient } from "../../client";
import type { PrivateCopy } from "../../client/dry/privateCopy";
import type { Settings } from "../../client/settings";
import type { Policy } from "../shared/lifecycle";
import { coursesOf } from "./courses";
import { dryRun, type Ending, type PlannedStep } from "./dryRun";

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

/** Tries all courses of the engine, with each policy. */
export async function foresee(
  steps: readonly PlannedStep[],
  { copy, open, settings, policies }: ForeseeParts,
): Promise<Foreseen[]> {
  const names = await shownNames(copy, open);
  const { courses, untried } = coursesOf(steps, (id) => names.get(id.toLowerCase()), policies.length);
  const endings = new Map(steps.filter(({ op }) => op !== "same").map((step) => [step, new Map<string, Ending>()]));
  for (const course of courses)
    for (const policy of policies) {
      const client = open(copy.withoutWrites());
      const found = await dryRun(course, { client, settings: { ...settings, ...policy } });
      client.close();
      for (const [step, ending] of found) endings.get(step)?.set(keyOf(ending), ending);
    }
  return [...endings].map(([step, all]) => ({
    step,
    endings: [...all.values()],
    // Why a request fails is not in the account, so it may not fail the next time.
    isCertain: all.size === 1 && !all.has("unknown") && !all.has("failed") && !untried.has(step),
  }));
}

/** The names of the account's tags, by their IDs in lower case. */
async function shownNames(copy: PrivateCopy, open: ForeseeParts["open"]): Promise<Map<string, string>> {
  const client = open(copy);
  const tags = await client.virtualTags.list();
  client.close();
  return new Map(tags.map(({ id, name }) => [id.toLowerCase(), name]));
}

/** What tells endings apart. Texts have IDs of new resources, which each run makes up. */
function keyOf(ending: Ending): string {
  if (ending.kind === "done") return `done ${ending.decided}`;
  return ending.kind === "refused" ? `refused ${ending.code}` : ending.kind;
}
