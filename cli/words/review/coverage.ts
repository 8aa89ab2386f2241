/** How much of the money the default of a tag takes, as a bar and a share. */
import type { Bounds } from "../../../cost/impact/impact";
import type { Money } from "../../../cost/impact/money";
import { percentageOf } from "../../../cost/impact/share";
import { type Html, htmlText, sequence } from "../../page/page";
import { shareBar } from "../../document/shareBar";
import { shareRangeText } from "./costWording";

/** @param byDefault what the default takes of the total, as absolute cost */
export function coverage(byDefault: Bounds, total: Money): Html {
  // The bar needs no exact shares.
  const percent = (gross: bigint): number => Number(percentageOf(gross, total.gross)) / 1e12;
  const shares = { byRules: percent(total.gross - byDefault.most), unsure: percent(byDefault.most - byDefault.least) };
  return sequence([shareBar(shares), htmlText(shareRangeText(byDefault, total))]);
}
