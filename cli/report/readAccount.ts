/** Reads what a report shows of the account. Reads only. */
import type { CostAllocationClient, Version, VirtualTag } from "../../client";
import { markIn, ownerIn, ownerOf } from "../../client/ownershipMark";
import { oddPart } from "../content/contentShape";
import { quoted } from "../terminal";

/** A tag of the account. */
export interface LiveTag extends VirtualTag {
  /** `project/stack#resource`; undefined if no resource owns the tag. */
  owner?: string;
  /** The newest version; undefined if the service keeps none. */
  lastChange?: Pick<Version, "createdAt" | "createdBy" | "changeDescription">;
}

/** What the account has. */
export interface LiveTags {
  tags: LiveTag[];
  /** Tags that are left out. */
  warnings: string[];
}

/**
 * Reads all tags with their newest versions.
 *
 * @throws {Error} of the client
 */
export async function readLiveTags(client: CostAllocationClient): Promise<LiveTags> {
  const all = await client.virtualTags.list();
  const readable = all.filter((tag): tag is VirtualTag => oddPart(tag) === undefined);
  const tags: LiveTag[] = [];
  for (const tag of readable) {
    const versions = await client.virtualTagVersions.newest(tag.id);
    const mark = ownerIn(versions);
    const [newest] = versions;
    tags.push({
      ...tag,
      ...(mark === undefined ? {} : { owner: ownerOf(mark) }),
      ...(newest === undefined ? {} : { lastChange: withoutMark(newest) }),
    });
  }
  return {
    tags: tags.sort((one, other) => (one.name < other.name ? -1 : 1)),
    warnings: all
      .filter((tag) => !readable.includes(tag as VirtualTag))
      .map(({ name }) => `Virtual Tag ${quoted(name)} is left out: its rules can't be read.`),
  };
}

/** The owner is shown by itself. */
function withoutMark({ createdAt, createdBy, changeDescription }: Version): NonNullable<LiveTag["lastChange"]> {
  const mark = markIn(changeDescription);
  const text = mark === undefined ? changeDescription : changeDescription?.slice(0, -mark.length).trimEnd();
  return { createdAt, createdBy, ...(text === undefined || text === "" ? {} : { changeDescription: text }) };
}
