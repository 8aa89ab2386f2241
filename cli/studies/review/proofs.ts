/** What is proved about the tags that change: the effect of the change, and rules without effect. Pure. */
import { containsUnknown } from "../../../stack/state/unknown";
import { type AnalyzedTag, analyze, type Finding } from "../../../rules/analysis";
import { readGroup } from "../../../rules/filters";
import type { Condition, Filter, TagContent } from "../../../rules/types";
import { type Effect, effectOf } from "../effect";
import type { ContentDiff } from "../../../rules/ruleDiff";
import type { InputTag } from "../../sources/inputTag";
import { type Found, liveBefore, liveContents, type LiveTag } from "../liveContents";
import type { Plan, PlannedTag } from "../../sources/plan/plan";
import { doOthersChange, referencesIn } from "./followers";
import { onBothSides, type Side } from "./proofSides";
import type { Changed, NewFinding, TagReview } from "./review";

/** What a proof needs besides the tags' own contents. */
interface Known {
  /** The tags that change what they give. */
  changed: readonly Changed[];
  /** What is live in the account, by URN. */
  found: Found;
}

/** Adds the proofs to the reviews of a plan. */
export function withProofs(plan: Plan, reviews: readonly TagReview[], { changed, found }: Known): TagReview[] {
  const live = liveContents(plan.tags, found);
  const sides = { before: sideOf(live.before), after: sideOf(live.after) };
  const planned = new Map(plan.tags.map((tag) => [tag.urn, tag]));
  return reviews.map((review) => {
    const { after: content, change, diff, facts, key, urn = key } = review;
    const tag = planned.get(urn);
    // V1 may ignore the case of keys, which no proof knows.
    if (content === undefined || tag?.type === "VirtualTagV1") return review;
    const findings = findingsOf(content, sides.after);
    const compared = comparedWith(review);
    const known = compared === undefined || findings.length === 0 ? [] : findingsOf(compared, sides.before);
    // No proof knows what V1 did, if it ignored the case of keys.
    const wasV1 = tag?.typeBefore === "VirtualTagV1";
    const isKnownBefore = compared !== undefined && !wasV1 && isKnown(compared, sides.before);
    const isNew = change === "created" || facts.live?.result === "missing";
    const isAlone = !doOthersChange(changed, review);
    const former = tag && formerOf(tag, found.get(urn));
    return {
      ...review,
      findings,
      newFindings: newOnes(
        { findings, content },
        { findings: known, content: compared, isKnown: isKnownBefore },
        isNew ? "created" : diff,
      ),
      ...(isNew || diff?.equal === true ? {} : { effect: effectOn(former, content, sides, isAlone) }),
    };
  });
}

/** The tags whose live content is known, by the keys that references to them have. */
function sideOf(tags: readonly LiveTag[]): Side {
  return new Map(tags.flatMap((tag) => (tag.ignoresCase ? [] : [[tag.id, tag] as const])));
}

/** What was live before; undefined if that is not known. */
function formerOf(tag: PlannedTag, found: InputTag | null | undefined): TagContent | undefined {
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
 * @param former what there was before. `isKnown`: for certain
 * @param diff how the rules differ; undefined if that is not known
 */
function newOnes(
  { findings, content }: { findings: readonly Finding[]; content: TagContent },
  former: { findings: readonly Finding[]; content: TagContent | undefined; isKnown: boolean },
  diff: ContentDiff | "created" | undefined,
): NewFinding[] {
  const formerIndex = new Map(
    (typeof diff === "object" ? diff.rules : []).flatMap((rule) =>
      "beforeIndex" in rule && "afterIndex" in rule ? [[rule.afterIndex, rule.beforeIndex] as const] : [],
    ),
  );
  const place = (finding: Finding, index: number | undefined, of: TagContent | undefined): string => {
    const { kind, rule, path = "" } = finding;
    // A condition may move in its rule, and is still the same.
    const { condition, value } = (isOfValue(kind) && of && comparisonAt(of, path)) || {};
    const what = condition === undefined ? path.replace(/^rules\[\d+\]/, "") : [condition.key, value];
    return JSON.stringify([isOfValue(kind) ? "value" : kind, rule === undefined ? null : index, what]);
  };
  const known = new Set(former.findings.map((finding) => place(finding, finding.rule, former.content)));
  const ofRule = (index: number | undefined, ...kinds: readonly Finding["kind"][]): boolean =>
    former.findings.some(({ kind, rule }) => kinds.includes(kind) && (rule === undefined || rule === index));
  const stateBefore = (rule: number | undefined): NewFinding["before"] => {
    const index = formerIndex.get(rule ?? -1);
    if (rule !== undefined && index === undefined) return diff === undefined ? "notKnown" : "absent";
    if (!former.isKnown || ofRule(index, "not-decided")) return "notKnown";
    return ofRule(index, "never-matches", "never-wins") ? "stopped" : "fine";
  };
  // A change doesn't cause a finding that was not decided.
  return findings
    .filter(
      (finding) =>
        finding.kind !== "not-decided" && !known.has(place(finding, formerIndex.get(finding.rule ?? -1), content)),
    )
    .map((finding) => ({ ...finding, before: stateBefore(finding.rule) }));
}

/** Whether a finding is about a value that another tag does not give, whatever it gives of the condition's other values. */
export function isOfValue(kind: Finding["kind"]): boolean {
  return kind === "value-never-produced" || kind === "value-gone";
}

/** The condition at a path such as `rules[3].filters.AND[1].value[0]`, and its value there; undefined if there is none. */
export function comparisonAt(
  { rules }: TagContent,
  path: string,
): { condition: Condition; value: string | undefined } | undefined {
  const [rule = -1, ...indexes] = [...path.matchAll(/\[(\d+)\]/gu)].map(([, digits]) => Number(digits));
  let filter: Filter | undefined = rules[rule]?.filters;
  for (let position = 0; filter !== undefined; position += 1) {
    const group = readGroup(filter);
    if (group === "unreadable") return undefined;
    if (group === undefined) {
      const condition = filter as Condition;
      return { condition, value: [condition.value ?? []].flat()[indexes[position] ?? 0] };
    }
    filter = group.members[indexes[position] ?? -1];
  }
  return undefined;
}
