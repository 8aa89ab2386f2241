/**
 * Installs an engine for the tests of the queries that cubes are made with, and prints the command that runs it, as JSON.
 *
 * Usage: node scripts/e2e/cost-engine.mjs spark|clickhouse|trino|sqlglot
 */
import { main } from "../shared/main.mjs";
import { ensurePythonTool } from "../tools/pythonTools.mjs";
import { ensureTrino } from "../tools/trino.mjs";

/** @type {Record<string, () => Promise<string[]>>} */
const engines = {
  spark: async () => [await ensurePythonTool("pyspark")],
  clickhouse: async () => [await ensurePythonTool("chdb")],
  sqlglot: async () => [await ensurePythonTool("sqlglot")],
  trino: ensureTrino,
};

await main(async () => {
  const ensure = engines[process.argv[2] ?? ""];
  if (ensure === undefined)
    throw new Error(`Usage: node scripts/e2e/cost-engine.mjs ${Object.keys(engines).join("|")}`);
  console.log(JSON.stringify(await ensure()));
});
