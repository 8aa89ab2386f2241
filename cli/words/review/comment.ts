/** What comments of pull requests say besides the review, and what the command says about them. */
import { type Document, type Phrase, say } from "../../document/document";
import type { Behavior } from "../../studies/comment";

/** What an earlier comment says if there is no file. The command can't know why. */
export function noFileDocument(file: string): Document {
  return {
    title: ["Nothing to report"],
    blocks: [
      {
        kind: "paragraph",
        text: say`The last push wrote no ${file}. Either too little changes, or an earlier step failed.`,
      },
    ],
  };
}

/** What was done. */
export interface Done {
  created: number;
  updated: number;
  deleted: number;
  hidden: number;
}

/** One line about what was done. */
export function donePhrase({ created, updated, deleted, hidden }: Done, behavior: Behavior): Phrase {
  if (created > 0)
    return [hidden > 0 ? "The comment was posted, and the earlier ones were hidden." : "The comment was posted."];
  if (updated > 0) return ["The comment was updated."];
  if (deleted > 0) return ["The comment was deleted."];
  return [
    behavior === "delete" ? "There was no comment to delete." : "There was nothing to do: no comment was changed.",
  ];
}
