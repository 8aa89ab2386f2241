/** Retention of versions. */

/** The fields of a version that retention depends on. */
interface Retainable {
  /** Unix milliseconds. */
  createdAt: number;
  isLive: boolean;
}

/** Maximum number of versions per tag, including the live one. */
const maxVersions = 100;

/** Maximum age of a version, in milliseconds: one year. */
const maxVersionAge = 365 * 24 * 60 * 60 * 1000;

/**
 * Returns the versions that are kept: the newest 100 that are at most one year old, and always the live one. Both lists
 * are in the order of saving.
 */
export function retained<Version extends Retainable>(versions: Version[], now: number): Version[] {
  const oldest = versions[0];
  if (
    oldest === undefined ||
    (versions.length <= maxVersions && versions.every(({ createdAt }) => createdAt >= now - maxVersionAge))
  ) {
    return versions;
  }
  const current = versions.filter((version) => version.isLive || version.createdAt >= now - maxVersionAge);
  let excess = current.length - maxVersions;
  return current.filter((version) => version.isLive || excess-- <= 0);
}
