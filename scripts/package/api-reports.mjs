/**
 * `npm run api`: writes the public API of each entry point to etc/, the schema of the plugin to plugin/schema.json, those of what commands
 * print with `--json` to schemas/, and the README's picture, so that changes to them show in reviews. With `--check` it only checks that they are up to date.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setUpPackage } from "../setup/setUp.mjs";
import { checkout } from "../shared/checkout.mjs";
import { main } from "../shared/main.mjs";
import { writeJsonSchemas } from "./jsonSchemas.mjs";
import { writePicture } from "./picture.mjs";

const checkOnly = process.argv.includes("--check");

/**
 * The entry points in package.json: the names of their reports, and their declaration files.
 *
 * @returns {[name: string, declarations: string][]}
 */
function entryPoints() {
  /** @type {{ exports: Record<string, string | { types: string }> }} */
  const { exports } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" ? [] : [[path === "." ? "index" : path.slice(2), target.types]],
  );
}

/**
 * @param {typeof import("@microsoft/api-extractor")} extractor
 * @param {string} name
 * @param {string} declarations
 * @returns {boolean} Whether the report is up to date and has no errors.
 */
function writeReport({ Extractor, ExtractorConfig, ExtractorLogLevel }, name, declarations) {
  const [none, error] = [{ logLevel: ExtractorLogLevel.None }, { logLevel: ExtractorLogLevel.Error }];
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(checkout, "package.json"),
    configObject: {
      projectFolder: checkout,
      mainEntryPointFilePath: join(checkout, declarations),
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          extends: join(checkout, "tsconfig.json"),
          compilerOptions: { types: ["node"], paths: {} },
          include: [],
          files: [join(checkout, declarations)],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: "<projectFolder>/etc",
        reportTempFolder: "<projectFolder>/node_modules/.cache/pulumi-cost-allocation/api",
        reportFileName: `${name}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: error },
        extractorMessageReporting: {
          default: error,
          // All exports are public, so they need no release tag.
          "ae-missing-release-tag": none,
          "ae-undocumented": none,
        },
        tsdocMessageReporting: { default: none },
      },
    },
  });
  const { apiReportChanged, succeeded } = Extractor.invoke(config, { localBuild: !checkOnly });
  if (apiReportChanged && checkOnly)
    console.error(`etc/${name}.api.md is out of date. Run \`npm run api\` and review the changes.`);
  return succeeded;
}

/** Writes the schema of the plugin. Returns whether it is up to date. */
async function writeSchema() {
  const { writtenSchema } = await import("../plugin/schema.mjs");
  const file = join(checkout, "plugin", "schema.json");
  const schema = writtenSchema();
  if (schema === readFileSync(file, "utf8")) return true;
  if (checkOnly) {
    console.error("plugin/schema.json is out of date. Run `npm run api` and review the changes.");
    return false;
  }
  writeFileSync(file, schema);
  // The bundle of the plugin contains the schema.
  await setUpPackage();
  return true;
}

await main(async () => {
  await setUpPackage();
  const areUpToDate = [await writeSchema(), await writeJsonSchemas(checkOnly), await writePicture(checkOnly)];
  mkdirSync(join(checkout, "etc"), { recursive: true });
  // Imported on demand, because set-up installs it.
  const extractor = await import("@microsoft/api-extractor");
  const results = entryPoints().map(([name, declarations]) => writeReport(extractor, name, declarations));
  if ([...results, ...areUpToDate].includes(false)) process.exitCode = 1;
});
