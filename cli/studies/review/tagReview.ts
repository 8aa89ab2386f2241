/** What happens to each tag of a plan. Pure. */
import { markOf, ownerOf } from "../../../client/ownershipMark";
import { isSameName } from "../../../rules/names";
import type { TagContent } from "../../../rules/types";
import { type ContentDiff, diffContents } from "../../../rules/ruleDiff";
import type { PlannedTag } from "../../sources/plan/plan";
import type { ChangeKind, Overwritten, TagFacts, TagReview } from "./review";
import type { LiveComparison } from "../../sources/account/liveTags";

/**
 * Reviews a tag that changes.
 *
 * @param live the live content that its adoption or promotion was compared with; undefined without a comparison
 * @param overwrites the work of others that it undoes
 */
export function reviewTag(
  tag: PlannedTag,
  live: LiveComparison | undefined,
  overwrites: Overwritten | undefined,
): TagReview {
  const { urn, id, after } = tag;
  const change = changeOf(tag);
  // A deletion takes away what is live. The state has only what is staged beside it.
  const isBesideLive = change === "deleted" && tag.before?.setAsLive === false;
  const comparison =
    change === "adopted" || change === "promoted" || isBesideLive
      ? (live ?? { result: "notCompared" as const })
      : stateOutdated(tag, live);
  const found = comparison?.result === "compared" ? comparison.live : undefined;
  const before = isBesideLive && found !== undefined ? { ...tag.before, ...found } : tag.before;
  const isOutdated = (change === "updated" || change === "deleted") && comparison !== undefined && found === undefined;
  const diff = isOutdated ? undefined : diffOf(change, { before, after }, found);
  // A tag that was moved and is no longer there is created again.
  const known = tag.isMove === true && tag.op === "create" ? undefined : (id ?? before?.id ?? found?.id);
  return {
    key: urn,
    ...(known === undefined ? {} : { id: known }),
    name: nameOf(tag),
    change,
    ...(diff === undefined ? {} : { diff }),
    ...(before === undefined || isOutdated ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    facts: { ...factsOf(tag, comparison), ...(overwrites === undefined ? {} : { overwrites }) },
  };
}

/** Why the state does not say what is live of a tag; undefined if it does, or has a staged content. */
function stateOutdated({ op, before }: PlannedTag, live: LiveComparison | undefined): LiveComparison | undefined {
  return op === "create" || before?.setAsLive === false || live?.result === "compared" ? undefined : live;
}

/** The name of a tag, or of its resource if the name is hidden. */
export function nameOf({ name, after, before, resourceName }: PlannedTag): string {
  return name ?? after?.name ?? before?.name ?? resourceName;
}

function changeOf({ op, before, after }: PlannedTag): ChangeKind {
  if (op === "delete") return "deleted";
  if (op === "forget") return "updated";
  if (after === undefined) return "unreadable";
  if (op === "create") return after.adopt === undefined || after.adopt === false ? "created" : "adopted";
  if (before === undefined) return "unreadable";
  return op === "update" && !before.setAsLive && after.setAsLive ? "promoted" : "updated";
}

function diffOf(
  change: ChangeKind,
  { before, after }: { before: TagContent | undefined; after: TagContent | undefined },
  live: TagContent | undefined,
): ContentDiff | undefined {
  switch (change) {
    case "created":
      return after && diffContents(withoutRules(after), after);
    case "deleted":
      return before && diffContents(before, withoutRules(before));
    case "adopted":
    case "promoted":
      return after && live && diffContents(live, after);
    case "updated":
    case "follows":
      return before && diffContents(before, after ?? before);
    case "unreadable":
      return undefined;
  }
}

const withoutRules = ({ defaultValue }: TagContent): TagContent => ({ rules: [], defaultValue });

function factsOf(tag: PlannedTag, live: LiveComparison | undefined): TagFacts {
  const { op, before, after, unreadable } = tag;
  const adopts = op === "create" && after?.adopt !== undefined && after.adopt !== false ? after.adopt : undefined;
  const formerName = before?.name ?? (live?.result === "compared" ? live.live.name : undefined);
  const owner = op === "update" ? ownerChange(tag) : op === "create" ? takeOver(tag, live) : undefined;
  return {
    ...(formerName !== undefined && after !== undefined && !isSameName(formerName, after.name)
      ? { renamedFrom: formerName }
      : {}),
    ...(owner === undefined ? {} : { owner }),
    ...(after?.setAsLive === false && op !== "same" ? { isStaged: true } : {}),
    ...(after?.isLiveUnknown === true ? { isLiveUnknown: true } : {}),
    ...(op === "replace" && before?.id !== undefined ? { replacedId: before.id } : {}),
    ...(op === "forget" ? { leavesStack: true } : {}),
    ...(tag.mayStay === true ? { mayStay: true } : {}),
    ...(tag.stop === undefined ? {} : { stop: tag.stop }),
    ...(tag.takesOver === true ? { takesOver: true } : {}),
    ...(tag.isMove === true ? { isMove: true } : {}),
    ...(tag.isTakenBack === true ? { isTakenBack: true } : {}),
    ...(adopts === undefined ? {} : { adopts }),
    ...(live === undefined ? {} : { live }),
    ...v1Facts(tag),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

function v1Facts({ type, typeBefore, before, after }: PlannedTag): Pick<TagFacts, "v1" | "isCaseSensitive"> {
  if (typeBefore !== undefined) {
    const leaves = typeBefore === "VirtualTagV1";
    // In V2, case always counts.
    const wasOrIsCaseSensitive = (leaves ? before : after)?.isCaseSensitive === true;
    return { v1: leaves ? "leaves" : "returns", ...(wasOrIsCaseSensitive ? {} : { isCaseSensitive: leaves }) };
  }
  if (type !== "VirtualTagV1") return {};
  const [old, now] = [before, after].map((content) => content && content.isCaseSensitive === true);
  return { v1: "managed", ...(old === undefined || now === undefined || old === now ? {} : { isCaseSensitive: now }) };
}

/** The owners that the ownership marks name, if they differ. V1 leaves no mark. */
function ownerChange({ before, after, type }: PlannedTag): TagFacts["owner"] {
  if (type === "VirtualTagV1") return undefined;
  const [old, now] = [ownerOfUrn(before?.ownerUrn), ownerOfUrn(after?.ownerUrn)];
  return old === undefined || now === undefined || old === now ? undefined : { before: old, after: now };
}

/** The owner of an adopted tag, if it is another resource. */
function takeOver({ after, urn }: PlannedTag, live: LiveComparison | undefined): TagFacts["owner"] {
  const [old, now] = [live?.result === "compared" ? live.mark : undefined, ownerOfUrn(after?.ownerUrn ?? urn)];
  if (old === undefined || now === undefined || ownerOf(old) === now) return undefined;
  return { before: ownerOf(old), after: now };
}

/** `project/stack#resource`; undefined if the text is no URN. */
function ownerOfUrn(urn: string | undefined): string | undefined {
  try {
    return urn === undefined ? undefined : ownerOf(markOf(urn));
  } catch {
    return undefined;
  }
}
