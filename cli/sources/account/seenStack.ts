/** Reads what a stack declares: one list of each kind, and details where something differs. */
import { pulumiCommand } from "../../../client/recoveryCommand";
import {
  type CostAllocationClient,
  Forbidden,
  type Listed,
  type MetadataMap,
  type NotificationEndpoint,
  UnexpectedAnswer,
  type VirtualTag,
} from "../../../client";
import { accountOf } from "../../../client/http/credentials";
import { orNotFound } from "../../../client/settle";
import { isComplete } from "../../../client/resources/tagReading";
import { isSameName } from "../../../rules/names";
import type { TagContent } from "../../../rules/types";
import { isAsWritten } from "../../../stack/facts/leftByV1";
import { nextVersion, type SeenTag } from "../../../stack/facts/seen";
import type { Account } from "../../console/account";
import type { Declarations, DeclaredEndpoint, DeclaredMetadata, DeclaredTag, NotCompared, Subject } from "../declared";
import { contentOf, OddContent } from "./version";

/** What was read of a resource, or what the service said instead. */
export type Seen<Shown> = { shown: Shown } | { error: string };

/** The metadata of a tag that was listed; undefined if the tag was deleted since. */
interface SeenMetadata {
  name: string;
  metadata: MetadataMap | undefined;
}

/** What the service has of a stack. */
export interface SeenStack {
  tags: { declared: DeclaredTag; seen: Seen<SeenTag<Listed<VirtualTag>>> }[];
  metadata: { declared: DeclaredMetadata; seen: Seen<SeenMetadata | undefined> }[];
  endpoints: { declared: DeclaredEndpoint; seen: Seen<NotificationEndpoint | undefined> }[];
  /** Resources that can't be compared. If one is secret, its deletion can still be seen. */
  others: NotComparedOrDeleted[];
}

type NotComparedOrDeleted =
  { one: NotCompared; isDeleted: false } | { one: NotCompared & { id: string }; isDeleted: true };

/**
 * Reads what a stack declares.
 *
 * @param needsVersions whether the versions of a tag are read even if the list shows it as the stack left it: only they show every owner
 * @throws {Error} if the stack seems to belong to another account
 */
export async function readStack(
  account: Account,
  declarations: Declarations,
  needsVersions: (declared: DeclaredTag) => boolean = () => false,
): Promise<SeenStack> {
  const { tags, metadata, endpoints, notCompared } = declarations;
  const { client } = account;
  const secret = notCompared.filter(isSecret);
  const all: Subject[] = [...tags, ...metadata, ...endpoints, ...secret];
  const isEndpoint = ({ kind }: Subject): boolean => kind === "NotificationEndpoint";
  const [listed, listedEndpoints] = await Promise.all([
    all.every(isEndpoint) ? new Map<string, Listed<VirtualTag>>() : listTags(client),
    all.some(isEndpoint) ? listEndpoints(client) : new Map<string, NotificationEndpoint>(),
  ]);
  const missing = all.filter((one) => !isEndpoint(one) && !listed.has(idOf(one))).map(idOf);
  const denied = await lookUpMissing(client, missing, listed);
  const isThere = (one: Subject): boolean =>
    isEndpoint(one) ? listedEndpoints.has(idOf(one)) : listed.has(idOf(one)) || denied.has(idOf(one));
  const accounts = [...tags, ...metadata, ...endpoints].flatMap((one) => one.account ?? []);
  if (!all.some(isThere)) checkAccount(all.length, accounts, account);
  const readEach = async <One extends Subject, Shown>(
    resources: readonly One[],
    read: (declared: One, tag: Listed<VirtualTag> | undefined) => Promise<Shown>,
  ): Promise<{ declared: One; seen: Seen<Shown> }[]> =>
    Promise.all(
      resources.map(async (declared) => {
        const error = denied.get(idOf(declared));
        const seen = error === undefined ? await orError(() => read(declared, listed.get(idOf(declared)))) : { error };
        return { declared, seen };
      }),
    );
  const [seenTags, seenMetadata] = await Promise.all([
    readEach(tags, (declared, tag) => readTag(account, declared, tag, needsVersions(declared))),
    readEach(metadata, (_, tag) => readMetadata(client, tag)),
  ]);
  return {
    tags: seenTags,
    metadata: seenMetadata,
    endpoints: endpoints.map((declared) => ({ declared, seen: { shown: listedEndpoints.get(idOf(declared)) } })),
    others: notCompared.map((one) =>
      isSecret(one) && !isThere(one) ? { one, isDeleted: true } : { one, isDeleted: false },
    ),
  };
}

function isSecret(one: NotCompared): one is NotCompared & { id: string } {
  return one.reason === "secret" && one.id !== undefined;
}

/** The service ignores the case of IDs. */
function idOf({ id = "" }: Subject): string {
  return id.toLowerCase();
}

