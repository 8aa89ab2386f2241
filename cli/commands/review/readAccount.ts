/** What a review takes from the account. Reads only. */
import { likelyHabits } from "../../../client/dry/habits";
import { PrivateCopy } from "../../../client/dry/privateCopy";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import type { LiveComparison } from "../../sources/account/liveTags";
import { asForeseen, readForeseen, takenIn } from "../../sources/account/foreseen";
import { listOutside, readOutside } from "../../sources/account/outsideTags";
import { readLiveAccount } from "../../sources/account/seenPlan";
import { type Plan, resourcesOf } from "../../sources/plan/plan";
import { overwrittenIn } from "../../studies/review/overwritten";
import type { Overwritten } from "../../studies/review/review";
import { outsideNeeded } from "../../studies/review/reviewPlan";
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
 * Reads what the account has of a plan. Each read is requested once.
 *
 * @throws {Error} if it can't be read, or seems to be another one
 */
export async function readAccount(planned: Plan, account: Account, terminal: Terminal): Promise<LivePlan> {
  const { metadataNesting } = account.settings;
  const copy = new PrivateCopy({ ...likelyHabits, metadataNesting }, terminal);
  const client = account.openDry(copy);
  try {
    return await readFrom(planned, { ...account, client }, copy, terminal);
  } finally {
    client.close();
  }
}

async function readFrom(planned: Plan, account: Account, copy: PrivateCopy, terminal: Terminal): Promise<LivePlan> {
  const foreseen = await readForeseen(planned, account, copy, account.reach.stack !== undefined);
  const decided = { ...planned, ...resourcesOf(asForeseen(planned.changes ?? [], foreseen)) };
  const found = await readLiveAccount(account, decided, takenIn(foreseen));
  const { compared } = found;
  const overwritten = overwrittenIn(decided, found);
  const plan = withLive(decided, found);
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
