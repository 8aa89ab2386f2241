/** Engines that tests run queries in. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The engines that scripts/e2e/cost-engine.mjs installs. */
export type Engine = "spark" | "clickhouse" | "trino" | "sqlglot";

/** Starting an engine can take minutes on a busy machine. */
export const engineTimeout = 600_000;

const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** What an engine needs that is not on this machine. Undefined if it has everything. */
export function missingFor(engine: Engine): string | undefined {
  if (engine !== "trino" && !isThere("python3", "-c", "import venv, ensurepip")) return "python3 with venv";
  if ((engine === "spark" || engine === "trino") && !isThere("java", "-version")) return "Java 17";
  return engine === "trino" && !isThere("mvn", "--version") ? "Maven" : undefined;
}

type Command = [string, ...string[]];

const commands = new Map<Engine, Command>();

/** `test`, or a skipped test and a warning if the engine can't be installed on this machine. Installs it. */
export function testWith(engine: Engine): jest.It {
  const missing = missingFor(engine);
  const command = missing === undefined ? install(engine) : undefined;
  if (command !== undefined) {
    commands.set(engine, command);
    return test;
  }
  const reason = missing === undefined ? "which can't be installed" : `which requires ${missing}`;
  console.warn(`Skipped: queries are not run in ${engine}, ${reason}.`);
  return test.skip;
}

/** The command that starts an engine. Undefined if it can't be installed; the script says why. */
function install(engine: Engine): Command | undefined {
  const script = resolve(__dirname, "../../../scripts/e2e/cost-engine.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script, engine], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return status === 0 ? (JSON.parse(stdout) as Command) : undefined;
}

function run(engine: Engine, args: readonly string[]): string {
  const [program, ...first] = commands.get(engine) ?? [""];
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], { encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${engine} failed:\n${stderr.slice(-5000)}`);
  return stdout;
}

/**
 * Runs queries.
 *
 * @param folder where it puts files
 * @param tables Parquet files, by the name of their table. Only for Spark
 * @returns the results as CSV
 */
export function runQueries(
  engine: Engine,
  folder: string,
  queries: readonly string[],
  tables: Record<string, string> = {},
): string[] {
  mkdirSync(folder, { recursive: true });
  const files = queries.map((sql, index) => {
    const file = { sql: join(folder, `${index}.sql`), out: join(folder, `${index}.csv`) };
    writeFileSync(file.sql, sql);
    return file;
  });
  if (engine === "trino") {
    run(
      engine,
      files.flatMap(({ sql, out }) => [sql, out]),
    );
  } else {
    const job = join(folder, "job.json");
    const jobQueries = files.map(({ out }, index) => ({ sql: queries[index], out }));
    writeFileSync(job, JSON.stringify({ tables, queries: jobQueries }));
    run(engine, [join(__dirname, `${engine}.py`), job]);
  }
  return files.map(({ out }) => readFileSync(out, "utf8"));
}

/** Parses queries with sqlglot, and returns the names of their results' columns. */
export function parseQueries(folder: string, queries: readonly { dialect: string; sql: string }[]): string[][] {
  const job = join(folder, "parse.json");
  writeFileSync(job, JSON.stringify({ queries }));
  return JSON.parse(run("sqlglot", [join(__dirname, "sqlglot_parse.py"), job])) as string[][];
}
