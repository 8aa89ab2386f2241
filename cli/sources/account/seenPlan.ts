/** Reads what the account has of a plan's tags, to recognize what others changed. Reads only. */
import type { Listed, MetadataMap, VirtualTag } from "../../../client";
import { orNotFound } from "../../../client/settle";
import { liveContentOf, liveVersionOf, type SeenTag } from "../../../stack/facts/seen";
import { previewed, shownText } from "../../../stack/state/readState";
import type { Account } from "../../console/account";
import { type DeclaredTag, readResource } from "../declared";
import type { Plan, PlannedTag } from "../plan/plan";
import { isUuid } from "./ids";
import { comparisonOf, type LiveComparison, orNotRead } from "./liveTags";
import { readStack, type Seen } from "./seenStack";

/** A tag of a stack, and what the account has of it. */
export interface SeenPlanned {
  declared: DeclaredTag;
  seen: Seen<SeenTag<Listed<VirtualTag>>>;
}

/** What the account has of a plan. */
export interface LiveAccount {
  /** What adoptions, promotions and staged contents are compared with, and why the live content of other tags is not known, by URN. */
  compared: ReadonlyMap<string, LiveComparison>;
  /** The tags that creations take, also those of replacements, by URN. */
  taken: ReadonlyMap<string, LiveComparison>;
  /** The tags that the stack has already, by URN. */
  seen: ReadonlyMap<string, SeenPlanned>;
  /** The metadata that the plan changes, by URN, as far as it can be read. */
  metadata: ReadonlyMap<string, MetadataMap>;
}

/**
 * Reads what the account has of a plan.
 *
 * @param taken what its creations take, by URN
 * @throws {Error} of the client, if the account can't be read, or seems to be another one
 */
export async function readLiveAccount(
  account: Account,
  plan: Plan,
  taken: ReadonlyMap<string, LiveComparison>,
): Promise<LiveAccount> {
  const seen = await readSeenTags(account, plan);
  const compared = plan.tags.flatMap((tag) => {
    const one = comparedWith(tag, seen.get(tag.urn), taken.get(tag.urn));
    return one === undefined ? [] : [[tag.urn, one] as const];
  });
  return { compared: new Map(compared), taken, seen, metadata: await readSeenMetadata(account, plan) };
}

/** What a tag is compared with, of which the plan doesn't say what is live. */
function comparedWith(
  { op, plannedOp = op, before, after, isForeign, isMove }: PlannedTag,
  one: SeenPlanned | undefined,
  taken: LiveComparison | undefined,
): LiveComparison | undefined {
  if (op === "create" || (plannedOp === "create" && isMove !== true))
    return taken ?? ((after?.adopt ?? false) === false ? undefined : { result: "notRead" });
  // A preview reads what a program only reads, and other accounts are not read.
  if (op === "read" || before === undefined) return undefined;
  if (!before.setAsLive && op !== "replace")
    return one === undefined || "error" in one.seen ? { result: "notRead" } : comparisonOf(one.seen.shown);
  const result = before.setAsLive && isForeign !== true ? whyNotKnown(one) : undefined;
  return result && { result };
}

/**
 * Looks up the tags that the stack of a plan has, by URN. One whose state can't be read, or that belongs to another provider, is not
 * among them.
 *
 * @throws {Error} if the plan seems to belong to another account
 */
async function readSeenTags(account: Account, { tags }: Plan): Promise<Map<string, SeenPlanned>> {
  const declared = tags.flatMap((tag) => declaredIn(tag) ?? []);
  // A deletion leaves a tag to another owner, who may have only staged a version.
  const deleted = new Set(
    tags.flatMap(({ op, plannedOp = op, urn }) => (plannedOp === "delete" || plannedOp === "replace" ? [urn] : [])),
  );
  const declarations = { tags: declared, metadata: [], endpoints: [], notCompared: [] };
  const seen = await readStack(account, declarations, ({ urn }) => deleted.has(urn));
  return new Map(seen.tags.map((one) => [one.declared.urn, one]));
}

/** Why the live content of a tag is not known of which the state has one: the state does not say what is live. */
function whyNotKnown(one: SeenPlanned | undefined): "missing" | "nothingLive" | "notRead" | undefined {
  if (one === undefined || "error" in one.seen) return "notRead";
  const { shown } = one.seen;
  if (shown.kind === "missing") return "missing";
  if (liveContentOf(shown) !== undefined) return undefined;
  return liveVersionOf(shown) === undefined ? "nothingLive" : "notRead";
}

/**
 * The metadata that a plan changes, as the account has it, by URN. What can't be read, or belongs to another provider, is not among it.
 *
 * @throws {Error} of the client
 */
async function readSeenMetadata({ client }: Account, { metadata }: Plan): Promise<Map<string, MetadataMap>> {
  const found = new Map<string, MetadataMap>();
  for (const { op, urn, before, after, isForeign } of metadata) {
    const id = shownText((before ?? after)?.["virtualTagId"], previewed) ?? "";
    if (["same", "read", "forget"].includes(op) || isForeign === true || !isUuid.test(id)) continue;
    const reading = orNotFound(client.virtualTagMetadata.get(id)).then((shown) => ({ shown }));
    const read = await orNotRead(reading);
    if ("shown" in read && read.shown !== undefined) found.set(urn, read.shown);
  }
  return found;
}

/** A resource that was renamed owns the tag by its old name and, after an interrupted run, by its new one. */
function declaredIn({ op, plannedOp = op, isMove, urn, resourceName, left }: PlannedTag): DeclaredTag | undefined {
  if (op === "read" || (plannedOp === "create" && isMove !== true) || left?.kind === undefined) return undefined;
  const { id, kind, provider, inputs, outputs } = left;
  if (kind !== "VirtualTag" && kind !== "VirtualTagV1") return undefined;
  const found = readResource({ id, provider, inputs, outputs }, { kind, resource: resourceName, urn }, previewed);
  return typeof found === "object" && "left" in found ? found : undefined;
}
