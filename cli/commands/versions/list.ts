/** `cost-allocation versions list`: what was saved, when, by whom and why. */
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { Version } from "../../../client";
import { readMoment } from "../../../rules/timeframe";
import type { Account } from "../../console/account";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "../options/account";
import type { Terminal } from "../../console/terminal";
import { terminalText } from "../../document/terminal";
import { findTag } from "../../sources/account/findTag";
import { versionsDocument } from "../../words/versions";

const help = `
Lists the versions that the service keeps (at most 100, for at most a year), newest first, and marks the live and the staged
ones. Changes nothing.

<tag> is the ID or the exact name of the tag. Dates are ISO 8601. A date with a time needs a time zone; a date alone means
the whole day in UTC.

${settingsHelp}

Exit code: 0 on success, 2 after an error.

Examples:
  npx cost-allocation versions list Team
  npx cost-allocation versions list Team --from 2026-01-01 --to 2026-01-31 --limit 10
  npx cost-allocation versions list Team --json | jq -r '.[] | select(.isLive) | .id'`;

/** The most versions that the service returns per page. */
const largestPage = 100;

interface ListOptions {
  from?: number | undefined;
  to?: number | undefined;
  limit?: number | undefined;
  json?: true | undefined;
}

/** The subcommand. */
export function versionsListCommand(terminal: Terminal): Command<[string]> {
  return new Command("list")
    .description("List the versions of a Virtual Tag, newest first")
    .argument("<tag>", "ID or exact name of the tag")
    .option("--from <date>", "only versions saved at this time or later", firstMoment)
    .option("--to <date>", "only versions saved at this time or earlier", lastMoment)
    .option("--limit <number>", "only this many of them, the newest", wholeNumber)
    .option("--json", "print an array of versions as the API returns them")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((tag, options) => onAccount(terminal, options, (account) => list(account, terminal, tag, options)));
}

async function list(
  account: Account,
  terminal: Terminal,
  idOrName: string,
  { from, to, limit = Infinity, json }: ListOptions,
): Promise<number> {
  const tag = await findTag(account, idOrName);
  const versions: Version[] = [];
  const query = { from, to, pageSize: Math.min(limit, largestPage) };
  for await (const version of account.client.virtualTagVersions.list(tag.id, query)) {
    versions.push(version);
    if (versions.length === limit) break;
  }
  terminal.print(
    json === true
      ? JSON.stringify(versions, null, 2)
      : terminalText(versionsDocument(tag, versions, to === undefined), terminal.colors),
  );
  return 0;
}

function firstMoment(text: string): number {
  const read = readMoment(text);
  if ("problem" in read) throw new InvalidArgumentError(`It ${read.problem}.`);
  return read.milliseconds;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** With a date alone, the whole day counts: `--to 2026-01-31` includes what was saved on that day. */
function lastMoment(text: string): number {
  return firstMoment(text) + (text.includes("T") ? 0 : dayMilliseconds - 1);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number, 1 or more.");
}
