import { element, foldable, type Html, htmlText, listing, page, sequence, table } from "../../page/page";
import { costLead, costSections } from "./costHtml";
import type { ReviewCost } from "../../studies/money/reviewCost";
import { type Line, metadataLines, tagLines } from "./details";
import { type Phrase, render } from "./phrase";
import type { Review, TagReview } from "../../studies/review/review";
import { changePhrase, endpointPhrase, headline, incompleteNotice, metadataPhrase, titlePhrase } from "./wording";

/** The review as an HTML page. */
export function htmlReport(review: Review, cost?: ReviewCost): string {
  const { tags, metadata, endpoints, stack, isComplete } = review;
  const title = stack === undefined ? "Changes to Virtual Tags" : `Changes to Virtual Tags of ${stack}`;
  const others = [...metadata.map(metadataPhrase), ...endpoints.map(endpointPhrase)].map(words);
  const details = [
    ...tags.flatMap((tag) => section(words(titlePhrase(tag)), tagLines(tag, review.names))),
    ...metadata.flatMap((one) => section(words(metadataPhrase(one)), metadataLines(one))),
  ];
  return page(
    title,
    element('p class="lead"', headline(review)),
    ...(cost === undefined ? [] : costLead(review, cost)),
    ...(isComplete ? [] : [element('p role="note"', incompleteNotice)]),
    ...(tags.length === 0 ? [] : [element("h2", "Virtual Tags"), tagTable(tags)]),
    ...(cost === undefined ? [] : costSections(review, cost)),
    ...(others.length === 0
      ? []
      : [element("h2", "Metadata and endpoints"), element("ul", ...others.map((one) => element("li", one)))]),
    ...(details.length === 0 ? [] : [element("h2", "Details"), ...details]),
  );
}

const code = (text: string): Html => element("code", text);

const words = (phrase: Phrase): Html => ({
  html: render(
    phrase,
    (text) => code(text).html,
    (text) => htmlText(text).html,
  ),
});

function tagTable(tags: readonly TagReview[]): Html {
  const rows = tags.map((tag) => [
    sequence([
      code(tag.name),
      ...(tag.id === undefined ? [] : [{ html: "<br>" }, element('small class="same"', tag.id)]),
    ]),
    htmlText(tag.change),
    words(changePhrase(tag)),
  ]);
  return table("Virtual Tags that change or follow a change", ["Virtual Tag", "Change", "What changes"], rows);
}

function section(summary: Html, lines: readonly Line[]): Html[] {
  return lines.length === 0 ? [] : [foldable(summary, listing(lines))];
}
