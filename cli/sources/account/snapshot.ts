/** Reads a copy of the account, with which an emulator can start. docs/emulator-copy.md says what is in the file. Reads only. */
import {
  type CostAllocationClient,
  Forbidden,
  type Listed,
  type MetadataMap,
  type NotificationEndpoint,
  NotFound,
  UnexpectedAnswer,
  type Version,
  type VirtualTag,
} from "../../../client";
import { isSaveOf, markIn, ownerIn, stagedNameIn } from "../../../client/ownershipMark";
import { isComplete } from "../../../client/resources/tagReading";
import { unsupportedReason } from "../../../client/resources/unsupportedTags";
import { shownDestination } from "../../../client/resources/validateEndpoint";
import { isSameName } from "../../../rules/names";
import { isTooDeep } from "../../../rules/nesting";
import { virtualTagsCostCenter } from "../../../rules/references";
import type { TagContent } from "../../../rules/types";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import { oddPart } from "../unreadable";
import { type Key, readCatalog } from "./catalog";
import { isProblem, type MetadataOfTags, readMetadata } from "./metadata";
import { readLiveVersion } from "./liveVersion";
import { readEach } from "./readEach";

/** A tag in the copy. */
interface CopiedTag extends Partial<TagContent> {
  id: string;
  name: string;
  /** Why the API can't save the tag; absent if it can. */
  unsupported?: string;
  createdBy: string;
  createdAt: string;
  /** Newest first. Empty if they can't be read. */
  versions: Version[];
  metadata: MetadataMap;
}

/** An endpoint in the copy. */
type CopiedEndpoint = Pick<NotificationEndpoint, "id" | "type" | "name" | "configuration" | "createdBy" | "createdAt">;

/** A copy of the account. */
export interface AccountCopy {
  version: 1;
  tags: CopiedTag[];
  endpoints: CopiedEndpoint[];
  /** Without the keys that stand for the tags. */
  catalog: Key[];
}

/** A copy of the account, and what was read for it. */
export interface Snapshot {
  copy: AccountCopy;
  /** What the copy lacks. A reason continues a sentence, and has text of the account as it came. */
  left: { id: string; name: string; reason: string }[];
  /** The metadata of each tag, or why it could not be read. */
  metadata: MetadataOfTags;
}

/**
 * Reads the account: the list of tags, the metadata and the versions of each, and the key catalog.
 *
 * @param endpoints all of them, as the service lists them
 * @throws {Error} of the client, unless it is about one tag
 */
export async function readSnapshot(
  account: Account,
  terminal: Terminal,
  endpoints: readonly NotificationEndpoint[],
): Promise<Snapshot> {
  const { client, settings } = account;
  const [all, catalog] = await Promise.all([client.virtualTags.list(), readCatalog(client)]);
  const metadata = await readMetadata(account, terminal, all);
  const { maxConcurrency } = settings;
  const read = await readEach("Reading versions", all, { terminal, maxConcurrency }, (tag) => readTag(client, tag));
  const tags = read.flatMap((found, index) => {
    const tag = all[index];
    const entries = metadata.get(tag?.id ?? "") ?? {};
    // Somebody deleted the tag meanwhile.
    if (tag === undefined || found === undefined) return [];
    const problems = [...found.problems, ...(isProblem(entries) ? [`its metadata: ${entries.problem}`] : [])];
    return [{ tag, problems, copied: copiedTag(tag, found, isProblem(entries) ? {} : entries) }];
  });
  return {
    copy: {
      version: 1,
      tags: tags.map(({ copied }) => copied),
      endpoints: endpoints.map(copiedEndpoint),
      catalog: catalog.keys.filter(isNoTag(all)),
    },
    left: tags.flatMap(({ tag: { id, name }, problems }) => problems.map((reason) => ({ id, name, reason }))),
    metadata,
  };
}

/** The text of the file. In metadata, a number with more digits than JavaScript keeps becomes a text. */
export function snapshotText(copy: AccountCopy): string {
  return `${JSON.stringify(copy, null, 2)}\n`;
}

/** What a copy has instead of a Slack webhook, whose address is a credential. */
function maskedDestination(id: string): string {
  return `https://hooks.example.com/masked/${encodeURIComponent(id)}`;
}

