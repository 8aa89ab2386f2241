/** Reads what a report shows of the account. Reads only. */
import type { CostAllocationClient, Version, VirtualTag } from "../../../client";
import { ownerIn, ownerOf, withoutMark } from "../../../client/ownershipMark";
import { isComplete } from "../../../client/resources/tagReading";
import { unsupportedReason } from "../../../client/resources/unsupportedTags";
import type { Listed } from "../../../client/wire";
import { isTooDeep } from "../../../rules/nesting";
import { tagValidator } from "../../../rules/validate";
import { oddPart } from "../unreadable";
import { withKnownIds } from "../../../rules/tagKeys";
import { printable, quoted } from "../../console/terminal";

/** What the versions of a tag say about it. */
export interface TagHistory {
  /** `project/stack#resource`; undefined if no version has an ownership mark. */
  owner?: string;
  /** The newest version; undefined if the service keeps none. */
  lastChange?: Pick<Version, "createdAt" | "createdBy" | "changeDescription">;
}

/** A tag of the account that can be read. */
export interface AccountTag extends VirtualTag {
  /** What references to it have as their key: its ID. */
  keys: readonly string[];
  history: TagHistory;
}

/** What the account has. */
export interface AllTags {
  tags: AccountTag[];
  /** Tags that are left out. */
  warnings: string[];
}

/**
 * Reads all tags with their newest versions.
 *
 * @throws {Error} of the client
 */
export async function readAllTags(client: CostAllocationClient): Promise<AllTags> {
  const all = await client.virtualTags.list();
  const reasons = new Map(all.map((tag) => [tag, unreadableReason(tag)]));
  const readable = all
    .filter((tag): tag is VirtualTag => reasons.get(tag) === undefined)
    .map(withKnownIds(all.map(({ id }) => id)));
  const tags: AccountTag[] = [];
  for (const tag of readable) {
    tags.push({ ...tag, keys: [tag.id], history: await readHistory(client, tag.id) });
  }
  return {
    tags: tags.sort((one, other) => (one.name < other.name ? -1 : 1)),
    warnings: [...reasons].flatMap(([tag, reason]) =>
      reason === undefined ? [] : [`Virtual Tag ${quoted(tag.name)} is left out: ${reason}.`],
    ),
  };
}

/**
 * Reads who owns a tag, and its last change.
 *
 * @throws {Error} of the client
 */
export async function readHistory(client: CostAllocationClient, id: string): Promise<TagHistory> {
  const versions = await client.virtualTagVersions.newest(id);
  const mark = ownerIn(versions);
  const [newest] = versions;
  return {
    ...(mark === undefined ? {} : { owner: ownerOf(mark) }),
    ...(newest === undefined ? {} : { lastChange: changeIn(newest) }),
  };
}

const validate = tagValidator();

/** Why a report can't say what a tag does; undefined if it can. */
function unreadableReason(tag: Listed<VirtualTag>): string | undefined {
  if (isTooDeep(tag)) return "its rules are nested too deep";
  if (oddPart(tag) !== undefined || !isComplete(tag)) return "its rules can't be read";
  const unsupported = unsupportedReason(tag);
  if (unsupported !== undefined) return `it is not made of rules alone: ${printable(unsupported)}`;
  const [problem] = validate({ name: tag.name, rules: tag.rules, defaultValue: tag.defaultValue });
  return problem === undefined ? undefined : `${problem.path} ${problem.message}`;
}

/** The report shows the owner in a column of its own, so the description doesn't repeat it. */
function changeIn({ createdAt, createdBy, changeDescription }: Version): NonNullable<TagHistory["lastChange"]> {
  const text = withoutMark(changeDescription);
  return { createdAt, createdBy, ...(text === undefined || text === "" ? {} : { changeDescription: text }) };
}
