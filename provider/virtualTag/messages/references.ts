/** The messages about tags that refer to a tag which is deleted. docs/messages.md lists their codes. */
import type { VirtualTag } from "../../../client";
import { words } from "../../../client/hostWords";
import { printable, quoted } from "../../../client/printable";
import { deleteOnce, type Message, message, stateDelete, titleOf, ways } from "../../shared/message";
import type { NamedTag } from "../references";

/** A tag that is deleted, and the URN of its resource. */
export interface Deleted {
  tag: Pick<VirtualTag, "id" | "name">;
  urn?: string | undefined;
}

/** The messages by name. */
export const referenceTexts = {
  stillReferredTo: ({ tag, by, urn }: Deleted & { by: readonly NamedTag[] }) =>
    message(
      "CA2032",
      `${titleOf(tag)} was not deleted: the rules or default values of other tags refer to it: ${listed(by)}.`,
      notDeleted,
      ...ways(
        `If this run also deletes or changes these tags, run it again: ${words.engine} does that first only if they refer to the resource, not ` +
          "to a literal ID. If they refer to each other, remove one of the references first.",
        "Otherwise, remove the references first.",
        ...otherwise(urn),
      ),
    ),
  referencesUnknown: ({ tag, unreadable, urn }: Deleted & { unreadable: readonly NamedTag[] | undefined }) =>
    message(
      "CA2033",
      `${titleOf(tag)} was not deleted: other tags may refer to it, because ` +
        (unreadable === undefined
          ? "the list of the account's tags can't be read."
          : `the rules of these can't be read: ${listed(unreadable)}.`),
      notDeleted,
      ...ways(
        unreadable === undefined
          ? "Use credentials that may list the tags."
          : "Check in the application whether they refer to it. If they do, remove the references first.",
        ...otherwise(urn),
      ),
    ),
  deletedWithReferences: ({ tag, by }: Deleted & { by: readonly NamedTag[] }) =>
    message(
      "CA2113",
      `${titleOf(tag)} is deleted, although the rules or default values of other tags refer to it: ${listed(by)}.`,
    ),
} satisfies Record<string, (facts: never) => Message>;

const notDeleted =
  "Nothing was written, because `costallocation:referencePolicy` is `refuse`, and a delete can't be undone.";

function otherwise(urn: string | undefined): string[] {
  return [
    `To keep the tag, declare it again, or remove the resource from the state: ${stateDelete(urn)}.`,
    `To delete it anyway, ${deleteOnce("referencePolicy", urn)}`,
  ];
}

/** The most tags that a message names. */
const mostNamed = 10;

/** `"Cost type", "Team" (2bf84f48-...) and 3 others`. */
function listed(tags: readonly NamedTag[]): string {
  const names = tags
    .slice(0, mostNamed)
    .map(({ id, name }) => quoted(name) + (id === undefined ? "" : ` (${printable(id)})`));
  const rest = tags.length - names.length;
  return `${names.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
}
