import { fenced, markdownText } from "../../markdown";
import { costAssumptions, costCell, costDetails, costStart } from "./costMarkdown";
import type { ReviewCost } from "../../studies/money/reviewCost";
import { type Line, metadataLines, tagLines } from "./details";
import { type Phrase, render } from "./phrase";
import type { Review } from "../../studies/review/review";
import { changePhrase, endpointPhrase, headline, incompleteNotice, metadataPhrase, titlePhrase } from "./wording";

/** GitHub refuses a longer comment. Counted in bytes here, which are never fewer than characters. */
export const largestComment = 65_536;

/** Room for the notice about what was cut. */
const reserve = 400;

/** The review as a comment of a pull request. Its first line is a marker, by which a pipeline finds its comment again. */
export function markdownReport(review: Review, cost?: ReviewCost): string {
  const { tags, metadata, endpoints, names, isComplete } = review;
  const start = [
    marker(review),
    `### ${review.stack === undefined ? "Virtual Tags" : `Virtual Tags of ${markdownText(review.stack)}`}`,
    "",
    `**${headline(review)}**`,
    ...(cost === undefined ? [] : costStart(review, cost)),
    ...(isComplete ? [] : ["", `> ${incompleteNotice}`]),
    "",
  ];
  // The cell for money.
  const more = cost === undefined ? [] : [""];
  const rows = [
    ...tags.map((tag) =>
      row(
        markdownText(tag.name),
        tag.change,
        words(changePhrase(tag)),
        ...(cost === undefined ? [] : [costCell(tag, cost)]),
      ),
    ),
    ...metadata.map((one) => row("", one.change, words(metadataPhrase(one)), ...more)),
    ...endpoints.map((one) => row("", one.change, words(endpointPhrase(one)), ...more)),
  ];
  const details = [
    ...(cost === undefined ? [] : tags.flatMap((tag) => costDetails(tag, cost))),
    ...tags.map((tag) => folded(words(titlePhrase(tag)), tagLines(tag, names))),
    ...metadata.map((one) => folded(words(metadataPhrase(one)), metadataLines(one))),
    ...(cost === undefined ? [] : [costAssumptions(cost)]),
  ].filter((text) => text !== "");
  const tableStart =
    rows.length === 0
      ? []
      : [
          row("Virtual Tag", "Change", "What changes", ...(cost === undefined ? [] : ["Money"])),
          row("---", "---", "---", ...more.map(() => "---")),
        ];
  return withinLimit([...start, ...tableStart], rows, details);
}

const words = (phrase: Phrase): string => render(phrase, markdownText);

/** One comment for each stack. Names of stacks and projects have only these characters. */
function marker({ stack = "files" }: Review): string {
  return `<!-- cost-allocation review ${stack.replaceAll(/[^\w./-]/gu, "").replaceAll("--", "")} -->`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function folded(summary: string, lines: readonly Line[]): string {
  if (lines.length === 0) return "";
  const block = fenced(lines.map(diffLine), "diff");
  return `\n<details><summary>${summary}</summary>\n\n${block}\n\n</details>`;
}

/** In a block of the language `diff`, the first character of a line decides its color. */
function diffLine({ text, kind }: Line): string {
  if (kind === "added" && !text.startsWith("+")) return `+${text.startsWith("    ") ? text.slice(1) : ` ${text}`}`;
  if (kind === "removed" && !text.startsWith("-")) return `-${text.startsWith("    ") ? text.slice(1) : ` ${text}`}`;
  // A list of changed values has signs of its own.
  return /^ +[-+]/u.test(text) ? `${text.trimStart().charAt(0)}${text.slice(1).replace(/[-+]/u, " ")}` : text;
}

/** As much as fits: the table before the details, and whole details only. */
function withinLimit(start: readonly string[], rows: readonly string[], details: readonly string[]): string {
  let room = largestComment - reserve - bytesOf(start.join("\n"));
  const fitting = (texts: readonly string[]): string[] => {
    const kept: string[] = [];
    for (const text of texts) {
      const bytes = bytesOf(text) + 1;
      if (bytes > room) break;
      room -= bytes;
      kept.push(text);
    }
    return kept;
  };
  const shownRows = fitting(rows);
  // Without all rows, details would be of little use.
  const shownDetails = shownRows.length < rows.length ? [] : fitting(details);
  const cut = [
    ...(shownRows.length < rows.length ? [`${rows.length - shownRows.length} rows`] : []),
    ...(shownDetails.length < details.length ? [`${details.length - shownDetails.length} details`] : []),
  ];
  const notice = `\n_Left out, because a comment has at most 65,536 characters: ${cut.join(", ")}. The HTML page has all._`;
  return [...start, ...shownRows, ...shownDetails, ...(cut.length > 0 ? [notice] : []), ""].join("\n");
}

const bytesOf = (text: string): number => Buffer.byteLength(text);
