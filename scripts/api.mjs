/**
 * The public surface as text: one report for each entry point, in etc/. Writes them anew; with `--check` it only says whether
 * they are current, so that every change of what users see is a change of a file that somebody reviews.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";

const checkOnly = process.argv.includes("--check");

/**
 * The entry points of package.json, by the names of their reports.
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
 * @returns {boolean} whether the report is current, and nothing was found
 */
function report({ Extractor, ExtractorConfig, ExtractorLogLevel }, name, declarations) {
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
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: error },
        extractorMessageReporting: {
          default: error,
          // Whatever an entry point exports is public: there is no other kind to tell it from.
          "ae-missing-release-tag": none,
          "ae-undocumented": none,
          // A type that nobody has to name stands in the report, with a warning there for the reviewer to judge.
          "ae-forgotten-export": { ...none, addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: none },
      },
    },
  });
  const { apiReportChanged, succeeded } = Extractor.invoke(config, { localBuild: !checkOnly });
  if (apiReportChanged && checkOnly)
    console.error(`etc/${name}.api.md is old: run npm run api, and look at what changed.`);
  return succeeded;
}

try {
  await setUpPackage();
  mkdirSync(join(checkout, "etc"), { recursive: true });
  // Not at the top: set-up is what installs it.
  const extractor = await import("@microsoft/api-extractor");
  const current = entryPoints().map(([name, declarations]) => report(extractor, name, declarations));
  if (current.includes(false)) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
