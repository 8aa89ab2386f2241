/** Checks of what the analysis finds in a tag, and did not find before. */
import type { FindingKind } from "../../../../rules/analysis";
import { canonicalContent } from "../../../../rules/canonical";
import type { Consequence } from "../consequences";
import type { Check, Facts, Found } from "./check";
import { consequenceCheck, rulesAfter, unprovenTags } from "./consequenceCheck";

const row = { category: "rules", level: "warning", needs: "plan", undecided: unprovenTags } as const;

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
  return review.tags.flatMap(({ id, key, name, after, newFindings: all = [] }) =>
    all.flatMap((finding): Found[] => {
      if (finding.kind !== kind) return [];
      const { rule } = finding;
      const path = rule === undefined ? "defaultValue" : `rules[${rule}]`;
      const about = rule === undefined ? after && canonicalContent(after) : rulesAfter(key, [rule], review);
      const subject = { kind: "analysis", finding } as const;
      return [{ key, tag: { id: id ?? key, name }, path, isCertain: true, subject, about }];
    }),
  );
}

/** By their names. */
export const rules = {
  "rule-never-matches": newRule("a new rule that no record can match", "never-matches"),
  "rule-never-wins": newRule("a new rule of which earlier rules take every record", "never-wins"),
  "rule-no-effect": analysis("a rule without which every record gets the same value", "no-effect"),
  "default-unused": analysis("rules that match every record, so that the default is never used", "default-unused"),
} satisfies Record<string, Check>;
