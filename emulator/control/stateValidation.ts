/** Validates that the parts of an imported state are consistent. The schemas validate only single fields. */
import type { EmulatorState, StoredTag } from "../store/state";

function fail(path: string, reason: string): never {
  throw new TypeError(`Invalid state: ${path}: ${reason}.`);
}

function idsOf(items: readonly { id: string }[]): string[] {
  return items.map(({ id }) => id);
}

function validateUniqueIds(path: string, what: string, ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) {
    fail(path, `two ${what} have the same ID`);
  }
}

function isContent(text: string): boolean {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof content !== "object" || content === null) {
    return false;
  }
  const { name, rules, defaultValue } = content as Record<string, unknown>;
  const isTagValue = typeof defaultValue === "string" || (typeof defaultValue === "object" && defaultValue !== null);
  return typeof name === "string" && Array.isArray(rules) && isTagValue;
}

function validateVersions(path: string, versions: StoredTag["versions"]): void {
  validateUniqueIds(path, "versions", idsOf(versions));
  if (versions.filter(({ isLive }) => isLive).length > 1) {
    fail(path, "more than one version is live");
  }
  for (const [index, { content }] of versions.entries()) {
    // Many versions have the same content as the previous one. Parsing each would be slow for large states.
    if (content !== versions[index - 1]?.content && !isContent(content)) {
      fail(`${path}.${index}.content`, "must be {name, rules, defaultValue} as JSON");
    }
  }
}

/**
 * Validates that IDs are unique, that at most one version of each tag is live, and that the content of each version can
 * be parsed.
 *
 * @throws TypeError with the path and the reason.
 */
export function validateConsistency({ accounts, credentials }: EmulatorState): void {
  validateUniqueIds("accounts", "accounts", idsOf(accounts));
  validateUniqueIds(
    "credentials",
    "credentials",
    credentials.map(({ clientId }) => clientId),
  );
  for (const [index, { tags, endpoints }] of accounts.entries()) {
    validateUniqueIds(`accounts.${index}.tags`, "tags", idsOf(tags));
    validateUniqueIds(`accounts.${index}.endpoints`, "notification endpoints", idsOf(endpoints));
    for (const [tagIndex, { versions }] of tags.entries()) {
      validateVersions(`accounts.${index}.tags.${tagIndex}.versions`, versions);
    }
  }
}
