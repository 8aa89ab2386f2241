/** Lists that come in pages, with the next page in the header `Link`. */
import type { Api, ApiAnswer } from "./api";

/** Nobody has so many comments: a server that always names a next page must not keep the job forever. */
const mostPages = 1000;

/**
 * Reads all pages.
 *
 * @param first the first page
 * @param read the entries of a page; undefined if it can't be read
 * @throws {Error} if a page can't be read: a list with a gap could hide the comment that is looked for
 */
export async function followPages<T>(api: Api, first: URL, read: (answer: ApiAnswer) => T[] | undefined): Promise<T[]> {
  const entries: T[] = [];
  let url: URL | undefined = first;
  for (let page = 1; url !== undefined; page++) {
    const answer: ApiAnswer = await api.send({ method: "GET", url });
    const found = read(answer);
    if (found === undefined || page > mostPages)
      throw new Error(`The list of comments can't be read. [GET ${first.origin}${first.pathname}]`);
    entries.push(...found);
    url = nextPage(answer.headers["link"], url);
  }
  return entries;
}

/** Only its query: the token must go nowhere else, and a server behind a proxy may name itself by another address. */
function nextPage(link: string | undefined, current: URL): URL | undefined {
  const target = /<([^<>]*)>[^,<]*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  if (target === undefined || !URL.canParse(target, current.href)) return undefined;
  const next = new URL(current);
  next.search = new URL(target, current).search;
  return next;
}
