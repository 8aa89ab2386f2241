/** Compiles programs against the package's declarations, with any TypeScript. */
import * as fs from "node:fs";
import * as path from "node:path";
import ts from "typescript";
import { compilerOptions } from "../../../docs/compilerOptions";

const root = path.resolve(__dirname, "../../../..");

/** A folder in which programs find the package as it is published. */
export interface PackageFolder {
  folder: string;
  remove: () => void;
}

/** Makes the declarations of the entry point `.`, below node_modules, so that a program there finds Pulumi's SDK too. */
export function packageFolder(): PackageFolder {
  const cache = path.join(root, "node_modules", ".cache");
  fs.mkdirSync(cache, { recursive: true });
  const folder = fs.mkdtempSync(path.join(cache, "catalog-types-"));
  const installed = path.join(folder, "node_modules", "pulumi-cost-allocation");
  fs.mkdirSync(installed, { recursive: true });
  fs.copyFileSync(path.join(root, "package.json"), path.join(installed, "package.json"));
  // The sources are checked elsewhere.
  const own = { noEmit: false, noCheck: true, allowJs: false, checkJs: false, declaration: true, types: ["node"] };
  const options = compilerOptions(own);
  const program = ts.createProgram([path.join(root, "sdk", "index.ts")], {
    ...options,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: root,
    outDir: path.join(installed, "dist"),
  });
  expect(program.emit().diagnostics).toEqual([]);
  return {
    folder,
    remove: () => {
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The options of a Pulumi program, with names as every supported version has them. */
function optionsOf(compiler: typeof ts): ts.CompilerOptions {
  return {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.Node16,
    moduleResolution: compiler.ModuleResolutionKind.Node16,
    types: ["node"],
  };
}

/** What was parsed already: the same libraries belong to every program. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** A host that parses each library once. */
export function hostOf(compiler: typeof ts, options: ts.CompilerOptions): ts.CompilerHost {
  const host = compiler.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (!name.includes("/node_modules/typescript/") && !name.includes("/node_modules/@"))
      return getSourceFile(name, ...rest);
    const id = `${compiler.version} ${name}`;
    if (!parsed.has(id)) parsed.set(id, getSourceFile(name, ...rest));
    return parsed.get(id);
  };
  return host;
}

/**
 * The lines of a program that don't compile, with the first error of each. Checks only the program and the catalog: the package's own declarations have tests of their own.
 */
export function wrongLines(compiler: typeof ts, file: string): { line: string; message: string }[] {
  const options = optionsOf(compiler);
  const program = compiler.createProgram([file], options, hostOf(compiler, options));
  const found = new Map<string, string>();
  for (const name of [file, path.join(path.dirname(file), "catalog.d.ts")]) {
    const source = program.getSourceFile(name);
    if (source === undefined) continue;
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    for (const { start = 0, messageText } of problems) {
      const from = source.text.lastIndexOf("\n", start - 1) + 1;
      const line = (source.text.slice(from).split("\n")[0] ?? "").trim();
      if (!found.has(line)) found.set(line, compiler.flattenDiagnosticMessageText(messageText, "\n"));
    }
  }
  return [...found].map(([line, message]) => ({ line, message }));
}

/** An editor with a program open. Returns what it suggests where the program has a `|`. */
export function editor(compiler: typeof ts, file: string): (marked: string) => string[] {
  let text = "";
  let version = 0;
  const options = optionsOf(compiler);
  const service = compiler.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : "0"),
    getScriptSnapshot: (name) => {
      const content = name === file ? text : compiler.sys.readFile(name);
      return content === undefined ? undefined : compiler.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => path.dirname(file),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (settings) => compiler.getDefaultLibFilePath(settings),
    fileExists: (name) => compiler.sys.fileExists(name),
    readFile: (name) => compiler.sys.readFile(name),
    directoryExists: (name) => compiler.sys.directoryExists(name),
    getDirectories: (name) => compiler.sys.getDirectories(name),
    realpath: (name) => compiler.sys.realpath?.(name) ?? name,
  });
  return (marked) => {
    [text, version] = [marked.replace("|", ""), version + 1];
    const found = service.getCompletionsAtPosition(file, marked.indexOf("|"), {});
    return (found?.entries ?? []).map(({ name }) => name).sort();
  };
}
