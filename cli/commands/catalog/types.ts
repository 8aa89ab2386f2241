/** `cost-allocation catalog types`: the account's keys as types, for the editor and the compiler. */
import * as fs from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { Account } from "../../console/account";
import { baseUrlOption, onAccount, settingsHelp, stackOption } from "../options/account";
import { writeWhole } from "../../console/atomicFile";
import { literal, printable, quoted, type Terminal } from "../../console/terminal";
import { counted } from "../../document/document";
import { declarations, type DeclaredKey, header, mostValues } from "../../program/catalogTypes";
import { type AccountCatalog, readCatalog } from "../../sources/account/catalog";

const help = `
Writes a declaration file with the account's keys. With it, tag("AWS", "taem") does not compile if the account has no such
key, and the editor completes cost centers, keys and types. Without it, any string is accepted. Nothing changes when the
program runs. In the account, it changes nothing.

To load the file, add this line to your program: ${importLine("catalog.d.ts")}

With --values, the editor also suggests the values of each key that has at most ${mostValues}. Other values are accepted too. This
sends one request per key, and the service allows 50 per minute: 500 keys take 10 minutes.

The command replaces the file if it has written it, and no other file. The file only changes if the catalog does.

${settingsHelp}

Exit code: 0 on success, 2 after an error.

Examples:
  npx cost-allocation catalog types --out catalog.d.ts
  npx cost-allocation catalog types --out catalog.d.ts --values`;

/** The subcommand. */
export function catalogTypesCommand(terminal: Terminal): Command {
  return new Command("types")
    .description("Write the account's keys as a TypeScript declaration file")
    .requiredOption("--out <file>", "the file to write, such as catalog.d.ts", declarationFile)
    .option("--values", `also the values of keys that have at most ${mostValues}`)
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addHelpText("after", help)
    .action(({ out, values = false, ...accountOptions }) =>
      onAccount(terminal, accountOptions, (account) => writeTypes(account, terminal, out, values)),
    );
}

async function writeTypes({ client }: Account, terminal: Terminal, out: string, withValues: boolean): Promise<number> {
  // Before any request, because with values the command may run for an hour.
  const before = readOwn(out);
  const catalog = await readCatalog(client);
  const keys = withValues ? await readValues(catalog, terminal) : catalog.keys;
  const text = declarations(keys);
  const isChanged = text !== before;
  if (isChanged) writeWhole(out, text);
  if (keys.length === 0) terminal.note("warning: the catalog is empty, so the file changes nothing.");
  terminal.print(`${isChanged ? "Wrote" : "Unchanged:"} ${printable(out)} (${counted(keys.length, "key")}).`);
  if (before === undefined) terminal.print(`Add this line to your program: ${importLine(out)}`);
  return 0;
}

/**
 * Reads the file that an earlier run has written; undefined if there is none.
 *
 * @throws {Error} if something else has written the file, or the command can't write it
 */
function readOwn(out: string): string | undefined {
  const folder = dirname(resolve(out));
  if (!fs.existsSync(folder)) throw new Error(`The folder ${quoted(folder)} does not exist. Nothing was written.`);
  if (!fs.existsSync(out)) return undefined;
  const text = fs.readFileSync(out, "utf8");
  if (text.startsWith(header)) return text;
  throw new Error(
    `${quoted(out)} exists, and "catalog types" has not written it. Nothing was written. Choose another file, or delete it first.`,
  );
}

/** How many keys are read at a time. The client paces the requests. */
const atATime = 5;

/** With more keys, the rate limit makes the command take more than a minute. */
const manyKeys = 50;

async function readValues(catalog: AccountCatalog, { note }: Terminal): Promise<DeclaredKey[]> {
  const { keys } = catalog;
  if (keys.length > manyKeys) {
    note(`Reading the values of ${keys.length} keys. This can take ${Math.ceil(keys.length / manyKeys)} minutes.`);
  }
  const read: DeclaredKey[] = [];
  for (let start = 0; start < keys.length; start += atATime) {
    const some = keys.slice(start, start + atATime).map(async (key): Promise<DeclaredKey> => {
      const found = await catalog.values(key);
      if ("values" in found) return { ...key, values: found.values };
      note(`warning: no values for ${quoted(key.key)} of ${quoted(key.costCenter)}: ${printable(found.problem)}`);
      return key;
    });
    read.push(...(await Promise.all(some)));
  }
  return read;
}

/** The line that loads a file in a program of this folder. */
function importLine(out: string): string {
  const path = relative(".", resolve(out)).split(sep).join("/");
  const name = (path.startsWith("../") ? path : `./${path}`).replace(/\.d\.ts$/, "");
  return `import type {} from ${literal(name)};`;
}

function declarationFile(path: string): string {
  if (path.endsWith(".d.ts")) return path;
  throw new InvalidArgumentError("Its name must end with .d.ts.");
}
