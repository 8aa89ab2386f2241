/** Compares what a stack declares with the account. All of its requests are reads: one list of each kind, and details where something differs. */
import {
  type CostAllocationClient,
  Forbidden,
  type Listed,
  type MetadataMap,
  type NotificationEndpoint,
  UnexpectedAnswer,
  type VirtualTag,
} from "../../client";
import { accountOf } from "../../client/http/credentials";
import { orNotFound } from "../../client/settle";
import type { TagContent } from "../../rules/types";
import type { Account } from "../account";
import { contentOf, OddContent } from "../versions/version";
import { compareEndpoint, compareMetadata } from "./compareFields";
import { compareTag, deletedFinding, isAsLeft, type SeenTag, subjectOf, versionsToRead } from "./compareTag";
import type { Declarations, Declared, DeclaredMetadata, DeclaredTag } from "./declared";
import { type Comparison, comparisonOf, type Outcome } from "./finding";

/**
 * Compares a stack with the account.
 *
 * @throws {Error} if the stack seems to belong to another account
 */
export async function compareStack(account: Account, declarations: Declarations): Promise<Comparison> {
  const { tags, metadata, endpoints, notCompared } = declarations;
  const { client } = account;
  const [listed, listedEndpoints] = await Promise.all([
    tags.length + metadata.length === 0 ? new Map<string, Listed<VirtualTag>>() : listTags(client),
    endpoints.length === 0 ? new Map<string, NotificationEndpoint>() : listEndpoints(client),
  ]);
  const isThere = ({ id, kind }: Declared): boolean =>
    (kind === "NotificationEndpoint" ? listedEndpoints : listed).has(id.toLowerCase());
  checkAccount([...tags, ...metadata, ...endpoints], isThere, accountOf(account.settings));
  const outcomes = await Promise.all([
    ...tags.map((tag) => tagOutcome(account, tag, listed.get(tag.id.toLowerCase()))),
    ...metadata.map((one) => metadataOutcome(client, one, listed.get(one.id.toLowerCase()))),
  ]);
  const ofEndpoints = endpoints.map((one) => compareEndpoint(one, listedEndpoints.get(one.id.toLowerCase())));
  return comparisonOf([...outcomes, ...ofEndpoints, ...notCompared]);
}

async function listTags({ virtualTags }: CostAllocationClient): Promise<Map<string, Listed<VirtualTag>>> {
  const snapshot = await virtualTags.snapshot();
  return new Map(snapshot.all().map((tag) => [tag.id.toLowerCase(), tag]));
}

async function listEndpoints({
  notificationEndpoints,
}: CostAllocationClient): Promise<Map<string, NotificationEndpoint>> {
  return new Map((await notificationEndpoints.list()).map((endpoint) => [endpoint.id.toLowerCase(), endpoint]));
}

/**
 * "Not found" in another account says nothing. IDs are unique, so one resource that is there shows that the account is the right
 * one, also with new credentials.
 */
function checkAccount(
  all: readonly Declared[],
  isThere: (declared: Declared) => boolean,
  fingerprint: string | undefined,
): void {
  if (all.length === 0 || all.some(isThere)) return;
  const accounts = new Set(all.flatMap(({ account }) => account ?? []));
  if (fingerprint !== undefined && accounts.has(fingerprint)) return;
  const why =
    accounts.size > 0
      ? "The stack was last saved with another address or other credentials."
      : "The state does not show which account the stack was saved in.";
  throw new Error(
    [
      `This account has none of the ${all.length} resources of the stack. ${why}`,
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
