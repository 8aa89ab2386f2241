/** `cost-allocation versions restore`: an earlier content once more, saved as a new version. */
import { Command } from "@commander-js/extra-typings";
import type { CostAllocationClient, VersionWithData, VirtualTag } from "../client";
import { unwritableReason } from "../client/resources/unsupportedTags";
import { baseUrlOption, onAccount, settingsHelp } from "./account";
import { contentLines } from "./contentText";
import { ownerIn, ownerMarkIn, resourceNameIn } from "./ownerMark";
import { programText } from "./programText";
import { type ContentDiff, diffContents } from "./ruleDiff";
import { diffLines } from "./ruleDiffText";
import { printable, type Terminal } from "./terminal";
import { contentOf, findLive, findTag, findVersion, titleOf, versionTitle } from "./versionsLookup";
import { newestVersions, type Saved, saveAgain } from "./versionsSave";

const help = `
Saves the content of an earlier version once more, as a new live version: the history stays, and reports use that content
from then on. It looks first and shows what will change; it asks before it saves, or needs --yes where nobody can be asked.
Content that is live already is not saved again, so after a lost connection the command can be repeated.

A stack that declares the tag stays the truth: its next "pulumi up" that changes the tag, or runs with --refresh, would put
the declared content back. So the command prints the program text that declares the restored content, and keeps the owner's
mark in the version's description. With "live" there is nothing to save, and that text is all it does.

<tag> is the tag's ID or its exact name. <version> is an ID from "cost-allocation versions list", or "live".

${settingsHelp}

Exit code: 0 when the content is live now, 1 when you said no, 2 after an error.

Examples:
  cost-allocation versions restore Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11
  cost-allocation versions restore Team 0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11 --yes
  cost-allocation versions restore Team live`;

/** The subcommand. */
export function versionsRestoreCommand(terminal: Terminal): Command<[string, string]> {
  return new Command("restore")
    .description("Save the content of an earlier version as a new, live version")
    .argument("<tag>", "ID or exact name of the tag")
    .argument("<version>", 'ID of the version, or "live"')
    .option("-y, --yes", "save without asking")
    .option("--json", "print what was done as JSON; needs --yes")
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((idOrName, versionId, { baseUrl, yes = false, json = false }) =>
      onAccount(terminal, baseUrl, async (client) => {
        const plan = await look(client, idOrName, versionId);
        const answer = json ? quiet(terminal) : terminal;
        answer.print(planLines(plan, answer).join("\n"));
        if (plan.diff?.equal === true) return report(plan, undefined, terminal, json);
        refuseLoss(plan);
        if (!yes && !(await agreed(client, plan, terminal, json))) return 1;
        return report(plan, await saveAgain(client, plan, terminal), terminal, json);
      }),
    );
}

/** What is there, and what a restore would make of it. */
interface Plan {
  tag: VirtualTag;
  /** The version to restore. */
  version: VersionWithData;
  live: VersionWithData | undefined;
  /** IDs of the newest versions. */
  known: readonly string[];
  /** Mark of the resource that owns the tag. */
  mark: string | undefined;
  /** From what is live to what would be; undefined when nothing is live. */
  diff: ContentDiff | undefined;
}

async function look(client: CostAllocationClient, idOrName: string, versionId: string): Promise<Plan> {
  const tag = await findTag(client, idOrName);
  const version = await findVersion(client, tag, versionId);
  const versions = await newestVersions(client, tag.id);
  const live = await findLive(client, tag);
  return {
    tag,
    version,
    live,
    known: versions.map(({ id }) => id),
    mark: ownerMarkIn(versions),
    diff: live === undefined ? undefined : diffContents(contentOf(live), contentOf(version)),
  };
}

function planLines({ tag, version, live, mark, diff }: Plan, { colors }: Terminal): string[] {
  const owner = mark === undefined ? "No stack owns it." : `It belongs to a stack: ${printable(ownerIn(mark))}`;
  const head = [colors.bold(titleOf(tag)), owner, ""];
  if (diff?.equal === true) {
    return [...head, `The content of version ${printable(version.id)} is live already. There is nothing to save.`];
  }
  const now = live === undefined ? "no version is live" : `live is version ${versionTitle(live)}`;
  return [
    ...head,
    `Restore version ${versionTitle(version)}; ${now}.`,
    "",
    ...(diff === undefined ? contentLines(contentOf(version)) : ["What will change:", ...diffLines(diff, colors)]),
    "",
  ];
}

/** A save says rules and default value only. What else a tag or a version holds would be gone. */
function refuseLoss({ tag, version }: Plan): void {
  const { rules } = version.versionData;
  const others = Object.keys(version.versionData).filter((name) => name !== "rules" && name !== "defaultValue");
  const reason =
    unwritableReason(tag) ??
    unwritableReason({ ...tag, rules }) ??
    (others.length > 0
      ? `version ${version.id} holds ${others.join(", ")}, which V2 of the API can't save`
      : undefined);
  if (reason === undefined) return;
  throw new Error(`${titleOf(tag)} can't be restored by the API: ${reason}. Nothing was saved. Use the application.`);
}

/** Asks, and looks again: what was shown may be outdated when the answer comes. */
async function agreed(
  client: CostAllocationClient,
  { tag, known }: Plan,
  terminal: Terminal,
  json: boolean,
): Promise<boolean> {
  if (json || !terminal.isInteractive) throw new Error("Nothing was saved. Add --yes to save without being asked.");
  const answer = await terminal.ask("Save it as a new live version? [y/N] ");
  if (!/^y(es)?$/i.test(answer.trim())) {
    terminal.print("Nothing was saved.");
    return false;
  }
  const [newest] = await newestVersions(client, tag.id);
  if (newest === undefined || known.includes(newest.id)) return true;
  throw new Error(
    `Meanwhile version ${versionTitle(newest)} was saved. Nothing was saved by this command; run it again to see what would change now.`,
  );
}

/** Says what was done, and how the stack can agree with it. */
function report(
  { tag, version, mark, diff }: Plan,
  saved: Saved | undefined,
  terminal: Terminal,
  json: boolean,
): number {
  const program = programText({
    resourceName: mark === undefined ? tag.name : resourceNameIn(mark),
    name: tag.name,
    content: contentOf(version),
    adopt: mark === undefined ? tag.id : undefined,
  });
  const owner = mark === undefined ? null : ownerIn(mark);
  if (json) {
    const { id, name } = tag;
    const restored = {
      saved: saved?.isOurs === true,
      newVersionId: saved?.version?.id ?? null,
      owner,
      ...diff,
      program,
    };
    terminal.print(JSON.stringify({ virtualTag: { id, name }, restoredVersionId: version.id, ...restored }, null, 2));
  } else {
    const advice =
      owner === null
        ? "To have a stack own the tag with this content, put this into its program:"
        : `If the program of ${printable(owner)} declares another content, the next "pulumi up" that changes the tag, or runs with --refresh, puts that back. ` +
          "To make it agree, declare this (other arguments and options of the resource can stay):";
    terminal.print([...(saved === undefined ? [] : [savedText(saved)]), "", advice, "", program].join("\n"));
  }
  return 0;
}

function savedText({ version, isOurs }: Saved): string {
  if (version === undefined) return "Saved as a new version, live now.";
  if (!isOurs) return `This content is live now: another saved it as version ${versionTitle(version)}.`;
  return `Saved as version ${printable(version.id)}, ${version.isLive ? "live now" : "but another version was made live since"}.`;
}

/** The same terminal, which keeps words to itself: only JSON goes to stdout. */
function quiet(terminal: Terminal): Terminal {
  return { ...terminal, print: () => undefined };
}
