/** Every TypeScript program of README.md and docs/ compiles against the sources. */
import { join } from "node:path";
import ts from "typescript";
import { compilerOptions } from "./compilerOptions";
import { pages, type Program, programsOf, root } from "./pages";

const programs = pages.flatMap(programsOf);

/** The programs under made-up paths, where the checkout's own settings find packages and this package's entry points. */
const files = new Map<string, Program>(
  programs.map((program, index) => [join(root, "docs", `program${index}.ts`), program]),
);

function compile(): readonly ts.Diagnostic[] {
  // A program on a page need not use everything that it declares.
  const options = compilerOptions({ noUnusedLocals: false, erasableSyntaxOnly: false, types: ["node", "jest"] });
  const host = ts.createCompilerHost(options);
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => files.get(path)?.text ?? ts.sys.readFile(path);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
}

test("the pages have programs, and some of them are run", () => {
  expect(programs.length).toBeGreaterThan(15);
  expect(programs.filter(({ runs }) => runs).length).toBeGreaterThan(5);
});

test("each compiles", () => {
  const problems = compile().map(({ file, start = 0, messageText }) => {
    const { text = "", fileName = "" } = file ?? {};
    const line = text.slice(text.lastIndexOf("\n", start) + 1).split("\n")[0] ?? "";
    return `${files.get(fileName)?.name ?? fileName}: ${line.trim()}\n  ${ts.flattenDiagnosticMessageText(messageText, "\n  ")}`;
  });
  expect(problems).toEqual([]);
});
