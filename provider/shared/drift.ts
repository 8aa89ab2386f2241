import type { Version, VirtualTag } from "../../client";
import { printable, quoted } from "../../client/printable";
import { command, commandVariables, shellWord } from "../../client/recoveryCommand";
import { canonicalRule } from "../../rules/canonical";
import { isSameName } from "../../rules/names";
import type { Declared, Rule } from "../../rules/types";
import { isDeepStrictEqual } from "node:util";
import { overwriteOnce, ways } from "./message";

/** A change outside Pulumi: who made it, when, and as which version. */
export interface Drift {
  /** An email address. */
  by?: string;
  /** ISO 8601, UTC. */
  at?: string;
  /** The version that is live because of it. */
  versionId?: string;
  /** The version with what this stack wrote last, if the service still has it. */
  previous?: string;
  /** What it changed. */
  differs?: Differences;
}

/** What differs between two contents. */
export interface Differences {
  name: boolean;
  /** The two names, if they differ: versions hold no names. A state of an earlier release lacks them. */
  names?: { written: string; live: string };
  /** How many rules were added, removed or changed, and how many there are now. */
  rules: number;
  of: number;
  /** Whether only the order of the rules differs. */
  order: boolean;
  defaultValue: boolean;
}

/** Who saved what is live. */
export function savedBy(tag: VirtualTag, live: Version | undefined): Drift {
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

/** `by ines@example.com at 2026-11-20T12:00:00.000Z (saved as version 1234)`. */
export function driftText({ by = "an unknown user", at, versionId }: Drift): string {
  const when = at === undefined ? "" : ` at ${printable(at)}`;
  return `by ${printable(by)}${when}${versionId === undefined ? "" : ` (saved as version ${printable(versionId)})`}`;
}

/** What a change outside Pulumi changed; empty if that is not known. */
export function differsText({ differs }: Drift): string[] {
  if (differs === undefined) return [];
  const { defaultValue, name, of, order, rules } = differs;
  const parts = [
    ...(name ? ["the name"] : []),
    ...(rules > 0 ? [`${rules} of ${Math.max(rules, of)} rules`] : order ? ["the order of the rules"] : []),
    ...(defaultValue ? ["the default value"] : []),
  ];
  const [last = "", ...others] = parts.toReversed();
  const list = others.length === 0 ? last : `${others.toReversed().join(", ")} and ${last}`;
  return last === "" ? [] : [`It differs from what this stack wrote last in ${list}.`];
}

/** The command that prints what is live. */
export function showLive({ id }: { id: string }): string {
  return `\`${command(`versions show ${shellWord(id)} live`)}\``;
}

/** What may overwrite a change: `isRefused` says that the policy refuses to; `urn` is the resource's. */
interface Overwriting {
  isRefused: boolean;
  urn: string | undefined;
}

/**
 * The ways forward while a change outside Pulumi is live, ready to paste: to keep it, to undo it, and to overwrite it, where
 * `pulumi up` would not do so anyway.
 */
export function waysForward(
  tag: { id: string },
  { differs, previous }: Drift,
  { isRefused, urn }: Overwriting,
): string[] {
  const renamed = thenRename(differs?.names?.written);
  return [
    ...ways(
      `To keep the change, put what is live into your program: ${showLive(tag)}. \`pulumi up\` then shows an update that writes nothing.`,
      previous === undefined
        ? `To undo it, restore in the application what this stack wrote${renamed}.`
        : `To undo it: \`${command(`versions restore ${shellWord(tag.id)} ${shellWord(previous)}`)}\`${renamed}.`,
      ...(isRefused ? [overwriteOnce(urn)] : []),
    ),
    commandVariables,
  ];
}

/** How to restore what was live; empty if its version is not known. */
export function restoreText({ id }: { id: string }, { differs, versionId }: Drift): string[] {
  if (versionId === undefined) return [];
  const restore = command(`versions restore ${shellWord(id)} ${shellWord(versionId)}`);
  return [`To get the change back: \`${restore}\`${thenRename(differs?.names?.live)}.`, commandVariables];
}

/** Restoring a version leaves the name as it is. Empty if the name did not change. */
function thenRename(name: string | undefined): string {
  return name === undefined ? "" : ` and rename it to ${quoted(name)} in the application`;
}
