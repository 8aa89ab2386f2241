/** What a plan changes, with the money that this moves. */
import {
  type Block,
  type Cell,
  type Document,
  type Extent,
  joined,
  type Line,
  type Phrase,
  say,
} from "../../document/document";
import type { ReviewCost } from "../../studies/money/reviewCost";
import type { ChangeKind, Review, TagReview } from "../../studies/review/review";
import { tagTitle } from "../content";
import { costPhrases } from "../money/moved";
import { costChapter, costDetails, costEnd, costLines, costStart } from "../money/review";
import {
  changePhrase,
  endpointPhrase,
  factPhrases,
  headline,
  incompleteNotice,
  metadataPhrase,
  rulesText,
  titlePhrase,
} from "./changes";
import { consequenceBlocks } from "./consequences";
import { firstLines, metadataLines, tagLines } from "./details";

/** The review in one of its extents. */
export function reviewDocument(review: Review, cost: ReviewCost | undefined, extent: Extent): Document {
  const { brief, comment, page } = { brief: briefDocument, comment: commentDocument, page: pageDocument };
  return { brief, comment, page }[extent](review, cost);
}

const lead = (text: string): Block => ({ kind: "paragraph", role: "lead", text: [text] });

const notice = ({ isComplete }: Review): Block[] =>
  isComplete ? [] : [{ kind: "paragraph", role: "warning", text: [incompleteNotice] }];

const linesOf = (lines: readonly Line[]): Block[] => (lines.length === 0 ? [] : [{ kind: "lines", lines }]);

const folded = (summary: Phrase, lines: readonly Line[]): Block[] =>
  lines.length === 0 ? [] : [{ kind: "details", summary, blocks: linesOf(lines) }];

/** How many lines of one tag a terminal shows. The other formats have all. */
const linesOfTag = 40;

const signs: Readonly<Record<ChangeKind, string>> = {
  created: "+",
  updated: "~",
  deleted: "-",
  adopted: "~",
  promoted: "~",
  follows: ">",
  unreadable: "?",
};

function briefDocument(review: Review, cost: ReviewCost | undefined): Document {
  const { stack, tags, metadata, endpoints } = review;
  const followers = tags.filter(({ change }) => change === "follows");
  const others = tags.filter((tag) => !followers.includes(tag));
  const empty: Block = { kind: "lines", lines: [{ text: [] }] };
  return {
    title: stack === undefined ? [headline(review)] : say`${{ plain: stack }}: ${[headline(review)]}`,
    blocks: [
      ...consequenceBlocks(review, cost),
      ...notice(review),
      ...others.map((tag) => changedTag(tag, review, cost)),
      ...(followers.length === 0 ? [] : [empty]),
      ...followers.flatMap((tag): Block[] => [
        ...linesOf([{ sign: ">", text: say`${tagTitle(tag)}: ${joined(factPhrases(tag), " ")}` }]),
        ...costLines(cost?.tags.get(tag.key), 2),
      ]),
      ...metadata.map((one): Block => ({
        kind: "details",
        summary: ["~ ", ...metadataPhrase(one)],
        blocks: linesOf(firstLines(metadataLines(one), linesOfTag)),
      })),
      ...(endpoints.length === 0 ? [] : [empty]),
      ...linesOf(endpoints.map((one) => ({ sign: "~", text: endpointPhrase(one) }))),
      ...(cost === undefined ? [] : costEnd(cost, "brief")),
    ],
  };
}

function changedTag(tag: TagReview, { names }: Review, cost: ReviewCost | undefined): Block {
  const rules = rulesText(tag);
  return {
    kind: "details",
    summary: [`${signs[tag.change]} `, ...tagTitle(tag)],
    more: [` ${tag.change}${rules === undefined ? "" : `: ${rules}`}`],
    blocks: [
      ...linesOf([...factPhrases(tag).map((text) => ({ text })), ...firstLines(tagLines(tag, names), linesOfTag)]),
      ...costLines(cost?.tags.get(tag.key), 0),
    ],
  };
}

function commentDocument(review: Review, cost: ReviewCost | undefined): Document {
  const { stack, tags, metadata, endpoints, names } = review;
  const columns = ["Virtual Tag", "Change", "What changes", ...(cost === undefined ? [] : ["Money"])];
  const row = (...texts: readonly Phrase[]): { cells: Cell[] } => ({
    cells: columns.map((_, index) => ({ text: texts[index] ?? [] })),
  });
  const rows = [
    ...tags.map((tag) => row([{ name: tag.name }], [tag.change], changePhrase(tag), moneyPhrase(tag, cost))),
    ...metadata.map((one) => row([], [one.change], metadataPhrase(one))),
    ...endpoints.map((one) => row([], [one.change], endpointPhrase(one))),
  ];
  return {
    title: stack === undefined ? ["Virtual Tags"] : say`Virtual Tags of ${stack}`,
    // One comment for each stack.
    marker: `cost-allocation review ${stack ?? "files"}`,
    blocks: [
      ...consequenceBlocks(review, cost),
      lead(headline(review)),
      ...(cost === undefined ? [] : costStart(cost, "comment")),
      ...notice(review),
      ...(rows.length === 0 ? [] : [tagTable(columns, rows)]),
      ...tags.flatMap((tag) => folded(titlePhrase(tag), tagLines(tag, names))),
      ...metadata.flatMap((one) => folded(metadataPhrase(one), metadataLines(one))),
      ...(cost === undefined ? [] : tags.flatMap((tag) => costDetails(tag, cost))),
      ...(cost === undefined ? [] : costEnd(cost, "comment")),
    ],
  };
}

function moneyPhrase({ key }: TagReview, cost: ReviewCost | undefined): Phrase {
  const ofTag = cost?.tags.get(key);
  return ofTag === undefined ? [] : joined(costPhrases(ofTag), " ");
}

function tagTable(titles: readonly string[], rows: readonly { cells: Cell[] }[]): Block {
  const caption = ["Virtual Tags that change or follow a change"];
  return { kind: "table", caption, columns: titles.map((title) => ({ title })), rows };
}

function pageDocument(review: Review, cost: ReviewCost | undefined): Document {
  const { stack, tags, metadata, endpoints, names } = review;
  const heading = (text: string): Block => ({ kind: "heading", level: 2, text: [text] });
  const rows = tags.map((tag) => ({
    cells: [
      { text: [{ name: tag.name }], ...(tag.id === undefined ? {} : { note: tag.id }) },
      { text: [tag.change] },
      { text: changePhrase(tag) },
    ],
  }));
  const others = [...metadata.map(metadataPhrase), ...endpoints.map(endpointPhrase)];
  const details = [
    ...tags.flatMap((tag) => folded(titlePhrase(tag), tagLines(tag, names))),
    ...metadata.flatMap((one) => folded(metadataPhrase(one), metadataLines(one))),
  ];
  return {
    title: stack === undefined ? ["Changes to Virtual Tags"] : say`Changes to Virtual Tags of ${{ plain: stack }}`,
    blocks: [
      ...consequenceBlocks(review, cost),
      lead(headline(review)),
      ...(cost === undefined ? [] : costStart(cost, "page")),
      ...notice(review),
      ...(rows.length === 0
        ? []
        : [heading("Virtual Tags"), tagTable(["Virtual Tag", "Change", "What changes"], rows)]),
      ...(others.length === 0 ? [] : [heading("Metadata and endpoints"), { kind: "list", items: others } as const]),
      ...(details.length === 0 ? [] : [heading("Rules"), ...details]),
      ...(cost === undefined ? [] : costChapter(review, cost)),
    ],
  };
}
