/** What no schema of a single field sees in a state that is given: parts that contradict each other. */
import type { EmulatorState, StoredTag } from "../store/state";

/** @throws TypeError */
function refuse(place: string, reason: string): never {
  throw new TypeError(`Not an exported state: ${place}: ${reason}`);
}

function idsOf(items: readonly { id: string }[]): string[] {
  return items.map(({ id }) => id);
}

function refuseSameId(place: string, what: string, ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) {
    refuse(place, `two ${what} have the same ID`);
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
  const isValue = typeof defaultValue === "string" || (typeof defaultValue === "object" && defaultValue !== null);
  return typeof name === "string" && Array.isArray(rules) && isValue;
}

function checkVersions(place: string, versions: StoredTag["versions"]): void {
  refuseSameId(place, "versions", idsOf(versions));
  if (versions.filter(({ isLive }) => isLive).length > 1) {
    refuse(place, "more than one is live");
  }
  for (const [index, { content }] of versions.entries()) {
    // A state may have a million versions, many of them with the content of the one before.
    if (content !== versions[index - 1]?.content && !isContent(content)) {
      refuse(`${place}.${index}.content`, "must be the JSON text of {name, rules, defaultValue}");
    }
  }
}

/**
 * Checks what must hold for a state as a whole: IDs are unique, at most one version of a tag is live, and the content of
 * a version can be read.
 *
 * @throws TypeError that says what is wrong and where.
 */
export function refuseContradictions({ accounts, credentials }: EmulatorState): void {
  refuseSameId("accounts", "accounts", idsOf(accounts));
  refuseSameId(
    "credentials",
    "credentials",
    credentials.map(({ clientId }) => clientId),
  );
  for (const [index, { tags, endpoints }] of accounts.entries()) {
    refuseSameId(`accounts.${index}.tags`, "tags", idsOf(tags));
    refuseSameId(`accounts.${index}.endpoints`, "notification endpoints", idsOf(endpoints));
    for (const [tagIndex, { versions }] of tags.entries()) {
      checkVersions(`accounts.${index}.tags.${tagIndex}.versions`, versions);
    }
  }
}
