/** What a plan changes, with the money that this moves. */
import {
  type Block,
  type Cell,
  type Document,
  type Extent,
  given,
  heading,
  joined,
  type Line,
  linkedTo,
  type Phrase,
  say,
} from "../../document/document";
import type { ReviewCost } from "../../studies/money/reviewCost";
import type { Checked } from "../../studies/review/checks/check";
import type { ChangeKind, Review, TagReview } from "../../studies/review/review";
import { costPhrases } from "../money/moved";
import { costChapter, costDetails, costEnd, costLines } from "../money/review";
import {
  changePhrase,
  endpointPhrase,
  factPhrases,
  headline,
  incompleteNotice,
  metadataPhrase,
  metadataSummary,
  rulesText,
  titlePhrase,
} from "./changes";
import { consequenceBlocks } from "./consequences";
import { firstLines, metadataLines, tagLines } from "./details";
import { gateBlocks, gateLines } from "./gateLines";
import { namePhrase } from "./names";
import { accountNotices } from "./overwritten";

/** A review with the money that it moves, if there is cost data, and what the checks found. */
export interface Reviewed {
  review: Review;
  cost: ReviewCost | undefined;
  checked: Checked;
}

/** The review in one of its extents. */
export function reviewDocument(reviewed: Reviewed, extent: Extent): Document {
  return { brief: briefDocument, comment: commentDocument, page: pageDocument }[extent](reviewed);
}

const gatesOf = ({ review, cost, checked }: Reviewed, extent: Extent): Block[] =>
  gateBlocks(gateLines(review, checked), cost?.advice ?? [], extent);

const lead = (text: string): Block => ({ kind: "paragraph", role: "lead", text: [text] });

const notices = ({ review, cost, checked }: Reviewed): Block[] => [
  ...given<Block>(!review.isComplete && { kind: "paragraph", role: "warning", text: [incompleteNotice] }),
  ...accountNotices(review, checked),
  ...given<Block>(isOffline(review) && cost !== undefined && cost.gates.length > 0 && offlineGates),
];

/** Two lists of tags are all that there is, so they have no stack. */
const isOffline = ({ hasOutside, stack }: Review): boolean => !hasOutside && stack !== undefined;

const offlineGates: Block = {
  kind: "paragraph",
  text: say`Gates compare with what the stack's state has. Others may have changed it since. To compare with what is live, use ${{ command: "--live" }}.`,
};

const folded = (summary: Phrase, lines: readonly Line[]): Extract<Block, { kind: "details" }> => ({
  kind: "details",
  summary,
  blocks: [{ kind: "lines", lines }],
});

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

function briefDocument(reviewed: Reviewed): Document {
  const { review, cost, checked } = reviewed;
  const { stack, tags, metadata, endpoints } = review;
  const followers = tags.filter(({ change }) => change === "follows");
  const others = tags.filter((tag) => !followers.includes(tag));
  const listing = (lines: readonly Line[]): Block => ({ kind: "lines", lines });
  return {
    title: stack === undefined ? [headline(review)] : say`${{ plain: stack }}: ${[headline(review)]}`,
    blocks: [
      ...consequenceBlocks(review, cost, checked),
      ...notices(reviewed),
      ...others.map((tag) => changedTag(tag, review, cost)),
      listing(followers.length === 0 ? [] : [[]]),
      ...followers.flatMap((tag) => [
        listing([
          {
            sign: ">",
            text: say`Virtual Tag ${namePhrase(tag, review)}: ${joined(factPhrases(tag, review.names), " ")}`,
          },
        ]),
        ...costLines(tag, cost, 2),
      ]),
      ...metadata.map((one): Block => {
        const lines = firstLines(metadataLines(one), linesOfTag);
        const blocks = lines.length === 0 ? [] : [listing(lines)];
        return { kind: "details", summary: ["~ ", ...metadataPhrase(one)], blocks };
      }),
      listing(endpoints.length === 0 ? [] : [[], ...endpoints.map((one) => say`~ ${endpointPhrase(one)}`)]),
      ...gatesOf(reviewed, "brief"),
      ...(cost === undefined ? [] : costEnd(cost, "brief")),
    ],
  };
}

function changedTag(tag: TagReview, review: Review, cost: ReviewCost | undefined): Block {
  const rules = rulesText(tag);
  return {
    kind: "details",
    summary: [`${signs[tag.change]} Virtual Tag `, ...namePhrase(tag, review)],
    more: [` ${tag.change}${rules === undefined ? "" : `: ${rules}`}`],
    blocks: [
      {
        kind: "lines",
        lines: [...factPhrases(tag, review.names), ...firstLines(tagLines(tag, review.names), linesOfTag)],
      },
      ...costLines(tag, cost, 0),
    ],
  };
}

