/** Checks of what the analysis finds in a tag, and did not find before. */
import type { FindingKind } from "../../../../rules/analysis";
import { canonicalContent } from "../../../../rules/canonical";
import type { Consequence } from "../consequences";
import { conditionOf, tagNameOf } from "../review";
import type { Check, Facts, Found } from "./check";
import { consequenceCheck, unprovenEdits } from "./consequenceCheck";

const row = { category: "rules", level: "warning", needs: "plan", undecided: unprovenEdits } as const;

type Stopped = Extract<Consequence, { kind: "stopped" }>;

/** A rule that was there before stops: see the checks of references. */
function newRule(title: string, kind: Stopped["finding"]): Check {
  return consequenceCheck(
    { ...row, title },
    "stopped",
    ({ before, finding }) => before === "absent" && finding === kind,
  );
}

function analysis(title: string, kind: FindingKind): Check {
  return { ...row, title, find: (facts) => newFindings(facts, kind) };
}

function newFindings({ review }: Facts, kind: FindingKind): Found[] {
  return review.tags.flatMap((tag) => {
    const { key, after, newFindings: all = [] } = tag;
    const onlyIf = conditionOf(tag);
    return all.flatMap((finding): Found[] => {
      if (finding.kind !== kind) return [];
      const { rule, before } = finding;
      const path = rule === undefined ? "defaultValue" : `rules[${rule}]`;
      const isCertain = onlyIf === undefined && before !== "notKnown";
      const subject = { kind: "analysis", finding } as const;
      // It depends on the other rules.
      const about = after && [rule, onlyIf, canonicalContent(after)];
      return [{ key, tag: tagNameOf(tag), path, isCertain, subject, about }];
    });
  });
}

/** By their names. */
export const rules = {
  "rule-never-matches": newRule("a new rule that no record can match", "never-matches"),
  "rule-never-wins": newRule("a new rule of which earlier rules take every record", "never-wins"),
  "rule-no-effect": analysis("a rule without which every record gets the same value", "no-effect"),
  "default-unused": analysis("rules that match every record, so that the default is never used", "default-unused"),
} satisfies Record<string, Check>;
