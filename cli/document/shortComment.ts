/** Comments of pull requests that are longer than the system allows. */

/** What is open at a line of Markdown. */
interface Open {
  /** The fence of a block of code. */
  fence: string | undefined;
  /** How many `<details>`. */
  details: number;
}

/** Where a text can end. */
interface Places {
  headings: number[];
  /** The ends of other parts. */
  blanks: number[];
}

/**
 * The text, shortened before a heading if it is too long: whole parts, and no open code or details. A text without a heading that
 * fits is shortened at an empty line.
 *
 * @param largest the most that a comment can have, counted in bytes
 * @param page the page of the job, which has the whole text
 * @param reserved how many bytes other lines of the comment need
 */
export function shortComment(text: string, largest: number, page: string | undefined, reserved = 0): string {
  const most = largest - reserved;
  if (Buffer.byteLength(text) <= most) return text;
  const notice = `\n_Shortened, because a comment has at most ${largest.toLocaleString("en-US")} characters. ${jobLink(page)} has all._\n`;
  const { headings, blanks } = placesIn(text, most - Buffer.byteLength(notice));
  return `${text.slice(0, headings.at(-1) ?? blanks.at(-1) ?? 0)}${notice}`;
}

/** A link to the page of a job; only its words if there is no page. */
export function jobLink(page: string | undefined): string {
  const url = page !== undefined && URL.canParse(page) ? new URL(page) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) return "The job";
  return `[The job](${url.href.replaceAll(/[()<>\\\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`;
}

function placesIn(text: string, most: number): Places {
  const places: Places = { headings: [], blanks: [] };
  const open: Open = { fence: undefined, details: 0 };
  let [position, bytes, hasContent] = [0, 0, false];
  for (const line of text.split(/(?<=\n)/)) {
    if (bytes > most) break;
    const isOutside = open.fence === undefined && open.details === 0;
    if (isOutside && hasContent && /^#{1,6} /.test(line)) places.headings.push(position);
    if (isOutside && hasContent && line.trim() === "") places.blanks.push(position);
    // The title and hidden lines alone say nothing.
    hasContent ||= !/^(?:#{1,6} .*|<!--.*-->|)\s*$/.test(line);
    follow(open, line);
    position += line.length;
    bytes += Buffer.byteLength(line);
  }
  return places;
}

function follow(open: Open, line: string): void {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (open.fence !== undefined) {
    if (fence?.startsWith(open.fence) === true && line.trim() === fence) open.fence = undefined;
    return;
  }
  open.fence = fence;
  if (fence !== undefined) return;
  const opened = (line.match(/<details\b/g) ?? []).length;
  open.details = Math.max(0, open.details + opened - (line.match(/<\/details>/g) ?? []).length);
}
