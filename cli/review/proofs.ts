/** What is proved about the tags that change: the effect of the change, and rules without effect. Pure. */
import { type AnalyzedTag, analyze, type Finding } from "../../rules/analysis";
import { keysOf } from "../../rules/evaluation/references";
import { referencedTag } from "../../rules/references";
import type { TagContent } from "../../rules/types";
import { effectOf } from "../content/effect";
import type { ContentDiff } from "../content/ruleDiff";
import type { Plan } from "../inputs/plan";
import { containsUnknown } from "../inputs/placeholders";
import type { TagReview } from "./review";

/** The tags of one side of a plan, by the keys that references to them have. */
type Side = ReadonlyMap<string, AnalyzedTag>;

/** Adds the proofs to the reviews of a plan. */
export function withProofs(plan: Plan, reviews: readonly TagReview[]): TagReview[] {
  const [before, after] = [sideOf(plan, "before"), sideOf(plan, "after")];
  // What another tag gives may change too. Its value counts as any value, so that the proof is about this tag's own rules.
  const stable = new Map(
    [...after].filter(([key, tag]) => before.get(key) === tag || isEqualTag(before.get(key), tag)),
  );
  return reviews.map((review) => {
    const { change, after: content, facts } = review;
    // V1 may ignore the case of keys, which no proof knows.
    if (content === undefined || change === "follows" || change === "deleted" || facts.v1 === "managed") return review;
    const old = contentBefore(review);
    const findings = findingsOf(content, after);
    const known = old === undefined || findings.length === 0 ? [] : findingsOf(old, before);
    const isChanged =
      old !== undefined && review.diff?.equal === false && !containsUnknown(old) && !containsUnknown(content);
    return {
      ...review,
      findings,
      newFindings: newOnes(findings, known, review.diff),
      ...(isChanged ? { effect: effectOf(old, content, referred(old, content, stable)) } : {}),
    };
  });
}

function sideOf({ tags }: Plan, side: "before" | "after"): Map<string, AnalyzedTag> {
  return new Map(
    tags.flatMap((tag): [string, AnalyzedTag][] => {
      const content = tag.op === "same" || tag.op === "read" ? tag.after : tag[side];
      if (content === undefined) return [];
      const id = (side === "before" ? tag.before?.id : tag.id) ?? tag.urn;
      const { name, rules, defaultValue } = content;
      return [[id, { id, name, rules, defaultValue }]];
    }),
  );
}

const isEqualTag = (one: AnalyzedTag | undefined, other: AnalyzedTag): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** What a change is compared with; undefined if it is not known. */
function contentBefore({ change, before, facts: { live } }: TagReview): TagContent | undefined {
  const compared = live?.result === "compared" ? live.live : undefined;
  if (change === "adopted") return compared;
  return change === "promoted" ? (compared ?? before) : before;
}

/** The tags that contents refer to, also through other tags. */
function referred(one: TagContent, other: TagContent, side: Side): AnalyzedTag[] {
  const found = new Map<string, AnalyzedTag>();
  const waiting = [one, other];
  for (let content = waiting.pop(); content !== undefined; content = waiting.pop()) {
    for (const key of keysOf(content)) {
      const id = referencedTag(key) ?? "";
      const tag = side.get(id);
      if (tag === undefined || found.has(id)) continue;
      found.set(id, tag);
      waiting.push(tag);
    }
  }
  return [...found.values()];
}

function findingsOf({ rules, defaultValue }: TagContent, side: Side): Finding[] {
  const content = { rules, defaultValue };
  return analyze([content], { tags: referred(content, content, side), isUnknown: containsUnknown });
}

/** The findings that the change brings. A rule keeps its findings if it stays, wherever it is now. */
function newOnes(findings: readonly Finding[], known: readonly Finding[], diff: ContentDiff | undefined): Finding[] {
  const formerIndex = new Map(
    (diff?.rules ?? []).flatMap((rule) =>
      "beforeIndex" in rule && "afterIndex" in rule ? [[rule.afterIndex, rule.beforeIndex] as const] : [],
    ),
  );
  const place = ({ kind, rule, path = "" }: Finding, index: number | undefined): string =>
    JSON.stringify([kind, rule === undefined ? null : index, path.replace(/^rules\[\d+\]/, "")]);
  const former = new Set(known.map((finding) => place(finding, finding.rule)));
  // What was not decided is no fault of the change.
  return findings.filter(
    (finding) => finding.kind !== "not-decided" && !former.has(place(finding, formerIndex.get(finding.rule ?? -1))),
  );
}
