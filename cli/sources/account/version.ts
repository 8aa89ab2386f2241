/** The content of a version. */
import type { VersionWithData, VirtualTag } from "../../../client";
import type { TagContent } from "../../../rules/types";
import type { Account } from "../../console/account";
import { oddPart } from "../unreadable";
import { printable } from "../../console/terminal";

/** A content that V2 of the API can't express. */
export class OddContent extends Error {
  override readonly name = "OddContent";
}

/**
 * The content of a version.
 *
 * @throws {OddContent} if V2 of the API can't express it: the application can make kinds of tags that V2 does not have
 */
export function contentOf({ recommend }: Account, tag: Pick<VirtualTag, "id">, version: VersionWithData): TagContent {
  const { rules, defaultValue } = version.versionData;
  const where = oddPart({ rules, defaultValue });
  if (where === undefined) return { rules, defaultValue };
  const { id } = version;
  throw new OddContent(
    `Version ${printable(id)} can't be read: its ${where} has a shape that the API documentation does not describe. ` +
      recommend("To print it as it is", ["versions", "show", tag.id, id, "--json"]),
  );
}
