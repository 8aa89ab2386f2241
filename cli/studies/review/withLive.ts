/** A plan with what the account has. Pure. */
import { isSameName } from "../../../rules/names";
import { withKnownIds } from "../../../rules/tagKeys";
import type { Declared } from "../../../rules/types";
import { factsOf } from "../../../stack/facts/facts";
import type { LiveComparison } from "../../sources/account/liveTags";
import type { LiveAccount, SeenPlanned } from "../../sources/account/seenPlan";
import type { Plan, PlannedContent, PlannedTag } from "../../sources/plan/plan";
import { diffContents } from "../../../rules/ruleDiff";
import { liveIn } from "./overwritten";

/** A plan with what is live before. */
export function withLive(plan: Plan, { taken, metadata, seen }: LiveAccount): Plan {
  const tags = plan.tags.map((tag) => takenBack(tag, taken.get(tag.urn)));
  const known = withKnownIds(tags.map(({ id }) => id));
  return {
    ...plan,
    isLive: true,
    metadata: plan.metadata.map((one) => ({ ...one, live: metadata.get(one.urn) ?? "notKnown" })),
    tags: tags.map((tag) => asSeen(tag, seen.get(tag.urn), known)),
  };
}

/** A creation without `adopt` that finds the resource's own tag. */
function takenBack(tag: PlannedTag, found: LiveComparison | undefined): PlannedTag {
  const { after, isTakenBack } = tag;
  if (isTakenBack !== true || found?.result !== "compared") return tag;
  const ownerUrn = after?.ownerUrn;
  const before = { ...found.live, setAsLive: true, ...(ownerUrn === undefined ? {} : { ownerUrn }) };
  return { ...tag, before };
}

/** A tag with what is live. */
function asSeen(tag: PlannedTag, one: SeenPlanned | undefined, known: Known): PlannedTag {
  if (tag.before?.setAsLive !== true || one === undefined || !("shown" in one.seen)) return tag;
  const { shown } = one.seen;
  return shown.kind === "missing"
    ? tag
    : withContent(tag, liveIn(factsOf(shown, one.declared.left, one.declared.mark)), known);
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
