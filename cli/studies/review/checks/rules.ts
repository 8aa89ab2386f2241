/** Checks of what the analysis finds in a tag, and did not find before. */
import type { FindingKind } from "../../../../rules/analysis";
import type { Consequence } from "../consequences";
import type { Check, Facts, Found } from "./check";
import { consequenceCheck, rulesAfter } from "./consequenceCheck";

const [category, level] = ["rules", "warning"] as const;

type Stopped = Extract<Consequence, { kind: "stopped" }>;

/** A rule that was there before stops: see the checks of references. */
function newRule(title: string, kind: Stopped["finding"]): Check {
  return consequenceCheck(
    { category, level, title },
    "stopped",
    ({ tag, rules: indexes }, review) => rulesAfter(tag, indexes, review),
    ({ before, finding }) => before === "absent" && finding === kind,
  );
}

function analysis(title: string, kind: FindingKind): Check {
  return { category, level, needs: "plan", title, find: (facts) => newFindings(facts, kind) };
}

function newFindings({ review }: Facts, kind: FindingKind): Found[] {
  return review.tags.flatMap(({ id, key, name, newFindings: all = [] }) =>
    all.flatMap((finding): Found[] => {
      if (finding.kind !== kind) return [];
      const { rule } = finding;
      const tag = { id: id ?? key, name };
      const subject = { kind: "analysis", finding } as const;
      const path = rule === undefined ? "defaultValue" : `rules[${rule}]`;
      return [
        { tag, path, isCertain: true, subject, about: rule === undefined ? kind : rulesAfter(tag, [rule], review) },
      ];
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
