/** `cost-allocation versions list`: what was saved when, by whom and why. */
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { CostAllocationClient, Version } from "../client";
import { readMoment } from "../rules/timeframe";
import { baseUrlOption, onAccount, settingsHelp } from "./account";
import { printable, type Terminal } from "./terminal";
import { findTag, pageSize, titleOf } from "./versionsLookup";

const help = `
Shows the versions that the service still keeps (100 for at most a year), the newest first, and which one is live.
Changes nothing.

<tag> is the tag's ID or its exact name. Dates are ISO 8601 with a time zone; a date alone is that whole day in UTC.

${settingsHelp}

Exit code: 0, or 2 after an error.

Examples:
  cost-allocation versions list Team
  cost-allocation versions list Team --from 2026-01-01 --to 2026-01-31 --limit 10
  cost-allocation versions list Team --json | jq -r '.[] | select(.isLive) | .id'`;

interface ListOptions {
  from?: number | undefined;
  to?: number | undefined;
  limit?: number | undefined;
  json?: true | undefined;
}

/** The subcommand. */
export function versionsListCommand(terminal: Terminal): Command<[string]> {
  return new Command("list")
    .description("List the versions of a Virtual Tag, the newest first")
    .argument("<tag>", "ID or exact name of the tag")
    .option("--from <date>", "only versions saved then or later", firstMoment)
    .option("--to <date>", "only versions saved then or earlier", lastMoment)
    .option("--limit <number>", "only the newest so many of them", wholeNumber)
    .option("--json", "print an array of versions as the API has them")
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((tag, { baseUrl, ...options }) =>
      onAccount(terminal, baseUrl, (client) => list(client, terminal, tag, options)),
    );
}

async function list(
  client: CostAllocationClient,
  terminal: Terminal,
  idOrName: string,
  { from, to, limit = Infinity, json }: ListOptions,
): Promise<number> {
  const tag = await findTag(client, idOrName);
  const versions: Version[] = [];
  const query = { from, to, pageSize: Math.min(limit, pageSize) };
  for await (const version of client.virtualTagVersions.list(tag.id, query)) {
    versions.push(version);
    if (versions.length === limit) break;
  }
  terminal.print(
    json === true
      ? JSON.stringify(versions, null, 2)
      : [terminal.colors.bold(titleOf(tag)), "", ...table(versions, terminal)].join("\n"),
  );
  return 0;
}

function table(versions: readonly Version[], { colors }: Terminal): string[] {
  if (versions.length === 0) return ["No versions."];
  const rows = versions.map(({ isLive, id, createdAt, createdBy, changeDescription = "" }) =>
    [isLive ? "live" : "", id, createdAt, createdBy, changeDescription].map(printable),
  );
  const titles = ["", "VERSION", "SAVED AT", "BY", "CHANGE"];
  const widths = titles.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), title.length),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [colors.dim(line(titles)), ...rows.map((row) => (row[0] === "" ? line(row) : colors.green(line(row))))];
}

function firstMoment(text: string): number {
  const read = readMoment(text);
  if ("problem" in read) throw new InvalidArgumentError(`It ${read.problem}.`);
  return read.milliseconds;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** A date alone is the whole day: who says `--to 2026-01-31` means to see that day too. */
function lastMoment(text: string): number {
  return firstMoment(text) + (text.includes("T") ? 0 : dayMilliseconds - 1);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}
