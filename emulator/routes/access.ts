/** Who may read and write a tag (section 5). */
import type { Acl, AclEntry } from "../../client/wire";
import { ServiceError } from "../http/errors";
import type { Call } from "../http/route";
import type { StoredCredential, StoredTag } from "../store/state";

/** Everybody of the account may read and write: what a new tag gets. */
export function publicAcl(): Acl {
  const everybody = (): AclEntry => ({ type: "public", users: [], groups: [] });
  return { read: everybody(), write: everybody() };
}

function admits(entry: AclEntry, caller: StoredCredential): boolean {
  return (
    entry.type === "public" ||
    entry.users.includes(caller.user) ||
    entry.groups.some((group) => caller.groups.includes(group))
  );
}

/** Whether the caller may read the tag. */
export function mayRead(tag: StoredTag, caller: StoredCredential): boolean {
  return admits(tag.acl.read, caller);
}

/**
 * The tag of that id in the caller's account.
 *
 * @throws ServiceError `VTAG_NOT_FOUND`, or `FORBIDDEN` when the ACL denies the access.
 */
export function tagFor(
  call: Call,
  id: string,
  access: "read" | "write",
  notFoundStatus: number = call.switches.notFoundStatus,
): StoredTag {
  const tag = call.account.tags.get(id);
  if (tag === undefined) {
    throw new ServiceError(notFoundStatus, "VTAG_NOT_FOUND", `There is no Virtual Tag ${id}.`);
  }
  if (!admits(tag.acl[access], call.caller)) {
    throw new ServiceError(403, "FORBIDDEN", `${call.caller.user} has no ${access} permission on Virtual Tag ${id}.`);
  }
  return tag;
}
