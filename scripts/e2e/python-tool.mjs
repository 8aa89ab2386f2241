/**
 * Installs a Python tool for the AWS tests, and prints the path of its executable.
 *
 * Usage: node scripts/e2e/python-tool.mjs moto|checkov
 */
import { main } from "../shared/main.mjs";
import { ensurePythonTool } from "../tools/pythonTools.mjs";

await main(async () => {
  const name = process.argv[2];
  if (name !== "moto" && name !== "checkov") throw new Error("Usage: node scripts/e2e/python-tool.mjs moto|checkov");
  console.log(await ensurePythonTool(name));
});
