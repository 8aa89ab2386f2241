/**
 * Programs from PyPI that some tests use. They are installed on first use, into a cache outside the checkout. Each has its
 * own virtual environment, because their dependencies conflict. Requires python3 with venv.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../shared/cacheFolder.mjs";
import { makeOnce } from "../shared/installOnce.mjs";
import { must } from "../shared/run.mjs";

/** @satisfies {Record<string, { requirement: string, version: string, program: string }>} */
export const pythonTools = {
  /** Simulates AWS. */
  moto: { requirement: "moto[server]", version: "5.2.5", program: "moto_server" },
  /** Checks AWS resources for security problems. */
  checkov: { requirement: "checkov", version: "3.3.30", program: "checkov" },
  /** Tests an HTTP API against its OpenAPI document. */
  schemathesis: { requirement: "schemathesis", version: "4.32.5", program: "schemathesis" },
  /** Engines that make cubes of cost data: Spark (with Java 17) and ClickHouse. Their tests start Python with a script. */
  pyspark: { requirement: "pyspark", version: "3.5.5", program: "python" },
  chdb: { requirement: "chdb", version: "4.4.0", program: "python" },
  /** Pulumi's SDK for Python, in the version of the one for Node.js, with what generated classes need besides. */
  pulumi: { requirement: "setuptools==80.9.0 parver==1.0.1.post0 pulumi", version: "3.248.0", program: "python" },
  /** Finds security problems in workflows. */
  zizmor: { requirement: "zizmor", version: "1.32.0", program: "zizmor" },
  /** Parses the queries for engines that no test can run. */
  sqlglot: { requirement: "sqlglot", version: "30.30.0", program: "python" },
};

const timeoutMs = 600_000;

const isWindows = process.platform === "win32";

/**
 * Installs a tool, unless it is installed already.
 *
 * @param {keyof typeof pythonTools} name
 * @returns {Promise<string>} The path of the tool's executable.
 */
export async function ensurePythonTool(name) {
  const { requirement, version, program } = pythonTools[name];
  const pinned = `${requirement}==${version}`;
  const folder = join(cacheFolder(), `${name}-${version}`);
  const bin = join(folder, isWindows ? "Scripts" : "bin");
  // A virtual environment can't be renamed after it is created, so this file marks a complete one.
  const completed = join(folder, "installed");
  const what = `Installing ${pinned}`;
  await makeOnce(completed, `${folder}.lock`, what, async () => {
    rmSync(folder, { recursive: true, force: true });
    await must(isWindows ? "python" : "python3", ["-m", "venv", folder], { timeoutMs, what });
    const options = ["--quiet", "--disable-pip-version-check"];
    await must(join(bin, "python"), ["-m", "pip", "install", ...options, ...pinned.split(" ")], { timeoutMs, what });
    writeFileSync(completed, "");
  });
  const file = readdirSync(bin).find((name) => name === program || name === `${program}.exe`);
  if (file === undefined) throw new Error(`${pinned} did not install ${program} in ${bin}.`);
  return join(bin, file);
}
