/** DuckDB in this process. It is an optional package, so it is loaded on first use. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as DuckDB from "@duckdb/node-api";

/** The command that installs the tested version. */
export const installCommand = "npm install --save-dev @duckdb/node-api@1.5.5-r.5";

/** Above this limit, DuckDB writes to temporary files. So a cube needs less than 2 GiB, however much data there is. */
const memoryLimit = "1GiB";

/**
 * Runs work on a DuckDB in memory, and closes it. It never loads code from the network.
 *
 * @throws {Error} if the package is not installed. The message has the command that installs it
 */
export async function withDuckdb<T>(work: (connection: DuckDB.DuckDBConnection) => Promise<T>): Promise<T> {
  const { DuckDBInstance } = await loadPackage();
  // Only this user can read it: temporary files have costs.
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-"));
  try {
    const instance = await DuckDBInstance.create(":memory:", {
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
      memory_limit: memoryLimit,
      preserve_insertion_order: "false",
      temp_directory: folder,
    });
    try {
      const connection = await instance.connect();
      try {
        await connection.run("SET TimeZone = 'UTC'");
        // So that `connection.progress` is known; DuckDB itself prints nothing.
        await connection.run("SET enable_progress_bar = true; SET enable_progress_bar_print = false");
        return await work(connection);
      } finally {
        connection.closeSync();
      }
    } finally {
      instance.closeSync();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function loadPackage(): Promise<typeof DuckDB> {
  try {
    return await import("@duckdb/node-api");
  } catch (error) {
    const reason = error instanceof Error && !isNotInstalled(error) ? `\nIt can't be loaded: ${error.message}` : "";
    throw new Error(
      `Reading cost data requires the package @duckdb/node-api (71 MB). Install it: ${installCommand}${reason}\n` +
        'Or run the query elsewhere: see "cost-allocation cube --help" for --sql.',
      { cause: error },
    );
  }
}

function isNotInstalled(error: Error): boolean {
  return "code" in error && ["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"].includes(String(error.code));
}

/** A list of texts as DuckDB's literal. */
export function textList(texts: readonly string[]): string {
  return `[${texts.map(textLiteral).join(", ")}]`;
}

/** A text as DuckDB's literal. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
