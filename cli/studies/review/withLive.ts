/** A plan with what the account has. Pure. */
import { isSameName } from "../../../rules/names";
import { withKeys, withKnownIds } from "../../../rules/tagKeys";
import type { Declared } from "../../../rules/types";
import { factsOf } from "../../../stack/facts/facts";
import { isSameId } from "../../../stack/state/kinds";
import type { LiveComparison } from "../../sources/account/liveTags";
import type { LiveAccount, SeenPlanned } from "../../sources/account/seenPlan";
import type { Plan, PlannedContent, PlannedInputs, PlannedTag } from "../../sources/plan/plan";
import { diffContents } from "../../../rules/ruleDiff";
import { liveIn } from "./overwritten";

/** A plan as a refresh would have made it, and with the IDs of the tags that it adopts. */
export function withLive(plan: Plan, { compared, metadata, seen }: LiveAccount): Plan {
  const adopted = new Map(
    plan.tags.flatMap(({ op, urn }) => {
      const one = compared.get(urn);
      return op === "create" && one?.result === "compared" && one.live.id !== undefined ? [[urn, one.live.id]] : [];
    }),
  );
  const tags = plan.tags.map((tag) => takenBack(withAdopted(tag, adopted), compared.get(tag.urn)));
  const known = withKnownIds(tags.map(({ id }) => id));
  return {
    ...plan,
    metadata: plan.metadata.map((one) => ({
      ...ofAdopted(one, adopted),
      live: metadata.get(one.urn) ?? "notKnown",
    })),
    tags: tags.map((tag) => asSeen(tag, seen.get(tag.urn), known)),
  };
}

/** What Pulumi would do with a tag if it knew the IDs of adopted ones, which it takes for new. */
function withAdopted(tag: PlannedTag, adopted: ReadonlyMap<string, string>): PlannedTag {
  const { op, before, after, urn, found } = tag;
  const id = tag.id ?? adopted.get(urn);
  if (after === undefined) return tag;
  const resolved = withKeys(after, (key) => adopted.get(key) ?? key);
  // If a refresh found a change, the run saves even what the state has.
  const isSame = op === "update" && found === undefined && JSON.stringify(before) === JSON.stringify(resolved);
  return { ...tag, op: isSame ? "same" : op, after: resolved, ...(id === undefined ? {} : { id }) };
}

/** A creation without `adopt` that finds the resource's own tag: it saves that one. */
function takenBack(tag: PlannedTag, found: LiveComparison | undefined): PlannedTag {
  const { op, after } = tag;
  if (op !== "create" || after === undefined || found?.result !== "compared" || (after.adopt ?? false) !== false)
    return tag;
  const { ownerUrn } = after;
  const before = { ...found.live, setAsLive: true, ...(ownerUrn === undefined ? {} : { ownerUrn }) };
  return { ...tag, op: "update", before, isTakenBack: true };
}

/** The same for metadata. Only another tag makes Pulumi replace it. */
function ofAdopted(one: PlannedInputs, adopted: ReadonlyMap<string, string>): PlannedInputs {
  const { op, before, after } = one;
  const virtualTagId = adopted.get(String(after?.["virtualTagId"]));
  if (virtualTagId === undefined) return one;
  const resolved = { ...after, virtualTagId };
  if (op !== "replace" || !isSameId(virtualTagId, before?.["virtualTagId"])) return { ...one, after: resolved };
  return { ...one, op: JSON.stringify(before) === JSON.stringify(resolved) ? "same" : "update", after: resolved };
}

/** A tag with what is live, and what the provider would do with it: it deletes no tag of another owner, and none that the stack adopted and never saved. */
function asSeen(tag: PlannedTag, one: SeenPlanned | undefined, known: Known): PlannedTag {
  if (one === undefined || !("shown" in one.seen)) return tag;
  const { before, ...withoutBefore } = tag;
  const { op } = tag;
  const { shown } = one.seen;
  const isGone = op === "delete" || op === "replace";
  if (shown.kind === "missing") {
    if (isGone) return { ...withoutBefore, op: op === "replace" ? "create" : "forget" };
    const { after } = tag;
    // An adoption by name creates a tag that is not there.
    const isCreated = tag.isMove === true && after?.adopt === true;
    return isCreated ? { ...withoutBefore, op: "create", after: { ...after, adopt: false } } : tag;
  }
  const facts = factsOf(shown, one.declared.left, one.declared.mark);
  const isOthers = facts.owner.kind === "other";
  if (op === "replace" && isOthers) return { ...withoutBefore, op: "create" };
  const kept: PlannedTag = isGone && isOthers ? { ...tag, op: "forget" } : tag;
  const live = before?.setAsLive === true ? withContent(kept, liveIn(facts), known) : kept;
  if (isGone && facts.owner.kind === "nobody") return { ...live, mayStay: true };
  // A change that a refresh found, and that was put back since, leaves nothing to save.
  const isPutBack = op === "update" && tag.found !== undefined && !isOthers && isUnchanged(live);
  return isPutBack ? { ...live, op: "same" } : live;
}

type Known = <Content extends PlannedContent>(content: Content) => Content;

/** A tag with its live content, unless the state has that already. */
function withContent(tag: PlannedTag, live: Declared | undefined, known: Known): PlannedTag {
  const { op, before, after } = tag;
  if (before === undefined || live === undefined || isAsLive(before, live)) return tag;
  const asLive = (content: PlannedContent): PlannedContent => known({ ...content, ...live });
  // An update leaves a tag as it is whose program doesn't change.
  return { ...tag, before: asLive(before), ...(op === "same" && after !== undefined ? { after: asLive(after) } : {}) };
}

const isAsLive = (one: Declared, other: Declared): boolean =>
  isSameName(one.name, other.name) && diffContents(one, other).equal;

function isUnchanged({ before, after, typeBefore }: PlannedTag): boolean {
  if (before === undefined || after === undefined || typeBefore !== undefined || !isAsLive(before, after)) return false;
  const { name, rules, defaultValue } = before;
  return JSON.stringify(before) === JSON.stringify({ ...after, name, rules, defaultValue });
}
