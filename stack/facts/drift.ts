/** Who changed a tag outside Pulumi, and what differs. */
import { isDeepStrictEqual } from "node:util";
import type { Listed, Version, VirtualTag } from "../../client/wire";
import { canonicalRule } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { Declared, Rule } from "../../rules/types";
import type { Differences, Drift } from "../state/report";

/** Who saved what is live. */
export function savedBy(tag: Listed<VirtualTag>, live: Version | undefined): Drift {
  const by = live?.createdBy ?? tag.updatedBy;
  const at = live?.createdAt ?? tag.updatedAt;
  return {
    ...(by === undefined ? {} : { by }),
    ...(at === undefined ? {} : { at }),
    ...(live === undefined ? {} : { versionId: live.id }),
  };
}

/**
 * Counts what differs.
 *
 * @param isLoose whether conditions are the same without their types, as in V1
 */
export function differencesOf(written: Declared, live: Declared, isLoose: boolean): Differences {
  const keyOf = (rule: Rule): string =>
    JSON.stringify(canonicalRule(rule), (name, value: unknown) => (isLoose && name === "type" ? undefined : value));
  const [old, now] = [written.rules.map(keyOf), live.rules.map(keyOf)];
  const rest = new Map<string, number>();
  for (const key of old) rest.set(key, (rest.get(key) ?? 0) + 1);
  const common = now.filter((key) => {
    const count = rest.get(key) ?? 0;
    rest.set(key, count - 1);
    return count > 0;
  }).length;
  const rules = Math.max(old.length, now.length) - common;
  const isSame = isSameName(written.name, live.name);
  return {
    name: !isSame,
    ...(isSame ? {} : { names: { written: written.name, live: live.name } }),
    rules,
    of: now.length,
    order: rules === 0 && old.some((key, index) => key !== now[index]),
    defaultValue: !isDeepStrictEqual(written.defaultValue, live.defaultValue),
  };
}
