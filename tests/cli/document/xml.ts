/** A strict reader of the XML that reports are written in: elements, attributes in double quotation marks, and text. */

/** An element with the text directly in it. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const part = /<\?xml version="1\.0" encoding="UTF-8"\?>\n|<(\/?)([a-z][a-z-]*)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<>]+)/gy;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/**
 * All elements, in their order.
 *
 * @throws {Error} if the text is not well-formed, or has a character that XML 1.0 forbids
 */
export function elementsOf(xml: string): Element[] {
  const [forbidden] = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml) ?? [];
  if (forbidden !== undefined) throw new Error(`XML forbids ${JSON.stringify(forbidden)}.`);
  const all: Element[] = [];
  const open: Element[] = [];
  let end = 0;
  for (const match of xml.matchAll(part)) {
    end = match.index + match[0].length;
    const [, slash, name, attributes = "", isEmpty, text] = match;
    if (text !== undefined) {
      const inside = open.at(-1);
      if (inside !== undefined) inside.text += decoded(text);
      else if (text.trim() !== "") throw new Error("There is text outside of the elements.");
    } else if (slash === "/") {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element.`);
    } else if (name !== undefined) {
      const given = [...attributes.matchAll(/([a-z]+)="([^"]*)"/gu)];
      const element: Element = {
        name,
        attributes: Object.fromEntries(given.map(([, key = "", value = ""]) => [key, decoded(value)])),
        children: [],
        text: "",
      };
      all.push(element);
      open.at(-1)?.children.push(element);
      if (isEmpty !== "/") open.push(element);
    }
  }
  if (end !== xml.length || open.length > 0) throw new Error(`The XML ends or breaks at ${end}.`);
  return all;
}

const decoded = (text: string): string =>
  text.replaceAll(/&([^;\s]*;?)/gu, (whole, name: string) => {
    const character = entities[name.replace(/;$/u, "")];
    if (character === undefined || !name.endsWith(";")) throw new Error(`${whole} is no entity.`);
    return character;
  });
