/** What a report says about each tag, month by month. Pure. */
import type { Cube } from "../../../cost/cube/cube";
import { type EvaluationInput, evaluationInput } from "../../../cost/cube/evaluationInput";
import { type CubeMonth, cubeByMonth } from "../../../cost/cube/months";
import { nextMonth, startOfMonth } from "../../../cost/cube/moments";
import { type CurrencyImpact, impactOf } from "../../../cost/impact/impact";
import { byAbsolute } from "../../../cost/impact/money";
import { type UnallocatedSource, unallocatedSources } from "../../../cost/impact/unallocated";
import { analyze, type Finding } from "../../../rules/analysis";
import { ReferenceCycleError } from "../../../rules/evaluation/references";
import type { EvaluationTag } from "../../../rules/evaluation/options";
import { referencesIn } from "../review/followers";
import type { ReportedTag } from "./reportedTags";

/** One tag. */
export interface TagReport {
  tag: ReportedTag;
  /** Its money. Undefined if Virtual Tags refer to each other in a circle. */
  cost?: TagMoney;
  findings: Finding[];
  /** The keys by which its rules and its default refer to other tags. */
  refersTo: string[];
  /** The indexes of the tags that refer to it. */
  referredToBy: number[];
}

/** The money of a tag. */
export interface TagMoney {
  /** For each currency, the one with the largest cost first, the money of each month, in the order of the report's months. */
  currencies: readonly (readonly CurrencyImpact[])[];
  /** Where that comes from which the default takes in the month that is shown. */
  sources: UnallocatedSource[];
}

/** A month of the cost data. */
export interface ReportMonth {
  /** `2026-10`. */
  month: string;
  /** Whether it had ended when the data was read, and the data has charges of its last day. Other data is not known to be complete. */
  isOver: boolean;
}

/** All tags. */
export interface AccountReport {
  tags: TagReport[];
  /** The last months of the cost data. */
  months: readonly ReportMonth[];
  /** How many months before these the cost data has. */
  earlierMonths: number;
  /** The month that single amounts are of, by its index: the last one that was over, or else the last one. */
  shown: number;
  /** The index of the month before it, if the data has that. */
  before: number | undefined;
}

/** A year, and the same month of the year before. */
const mostMonths = 13;

/** Computes the report. */
export function reportOn(tags: readonly ReportedTag[], cube: Cube): AccountReport {
  const all = cubeByMonth(cube);
  const parts = all.slice(-mostMonths);
  const months = parts.map(({ month }): ReportMonth => ({ month, isOver: isOver(month, cube) }));
  const lastOver = months.findLastIndex(({ isOver }) => isOver);
  const shown = lastOver < 0 ? months.length - 1 : lastOver;
  const before = months.findIndex(({ month }) => nextMonth(month) === months[shown]?.month);
  const referable = tags.flatMap((tag) => tag.keys.map((id) => ({ ...tag, id })));
  const contents = tags.map(({ name, rules, defaultValue }) => ({ name, rules, defaultValue }));
  // No proof knows a tag of V1 that ignores the case of keys.
  const findings = analyze(contents, { tags: referable.filter(({ ignoresCase }) => ignoresCase !== true) });
  const inputs = parts.map((part) => ({ ...part, input: evaluationInput(part.cube) }));
  const references = tags.map((tag) => referencesIn(tag));
  return {
    months,
    earlierMonths: all.length - parts.length,
    shown,
    before: before < 0 ? undefined : before,
    tags: tags.map((tag, index): TagReport => {
      const cost = moneyOf(tag, referable, inputs, shown);
      return {
        tag,
        ...(cost === undefined ? {} : { cost }),
        findings: findings.filter((finding) => finding.tag === index),
        refersTo: [...(references[index] ?? [])],
        referredToBy: references.flatMap((used, other) => (tag.keys.some((id) => used.has(id)) ? [other] : [])),
      };
    }),
  };
}

const dayMilliseconds = 86_400_000;

/** Each row begins at or before its last charge, so the rows tell the least that the data reaches. */
function isOver(month: string, { header: { createdAt, lastCharge }, moment }: Cube): boolean {
  const end = startOfMonth(nextMonth(month));
  const reached =
    lastCharge === undefined ? moment.reduce((most, one) => Math.max(most, one), -Infinity) : Date.parse(lastCharge);
  return end <= Date.parse(createdAt) && reached >= end - dayMilliseconds;
}

function moneyOf(
  tag: ReportedTag,
  tags: readonly EvaluationTag[],
  months: readonly (CubeMonth & { input: EvaluationInput })[],
  shown: number,
): TagMoney | undefined {
  try {
    const change = { before: undefined, after: tag, tagsBefore: [], tagsAfter: tags };
    const impacts = months.map(({ cube, input }) => impactOf(change, cube, input));
    const currencies = (impacts[0] ?? [])
      .map((_, currency) => impacts.flatMap((month) => month[currency] ?? []))
      .filter((ofMonths) => ofMonths.some(({ total }) => total.records > 0))
      .sort((one, other) => byAbsolute(one[shown]?.total.gross ?? 0n, other[shown]?.total.gross ?? 0n));
    const month = months[shown];
    return { currencies, sources: month === undefined ? [] : unallocatedSources(tag, tags, month.cube, month.input) };
  } catch (error) {
    if (error instanceof ReferenceCycleError) return undefined;
    throw error;
  }
}
