/** `cost-allocation versions diff`: compares two versions, rule by rule. */
import { Command } from "@commander-js/extra-typings";
import type { Version, VirtualTag } from "../../../client";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "../options/account";
import { type Effect, effectOf } from "../../studies/effect";
import { type ContentDiff, diffContents } from "../../../rules/ruleDiff";
import type { Terminal } from "../../console/terminal";
import { terminalText } from "../../document/terminal";
import { findTag } from "../../sources/account/findTag";
import { findVersion } from "../../sources/account/findVersion";
import { contentOf } from "../../sources/account/version";
import { versionDiffDocument } from "../../words/versions";

const help = `
Compares the rules of two versions, from <versionA> to <versionB>. Each rule is unchanged, changed (with the fields that
differ), added, removed, or moved. The order of rules counts, because the first rule that matches wins. Only differences in
meaning count: the order of oneOf values doesn't, and neither do display names. At the end, it says whether every record
gets the same value from both, shows a record that doesn't, or says that this was not decided. Changes nothing.

<tag> is the ID or the exact name of the tag. A version is an ID from "cost-allocation versions list", "live", or
"previous": the one that was saved before the live one. The first 8 characters of an ID are enough.

${settingsHelp}

Exit code: 0 if both versions mean the same, 1 if they differ, 2 after an error.

Examples:
  npx cost-allocation versions diff Team previous
  npx cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11 live --json`;

/** The subcommand. */
export function versionsDiffCommand(terminal: Terminal): Command<[string, string, string]> {
  return new Command("diff")
    .description("Compare two versions, rule by rule")
    .argument("<tag>", "ID or exact name of the tag")
    .argument("<versionA>", 'ID of the first version, "live" or "previous"')
    .argument("[versionB]", 'ID of the second version, "live" or "previous"', "live")
    .option("--json", "print the differences as JSON, with rules counted from 0")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((idOrName, idA, idB, { json, ...accountOptions }) =>
      onAccount(terminal, accountOptions, async (account) => {
        const tag = await findTag(account, idOrName);
        const [a, b] = await Promise.all([findVersion(account, tag, idA), findVersion(account, tag, idB)]);
        const [before, after] = [contentOf(account, tag, a), contentOf(account, tag, b)];
        const diff = diffContents(before, after);
        const effect = diff.equal ? undefined : effectOf(before, after);
        if (json === true) {
          terminal.print(JSON.stringify(versionDiffJson(tag, [a, b], diff, effect), null, 2));
        } else {
          terminal.print(terminalText(versionDiffDocument(tag, [a, b], diff, effect), terminal.colors));
        }
        return diff.equal ? 0 : 1;
      }),
    );
}

/** The differences as JSON. */
export function versionDiffJson(
  { id, name }: VirtualTag,
  [a, b]: readonly [Version, Version],
  diff: ContentDiff,
  effect: Effect | undefined,
): object {
  const [versionA, versionB] = [withoutContent(a), withoutContent(b)];
  return { virtualTag: { id, name }, versionA, versionB, ...diff, effect };
}

function withoutContent({ id, createdAt, createdBy, changeDescription, isLive }: Version): Version {
  return { id, createdAt, createdBy, ...(changeDescription === undefined ? {} : { changeDescription }), isLive };
}