async function listTags({ virtualTags }: CostAllocationClient): Promise<Map<string, Listed<VirtualTag>>> {
  const snapshot = await virtualTags.snapshot();
  return new Map(snapshot.all().map((tag) => [tag.id.toLowerCase(), tag]));
}

/**
 * Looks up tags that the list does not show. Such a tag may exist: the service may leave out what the credentials can't read.
 *
 * @param listed gets the tags that are there
 * @returns what the service says of the tags that can't be read, by ID
 */
async function lookUpMissing(
  { virtualTags }: CostAllocationClient,
  ids: readonly string[],
  listed: Map<string, Listed<VirtualTag>>,
): Promise<Map<string, string>> {
  const denied = new Map<string, string>();
  for (const id of new Set(ids)) {
    try {
      const tag = await orNotFound(virtualTags.get(id, { fresh: true }));
      if (tag !== undefined) listed.set(id, tag);
    } catch (error) {
      if (!(error instanceof Forbidden || error instanceof UnexpectedAnswer)) throw error;
      denied.set(id, error.message);
    }
  }
  return denied;
}

async function listEndpoints({
  notificationEndpoints,
}: CostAllocationClient): Promise<Map<string, NotificationEndpoint>> {
  return new Map((await notificationEndpoints.list()).map((endpoint) => [endpoint.id.toLowerCase(), endpoint]));
}

/**
 * Refuses another account if no resource of the stack was found, because there "not found" does not mean a deletion. IDs are
 * unique, so one resource that is found proves that the account is the right one, even with new credentials.
 *
 * @param count how many resources were looked for
 * @param accounts what the state says of their account
 */
function checkAccount(count: number, accounts: readonly string[], { reach, settings }: Account): void {
  const fingerprint = accountOf(settings);
  if (count === 0 || (fingerprint !== undefined && accounts.includes(fingerprint))) return;
  const why =
    accounts.length > 0
      ? "The stack was last saved with another address or other credentials."
      : "The state does not show which account the stack was saved in.";
  throw new Error(
    [
      `This account has none of the ${count} resources of the stack. ${why}`,
      "Nothing was compared.",
      "- If COST_ALLOCATION_BASE_URL or the credentials are wrong, correct them.",
      `- If all of them were deleted, \`${pulumiCommand("refresh --preview-only", reach.stack)}\` confirms it with the settings of the stack.`,
    ].join("\n"),
  );
}

/** Reads the versions of a tag that is not as the stack left it, and the contents to compare. */
async function readTag(
  account: Account,
  declared: DeclaredTag,
  tag: Listed<VirtualTag> | undefined,
  needsVersions: boolean,
): Promise<SeenTag<Listed<VirtualTag>>> {
  if (tag === undefined) return { kind: "missing" };
  const { left } = declared;
  if (!needsVersions && isAsLeft(declared, tag)) return { kind: "asLeft", tag };
  const { virtualTagVersions } = account.client;
  const versions = await orNotFound(virtualTagVersions.newest(tag.id));
  if (versions === undefined) return { kind: "missing" };
  const live = await virtualTagVersions.findLive(tag.id, {}, versions);
  const contents = new Map<string, TagContent | undefined>();
  const seen = { kind: "read", tag, versions, live, contents } as const;
  for (let next = nextVersion(seen, left); next !== undefined; next = nextVersion(seen, left)) {
    const version = await orNotFound(virtualTagVersions.get(tag.id, next));
    contents.set(next, version && contentOf(account, { id: tag.id }, version));
  }
  return seen;
}

/** Whether the list shows a whole tag just as the stack left it, so that nothing else has to be read. */
export function isAsLeft(
  { left, updatedAt, updatedBy }: DeclaredTag,
  tag: Listed<VirtualTag>,
): tag is Listed<VirtualTag> & VirtualTag {
  const { content, found, name, staged, writtenBy } = left;
  if (found !== undefined || staged !== undefined || name === "encrypted" || content === "encrypted") return false;
  const isSaved = tag.updatedAt !== updatedAt || tag.updatedBy !== updatedBy;
  return !isSaved && isComplete(tag) && isSameName(tag.name, name.value) && isAsWritten(writtenBy, content.value, tag);
}

async function readMetadata(
  { virtualTagMetadata }: CostAllocationClient,
  tag: Listed<VirtualTag> | undefined,
): Promise<SeenMetadata | undefined> {
  return tag && { name: tag.name, metadata: await orNotFound(virtualTagMetadata.get(tag.id)) };
}

/** If one resource can't be read, the others are still compared. */
async function orError<Shown>(read: () => Promise<Shown>): Promise<Seen<Shown>> {
  try {
    return { shown: await read() };
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer || error instanceof OddContent)
      return { error: error.message };
    throw error;
  }
}
