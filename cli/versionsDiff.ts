/** `cost-allocation versions diff`: two versions, rule by rule. */
import { Command } from "@commander-js/extra-typings";
import type { Version } from "../client";
import { baseUrlOption, onAccount, settingsHelp } from "./account";
import { diffContents } from "./ruleDiff";
import { diffLines } from "./ruleDiffText";
import type { Terminal } from "./terminal";
import { contentOf, findTag, findVersion, titleOf, versionTitle } from "./versionsLookup";

const help = `
Compares the rules of two versions, from <versionA> to <versionB>: unchanged, changed (which fields, from what to what),
added, removed, or moved, since the first rule that matches wins. Only differences in meaning count: the order of oneOf
values or a display name is none. Changes nothing.

<tag> is the tag's ID or its exact name. A version is an ID from "cost-allocation versions list", or "live".

${settingsHelp}

Exit code, as diff's: 0 when both mean the same, 1 when they differ, 2 after an error.

Examples:
  cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  cost-allocation versions diff Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11 live --json`;

/** The subcommand. */
export function versionsDiffCommand(terminal: Terminal): Command<[string, string, string]> {
  return new Command("diff")
    .description("Show what tells two versions apart, rule by rule")
    .argument("<tag>", "ID or exact name of the tag")
    .argument("<versionA>", 'ID of the first version, or "live"')
    .argument("[versionB]", 'ID of the second version, or "live"', "live")
    .option("--json", "print the difference as JSON; indexes of rules count from 0")
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((idOrName, idA, idB, { baseUrl, json }) =>
      onAccount(terminal, baseUrl, async (client) => {
        const tag = await findTag(client, idOrName);
        const [a, b] = await Promise.all([findVersion(client, tag, idA), findVersion(client, tag, idB)]);
        const diff = diffContents(contentOf(a), contentOf(b));
        const { colors } = terminal;
        if (json === true) {
          const [versionA, versionB] = [a, b].map(withoutContent);
          const { id, name } = tag;
          terminal.print(JSON.stringify({ virtualTag: { id, name }, versionA, versionB, ...diff }, null, 2));
        } else {
          const body = diff.equal ? ["No difference in meaning."] : diffLines(diff, colors);
          const versions = [`from version ${versionTitle(a)}`, `to version   ${versionTitle(b)}`];
          terminal.print([colors.bold(titleOf(tag)), ...versions, "", ...body].join("\n"));
        }
        return diff.equal ? 0 : 1;
      }),
    );
}

function withoutContent({ id, createdAt, createdBy, changeDescription, isLive }: Version): Version {
  return { id, createdAt, createdBy, ...(changeDescription === undefined ? {} : { changeDescription }), isLive };
}
