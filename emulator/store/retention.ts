/** Which versions of a tag are kept (sections 3 and 8). */
import type { StoredVersion } from "./state";

/** Versions kept per tag, the live one included. */
export const maxVersions = 100;

/** How long a version is kept, milliseconds: one year. */
export const maxVersionAge = 365 * 24 * 60 * 60 * 1000;

/**
 * The versions that are still there at a moment: not older than one year, and the newest 100 of them. The live version
 * is never removed. `versions` are in the order they were saved, and so are those returned.
 */
export function retained(versions: StoredVersion[], now: number): StoredVersion[] {
  const oldest = versions[0];
  if (
    oldest === undefined ||
    (versions.length <= maxVersions && versions.every((v) => v.createdAt >= now - maxVersionAge))
  ) {
    return versions;
  }
  const young = versions.filter((version) => version.isLive || version.createdAt >= now - maxVersionAge);
  let excess = young.length - maxVersions;
  return young.filter((version) => version.isLive || excess-- <= 0);
}
