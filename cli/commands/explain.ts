/** `cost-allocation explain`: the value that a record gets from a Virtual Tag, and why. */
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { compile } from "../../rules/evaluation/compiled";
import { evaluate } from "../../rules/evaluation/evaluate";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { namesOf, recordKey } from "../../rules/evaluation/record";
import { isVirtualTag } from "../../rules/evaluation/references";
import { readMoment } from "../../rules/timeframe";
import type { KeyReference } from "../../rules/types";
import type { Account } from "../console/account";
import { baseUrlOption, onAccountIf, settingsHelp, stackOption } from "./options/account";
import { planOption, tagsOption } from "./options/tags";
import { findTag } from "../sources/account/findTag";
import { withReferencedTags } from "../sources/account/referencedTags";
import type { InputTag } from "../sources/inputTag";
import { tagNamed } from "../sources/namedTag";
import { readFileTags, type TagOptions } from "../sources/tagSet";
import { unreadableReason } from "../sources/unreadable";
import { evaluatedTags } from "../studies/evaluated";
import { onTerminal } from "../console/onTerminal";
import { printable, processTerminal, quoted, type Terminal, titleOf } from "../console/terminal";
import { terminalText } from "../document/terminal";
import { explanationDocument, explanationJson } from "../words/explain";
import { incompleteText, leftOutText } from "../words/leftOut";
import { recordOf, unusedKeys } from "./options/record";

const help = `
Evaluates the rules of a tag for one record, and prints its value, the rule that gives it, and the conditions that matched.
Changes nothing. docs/rules.md describes the evaluation.

<tag> is the ID or the exact name of the tag. Describe the record with one --record for each key:
  AWS:tag:team=cart   the record has this value. The key is <cost center>:<type>:<key>, as in a filter
  AWS:tag:team=       it has no value, as if the option were not there
  AWS:tag:team=?      it is unknown whether it has a value. For the text "?", write AWS:tag:team=\\?
If the value depends on what is unknown, it is undecided, and the command lists what it could be. Virtual Tags that the
rules refer to are evaluated first.

--plan FILE reads the output of "pulumi preview --json --show-sames", with the tags as they will be after the update.
--tags FILE reads a list [{ "id", "name", "rules", "defaultValue" }]. For stdin, write "-". Without them, the tag is read
from the account.

With the account: ${settingsHelp.charAt(0).toLowerCase()}${settingsHelp.slice(1)}

Exit code: 0 on success, also if the value is undecided; 2 after an error.

Examples:
  npx cost-allocation explain Team --record AWS:tag:team=cart --record AWS:billing_dimension:linked_account=123456789012
  npx cost-allocation explain Team --tags tags.json --record AWS:tag:team=cart --at 2026-03-01
  pulumi preview --json --show-sames | npx cost-allocation explain Team --plan - --record AWS:tag:team=? --json`;

interface ExplainOptions {
  record: string[];
  at?: string | undefined;
  json?: true | undefined;
}

/**
 * The subcommand.
 *
 * @param terminal where it prints. Default: the terminal of the process
 */
export function explainCommand(terminal: Terminal = processTerminal()): Command<[string]> {
  return onTerminal(new Command("explain"), terminal)
    .description("Show which value a record gets from a Virtual Tag, and why")
    .argument("<tag>", "ID or exact name of the tag")
    .option("--record <key=value>", "the value of the record for a key; repeat it for each key", append, [])
    .option("--at <date>", "the record's moment: an ISO 8601 date, or date and time with a time zone", checkedMoment)
    .addOption(planOption("tags", "live"))
    .addOption(tagsOption("plan", "live"))
    .option("--live", "take the tags from the account (default)")
    .option("--json", "print the result as JSON, with rules counted from 0")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(async (idOrName, { plan, tags, record, at, json, ...accountOptions }) => {
      const needsAccount = plan === undefined && tags === undefined;
      await onAccountIf(needsAccount, terminal, accountOptions, async (account) => {
        const chosen = await (account === undefined
          ? tagOfFile({ plan, tags }, idOrName)
          : tagOfAccount(account, idOrName));
        return explain(terminal, chosen, { record, at, json });
      });
    });
}

/** A tag, and the tags that its rules may refer to. */
interface Chosen {
  /** Without an ID if the tag does not exist yet, or if the file doesn't name one. */
  tag: InputTag;
  others: readonly (EvaluationTag & { name: string })[];
  warnings: readonly string[];
}

async function tagOfFile(files: TagOptions, idOrName: string): Promise<Chosen> {
  const set = await readFileTags(files, {});
  const { tags, others, leftOut } = evaluatedTags(set);
  const warnings = set.kind === "plan" && !set.plan.isComplete ? [incompleteText(set.title)] : [];
  try {
    const { id, ...tag } = tagNamed(tags, idOrName, set.title);
    // A tag that does not exist yet has its URN in place of an ID.
    const isNew = set.kind === "plan" && set.plan.tags.some(({ urn }) => urn === id);
    return { tag: id === undefined || isNew ? tag : { id, ...tag }, others, warnings };
  } catch (error) {
    const notes = [...warnings, ...leftOut.map((one) => leftOutText(one))];
    throw new Error([(error as Error).message, ...notes].join("\n"), { cause: error });
  }
}

async function tagOfAccount(account: Account, idOrName: string): Promise<Chosen> {
  const tag = await findTag(account, idOrName);
  const reason = unreadableReason(tag);
  if (reason !== undefined) throw new Error(`${titleOf(tag)} can't be explained: ${printable(reason)}.`);
  return { ...(await withReferencedTags(account.client, tag)), warnings: [] };
}

function explain(
  terminal: Terminal,
  { tag, others, warnings }: Chosen,
  { record: texts, at, json }: ExplainOptions,
): number {
  const keys = compile(tag, { tags: others }).keys;
  const plainKeys = keys.filter(({ type }) => type !== undefined).map(recordKey);
  const record = recordOf(texts, plainKeys);
  const used = keys.flatMap((key) => [recordKey(key), ...namesOf(key, () => Object.keys(record))]);
  const missingTags = keys.filter((key) => isVirtualTag(key) && !Object.hasOwn(record, recordKey(key))).map(missingTag);
  for (const warning of [...warnings, ...missingTags, ...unusedKeys(record, used)])
    terminal.note(`warning: ${warning}`);
  const result = evaluate(tag, record, { at, tags: others });
  const names = new Map(others.map(({ id, name }) => [id, name] as const));
  const explained = { tag, record, at, result, names };
  terminal.print(
    json === true
      ? JSON.stringify(explanationJson(explained), null, 2)
      : terminalText(explanationDocument(explained), terminal.colors),
  );
  return 0;
}

function missingTag(key: KeyReference): string {
  const known = `To say it, add --record ${quoted(`${recordKey(key)}=<value>`)}.`;
  return `The rules refer to Virtual Tag ${quoted(key.key)}, whose live rules are not known, so its value is unknown. ${known}`;
}

function append(text: string, list: readonly string[]): string[] {
  return [...list, text];
}

function checkedMoment(text: string): string {
  const read = readMoment(text);
  if ("problem" in read) throw new InvalidArgumentError(`It ${read.problem}.`);
  return text;
}
