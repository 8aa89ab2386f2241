/** What finance restates if a change goes live: each move of money in each billing month. */
import { amountToText } from "../../../cost/cube/amounts";
import type { MaybeMove } from "../../../cost/impact/moves";
import type { DataCell } from "../../document/document";
import type { ReviewCost } from "../../studies/money/reviewCost";
import type { Review } from "../../studies/review/review";

/** The columns of a restatement. */
export const restatementColumns = [
  ...["tag", "month", "currency", "from", "to"],
  /** The net sum, and that of the absolute costs. */
  ...["cost", "gross"],
  "records",
  /** `no`: it depends on what the cost data can't tell. An empty value is not known then. */
  "certain",
];

/** The rows, tag by tag, in the order of the review. A tag whose money is not known has one row, which says only that. */
export function restatementRows({ tags }: Review, cost: ReviewCost): DataCell[][] {
  return tags.flatMap(({ key, name }): DataCell[][] => {
    const ofTag = cost.tags.get(key) ?? "unreadable";
    if (typeof ofTag === "string") return [[name, null, null, null, null, null, null, null, "no"]];
    return ofTag.flatMap(({ currency, months }) =>
      months.flatMap(({ month, moves, mayMove }) => {
        const row = ({ from, to, money }: MaybeMove, certain: string): DataCell[] => [
          ...[name, month, currency, from ?? null, to ?? null],
          { number: amountToText(money.cost) },
          { number: amountToText(money.gross) },
          { number: String(money.records) },
          certain,
        ];
        return [...moves.map((move) => row(move, "yes")), ...mayMove.map((move) => row(move, "no"))];
      }),
    );
  });
}
