import { printable, quoted, type Terminal, titleOf } from "../../console/terminal";
import { costEndLines, tagCostLines } from "./costTerminal";
import { costHeadline } from "./costWording";
import type { ReviewCost } from "../../studies/money/reviewCost";
import { firstLines, type Line, metadataLines, tagLines } from "./details";
import { type Phrase, render } from "./phrase";
import type { ChangeKind, Review, TagReview } from "../../studies/review/review";
import { endpointPhrase, factPhrases, headline, incompleteNotice, metadataPhrase, rulesText } from "./wording";

type Colors = Terminal["colors"];

/** How many lines of one tag are shown. The other formats have all. */
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

/** The review for a terminal, in lines. */
export function terminalReport(review: Review, colors: Colors, cost?: ReviewCost): string[] {
  const { stack, tags, metadata, endpoints, isComplete } = review;
  const followers = tags.filter(({ change }) => change === "follows");
  const others = tags.filter((tag) => !followers.includes(tag));
  const title = stack === undefined ? headline(review) : `${printable(stack)}: ${headline(review)}`;
  return [
    colors.bold(title),
    ...(cost === undefined ? [] : [colors.bold(words(costHeadline(review, cost)))]),
    ...(isComplete ? [] : [colors.yellow(`warning: ${incompleteNotice}`)]),
    ...others.flatMap((tag) => [...tagReport(tag, review, colors), ...tagCostLines(cost?.tags.get(tag.key), colors)]),
    ...(followers.length > 0
      ? ["", ...followers.flatMap((tag) => [followerLine(tag), ...tagCostLines(cost?.tags.get(tag.key), colors)])]
      : []),
    ...metadata.flatMap((one) => ["", `~ ${words(metadataPhrase(one))}`, ...shownLines(metadataLines(one), colors)]),
    ...(endpoints.length > 0 ? [""] : []),
    ...endpoints.map((one) => `~ ${words(endpointPhrase(one))}`),
    ...(cost === undefined ? [] : costEndLines(cost, colors)),
  ];
}

const words = (phrase: Phrase): string => render(phrase, quoted, printable);

function tagReport(tag: TagReview, { names }: Review, colors: Colors): string[] {
  const { change } = tag;
  const rules = rulesText(tag);
  return [
    "",
    `${colors.bold(`${signs[change]} ${titleWithId(tag)}`)} ${change}${rules === undefined ? "" : `: ${rules}`}`,
    ...factPhrases(tag).map((fact) => `  ${words(fact)}`),
    ...shownLines(tagLines(tag, names), colors),
  ];
}

function followerLine(tag: TagReview): string {
  return `${signs.follows} ${titleWithId(tag)}: ${factPhrases(tag).map(words).join(" ")}`;
}

const titleWithId = ({ id, name }: TagReview): string =>
  id === undefined ? `Virtual Tag ${quoted(name)}` : titleOf({ id, name });

function shownLines(lines: readonly Line[], colors: Colors): string[] {
  const paint: Readonly<Record<Line["kind"], (text: string) => string>> = {
    added: colors.green,
    removed: colors.red,
    changed: colors.yellow,
    moved: colors.cyan,
    same: colors.dim,
  };
  return firstLines(lines, linesOfTag).map(({ text, kind }) => paint[kind](`  ${text}`));
}
