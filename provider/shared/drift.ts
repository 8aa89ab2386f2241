import { printable, quoted } from "../../client/printable";
import { command, commandVariables, shellWord } from "../../client/recoveryCommand";
import type { Drift } from "../../stack/state/report";
import { overwriteOnce, ways } from "./message";

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
