import { printable, quoted } from "../../client/printable";
import { command, commandVariables, shellWord } from "../../client/recoveryCommand";
import type { Drift } from "../../stack/state/report";
import { overwriteOnce, ways } from "./message";

/** `by ines@example.com at 2026-11-20T12:00:00.000Z (saved as version 1234)`. */
export function driftText({ by = "an unknown user", at, versionId }: Drift): string {
  const when = at === undefined ? "" : ` at ${printable(at)}`;
  return `by ${printable(by)}${when}${versionId === undefined ? "" : ` (saved as version ${printable(versionId)})`}`;
}

/** Says what a change outside Pulumi changed; empty if it is not known. */
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

/** Whether the policy refuses to overwrite a change, and the resource's URN. */
interface Overwriting {
  isRefused: boolean;
  urn: string | undefined;
}

/**
 * The ways to handle a change outside Pulumi, with commands to paste: keep it, undo it, or overwrite it, if `pulumi up` refuses
 * to.
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

/** Says how to restore what was live; empty if its version is not known. */
export function restoreText({ id }: { id: string }, { differs, versionId }: Drift): string[] {
  if (versionId === undefined) return [];
  const restore = command(`versions restore ${shellWord(id)} ${shellWord(versionId)}`);
  return [`To get the change back: \`${restore}\`${thenRename(differs?.names?.live)}.`, commandVariables];
}

/** Continues a way with the name, because restoring a version doesn't change it. Empty if the name is the same. */
function thenRename(name: string | undefined): string {
  return name === undefined ? "" : ` and rename it to ${quoted(name)} in the application`;
}
