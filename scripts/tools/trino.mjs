/** Trino in one process, for tests of the queries that cubes are made with. Its jars come from Maven on first use. Requires Java 17 and Maven. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../shared/cacheFolder.mjs";
import { checkout } from "../shared/checkout.mjs";
import { withLock } from "../shared/lock.mjs";
import { withProgress } from "../shared/progress.mjs";
import { lastLines, run } from "../shared/run.mjs";

const source = join(checkout, "scripts", "tools", "trino");

/** The version in pom.xml. */
const version = "426";

/**
 * Downloads Trino, unless it is there already.
 *
 * @returns {Promise<string[]>} The command that runs queries. It expects pairs of a file with a query and a file for the result.
 */
export async function ensureTrino() {
  const folder = join(cacheFolder(), `trino-${version}`);
  const jars = join(folder, "jars");
  await withLock(join(cacheFolder(), "trino.lock"), async () => {
    if (existsSync(jars)) return;
    await withProgress(`Downloading Trino ${version}`, async () => {
      const temporary = `${jars}.tmp-${process.pid}`;
      rmSync(temporary, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const args = [
        "-q",
        "-B",
        "-f",
        join(source, "pom.xml"),
        "dependency:copy-dependencies",
        `-DoutputDirectory=${temporary}`,
      ];
      const result = await run("mvn", args, { timeoutMs: 1_200_000 });
      if (result.code !== 0) throw new Error(`Maven can't download Trino ${version}:\n${lastLines(result)}`);
      renameSync(temporary, jars);
    });
  });
  if (!readFileSync(join(source, "pom.xml"), "utf8").includes(`<version>${version}</version>`)) {
    throw new Error("The version of Trino in pom.xml and in trino.mjs differ.");
  }
  return ["java", "-cp", join(jars, "*"), join(source, "Query.java")];
}
