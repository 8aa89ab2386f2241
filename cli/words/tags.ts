/** The tags of an account, as a list. */
import { counted, type Document } from "../document/document";
import type { TagHistory } from "../sources/account/allTags";

/** A tag in the list. */
export interface ListedTag extends TagHistory {
  id: string;
  name: string;
  /** How many rules it has; undefined if the service does not show them. */
  rules: number | undefined;
}

const titles = ["NAME", "ID", "RULES", "OWNER", "LAST CHANGE"];

/** The list, in the given order. */
export function tagsDocument(tags: readonly ListedTag[]): Document {
  const columns = titles.map((title) => ({ title, align: title === "RULES" ? ("end" as const) : ("start" as const) }));
  const rows = tags.map(({ id, name, rules, owner, lastChange }) => ({
    cells: [
      { text: [{ plain: name }] },
      { text: [{ plain: id }] },
      { text: [rules === undefined ? "?" : String(rules)] },
      { text: [owner === undefined ? "no mark" : { plain: owner }] },
      { text: lastChange === undefined ? [] : [{ plain: `${lastChange.createdAt} ${lastChange.createdBy}` }] },
    ],
  }));
  return {
    title: [],
    blocks: [
      ...(tags.length === 0 ? [] : [{ kind: "table" as const, caption: ["Virtual Tags"], columns, rows }]),
      {
        kind: "paragraph",
        text: [`${tags.length === 0 ? "No" : ""}${counted(tags.length, "Virtual Tag").replace(/^0/u, "")}.`],
      },
    ],
  };
}
