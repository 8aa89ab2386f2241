/** Elements of HTML, and text in them. */
import { printable } from "../../client/printable";

/** HTML text. Only this folder makes it, so a string can't be taken for it. */
export interface Html {
  readonly html: string;
}

/** Escapes a text for HTML. */
export function htmlText(text: string): Html {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return { html: printable(text).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character) };
}

/** An element with content. Strings are text. */
export function element(tag: string, ...content: readonly (Html | string)[]): Html {
  const [name = tag] = tag.split(" ");
  return {
    html: `<${tag}>${content.map((part) => (typeof part === "string" ? htmlText(part) : part).html).join("")}</${name}>`,
  };
}

/** Parts one after the other. */
export function sequence(parts: readonly Html[], separator = ""): Html {
  return { html: parts.map(({ html }) => html).join(separator) };
}
