/** Compares what a stack declares with the account. All of its requests are reads: one list of each kind, and details where something differs. */
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
import type { TagContent } from "../../../rules/types";
import type { Account } from "../../console/account";
import { contentOf, OddContent } from "./version";
import { compareEndpoint, compareMetadata } from "../../studies/compareFields";
import {
  compareTag,
  deletedFinding,
  isAsLeft,
  type SeenTag,
  subjectOf,
  versionsToRead,
} from "../../studies/compareTag";
import type { Declarations, Declared, DeclaredMetadata, DeclaredTag, NotCompared, Subject } from "../declared";
import { type Comparison, comparisonOf, type Outcome } from "../../studies/drift";

/**
 * Compares a stack with the account.
 *
 * @throws {Error} if the stack seems to belong to another account
 */
export async function compareStack(account: Account, declarations: Declarations): Promise<Comparison> {
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
  if (!all.some(isThere)) checkAccount(all.length, accounts, accountOf(account.settings));
  const outcomes = await Promise.all([
    ...tags.map((tag) => deniedOutcome(tag, denied) ?? tagOutcome(account, tag, listed.get(idOf(tag)))),
    ...metadata.map((one) => deniedOutcome(one, denied) ?? metadataOutcome(client, one, listed.get(idOf(one)))),
  ]);
  const ofEndpoints = endpoints.map((one) => compareEndpoint(one, listedEndpoints.get(idOf(one))));
  // What is secret can't be compared, but that it was deleted shows.
  const others = notCompared.map((one) => (isSecret(one) && !isThere(one) ? deletedFinding(one) : one));
  return comparisonOf([...outcomes, ...ofEndpoints, ...others]);
}

function isSecret(one: NotCompared): one is NotCompared & { id: string } {
  return one.reason === "secret" && one.id !== undefined;
}

/** The service does not tell IDs apart by case. */
function idOf({ id = "" }: Subject): string {
  return id.toLowerCase();
}

async function listTags({ virtualTags }: CostAllocationClient): Promise<Map<string, Listed<VirtualTag>>> {
  const snapshot = await virtualTags.snapshot();
  return new Map(snapshot.all().map((tag) => [tag.id.toLowerCase(), tag]));
}

/**
 * Looks up tags that the list does not show. The service may leave out what the credentials can't read, which is no deletion.
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

function deniedOutcome(declared: Declared, denied: ReadonlyMap<string, string>): Outcome | undefined {
  const error = denied.get(idOf(declared));
  return error === undefined ? undefined : { ...subjectOf(declared), reason: "unreadable", error };
}

async function listEndpoints({
  notificationEndpoints,
}: CostAllocationClient): Promise<Map<string, NotificationEndpoint>> {
  return new Map((await notificationEndpoints.list()).map((endpoint) => [endpoint.id.toLowerCase(), endpoint]));
}

/**
 * "Not found" in another account says nothing. IDs are unique, so one resource that is there shows that the account is the right
 * one, also with new credentials. This is for a stack of which nothing is there.
 *
 * @param count how many resources were looked for
 * @param accounts what the state says of their account
 */
function checkAccount(count: number, accounts: readonly string[], fingerprint: string | undefined): void {
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
      "- If all of them were deleted, `pulumi refresh --preview-only` confirms it with the settings of the stack.",
    ].join("\n"),
  );
}

async function tagOutcome(
  account: Account,
  declared: DeclaredTag,
  listed: Listed<VirtualTag> | undefined,
): Promise<Outcome> {
  if (listed === undefined) return deletedFinding(declared);
  if (isAsLeft(declared, listed)) return "same";
  return orUnreadable(declared, async () => {
    const seen = await observeTag(account, declared, listed);
    return seen === undefined ? deletedFinding(declared) : compareTag(declared, seen);
  });
}

/** Reads the versions of a tag, and the contents to compare. Undefined if the tag was deleted since it was listed. */
async function observeTag(
  account: Account,
  declared: DeclaredTag,
  tag: Listed<VirtualTag>,
): Promise<SeenTag | undefined> {
  const { virtualTagVersions } = account.client;
  const versions = await orNotFound(virtualTagVersions.newest(tag.id));
  if (versions === undefined) return undefined;
  const live = await virtualTagVersions.findLive(tag.id, {}, versions);
  const contents = new Map<string, TagContent>();
  for (const id of new Set([live?.id ?? [], versionsToRead(declared, versions)].flat())) {
    const version = await orNotFound(virtualTagVersions.get(tag.id, id));
    if (version !== undefined) contents.set(id, contentOf(account, { id: tag.id }, version));
  }
  return { tag, versions, live, contents };
}

async function metadataOutcome(
  client: CostAllocationClient,
  declared: DeclaredMetadata,
  tag: Listed<VirtualTag> | undefined,
): Promise<Outcome> {
  if (tag === undefined) return compareMetadata(declared, undefined, undefined);
  return orUnreadable(declared, async () => {
    const live: MetadataMap | undefined = await orNotFound(client.virtualTagMetadata.get(tag.id));
    return compareMetadata(declared, live, tag.name);
  });
}

/** What can't be read of one resource must not hide the drift of the others. */
async function orUnreadable(declared: Declared, compare: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await compare();
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer || error instanceof OddContent)
      return { ...subjectOf(declared), reason: "unreadable", error: error.message };
    throw error;
  }
}
