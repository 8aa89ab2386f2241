/** The sentences about gates. Rules count from 1 in them. */
import { readAmount } from "../../../cost/cube/amounts";
import type { Acknowledgment } from "../../../cost/impact/gateLimits";
import type { GateResult } from "../../../cost/impact/gates";
import { joined, listOfNames, type Phrase, say, type Span, type Tone } from "../../document/document";
import { moneyOf } from "./amounts";
import { takingText, unknownPhrases } from "./moved";

/** How many months a sentence lists. */
const mostMonths = 24;

/** One gate: what is limited, the figure and the limit, and who acknowledged it. */
export function gatePhrase(result: GateResult): Phrase {
  const { acknowledgment, acknowledged } = result;
  const figure = figureSentence(result);
  if (acknowledgment === undefined) return figure;
  return say`${figure} ${acknowledgedPhrase(acknowledgment, acknowledged === true)}`;
}

/** Who answers for it, and until when. */
export function acknowledgedPhrase({ by, reason, until }: Acknowledgment, counts: boolean): Phrase {
  const day = { plain: until };
  return counts
    ? say`Acknowledged until ${day} by ${by}: ${reason}.`
    : say`The acknowledgment by ${by} ended on ${day}.`;
}

const conditions: Readonly<Record<NonNullable<GateResult["onlyIf"]>, Phrase>> = {
  saved: say`, if ${{ command: "pulumi up" }} saves it`,
  staged: [", if its save goes live"],
  unknown: [", if its save goes live"],
  deleted: [", if it is deleted"],
};

function figureSentence(result: GateResult): Phrase {
  const { gate, tag, limit, actual, atMost, reason, acknowledged, notEvaluated, onlyIf, onlyNew, months } = result;
  const passed = result.passed && acknowledged !== true;
  const condition = onlyIf === undefined ? [] : conditions[onlyIf];
  const title = say`${[gate]} of ${tag}${condition}: `;
  const most = amountOf(result, limit);
  if (actual === null) {
    const why = unknownPhrases[reason ?? "noData"];
    const has = months === undefined ? [] : say`: it has ${listOfNames(months, mostMonths)}`;
    return say`${title}the figure is not known, because ${[why]}${has}. The limit is ${most}.`;
  }
  if (gate === "unmatched-rules") return [...title, `${unmatchedText(result)}.`];
  if (gate === "closed-through") {
    if (result.isNew === true)
      return say`${title}${figurePhrase(result, actual, "is")} new in bills through ${most}, because the tag is.`;
    const unsure = reason === undefined ? "" : ": the cost data can't tell all values";
    return say`${title}${figurePhrase(result, actual)} in bills through ${most}${[unsure]}.`;
  }
  const verdict =
    onlyNew === true
      ? say`${[atMost === undefined ? "" : "which may be "]}above the limit of ${most}, but no more than before the change`
      : passed
        ? say`within the limit of ${most}`
        : reason === undefined
          ? say`above the limit of ${most}`
          : say`so it may be above the limit of ${most}: the cost data can't tell all values`;
  const apart =
    notEvaluated === undefined || atMost !== undefined ? "" : ` Besides, ${notEvaluated} of the cost is not evaluated.`;
  return say`${title}${figurePhrase(result, actual)}, ${verdict}.${[apart]}`;
}

/** How a gate ended. */
export type GateStatus = "failed" | "warning" | "acknowledged" | "passed";

/** How a gate ended, as the reports say it. */
export function gateStatus({ passed, level, acknowledged }: GateResult): GateStatus {
  if (passed) return acknowledged === true ? "acknowledged" : "passed";
  return level === "warn" ? "warning" : "failed";
}

/** The color of a status. */
export const statusTones: Readonly<Record<GateStatus, Tone>> = {
  failed: "removed",
  warning: "changed",
  acknowledged: "changed",
  passed: "added",
};

function amountOf({ gate, currency = "" }: GateResult, text: string): Span {
  const units = gate === "max-moved" || gate === "closed-through" ? readAmount(text) : undefined;
  return units === undefined ? { plain: text } : moneyOf(units, currency);
}

/** `$5.00 moves`, `the default takes 5% to 7% of the cost in USD`. */
function figurePhrase(result: GateResult, actual: string, verb = "moves"): Phrase {
  const { gate, atMost, currency } = result;
  const figures = [actual, ...(atMost === undefined ? [] : [atMost])].map((text) => [amountOf(result, text)]);
  const range = joined(figures, " to ");
  const cost = currency === undefined ? ["of the absolute cost"] : say`of the absolute cost in ${{ plain: currency }}`;
  if (gate === "closed-through") return say`${range} ${[verb]}`;
  if (gate === "max-moved") return actual.endsWith("%") ? say`${range} ${cost} moves` : say`${range} moves`;
  if (gate === "max-unallocated") return say`the default takes ${range} ${cost}`;
  const change =
    atMost !== undefined
      ? say`changes by ${range}`
      : [actual.startsWith("-") ? `shrinks by ${actual.slice(1)}` : `grows by ${actual}`];
  return say`what the default takes ${change} ${cost}`;
}

function unmatchedText({ rules = [], maybeRules = [], onlyNew }: GateResult): string {
  const parts = [
    ...(rules.length === 0 ? [] : [takingText(rules, "no record")]),
    ...(maybeRules.length === 0
      ? []
      : [`${takingText(maybeRules, "no record", ["may take", "may take"])}: the cost data can't tell`]),
  ];
  if (parts.length > 0) return parts.join("; ");
  return onlyNew === true ? "no other rule is without records than before" : "no rule is without records";
}