/** One comment for each stack. */
const markerOf = ({ stack }: Review): string => `cost-allocation review ${stack ?? "files"}`;

/** Why there is no comment. Amounts of several tags or currencies are never added. */
export function smallPhrase({ checked }: Reviewed, threshold: string): Phrase {
  const hasGates = checked.gates.length > 0 || checked.checks.some(({ isGate }) => isGate === true);
  const gates = hasGates ? " Every gate passes." : "";
  return say`No tag moves ${{ plain: threshold }} or more in any currency.${[gates]}`;
}

/** What an earlier comment says then. Without the account, it says what is not known. */
export function smallReviewDocument(reviewed: Reviewed, threshold: string): Document {
  return {
    title: ["Nothing above the threshold"],
    marker: markerOf(reviewed.review),
    blocks: [{ kind: "paragraph", text: smallPhrase(reviewed, threshold) }, ...notices(reviewed)],
  };
}

function commentDocument(reviewed: Reviewed): Document {
  const { review, cost, checked } = reviewed;
  const { stack, tags, metadata, endpoints, names } = review;
  const money = cost === undefined ? [] : [[]];
  const rows = [
    ...tags.map((tag) => [
      namePhrase(tag, review),
      [tag.change],
      changePhrase(tag, review.names),
      ...moneyPhrases(tag, cost),
    ]),
    ...metadata.map((one) => [[], [one.change], metadataPhrase(one), ...money]),
    ...endpoints.map((one) => [[], [one.change], endpointPhrase(one), ...money]),
  ];
  return {
    title: stack === undefined ? ["Virtual Tags"] : say`Virtual Tags of ${stack}`,
    marker: markerOf(review),
    blocks: [
      ...consequenceBlocks(review, cost, checked),
      lead(headline(review)),
      ...gatesOf(reviewed, "comment"),
      ...notices(reviewed),
      tagTable(rows, cost === undefined ? columns : [...columns, "Money"]),
      ...tags.map((tag) => folded(titlePhrase(tag, review), tagLines(tag, names))),
      ...metadata.map((one) => folded(metadataSummary(one), metadataLines(one))),
      ...(cost === undefined ? [] : tags.flatMap((tag) => costDetails(tag, cost))),
      ...(cost === undefined ? [] : costEnd(cost, "comment")),
    ],
  };
}

/** The cell for money; none without cost data. */
function moneyPhrases(tag: TagReview, cost: ReviewCost | undefined): Phrase[] {
  const ofTag = cost?.tags.get(tag.key);
  return cost === undefined ? [] : [ofTag === undefined ? [] : joined(costPhrases(ofTag, tag), " ")];
}

const columns = ["Virtual Tag", "Change", "What changes"];

function tagTable(rows: readonly (readonly Cell[])[], titles = columns): Block {
  return { kind: "table", caption: ["Virtual Tags that change or follow a change"], columns: titles, rows };
}

function pageDocument(reviewed: Reviewed): Document {
  const { review, cost, checked } = reviewed;
  const { stack, tags, metadata, endpoints, names } = review;
  const anchorOf = (index: number): string => `rules-${index + 1}`;
  const lines = tags.map((tag) => tagLines(tag, names));
  const rows = tags.map((tag, index): Cell[] => {
    const name = namePhrase(tag, review);
    // Without lines, there are no details to link to.
    return [
      lines[index]?.length === 0 ? name : linkedTo(anchorOf(index), name),
      [tag.change],
      changePhrase(tag, review.names),
    ];
  });
  return {
    title: stack === undefined ? ["Changes to Virtual Tags"] : say`Changes to Virtual Tags of ${{ plain: stack }}`,
    blocks: [
      ...consequenceBlocks(review, cost, checked),
      lead(headline(review)),
      ...gatesOf(reviewed, "page"),
      ...notices(reviewed),
      heading(2, ["Virtual Tags"], "tags"),
      tagTable(rows),
      heading(2, ["Metadata and endpoints"], "others"),
      { kind: "list", items: [...metadata.map(metadataPhrase), ...endpoints.map(endpointPhrase)] },
      heading(2, ["Rules"], "rules"),
      ...tags.map((tag, index): Block => {
        return { ...folded(titlePhrase(tag, review), lines[index] ?? []), anchor: anchorOf(index) };
      }),
      ...metadata.map((one) => folded(metadataSummary(one), metadataLines(one))),
      ...(cost === undefined ? [] : costChapter(review, cost)),
    ],
  };
}
