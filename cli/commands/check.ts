/** `cost-allocation check`: compares the Virtual Tags of a program with the account's key catalog. */
import { Command, Option } from "@commander-js/extra-typings";
import type { Account } from "../console/account";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "./options/account";
import { planOption, tagsOption } from "./options/tags";
import { onTerminal } from "../console/onTerminal";
import { printable, processTerminal, type Terminal } from "../console/terminal";
import { type AnnotationFormat, annotationFormats, annotations } from "../words/annotations";
import { readCatalog, valuesOf } from "../sources/account/catalog";
import { readTagSet } from "../sources/tagSet";
import { readInput } from "../sources/textFile";
import { checkKeys, type CheckResult, checkValues, keysToRead } from "../studies/check";
import { subjectsOf } from "../studies/subjects";
import { terminalText } from "../document/terminal";
import { checkDocument, checkJson } from "../words/check";

const help = `
Finds mistakes that the service accepts: keys that the account doesn't have, values that it has never seen, and
references to Virtual Tags that don't exist. It names what was probably meant. It changes nothing.

It checks the tags of --plan, of --tags, or those that the preview of --stack declares. Without these options, it checks the
tags of the account (--live).

It reads the keys, the list of tags, and the values of each key that a condition compares, once. A tag with a secret in its
rules, and what is unknown until deployment, is listed as not checked.

With --annotations github, it prints workflow commands after the text. With --annotations gitlab, it prints only the code
quality report. Both point to the first line of --file with the wrong name.

${settingsHelp}

Exit code: 0 without findings, 1 with findings, 2 after an error.

Examples:
  pulumi preview --json --show-sames | npx cost-allocation check --plan -
  npx cost-allocation check --plan preview.json --annotations github
  npx cost-allocation check --plan preview.json --annotations gitlab > gl-code-quality-report.json
  npx cost-allocation check --tags tags.json --json
  npx cost-allocation check`;

interface CheckOptions {
  stack?: string | undefined;
  live?: true | undefined;
  plan?: string | undefined;
  tags?: string | undefined;
  annotations?: AnnotationFormat | undefined;
  file?: string | undefined;
  json?: true | undefined;
}

/**
 * The subcommand.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function checkCommand(terminal: Terminal = processTerminal()): Command {
  return onTerminal(new Command("check"), terminal)
    .description("Compare the Virtual Tags of a program with the account's keys, values and tags")
    .addOption(planOption("tags", "live", "stack"))
    .addOption(tagsOption("live"))
    .option("--live", "the tags in the account (default)")
    .addOption(new Option("--json", "print the result as JSON").conflicts("annotations"))
    .addOption(new Option("--annotations <pipeline>", "print annotations for a pipeline").choices(annotationFormats))
    .option("--file <path>", "the file that annotations point to (default: the file of --tags, or index.ts)")
    .addOption(stackOption("check the preview of this stack"))
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action((options) => onAccount(terminal, options, (account) => run(account, terminal, options)));
}

async function run({ client }: Account, terminal: Terminal, options: CheckOptions): Promise<number> {
  // A wrong file fails before any request.
  const subjects = subjectsOf(await readTagSet(options, terminal.env, client));
  const catalog = await readCatalog(client);
  const inAccount = await client.virtualTags.snapshot();
  const check = checkKeys(subjects, { keys: catalog.keys, tags: inAccount.all() });
  const result = checkValues(check, await valuesOf(catalog, keysToRead(check)));
  terminal.print(await report(result, terminal, options));
  return result.findings.length > 0 ? 1 : 0;
}

async function report(
  result: CheckResult,
  { colors, note }: Terminal,
  { tags, annotations: format, file, json }: CheckOptions,
): Promise<string> {
  if (json === true) return JSON.stringify(checkJson(result), null, 2);
  const text = terminalText(checkDocument(result), colors);
  if (format === undefined) return text;
  const path = file ?? (tags === undefined || tags === "-" ? "index.ts" : tags);
  const content = await readInput(path).catch(() => {
    note(`warning: ${printable(path)} can't be read, so the annotations point to its first line.`);
    return "";
  });
  const lines = annotations(result.findings, { path, text: content }, format);
  if (format === "gitlab") return lines || text;
  return lines === "" ? text : `${text}\n${lines}`;
}
