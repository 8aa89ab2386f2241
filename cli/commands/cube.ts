/** `cost-allocation cube`: reduces cost data to what rules can see of it. */
import { Command, Option } from "@commander-js/extra-typings";
import type { CostAllocationClient } from "../../client";
import type { TagContent } from "../../rules/types";
import { monthPattern } from "../../cost/cube/moments";
import { planCube } from "../../cost/cube/plan";
import { type DialectName, dialects } from "../../cost/sql/dialect";
import { engineQuery, enginePlan } from "../../cost/sql/engineQuery";
import { type AccountOptions, baseUrlOption, onAccountIf, settingsHelp, stackOption } from "./options/account";
import { onTerminal } from "../console/onTerminal";
import { processTerminal, type Terminal } from "../console/terminal";
import { listedValues } from "../sources/account/catalog";
import { readAccountTags, readFileTags } from "../sources/tagSet";
import { keyContentsOf } from "../studies/keyContents";
import { comparedKeys } from "../studies/mapping";
import { incompleteText, leftOutText } from "../words/leftOut";
import { mappingDocument } from "../words/mapping";
import { makeCube, type MakeOptions } from "./cube/makeCube";
import { plainText } from "../document/document";
import { terminalText } from "../document/terminal";
import { planNotes, queryNotes } from "../words/cube";
import { readColumns } from "../sources/columns";
import { readMapping } from "../sources/mapping";

const help = `
A cube is a small file with the sums of the cost data for each combination of values that rules can tell apart. "review" and
"report" compute amounts of money from it. Cost data never leaves this machine, and the file can only be read by you.

Whose keys it holds: --tags, --plan or --live, or several of them. A cube for a plan holds the keys before and after it.

What it is made of:
  --data      files in the FOCUS format, versions 1.0 to 1.4: .parquet, .csv, .csv.gz. For an export with manifests, name
              its folder or a manifest: only the newest files of each month are read. Requires the package @duckdb/node-api
  --from-csv  the result of the query that --sql prints, run by another engine

--columns says which columns the table of --sql has, so that the query names no other. Spell them as the table does:
ClickHouse and Snowflake tell their case apart (in Snowflake, a name is in capitals unless it was quoted). Give the same
file with --from-csv. Without it, the query names columns that FOCUS 1.0 to 1.3 have, and those of the mapping file.

--check-mapping also compares the values in the data with those in the account, and lists keys that look wrong.

--live and --check-mapping read the account.
${settingsHelp}

Exit code: 0 on success, 1 if --check-mapping finds a key that looks wrong, 2 after an error or for wrong arguments.

Examples:
  npx cost-allocation cube --data 'focus/*.parquet' --plan plan.json --out cube.json.gz
  npx cost-allocation cube --data 'focus/*.csv.gz' --live --month 2026-10 --out cube.json.gz
  npx cost-allocation cube --data exports/focus --plan plan.json --out cube.json.gz
  npx cost-allocation cube --sql athena --table billing.focus --tags tags.json > cube.sql
  npx cost-allocation cube --sql bigquery --table billing.focus --columns columns.txt --tags tags.json > cube.sql
  npx cost-allocation cube --from-csv result.csv --tags tags.json --out cube.json.gz
  npx cost-allocation cube --data 'focus/*.parquet' --live --check-mapping`;

/** The options of the command. */
interface CubeOptions extends MakeOptions, AccountOptions {
  tags?: string | undefined;
  plan?: string | undefined;
  live?: true | undefined;
  sql?: DialectName | undefined;
  table?: string | undefined;
  columns?: string | undefined;
  mapping?: string | undefined;
  checkMapping?: true | undefined;
}

/**
 * The subcommand.
 *
 * @param terminal where it reads and writes. Default: the terminal of the process
 */
