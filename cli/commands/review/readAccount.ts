/** What a review takes from the account. Reads only. */
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import type { LiveComparison } from "../../sources/account/liveTags";
import { listOutside, readOutside } from "../../sources/account/outsideTags";
import { readLiveAccount } from "../../sources/account/seenPlan";
import type { Plan } from "../../sources/plan/plan";
import { overwrittenIn } from "../../studies/review/overwritten";
import type { Overwritten } from "../../studies/review/review";
import { outsideNeeded } from "../../studies/review/reviewPlan";
import { withStops } from "../../studies/review/stops";
import { withLive } from "../../studies/review/withLive";

/** A plan with what the account has of it. */
export interface LivePlan {
  /** With what is live before, and the tags outside of the stack that refer to a change. */
  plan: Plan;
  /** What adoptions, promotions and staged contents are compared with, by URN. */
  compared: ReadonlyMap<string, LiveComparison>;
  /** The work of others that the plan undoes, by URN. */
  overwritten: ReadonlyMap<string, Overwritten>;
}

/** A plan without the account. */
export function offline(plan: Plan): LivePlan {
  return { plan, compared: new Map(), overwritten: overwrittenIn(plan) };
}

/**
 * Reads what the account has of a plan.
 *
 * @throws {Error} if it can't be read, or seems to be another one
 */
export async function readAccount(planned: Plan, account: Account, terminal: Terminal): Promise<LivePlan> {
  const found = await readLiveAccount(account, planned);
  const overwritten = overwrittenIn(planned, found);
  const live = withLive(planned, found);
  const compared = withReplaced(planned, live, found.compared);
  const plan = withStops(live, found, overwritten);
  // A plan without unchanged resources does not say which tags are in the stack.
  if (!plan.isComplete) return { plan, compared, overwritten };
  const listed = await listOutside(account, plan);
  const needed = outsideNeeded(plan, listed.tags, compared);
  const outside = await readOutside(account, needed, terminal);
  const outsideNotRead = [...listed.notRead, ...outside.notRead];
  const tags = [...plan.tags, ...outside.tags];
  const hidden = needed.length < listed.tags.length ? { mayHideFollowers: true as const } : {};
  const read = { hasOutside: true, outsideNotRead, listed: listed.listed, ...hidden } as const;
  return { plan: { ...plan, tags, ...read }, compared, overwritten };
}

/** A replacement that deletes nothing may adopt another tag, which was not looked up. */
function withReplaced(planned: Plan, { tags }: Plan, compared: LivePlan["compared"]): LivePlan["compared"] {
  const replaced = new Set(planned.tags.flatMap(({ op, urn }) => (op === "replace" ? [urn] : [])));
  const adopting = tags.filter(
    ({ op, urn, after }) =>
      op === "create" && replaced.has(urn) && (typeof after?.adopt === "string" || !compared.has(urn)),
  );
  return new Map([...compared, ...adopting.map(({ urn }) => [urn, { result: "notRead" }] as const)]);
}
