/** What is proved about the tags that change: the effect of the change, and rules without effect. Pure. */
import { containsUnknown } from "../../../stack/state/unknown";
import { type AnalyzedTag, analyze, type Finding } from "../../../rules/analysis";
import type { TagContent } from "../../../rules/types";
import { type Effect, effectOf } from "../effect";
import type { ContentDiff } from "../ruleDiff";
import type { InputTag } from "../../sources/inputTag";
import { liveBefore, liveContents, type LiveTag } from "../liveContents";
import type { Plan, PlannedTag } from "../../sources/plan/plan";
import { doOthersChange, referencesIn } from "./followers";
import { onBothSides, type Side } from "./proofSides";
import type { Changed, NewFinding, TagReview } from "./review";

/** What a proof needs besides the tags' own contents. */
interface Known {
  /** The tags that change what they give. */
  changed: readonly Changed[];
  /** What is live in the account, by URN. */
  found: ReadonlyMap<string, InputTag>;
}

/** Adds the proofs to the reviews of a plan. */
export function withProofs(plan: Plan, reviews: readonly TagReview[], { changed, found }: Known): TagReview[] {
  const live = liveContents(plan.tags, found);
  const sides = { before: sideOf(live.before), after: sideOf(live.after) };
  const planned = new Map(plan.tags.map((tag) => [tag.urn, tag]));
  return reviews.map((review) => {
    const { after: content, change, diff, facts, key } = review;
    const tag = planned.get(key);
    // V1 may ignore the case of keys, which no proof knows.
    if (content === undefined || tag?.type === "VirtualTagV1") return review;
    const findings = findingsOf(content, sides.after);
    const compared = comparedWith(review);
    const known = compared === undefined || findings.length === 0 ? [] : findingsOf(compared, sides.before);
    const isNew = change === "created" || facts.live?.result === "missing";
    const isAlone = !doOthersChange(changed, review);
    const former = tag && formerOf(tag, found.get(key));
    return {
      ...review,
      findings,
      newFindings: newOnes(findings, known, diff, compared !== undefined && isKnown(compared, sides.before)),
      ...(isNew || diff?.equal === true ? {} : { effect: effectOn(former, content, sides, isAlone) }),
    };
  });
}

/** The tags whose live content is known, by the keys that references to them have. */
function sideOf(tags: readonly LiveTag[]): Side {
  return new Map(tags.flatMap((tag) => (tag.ignoresCase ? [] : [[tag.id, tag] as const])));
}

/** What was live before; undefined if that is not known. */
function formerOf(tag: PlannedTag, found: InputTag | undefined): TagContent | undefined {
  return liveBefore(tag, found).find(({ ignoresCase }) => !ignoresCase);
}

/** The content with which a review compares the new one. */
function comparedWith({ before, change, facts: { live } }: TagReview): TagContent | undefined {
  return change === "updated" || change === "follows" ? before : live?.result === "compared" ? live.live : undefined;
}

function effectOn(
  before: TagContent | undefined,
  after: TagContent,
  sides: { before: Side; after: Side },
  isAlone: boolean,
): Effect {
  if (before === undefined || containsUnknown([before, after])) return { kind: "not-decided", because: "content" };
  const both = onBothSides(before, after, sides, isAlone);
  return effectOf(both.before, both.after, both.tags);
}

/** The tags that a content refers to, also through other tags. */
function referred(content: TagContent, side: Side): AnalyzedTag[] {
  const found = new Map<string, AnalyzedTag>();
  const waiting = [content];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const key of referencesIn(from)) {
      const tag = side.get(key);
      if (tag === undefined || found.has(key)) continue;
      found.set(key, tag);
      waiting.push(tag);
    }
  }
  return [...found.values()];
}

function findingsOf({ rules, defaultValue }: TagContent, side: Side): Finding[] {
  const content = { rules, defaultValue };
  return analyze([content], { tags: referred(content, side), isUnknown: containsUnknown });
}

/** Whether everything that a content refers to is known, also through other tags. */
function isKnown(content: TagContent, side: Side): boolean {
  return [content, ...referred(content, side)].every((one) => [...referencesIn(one)].every((key) => side.has(key)));
}

/**
 * The findings that the change brings. A rule keeps its findings if it stays, wherever it is now.
 *
 * @param isBeforeKnown whether `known` has what there was before for certain
 */
function newOnes(
  findings: readonly Finding[],
  known: readonly Finding[],
  diff: ContentDiff | undefined,
  isBeforeKnown: boolean,
): NewFinding[] {
  const formerIndex = new Map(
    (diff?.rules ?? []).flatMap((rule) =>
      "beforeIndex" in rule && "afterIndex" in rule ? [[rule.afterIndex, rule.beforeIndex] as const] : [],
    ),
  );
  const place = ({ kind, rule, path = "" }: Finding, index: number | undefined): string =>
    JSON.stringify([kind, rule === undefined ? null : index, path.replace(/^rules\[\d+\]/, "")]);
  const former = new Set(known.map((finding) => place(finding, finding.rule)));
  const undecided = known.filter(({ kind }) => kind === "not-decided");
  const stateBefore = (rule: number | undefined): NewFinding["before"] => {
    const index = formerIndex.get(rule ?? -1);
    if (rule !== undefined && index === undefined) return "absent";
    const isDecided = !undecided.some((one) => one.rule === undefined || one.rule === index);
    return isBeforeKnown && isDecided ? "fine" : "notKnown";
  };
  // A change doesn't cause a finding that was not decided.
  return findings
    .filter(
      (finding) => finding.kind !== "not-decided" && !former.has(place(finding, formerIndex.get(finding.rule ?? -1))),
    )
    .map((finding) => ({ ...finding, before: stateBefore(finding.rule) }));
}