export function cubeCommand(terminal: Terminal = processTerminal()): Command {
  const engines = Object.keys(dialects) as DialectName[];
  return onTerminal(new Command("cube"), terminal)
    .description("Reduce cost data to a small file, from which reviews and reports compute amounts")
    .option(
      "--data <files...>",
      "files with cost data, manifests, or folders with manifests; quote patterns such as 'focus/*.parquet'",
    )
    .option("--from-csv <file>", "result of the query that --sql prints, as CSV")
    .addOption(new Option("--sql <engine>", "print the query for an engine").choices(engines))
    .option("--table <name>", 'table in the query, as the engine names it (default: "focus")')
    .option("--columns <file>", "names of the table's columns: one a line, or the first line of a CSV")
    .option("--out <file>", "the cube to write, such as cube.json.gz")
    .option("--tags <file>", "tags as JSON: name, rules, defaultValue")
    .option("--plan <file>", 'output of "pulumi preview --json --show-sames"')
    .option("--live", "the tags of the account")
    .option("--month <month>", "only this month, such as 2026-10")
    .option("--mapping <file>", "which columns hold which keys: cost-data.json")
    .option("--combine", "folders with the same billing period are parts of one export")
    .option("--check-mapping", "compare the values in the data with those in the account")
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(async (options: CubeOptions) => {
      const problem = argumentProblem(options);
      if (problem !== undefined) {
        terminal.note(`error: ${problem}`);
        terminal.end(2);
        return;
      }
      const needsAccount = options.live === true || options.checkMapping === true;
      await onAccountIf(needsAccount, terminal, options, (account) => run(options, terminal, account?.client));
    });
}

/** What is wrong with the combination of options. */
function argumentProblem(options: CubeOptions): string | undefined {
  const { data, fromCsv, sql, table, columns, out, month, combine, checkMapping, tags, plan, live } = options;
  if ([data, fromCsv, sql].filter((option) => option !== undefined).length !== 1) {
    return "Use one of --data, --from-csv and --sql.";
  }
  if ([tags, plan, live].every((option) => option === undefined)) {
    return "Say whose keys the cube holds: --tags, --plan or --live.";
  }
  if (month !== undefined && !monthPattern.test(month)) return "--month must be a month such as 2026-10.";
  if (sql !== undefined && (out !== undefined || checkMapping === true)) {
    return "--sql only prints the query. Use --out and --check-mapping when you read its result with --from-csv.";
  }
  if (table !== undefined && sql === undefined) return "--table needs --sql.";
  if (columns !== undefined && data !== undefined)
    return "--columns needs --sql or --from-csv. Files tell their columns.";
  if (combine === true && data === undefined) return "--combine needs --data.";
  if (sql === undefined && out === undefined && checkMapping !== true)
    return "Name the file to write: --out cube.json.gz.";
  return undefined;
}

async function run(
  options: CubeOptions,
  terminal: Terminal,
  client: CostAllocationClient | undefined,
): Promise<number> {
  const mapping = await readMapping(options.mapping);
  const columns = options.columns === undefined ? undefined : await readColumns(options.columns);
  const wanted = planCube(await readContents(options, client, terminal), mapping, options.month);
  const plan = options.data === undefined ? enginePlan(wanted, columns) : wanted;
  for (const line of planNotes(wanted)) terminal.note(plainText(line));
  if (options.sql !== undefined) {
    for (const line of queryNotes(plan)) terminal.note(plainText(line));
    terminal.print(engineQuery(plan, options.sql, options.table ?? "focus", columns));
    return 0;
  }
  const cube = await makeCube(options, plan, terminal);
  if (options.checkMapping !== true || client === undefined) return 0;
  const findings = comparedKeys(cube, plan, await listedValues(client, plan.keys));
  terminal.print(terminalText(mappingDocument(findings), terminal.colors));
  const wrong = findings.filter(({ isWrong }) => isWrong).length;
  if (wrong > 0)
    terminal.note(`${wrong} of ${findings.length} keys look wrong. Map them to other columns in cost-data.json.`);
  return wrong > 0 ? 1 : 0;
}

/** The contents whose keys the cube holds: those of all options together. */
async function readContents(
  { tags, plan, live }: CubeOptions,
  client: CostAllocationClient | undefined,
  terminal: Terminal,
): Promise<TagContent[]> {
  const sets = [
    ...(tags === undefined ? [] : [await readFileTags({ tags }, terminal.env)]),
    ...(plan === undefined ? [] : [await readFileTags({ plan }, terminal.env)]),
    ...(live === undefined || client === undefined ? [] : [await readAccountTags(client)]),
  ];
  const contents = sets.flatMap((set) => {
    if (set.kind === "plan" && !set.plan.isComplete) terminal.note(`warning: ${incompleteText(set.title)}`);
    const found = keyContentsOf(set);
    for (const one of found.leftOut) terminal.note(`warning: ${leftOutText(one, "so the cube lacks its keys")}`);
    return found.contents;
  });
  if (contents.length === 0)
    throw new Error("There are no Virtual Tags whose rules can be read, so the cube would hold no keys.");
  return contents;
}
