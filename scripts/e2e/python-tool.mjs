/**
 * Installs a Python tool for the tests, and prints the path of its executable.
 *
 * Usage: node scripts/e2e/python-tool.mjs moto|checkov|zizmor
 */
import { main } from "../shared/main.mjs";
import { ensurePythonTool } from "../tools/pythonTools.mjs";

const tools = /** @type {const} */ (["moto", "checkov", "zizmor"]);

await main(async () => {
  const name = tools.find((tool) => tool === process.argv[2]);
  if (name === undefined) throw new Error(`Usage: node scripts/e2e/python-tool.mjs ${tools.join("|")}`);
  console.log(await ensurePythonTool(name));
});
