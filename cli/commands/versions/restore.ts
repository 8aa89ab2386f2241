/** `cost-allocation versions restore`: saves the content of an earlier version again, as a new version. */
import { Command } from "@commander-js/extra-typings";
import { ownerOf, resourceNameOf } from "../../../client/ownershipMark";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "../options/account";
import { programText } from "../../program/programText";
import type { Terminal } from "../../console/terminal";
import { plainText } from "../../document/document";
import { terminalText } from "../../document/terminal";
import { findRestore, refuseLoss, type RestorePlan } from "./restorePlan";
import { type Saved, saveAgain } from "./saveAgain";
import { restoreDocument, restoredDocument, versionPhrase } from "../../words/versions";
import type { Account } from "../../console/account";

const help = `
Saves the content of an earlier version again, as a new live version. The history stays. The command first shows what will
change and asks before it saves. Without a terminal, it needs --yes. It does not save content that is already live, so you
can run it again after a lost connection.

If a stack declares the tag, its next "pulumi up" that changes the tag, or runs with --refresh, finds drift: it stops, or
puts the declared content back if "driftPolicy" is "overwrite". So the command also prints a program that declares the
restored content. The description of the new version keeps the owner's mark. With "live", there is nothing to save: use it
to print the program.

<tag> is the ID or the exact name of the tag. <version> is an ID from "cost-allocation versions list", "live", or
"previous": the one that was saved before the live one. The first 8 characters of an ID are enough.

${settingsHelp}

Exit code: 0 if the content is live, 1 if you don't confirm, 2 after an error.

Examples:
  npx cost-allocation versions restore Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  npx cost-allocation versions restore Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11 --yes
  npx cost-allocation versions restore Team live`;

/** The subcommand. */
export function versionsRestoreCommand(terminal: Terminal): Command<[string, string]> {
  return new Command("restore")
    .description("Save the content of an earlier version as a new, live version")
    .argument("<tag>", "ID or exact name of the tag")
    .argument("<version>", 'ID of the version, "live" or "previous"')
    .option("-y, --yes", "save without asking")
    .option("--json", "print the result as JSON; needs --yes")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((idOrName, versionId, { yes = false, json = false, ...accountOptions }) =>
      onAccount(terminal, { ...accountOptions, writes: true }, async (account) => {
        const plan = await findRestore(account, idOrName, versionId);
        // With --json, stdout has nothing but JSON.
        if (!json) terminal.print(terminalText(restoreDocument(plan), terminal.colors));
        let saved: Saved | undefined;
        if (plan.diff?.equal !== true) {
          refuseLoss(plan);
          if (!yes && !(await isConfirmed(account, plan, terminal, json))) return 1;
          saved = await saveAgain(account, plan, terminal);
        }
        terminal.print(
          json ? JSON.stringify(await restoredJson(plan, saved), null, 2) : await resultText(plan, saved, terminal),
        );
        return 0;
      }),
    );
}

/** Asks, and then reads the versions again, because someone may save one before the answer. */
async function isConfirmed(
  { client }: Account,
  { tag, before }: RestorePlan,
  terminal: Terminal,
  json: boolean,
): Promise<boolean> {
  if (json || !terminal.isInteractive) {
    const why = json ? "--json does not ask for confirmation" : "no terminal for confirmation";
    throw new Error(`Nothing was saved: ${why}. Run again with --yes.`);
  }
  const answer = await terminal.ask("Save it as a new live version? [y/N] ");
  if (!/^y(es)?$/i.test(answer.trim())) {
    terminal.print("Nothing was saved.");
    return false;
  }
  const [newest] = await client.virtualTagVersions.newest(tag.id);
  if (newest === undefined || before.some(({ id }) => id === newest.id)) return true;
  throw new Error(
    `Nothing was saved: in the meantime, somebody saved version ${plainText(versionPhrase(newest))}. Run again to see what would change now.`,
  );
}

/** The program that declares the restored content. It adopts a tag that no stack owns. */
function programOf({ tag, content, mark }: RestorePlan): Promise<string> {
  return programText({
    resourceName: mark === undefined ? tag.name : resourceNameOf(mark),
    name: tag.name,
    content,
    adopt: mark === undefined ? tag.id : undefined,
  });
}

/** The result as JSON. */
export async function restoredJson(plan: RestorePlan, saved: Saved | undefined): Promise<object> {
  const { tag, version, mark, diff } = plan;
  return {
    virtualTag: { id: tag.id, name: tag.name },
    restoredVersionId: version.id,
    /** Whether this command saved a version. */
    saved: saved?.isOurs === true,
    /** The ID of the new version; null if there is none. */
    newVersionId: saved?.version?.id ?? null,
    owner: mark === undefined ? null : ownerOf(mark),
    ...diff,
    /** A program that declares the content. */
    program: await programOf(plan),
  };
}

async function resultText(plan: RestorePlan, saved: Saved | undefined, { colors }: Terminal): Promise<string> {
  return `${terminalText(restoredDocument(plan.mark, saved), colors)}\n${await programOf(plan)}`;
}
