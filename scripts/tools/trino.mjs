/** Trino in one process, for tests of the queries that cubes are made with. Its jars come from Maven on first use. Requires Java 17 and Maven. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../shared/cacheFolder.mjs";
import { checkout } from "../shared/checkout.mjs";
import { installOnce } from "../shared/installOnce.mjs";
import { must } from "../shared/run.mjs";

const source = join(checkout, "scripts", "tools", "trino");

/** The version in pom.xml. */
const version = "426";

/**
 * Downloads Trino, unless it is there already.
 *
 * @returns {Promise<string[]>} The command that runs queries. It expects pairs of a file with a query and a file for the result.
 */
export async function ensureTrino() {
  const what = `Downloading Trino ${version}`;
  const jars = await installOnce(join(cacheFolder(), `trino-${version}`, "jars"), what, async (temporary) => {
    const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${temporary}`];
    await must("mvn", ["-q", "-B", "-f", join(source, "pom.xml"), ...goal], { timeoutMs: 1_200_000, what });
  });
  if (!readFileSync(join(source, "pom.xml"), "utf8").includes(`<version>${version}</version>`)) {
    throw new Error("The version of Trino in pom.xml and in trino.mjs differ.");
  }
  return ["java", "-cp", join(jars, "*"), join(source, "Query.java")];
}
