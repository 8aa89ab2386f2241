/** What CommonMark, GitHub and a browser make of a text: its structure, and the words that may act. */
import { lexer, parse, type Token, type Tokens } from "marked";

/** The structure of Markdown, without words: equal for two texts if nothing in their words acts. `<code>` is left out. */
export function structureOf(markdown: string, gfm: boolean): string {
  return blockStructure(lexer(markdown, { gfm }));
}

function blockStructure(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "html") return tagsOf(token.raw);
      if (token.type === "code")
        return `code(${token.lang ?? ""}, ${(token as Tokens.Code).text.split("\n").length} lines)`;
      if (token.type === "table") {
        const rows = [token.header as Tokens.TableCell[], ...(token.rows as Tokens.TableCell[][])];
        return `table(${rows.map((row) => row.map((cell) => blockStructure(cell.tokens)).join("|")).join("; ")})`;
      }
      if (token.type === "list") {
        return `list(${(token.items as Tokens.ListItem[]).map((item) => blockStructure(item.tokens)).join(", ")})`;
      }
      const inside = "tokens" in token && token.tokens !== undefined ? `(${blockStructure(token.tokens)})` : "";
      return ["text", "escape", "codespan", "space"].includes(token.type)
        ? inside.slice(1, -1)
        : `${token.type}${inside}`;
    })
    .filter((text) => text !== "")
    .join(" ");
}

/** The tags of HTML, with their attributes. */
export function tagsOf(html: string): string {
  return (html.match(/<[^>]*>/gu) ?? []).filter((tag) => !/^<\/?code(?: dir="auto")?>$/u.test(tag)).join("");
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** A text of HTML or Markdown as a person sees it. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/gu, (whole, code: string | undefined, name = "") =>
    code === undefined ? (entities[name as string] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

/** The words that a person sees. */
export function wordsOf(markdown: string): string {
  return decoded(parse(markdown, { async: false }).replaceAll(/<[^>]*>/gu, ""));
}

/** What GitHub and GitLab look at after Markdown: the words outside of code. */
export function wordsOutsideOfCode(markdown: string): string {
  const html = parse(markdown, { async: false });
  return decoded(html.replaceAll(/<(code|pre)[^>]*>[^]*?<\/\1>/gu, "").replaceAll(/<[^>]*>/gu, ""));
}

/** A mention, an issue, an address, a formula, an emoji or a quick action. */
export const acting = /@\w|#\d|!\d|\bGH-\d|https?:|www\.|\$\S[^$]*\S\$(?!\d)|:\w+:|^\/\w/imu;

/** The elements of a page that are not closed in order. */
export function unclosedTags(html: string): string[] {
  const open: string[] = [];
  for (const [, slash = "", name = ""] of html
    .replace(/<style>[^]*<\/style>/u, "")
    .matchAll(/<(\/?)([a-z]\w*)[^>]*>/gu)) {
    if (["meta", "br", "path", "rect"].includes(name)) continue;
    if (slash !== "") {
      if (open.pop() !== name) return [`</${name}>`];
    } else open.push(name);
  }
  return open;
}