function copiedEndpoint(endpoint: NotificationEndpoint): CopiedEndpoint {
  const { id, createdBy = "" } = endpoint;
  const { type, name } = endpoint as Partial<NotificationEndpoint>;
  const to = shownDestination(endpoint);
  // An address of another type may be a credential, too.
  const copied = type === "email" ? to : type === "slack" && to !== undefined ? maskedDestination(id) : undefined;
  return {
    id,
    type: type ?? "unknown",
    name: name ?? "",
    ...(copied === undefined ? {} : { configuration: { to: copied } }),
    createdBy,
    createdAt: momentOf(endpoint.createdAt),
  };
}

/** What was read of a tag besides the list. */
interface FoundTag {
  versions: Version[];
  content: TagContent | undefined;
  problems: string[];
}

/** The versions of a tag and its live content; undefined if it was deleted meanwhile. */
async function readTag(client: CostAllocationClient, tag: Listed<VirtualTag>): Promise<FoundTag | undefined> {
  try {
    const { newest, live, isShown } = await readLiveVersion(client, tag.id);
    const content = live === undefined || isShown ? tag : await readContent(client, tag.id, live.id);
    const problem = contentProblem(content);
    return {
      versions: keptVersions(newest, live),
      content: problem === undefined ? (content as TagContent) : undefined,
      problems: [
        ...(problem === undefined ? [] : [`its content: ${problem}`]),
        ...(isNameStaged(tag, newest) ? ["its live name: the service shows that of a staged version"] : []),
      ],
    };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    if (!(error instanceof Forbidden)) throw error;
    const problem = "its versions: these credentials can't read them";
    return {
      versions: [],
      content: contentProblem(tag) === undefined ? (tag as TagContent) : undefined,
      problems: [problem],
    };
  }
}

/** Whether the name of a tag is that of a version that a stack has staged. Versions hold no names. */
function isNameStaged({ name }: { name: string }, [newest]: readonly Version[]): boolean {
  return newest?.isLive === false && isSameName(stagedNameIn(newest.changeDescription), name);
}

async function readContent(
  client: CostAllocationClient,
  tagId: string,
  versionId: string,
): Promise<Partial<TagContent>> {
  try {
    return (await client.virtualTagVersions.get(tagId, versionId)).versionData;
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return {};
    throw error;
  }
}

function contentProblem(content: Partial<TagContent>): string | undefined {
  if (isTooDeep(content)) return "it is nested too deep";
  const odd = oddPart(content);
  return odd === undefined ? undefined : `${odd} is not as the API documentation has it`;
}

/**
 * The versions that say whose a tag is, and what is live: the newest, the live one, the newest with an ownership mark, and the newest
 * that a run of that owner saved. The others decide nothing about an adoption.
 */
function keptVersions(newest: readonly Version[], live: Version | undefined): Version[] {
  const owner = ownerIn(newest);
  const kept = new Set([
    newest[0],
    live,
    newest.find(({ changeDescription }) => markIn(changeDescription) !== undefined),
    newest.find(({ changeDescription }) => isSaveOf(owner, changeDescription)),
  ]);
  // The live one may be older than the newest 100.
  return [...newest.filter((version) => kept.delete(version)), ...kept].filter((version) => version !== undefined);
}

function copiedTag(tag: Listed<VirtualTag>, { versions, content }: FoundTag, metadata: MetadataMap): CopiedTag {
  const { id, name, createdBy } = tag;
  const unsupported = unsupportedReason(isComplete(tag) ? tag : { ...tag, rules: [], defaultValue: "" });
  const oldest = versions.at(-1);
  return {
    id,
    name,
    ...(content === undefined ? {} : { rules: content.rules, defaultValue: content.defaultValue }),
    ...(unsupported === undefined ? {} : { unsupported }),
    createdBy: createdBy ?? oldest?.createdBy ?? "",
    createdAt: momentOf(tag.createdAt ?? oldest?.createdAt),
    versions: versions.map(({ id: versionId, createdAt, createdBy: author, changeDescription, isLive }) => ({
      id: versionId,
      createdAt: momentOf(createdAt),
      createdBy: (author as string | undefined) ?? "",
      ...(changeDescription === undefined ? {} : { changeDescription }),
      isLive,
    })),
    metadata,
  };
}

/** A date of the service in ISO 8601; the first moment of all if it can't be read. */
function momentOf(date: string | undefined): string {
  const time = Date.parse(date ?? "");
  return new Date(Number.isNaN(time) ? 0 : time).toISOString();
}

/** Whether a key of the catalog stands for no tag. */
function isNoTag(tags: readonly { id: string }[]): (key: Key) => boolean {
  const ids = new Set(tags.map(({ id }) => id));
  return ({ costCenter, key }) => costCenter !== virtualTagsCostCenter || !ids.has(key);
}
