/** What the V1 and V2 routes share: how to show a stored tag, and how to save one. */
import { randomUUID } from "node:crypto";
import type { VirtualTag } from "../../client/wire";
import type { Rule, TagContent, TagValue } from "../../rules/types";
import type { Call } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import { retained } from "../store/retention";
import type { StoredTag, StoredVersion } from "../store/state";
import type { Switches } from "../switches";
import { formatDate } from "./dateFormats";
import { publicAcl, requireTag } from "./tagAccess";

/** The content of a version. */
export interface NamedContent {
  name: string;
  defaultValue: TagValue;
  rules: Rule[];
}

/** Parses the content of a version. */
export function parseContent(version: StoredVersion): NamedContent {
  return JSON.parse(version.content) as NamedContent;
}

/** Returns the versions of a tag that haven't expired (automatic retention). */
export function currentVersions(tag: StoredTag, now: number): StoredVersion[] {
  return retained(tag.versions, now);
}

/** Returns the version that a read shows: the live one, or the newest if none is live or the switch says so. */
export function visibleVersion(tag: StoredTag, stagedRead: Switches["stagedRead"], now: number): StoredVersion {
  const versions = currentVersions(tag, now);
  // All versions of a tag that never was live can expire. The tag still exists, with its last content.
  const newest = versions.at(-1) ?? tag.versions.at(-1);
  if (newest === undefined) {
    throw new Error(`Virtual Tag ${tag.id} has no versions.`);
  }
  return stagedRead === "latest" ? newest : (versions.find((version) => version.isLive) ?? newest);
}

/** Returns the newest save of a tag, even if its version has expired. */
function latestSave(tag: StoredTag): StoredVersion | undefined {
  return tag.versions.at(-1);
}

/** Returns the name of a tag, while this version of it is shown. */
export function nameOf(tag: StoredTag, shown: StoredVersion, { stagedRename }: Switches): string {
  return parseContent((stagedRename === "atOnce" ? latestSave(tag) : undefined) ?? shown).name;
}

/** Returns the name that a tag has while its live version is shown. */
export function liveName(tag: StoredTag, switches: Switches, now: number): string {
  return nameOf(tag, visibleVersion(tag, "live", now), switches);
}

/**
 * Returns the tag as V2 shows it, without its ACL.
 *
 * @param shown The version to show. Default: the one that a read shows.
 */
export function toVirtualTag(
  tag: StoredTag,
  switches: Switches,
  now: number,
  shown = visibleVersion(tag, switches.stagedRead, now),
): VirtualTag {
  const { name, defaultValue, rules } = parseContent(shown);
  const updated = (switches.stagedUpdatedBy === "latest" ? latestSave(tag) : undefined) ?? shown;
  return {
    id: tag.id,
    name: latestSave(tag) === shown ? name : nameOf(tag, shown, switches),
    defaultValue,
    rules,
    createdBy: tag.createdBy,
    updatedBy: updated.createdBy,
    createdAt: formatDate(tag.createdAt, switches.dates),
    updatedAt: formatDate(updated.createdAt, switches.dates),
  };
}

/** Whether responses of this kind have an ACL. */
export function hasAcl({ aclIn }: Switches, kind: "reads" | "writes"): boolean {
  return aclIn === "all" || aclIn === kind;
}

/** Returns a name, or another text for people, as the service keeps it. */
export function keptText(text: string, { unicodeForm }: Switches): string {
  return unicodeForm === "nfc" ? text.normalize("NFC") : text;
}

/** Returns a change description as the service keeps it. */
function keptDescription(sent: string, switches: Switches): string {
  const { maxChangeDescription } = switches;
  const kept = keptText(sent, switches);
  return maxChangeDescription === null ? kept : Array.from(kept).slice(0, maxChangeDescription).join("");
}

/** Creates a version of a tag. It isn't stored yet. */
export function newVersion(
  call: Call,
  { name, rules, defaultValue }: TagContent & { name: string },
  isLive: boolean,
  changeDescription?: string,
): StoredVersion {
  return {
    id: randomUUID(),
    createdAt: call.clock.now(),
    createdBy: call.caller.user,
    ...(changeDescription === undefined
      ? {}
      : { changeDescription: keptDescription(changeDescription, call.switches) }),
    isLive,
    content: JSON.stringify({ name: keptText(name, call.switches), defaultValue, rules }),
  };
}

/** Creates a tag, which every user may read and write. */
export function createTag(call: Call, version: StoredVersion): StoredTag {
  const { createdAt, createdBy } = version;
  const head = { id: randomUUID(), createdAt, createdBy, acl: publicAcl() };
  call.store.commit({ op: "createTag", account: call.caller.account, head, version });
  return requireTag(call, head.id, "write");
}

/** Deletes a tag. Returns its name. */
export function deleteTag(call: Call, tag: StoredTag): string {
  const name = liveName(tag, call.switches, call.clock.now());
  call.store.commit({ op: "deleteTag", account: call.caller.account, id: tag.id });
  return name;
}

/** @throws ServiceError `CONFLICT` if names are unique and another tag of the account has this one. */
export function requireFreeName(call: Call, name: string, ownId?: string): void {
  const { account, clock, switches } = call;
  if (!switches.uniqueNames) {
    return;
  }
  const kept = keptText(name, switches);
  for (const tag of account.tags.values()) {
    if (tag.id !== ownId && liveName(tag, switches, clock.now()) === kept) {
      const message = `A Virtual Tag named ${JSON.stringify(name)} already exists.`;
      throw new ServiceError(switches.duplicateNameStatus, "CONFLICT", message);
    }
  }
}

/** The statuses of {@link requireFreeName}, for the OpenAPI document. */
export function duplicateNameStatuses({ uniqueNames, duplicateNameStatus }: Switches): number[] {
  return uniqueNames ? [duplicateNameStatus] : [];
}
