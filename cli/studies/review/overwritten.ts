/** What others changed since the stack wrote it, and a plan undoes. Pure. */
import { isSaveOf, markIn, markOf, ownerOf } from "../../../client/ownershipMark";
import { canonicalRule } from "../../../rules/canonical";
import type { Declared, Rule } from "../../../rules/types";
import { factsOf, type TagFacts } from "../../../stack/facts/facts";
import type { LeftTag } from "../../../stack/facts/left";
import { amongIgnored } from "../../../stack/facts/ignored";
import { liveVersionOf, type PresentTag, versionsOf } from "../../../stack/facts/seen";
import { differingFields } from "../../../stack/state/fields";
import { containsUnknown } from "../../../stack/state/unknown";
import { virtualTagFields } from "../../../stack/state/virtualTag";
import type { LiveAccount, SeenPlanned } from "../../sources/account/seenPlan";
import type { Plan, PlannedTag } from "../../sources/plan/plan";
import { type Saved, savedSince } from "../savedSince";
import type { Overwritten, Review, TagPart, TagReview } from "./review";

/** Who changed a tag, and what was live before and after it. Undefined: nobody knows. */
interface Change extends Saved {
  written: Declared | undefined;
  live: Declared | undefined;
}

/**
 * What a plan undoes of the work of others, by URN.
 *
 * @param account what is live; missing without `--live`. Then only a refresh can have found it
 */
export function overwrittenIn({ tags }: Plan, account?: LiveAccount): Map<string, Overwritten> {
  return new Map(
    tags.flatMap((tag) => {
      const { op: decidedOp, plannedOp, isMove, after, urn } = tag;
      const op = isMove === true ? "update" : (plannedOp ?? decidedOp);
      if (["same", "read", "forget"].includes(op)) return [];
      const overwritten =
        op === "create" ? byCreation(tag, account) : (byReplacement(tag, account) ?? byChange(tag, account));
      // A staged save leaves what is live, but not a tag of another owner, or one that is not there.
      const isStaged = op === "update" && after?.setAsLive === false;
      const isMissed = overwritten?.kind === "owner" || overwritten?.kind === "deleted";
      return overwritten === undefined || (isStaged && !isMissed) ? [] : [[urn, overwritten] as const];
    }),
  );
}

function byCreation({ after, found, urn }: PlannedTag, account: LiveAccount | undefined): Overwritten | undefined {
  if (found === "deleted") return { kind: "deleted" };
  const live = account?.compared.get(urn);
  if (live === undefined || after === undefined || !after.setAsLive) return undefined;
  if (live.result === "notRead") return { kind: "notKnown" };
  if (live.result !== "compared") return undefined;
  const { by, at, changeDescription } = live.saved ?? {};
  // A run of this resource saved it, and was interrupted.
  if (isSaveOf(markOf(after.ownerUrn ?? urn), changeDescription)) return undefined;
  const parts = partsThatDiffer(after, live.live);
  if (parts.length === 0) return undefined;
  if ((after.adopt ?? false) !== false) return { kind: "adopted", by, at, parts };
  // Without a state, nobody knows what the resource itself wrote.
  return { kind: "edit", by, at, isOnlySave: false, parts, isCertain: false };
}

/** A replacement with `adopt` takes over another tag that has its name. */
function byReplacement(
  { after, takesOver, urn }: PlannedTag,
  account: LiveAccount | undefined,
): Overwritten | undefined {
  const found = account?.taken.get(urn);
  if (takesOver !== true || after?.setAsLive !== true || found === undefined || found.result === "nothingLive")
    return undefined;
  if (found.result !== "compared") return { kind: "notKnown" };
  const { live, saved } = found;
  const parts = partsThatDiffer(after, live);
  return parts.length === 0 ? undefined : { kind: "adopted", by: saved?.by, at: saved?.at, parts };
}

function byChange(tag: PlannedTag, account: LiveAccount | undefined): Overwritten | undefined {
  const { before, found, isRefreshed, left, urn } = tag;
  if (left === undefined) return undefined;
  if (account !== undefined) return bySeen(tag, account.seen.get(urn));
  if (found === undefined) return isRefreshed ? undefined : { kind: "notRead" };
  if (found === "deleted") return { kind: "deleted" };
  const { by, at, written } = found;
  // Beside a staged content, the state does not have what is live.
  // A refresh keeps only the last save.
  const saved = { by, at, isOnlySave: false };
  return undone(tag, { ...saved, written, live: before?.setAsLive === true ? before : undefined });
}

