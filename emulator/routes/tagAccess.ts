/** Access to tags by ACL. */
import type { Acl, AclEntry } from "../../client/wire";
import type { Call } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import type { StoredCredential, StoredTag } from "../store/state";

/** The ACL of a new tag: every user of the account may read and write it. */
export function publicAcl(): Acl {
  const everyone = (): AclEntry => ({ type: "public", users: [], groups: [] });
  return { read: everyone(), write: everyone() };
}

function isAllowed(entry: AclEntry, caller: StoredCredential): boolean {
  return (
    entry.type === "public" ||
    entry.users.includes(caller.user) ||
    entry.groups.some((group) => caller.groups.includes(group))
  );
}

/** Whether the caller may read the tag. */
export function canRead(tag: StoredTag, caller: StoredCredential): boolean {
  return isAllowed(tag.acl.read, caller);
}

/**
 * Returns the tag of the caller's account with this ID.
 *
 * @throws ServiceError `VTAG_NOT_FOUND`, or `FORBIDDEN` if the ACL denies the access.
 */
export function requireTag(
  call: Call,
  id: string,
  access: "read" | "write",
  notFoundStatus: number = call.switches.notFoundStatus,
): StoredTag {
  const tag = call.account.tags.get(id);
  if (tag === undefined) {
    throw new ServiceError(notFoundStatus, "VTAG_NOT_FOUND", `Virtual Tag ${id} does not exist.`);
  }
  if (!isAllowed(tag.acl[access], call.caller)) {
    throw new ServiceError(403, "FORBIDDEN", `${call.caller.user} has no ${access} permission for Virtual Tag ${id}.`);
  }
  return tag;
}
