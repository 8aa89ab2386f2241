/** The names of tags. */
import { nameKey } from "../../../rules/names";
import { type Phrase, say } from "../../document/document";
import type { Review } from "../../studies/review/review";

/** The name of a tag, with its ID if the plan has several tags of this name. Of a new tag, the ID is a URN, which says no more. */
export function namePhrase({ id, name }: { id?: string | undefined; name: string }, { sharedNames }: Review): Phrase {
  return id !== undefined && !id.startsWith("urn:") && sharedNames.has(nameKey(name))
    ? say`${name} (${{ plain: id }})`
    : say`${name}`;
}

/** After the name of a tag that is in the account, and not in the stack. */
export const outside: Phrase = [" (outside this stack)"];
