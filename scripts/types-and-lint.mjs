/**
 * `npm run types` and `npm run lint` as one step over one program: the lint rules need the types too, and to find them again takes as long
 * as to check them. With `--cache`, both keep their results in node_modules/.cache.
 */
import { ESLint } from "eslint";
import { join } from "node:path";
import ts from "typescript";
import { checkout } from "./shared/checkout.mjs";

const cache = join(checkout, "node_modules", ".cache", "pulumi-cost-allocation");
const useCache = process.argv.includes("--cache");

/** Checks the types. Returns the program, and what is wrong. */
function checkTypes() {
  const file = join(checkout, "tsconfig.json");
  const { config, error } = ts.readConfigFile(file, (path) => ts.sys.readFile(path));
  const cached = useCache ? { incremental: true, tsBuildInfoFile: join(cache, "types.tsbuildinfo") } : {};
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, checkout, cached, file);
  const builder = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: error === undefined ? errors : [error],
  });
  const diagnostics = [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
    // Writes the cache.
    ...builder.emit().diagnostics,
  ];
  return { program: builder.getProgram(), diagnostics: ts.sortAndDeduplicateDiagnostics(diagnostics) };
}

/**
 * Lints. Returns how many errors and warnings it printed.
 *
 * @param {ts.Program} program
 */
async function lint(program) {
  // ESLint's cache depends on the settings, of which a program can't be written.
  const programs = Object.assign([program], { toJSON: () => "one" });
  const eslint = new ESLint({
    cwd: checkout,
    cache: useCache,
    cacheLocation: join(cache, "eslint"),
    cacheStrategy: "content",
    overrideConfig: { languageOptions: { parserOptions: { programs } } },
  });
  const results = await eslint.lintFiles(["."]);
  const formatter = await eslint.loadFormatter("stylish");
  process.stdout.write(await formatter.format(results));
  return results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0);
}

const { program, diagnostics } = checkTypes();
const host = { getCanonicalFileName: String, getCurrentDirectory: () => checkout, getNewLine: () => "\n" };
process.stdout.write(ts.formatDiagnostics(diagnostics, host));
if ((await lint(program)) > 0 || diagnostics.length > 0) process.exitCode = 1;
