/** IDs as people type them. */

/** The form of IDs in the service. */
export const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** How many characters an ID that is not typed in full must have. */
const fewestCharacters = 8;

/** Those whose IDs begin with a text; none if the text is too short to mean one. */
export function beginningWith<One extends { id: string }>(all: readonly One[], text: string): One[] {
  if (text.length < fewestCharacters) return [];
  return all.filter(({ id }) => id.toLowerCase().startsWith(text.toLowerCase()));
}
