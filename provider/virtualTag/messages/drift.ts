/** The messages about drift of a Virtual Tag. docs/messages.md lists their codes. */
import type { VirtualTag } from "../../../client";
import { argument, engine, words } from "../../../client/hostWords";
import { printable, quoted } from "../../../client/printable";
import { command, shellWord } from "../../../client/recoveryCommand";
import type { Drift } from "../../../stack/state/report";
import {
  commandVariables,
  deleteOnce,
  type Message,
  message,
  overwriteOnce,
  refusedByPolicy,
  stateDelete,
  titleOf,
  ways,
} from "../../shared/message";

/** The part of a tag that messages need. */
type Tag = Pick<VirtualTag, "id" | "name">;

/** A tag, and what others changed in it. `urn` is the resource's. */
export interface Changed {
  tag: Tag;
  drift: Drift;
  urn?: string | undefined;
}

/** The messages by name. */
export const driftTexts = {
  driftOfLostState: ({ tag, drift, isSavedSince, urn }: Changed & { isSavedSince: boolean }) =>
    message(
      "CA2006",
      `${titleOf(tag)} belongs to this resource, but is not in its state. It was changed outside ${words.engine} ${driftText(drift)}.`,
      refusedByPolicy,
      ...ways(
        `To keep the change, put it into your ${words.program}: ${exportLive(tag)}. The next ${engine("up")} takes the tag back without a save.`,
        isSavedSince ? overwriteOnce(urn) : `To overwrite it, set ${argument("adopt", "true")}.`,
      ),
      commandVariables,
    ),
  driftNotOverwritten: ({ tag, drift, urn }: Changed) =>
    message(
      "CA2013",
      `${changed(tag, drift)}.`,
      refusedByPolicy,
      ...differsText(drift),
      ...waysForward(tag, drift, { isRefused: true, urn }),
    ),
  driftOfV1: ({ tag, drift, urn }: Changed) =>
    message(
      "CA2015",
      `${changed(tag, drift)}, so VirtualTag did not take it over from VirtualTagV1.`,
      refusedByPolicy,
      ...ways(
        `To keep the change, put it into your ${words.program}: ${exportLive(tag)}. Then run ${engine("up")} again.`,
        overwriteOnce(urn),
      ),
      commandVariables,
    ),
  /** Whatever the policy: the engine sends ignored properties as they are in the state, and the service replaces whole tags. */
  ignoredNotOverwritten: ({
    tag,
    drift,
    ignored,
    isStaged,
  }: Changed & { ignored: readonly string[]; isStaged: boolean }) =>
    message(
      "CA2019",
      `${changed(tag, drift)}, in properties that ${words.ignoreChanges} lists: ${ignored.map(printable).join(", ")}.`,
      "Nothing was written: a save would replace the change with the values in the state.",
      ...ways(
        isStaged
          ? `A refresh keeps what is staged, so take these properties out of ${words.ignoreChanges}, and put what should stay into your ${words.program}.`
          : `Run ${engine("refresh")}, and then ${engine("up")}, which then saves the ignored properties as they are live.`,
        `If ${words.ignoreChanges} lists only a part of a property, also put what is live into your ${words.program}: ${exportLive(tag)}.`,
      ),
      commandVariables,
    ),
  driftNotDeleted: ({ tag, drift, urn }: Changed) =>
    message(
      "CA2031",
      `${changed(tag, drift)}.`,
      "Nothing was written: `costallocation:driftPolicy` is `refuse`, so the tag was not deleted.",
      ...differsText(drift),
      ...ways(
        `To keep the tag, declare it again, or remove the resource from the state: ${stateDelete(urn)}.`,
        `To delete it with the change, ${deleteOnce("driftPolicy", urn)}`,
      ),
    ),
  driftOverwritten: ({ tag, drift }: Changed) =>
    message(
      "CA2101",
      `${changed(tag, drift)}. The declared content overwrites the change.`,
      ...differsText(drift),
      ...restoreText(tag, drift),
    ),
  driftStaysLive: ({ tag, drift }: Changed) =>
    message(
      "CA2102",
      `${changed(tag, drift)}. The change stays live, and the declared content is staged.`,
      beforePromoting,
    ),
  driftFound: ({
    tag,
    drift,
    ignored = [],
    isRefused,
    urn,
  }: Changed & { ignored?: readonly string[] | undefined; isRefused: boolean }) =>
    message(
      "CA2103",
      `${changed(tag, drift)}.`,
      ...differsText(drift),
      isRefused
        ? `${engine("up")} stops before it overwrites the change, because \`costallocation:driftPolicy\` is \`refuse\`.`
        : `${engine("up")} will overwrite the change with the declared content.`,
      ...(ignored.length > 0 ? [`Properties in ${words.ignoreChanges} are not overwritten.`] : []),
      ...waysForward(tag, drift, { isRefused, urn }),
    ),
  driftBesideStaged: ({ tag, drift }: Changed) =>
    message("CA2104", `${changed(tag, drift)}, while this ${words.stack} has another version staged.`, beforePromoting),
  driftDeleted: ({ tag, drift }: Changed) =>
    message("CA2110", `${changed(tag, drift)}. It is deleted anyway, with all of its versions.`),
} satisfies Record<string, (facts: never) => Message>;

const beforePromoting = `Put what should stay into your ${words.program} before you set ${argument("setAsLive", "true")}.`;

function changed(tag: Tag, drift: Drift): string {
  return `${titleOf(tag)} was changed outside ${words.engine} ${driftText(drift)}`;
}

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
  return last === "" ? [] : [`It differs from what this ${words.stack} wrote last in ${list}.`];
}

/** The command that prints what is live, as a program. */
export function exportLive({ id }: { id: string }): string {
  return `\`${command(`export --tag ${shellWord(id)}`)}\``;
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
      `To keep the change, put what is live into your ${words.program}: ${exportLive(tag)}. ${engine("up")} then shows an update that writes nothing.`,
      previous === undefined
        ? `To undo it, restore in the application what this ${words.stack} wrote${renamed}.`
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
