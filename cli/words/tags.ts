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

/** The list, in the given order. */
export function tagsDocument(tags: readonly ListedTag[]): Document {
  const rows = tags.map(({ id, name, rules, owner, lastChange }) => [
    [{ plain: name }],
    [{ plain: id }],
    [rules === undefined ? "?" : String(rules)],
    [owner === undefined ? "no mark" : { plain: owner }],
    lastChange === undefined ? [] : [{ plain: `${lastChange.createdAt} ${lastChange.createdBy}` }],
  ]);
  const columns = ["NAME", "ID", { number: "RULES" }, "OWNER", "LAST CHANGE"];
  const count = tags.length === 0 ? "No Virtual Tags" : counted(tags.length, "Virtual Tag");
  return {
    title: [],
    blocks: [
      { kind: "table", caption: ["Virtual Tags"], columns, rows },
      { kind: "paragraph", text: [`${count}.`] },
    ],
  };
}
