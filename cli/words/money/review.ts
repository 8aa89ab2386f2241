/** The money of a review, as the parts of its document. */
import type { CurrencyImpact } from "../../../cost/impact/impact";
import { absolute } from "../../../cost/impact/money";
import {
  type Block,
  type Cell,
  type Extent,
  given,
  heading,
  joined,
  linkedTo,
  type Phrase,
  plainText,
  say,
} from "../../document/document";
import type { ReviewCost } from "../../studies/money/reviewCost";
import type { Review, TagReview } from "../../studies/review/review";
import { columnMoney, sizeOf, sizeText } from "./amounts";
import { assumptions, costPhrases, valuePhrase } from "./moved";
import { changedValues, defaultShare, movesTable, ruleRows, rulesTable, valuesTable } from "./tables";

/** How many moves of one tag a terminal shows, and how many rows a table of a comment has. The page has all. */
const [shownMoves, mostRows] = [10, 25];

const title = "About these amounts";

/**
 * The money of a tag in a terminal: sentences and moves.
 *
 * @param indent how many spaces are before each line
 */
export function costLines(tag: TagReview, all: ReviewCost | undefined, indent: number): Block[] {
  const cost = all?.tags.get(tag.key);
  if (cost === undefined) return [];
  const sentences = costPhrases(cost, tag).map((phrase): Block => {
    return { kind: "paragraph", role: "lead", text: [" ".repeat(indent), ...phrase] };
  });
  const lines = typeof cost === "string" ? [] : cost.flatMap(moveLines);
  return [...sentences, { kind: "lines", lines: lines.map((text) => ({ indent: indent + 2, text })) }];
}

function moveLines({ currency, moves }: CurrencyImpact): Phrase[] {
  const shown = moves.slice(0, shownMoves).map(({ from, to, money }) => ({
    amount: plainText([columnMoney(money.cost, currency)]),
    path: say`from ${valuePhrase(from)} to ${valuePhrase(to)}`,
  }));
  const width = Math.max(0, ...shown.map(({ amount }) => amount.length));
  const rest = moves.length - shown.length;
  return [
    ...shown.map(({ amount, path }) => say`${{ plain: amount.padStart(width) }}  ${path}`),
    ...given(rest > 0 && [`and ${rest} more`]),
  ];
}

/** The tables of a tag in a comment, folded. */
export function costDetails({ key, name }: TagReview, cost: ReviewCost): Block[] {
  const ofTag = cost.tags.get(key);
  if (ofTag === undefined || typeof ofTag === "string") return [];
  return ofTag.flatMap((impact): Block[] => {
    // Those that take the same are on the page.
    const changed = ruleRows(impact).filter(({ isChanged }) => isChanged);
    const tables = [movesTable(name, impact), rulesTable(name, changed)].filter(({ rows }) => rows.length > 0);
    const blocks = tables.flatMap((table): Block[] => {
      const rest = table.rows.length - mostRows;
      const more = given<Block>(rest > 0 && { kind: "paragraph", text: [`and ${rest} more`] });
      return [{ ...table, rows: table.rows.slice(0, mostRows) }, ...more];
    });
    const summary = say`Money of ${name} in ${{ plain: impact.currency }}`;
    return blocks.length === 0 ? [] : [{ kind: "details", summary, blocks }];
  });
}

/** What comes last: what the figures are. */
export function costEnd({ data, closed }: ReviewCost, extent: Extent): Block[] {
  const items = assumptions(data, closed);
  if (extent === "comment") return [{ kind: "details", summary: [title], blocks: [{ kind: "list", items }] }];
  if (extent === "page") return [heading(2, [title], "about"), { kind: "list", items }];
  return [heading(2, [title]), { kind: "lines", lines: items.map((text) => ({ indent: 2, tone: "same", text })) }];
}

/** The chapter of a page: how much of the money the default of each tag takes, and the money of each tag. */
export function costChapter({ tags }: Review, cost: ReviewCost): Block[] {
  const known: { tag: TagReview; impact: CurrencyImpact }[] = [];
  const unknown: Phrase[] = [];
  for (const tag of tags) {
    const ofTag = cost.tags.get(tag.key);
    if (typeof ofTag === "string") unknown.push(say`${tag.name}: ${costPhrases(ofTag, tag).flat()}`);
    else known.push(...(ofTag ?? []).map((impact) => ({ tag, impact })));
  }
  return [
    heading(2, ["Money"], "money"),
    { kind: "list", items: unknown },
    coverageTable(known),
    ...known.flatMap(({ tag, impact }, index) => tagSections(tag, impact, anchorOf(index))),
    ...costEnd(cost, "page"),
  ];
}

const anchorOf = (index: number): string => `money-${index + 1}`;

function coverageTable(known: readonly { tag: TagReview; impact: CurrencyImpact }[]): Block {
  const rows = known.map(({ tag, impact: { currency, total, bounds, exists } }, index): Cell[] => [
    linkedTo(anchorOf(index), say`${tag.name} in ${{ plain: currency }}`),
    exists.before ? defaultShare(bounds.byDefault.before, total) : ["(no tag)"],
    exists.after ? defaultShare(bounds.byDefault.after, total) : ["(no tag)"],
    [columnMoney(total.cost, currency)],
  ]);
  const caption = ["How much of the absolute cost the default takes"];
  const titles = ["Default takes before", "Default takes after", "Cost"].map((number) => ({ number }));
  return { kind: "table", caption, columns: ["Virtual Tag", ...titles], rows };
}

function tagSections(tag: TagReview, impact: CurrencyImpact, anchor: string): Block[] {
  const { name } = tag;
  const currency = { plain: impact.currency };
  const amount = (size: number): string => sizeText(size, impact.currency);
  const flows = impact.moves.flatMap(({ from, to, money }) => {
    const size = sizeOf(absolute(money.cost));
    return size > 0 ? [{ from: from ?? "(no value)", to: to ?? "(no value)", size }] : [];
  });
  const caption = say`Cost that moves from values before (left) to values after (right), in ${currency}, as in the table of moves.`;
  const folded = (what: string, table: Block, same = 0): Block => {
    const summary = [same === 0 ? what : `${what}, without ${same} that ${same === 1 ? "stays" : "stay"} the same`];
    return { kind: "details", summary, blocks: [table] };
  };
  const values = changedValues(impact);
  const rules = ruleRows(impact);
  const changed = rules.filter(({ isChanged }) => isChanged);
  return [
    heading(3, say`${name} in ${currency}`, anchor),
    { kind: "paragraph", text: joined(costPhrases([impact], tag), " ") },
    // Of one move, the sentence says all.
    ...given<Block>(flows.length > 1 && { kind: "flows", caption, flows, amount }),
    ...given(impact.moves.length > 0 && folded("Moves", movesTable(name, impact))),
    folded("Values", valuesTable(name, impact.currency, values), impact.values.length - values.length),
    folded("Rules", rulesTable(name, changed), rules.length - changed.length),
  ];
}
