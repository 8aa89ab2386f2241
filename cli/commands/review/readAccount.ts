/** What a review takes from the account. Reads only. */
import { likelyHabits } from "../../../client/dry/habits";
import { PrivateCopy } from "../../../client/dry/privateCopy";
import { ownerOf as ownerOfMark } from "../../../client/ownershipMark";
import { isSameId } from "../../../stack/state/kinds";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import type { LiveComparison } from "../../sources/account/liveTags";
import { listOutside, readOutside } from "../../sources/account/outsideTags";
import { readLiveAccount } from "../../sources/account/seenPlan";
import { readStops, type StepStop } from "../../sources/account/stops";
import type { Plan, PlannedResource } from "../../sources/plan/plan";
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
  const found = await readLiveAccount(account, planned);
  const overwritten = overwrittenIn(planned, found);
  const live = withLive(planned, found);
  const compared = withReplaced(planned, live, found.compared);
  const stops = await readStops(planned, account, copy, account.reach.stack !== undefined);
  const plan = withStops(planned, live, stops, compared, overwritten);
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

/** The other owner of a tag, or of the one that has its name. */
function ownerOf(found: LiveComparison | undefined, overwritten: Overwritten | undefined): string | undefined {
  if (overwritten?.kind === "owner") return overwritten.owner;
  const [mark] = found?.result === "taken" ? found.tags.flatMap((tag) => tag.mark ?? []) : [];
  return mark === undefined ? undefined : ownerOfMark(mark);
}

/** A plan with why the run stops at its resources. A deletion that became a part of a move has its stop there. */
function withStops(
  planned: Plan,
  plan: Plan,
  stops: readonly StepStop[],
  compared: LivePlan["compared"],
  overwritten: LivePlan["overwritten"],
): Plan {
  const kinds = ["tags", "metadata", "endpoints"] as const;
  const ops = new Map(kinds.flatMap((kind) => planned[kind].map(({ op, urn }) => [urn, op] as const)));
  const withStop = <Resource extends PlannedResource>(one: Resource, id?: string): Resource => {
    const { op, urn } = one;
    const own = stops.filter((stop) => stop.urn === urn || (!ops.has(stop.urn) && isSameId(stop.id, id)));
    const found = own.find(({ stop }) => stop.isCertain) ?? own[0];
    if (found === undefined) return one;
    const { stop } = found;
    const isOwned = stop.code === "CA2002" || stop.code === "CA2012";
    const owner = isOwned ? ownerOf(compared.get(urn), overwritten.get(urn)) : undefined;
    // What stops is listed, also if the run would have nothing to save.
    const listed = op === "same" ? (ops.get(urn) ?? op) : op;
    return { ...one, op: listed, stop: { ...stop, ...(owner === undefined ? {} : { owner }) } };
  };
  return {
    ...plan,
    tags: plan.tags.map((tag) => {
      const { op, after, before, id = before?.id, urn } = tag;
      const isTaken = op === "replace" && after?.adopt === true && compared.get(urn)?.result === "taken";
      const stopping = withStop(tag, id);
      return isTaken && stopping.stop === undefined ? { ...tag, takesOver: true } : stopping;
    }),
    metadata: plan.metadata.map((one) => withStop(one)),
    endpoints: plan.endpoints.map((one) => withStop(one)),
  };
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
