/** The rules of a tag with their money, as tables show them. */
import type { CurrencyImpact } from "../../../cost/impact/impact";
import type { Money } from "../../../cost/impact/money";
import { valueText } from "../contentText";
import { moneyText } from "../money";

/** A rule in a table. Nothing is escaped. */
export interface RuleRow {
  /** `3`, or `removed (was 2)`. */
  number: string;
  to: string;
  before: string;
  after: string;
  /** What it may take, too, depending on what the cost data can't tell. Empty if nothing. */
  mayTake: string;
  /** Whether it takes other records after than before, or may. */
  isChanged: boolean;
}

function differ(one: Money, other: Money): boolean {
  return one.cost !== other.cost || one.records !== other.records;
}

/** The rules, and the default after them. */
export function ruleRows({ currency, rules, byDefault, bounds }: CurrencyImpact): RuleRow[] {
  const money = (units: bigint): string => moneyText(units, currency);
  const rows = rules.map(({ rule, was = 0, to, before, after, uncertain }): RuleRow => {
    const hidden = uncertain.after;
    return {
      number: rule === null ? `removed (was ${was + 1})` : String(rule + 1),
      to: typeof to === "string" ? to : valueText(to),
      before: money(before.cost),
      after: money(after.cost),
      mayTake: hidden.records === 0 ? "" : money(hidden.gross),
      isChanged: differ(before, after) || differ(uncertain.before, uncertain.after),
    };
  });
  const { before, after } = byDefault;
  const more = bounds.byDefault.after.most - bounds.byDefault.after.least;
  return [
    ...rows,
    {
      number: "default",
      to: "(no rule matches)",
      before: money(before.cost),
      after: money(after.cost),
      mayTake: more === 0n ? "" : money(more),
      isChanged: differ(before, after) || bounds.byDefault.before.most !== bounds.byDefault.after.most,
    },
  ];
}