function bySeen(tag: PlannedTag, one: SeenPlanned | undefined): Overwritten | undefined {
  if (one === undefined || "error" in one.seen) return { kind: "notKnown" };
  const { shown } = one.seen;
  if (shown.kind === "missing") return { kind: "deleted" };
  const { left } = one.declared;
  const facts = factsOf(shown, left, one.declared.mark);
  const { change, owner } = facts;
  // An adoption takes it over, whoever owns it.
  if (owner.kind === "other" && tag.isMove !== true) {
    const versions = versionsOf(shown);
    const taken = versions.find(({ changeDescription }) => markIn(changeDescription) === owner.mark);
    return { kind: "owner", owner: ownerOf(owner.mark), by: taken?.createdBy, at: taken?.createdAt };
  }
  if (change.kind === "encrypted") return { kind: "notKnown" };
  if (change.kind === "promoted")
    return (tag.plannedOp ?? tag.op) === "delete"
      ? undefined
      : byPromotion(tag, facts, isStagedLive(shown, left) ? {} : change.drift);
  if (change.kind !== "others") return undefined;
  const { name, staged, writtenBy } = left;
  // What V1 makes of a content can't be compared part by part, and a staged content is not what was live.
  const isKnown = writtenBy.api === "v2" && staged === undefined && typeof name !== "string";
  const written = isKnown && change.written !== undefined ? { ...change.written, name: name.value } : undefined;
  return undone(tag, { ...savedSince(shown, one.declared), written, live: liveIn(facts) });
}

/** Whether the staged version is live, and not another one with its content. Its author is not the one who made it live. */
const isStagedLive = (shown: PresentTag, { staged }: LeftTag): boolean =>
  liveVersionOf(shown)?.id === staged?.versionId;

/** Somebody made live what the stack had staged. */
function byPromotion({ after }: PlannedTag, facts: TagFacts, { by, at }: Partial<Saved>): Overwritten | undefined {
  const live = liveIn(facts);
  const promotion = { kind: "edit", by, at, isOnlySave: false, isPromotion: true } as const;
  if (live === undefined || after === undefined || containsUnknown([after.name, after.rules, after.defaultValue]))
    return { ...promotion, parts: [], isCertain: false };
  const parts = partsThatDiffer(after, live);
  return parts.length === 0 ? undefined : { ...promotion, parts, isCertain: after.isLiveUnknown !== true };
}

/** The live name and content; undefined if one of them is not known. */
export function liveIn({ content, name }: TagFacts): Declared | undefined {
  return content === undefined || name === undefined ? undefined : { ...content, name };
}

/** What the plan undoes of a change; undefined if it keeps all of it. */
function undone(
  { op: decidedOp, plannedOp: op = decidedOp, after }: PlannedTag,
  { written, live, ...saved }: Change,
): Overwritten | undefined {
  const edit = { kind: "edit", ...saved } as const;
  if (op === "delete" || op === "replace") {
    const parts = written === undefined || live === undefined ? [] : partsThatDiffer(written, live);
    return { ...edit, parts, isCertain: true };
  }
  if (live === undefined || after === undefined || containsUnknown([after.name, after.rules, after.defaultValue]))
    return { ...edit, ...ignoredIn(allParts, after), parts: [], isCertain: false };
  const differing = partsThatDiffer(after, live);
  if (differing.length === 0) return undefined;
  if (written === undefined) return { ...edit, ...ignoredIn(differing, after), parts: differing, isCertain: false };
  const changed = partsThatDiffer(written, live).filter((part) => differing.includes(part));
  const parts = changed.filter((part) => part !== "rules" || areRulesUndone(written.rules, live.rules, after.rules));
  if (parts.length === 0) return undefined;
  return { ...edit, ...ignoredIn(parts, after), parts, isCertain: after.isLiveUnknown !== true };
}

function ignoredIn(parts: readonly TagPart[], after: PlannedTag["after"]): { isIgnored?: true } {
  return amongIgnored(parts, after?.ignored ?? []).length > 0 ? { isIgnored: true } : {};
}

const allParts = ["name", "rules", "defaultValue"] as const;

function partsThatDiffer(one: Declared, { name, rules, defaultValue }: Declared): TagPart[] {
  const differing = differingFields(virtualTagFields, one, { name, rules, defaultValue });
  return allParts.filter((part) => differing.includes(part));
}

/** Whether a rule that was added is missing after the plan, one that was removed is back, or the order is another one again. */
function areRulesUndone(
  writtenRules: readonly Rule[],
  liveRules: readonly Rule[],
  rulesAfter: readonly Rule[],
): boolean {
  const [written, live, after] = [keysOf(writtenRules), keysOf(liveRules), keysOf(rulesAfter)];
  const isAddedGone = live.some((key) => !written.includes(key) && !after.includes(key));
  const isRemovedBack = written.some((key) => !live.includes(key) && after.includes(key));
  const inOrder = (keys: readonly string[], others: readonly string[]): string =>
    JSON.stringify(keys.filter((key) => others.includes(key)));
  const isMoved = inOrder(written, live) !== inOrder(live, written);
  return isAddedGone || isRemovedBack || (isMoved && inOrder(live, after) !== inOrder(after, live));
}

const keysOf = (rules: readonly Rule[]): string[] => rules.map((rule) => JSON.stringify(canonicalRule(rule)));

const ranks: readonly Overwritten["kind"][] = ["edit", "owner", "adopted", "deleted"];

/** The tags whose change undoes work of others, those that lose an edit first. */
export function overwriting({ tags }: Review): (TagReview & { facts: { overwrites: Overwritten } })[] {
  const rankOf = ({ facts }: TagReview): number => ranks.indexOf(facts.overwrites?.kind ?? "notRead");
  const all = tags.filter((tag): tag is TagReview & { facts: { overwrites: Overwritten } } => rankOf(tag) >= 0);
  return all.sort((one, other) => rankOf(one) - rankOf(other));
}
