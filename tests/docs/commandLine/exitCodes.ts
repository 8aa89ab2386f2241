/** The exit codes of the commands: in their code, in their help, and on the pages. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root, tableRowsOf, textOf } from "../pages";

const folder = join(root, "cli", "commands");

/** The files of a command: its own, and those of its folder. */
function filesOf(command: string): string[] {
  const [first = "", second] = command
    .split(" ")
    .map((word) => word.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase()));
  if (second !== undefined) return [join(folder, first, `${second}.ts`)];
  const own = join(folder, first);
  const more = existsSync(own) ? readdirSync(own).map((name) => join(own, name)) : [];
  return [`${own}.ts`, ...more];
}

/**
 * The codes that a command can end with. Its work returns them; commander ends wrong arguments with 2, and an error that nothing
 * catches ends with 1.
 */
export function codesInCode(command: string): number[] {
  const sources = filesOf(command).map((path) => {
    const text = ts.sys.readFile(path) ?? "";
    return { text, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
  });
  const catches = sources.some(({ text }) => /\b(?:onAccount|onAccountIf|withExitCode)\(/u.test(text));
  return sorted([0, 2, ...(catches ? [] : [1]), ...sources.flatMap(({ file }) => returnedIn(file))]);
}

const sorted = (codes: readonly number[]): number[] => [...new Set(codes)].sort((one, other) => one - other);

/** The numbers that functions return as they are written, also as a constant or in a conditional. */
function returnedIn(file: ts.SourceFile): number[] {
  const constants = new Map<string, ts.Expression>();
  const found: number[] = [];
  const add = (expression: ts.Expression | undefined): void => {
    if (expression === undefined) return;
    if (ts.isNumericLiteral(expression)) found.push(Number(expression.text));
    if (ts.isIdentifier(expression)) add(constants.get(expression.text));
    if (ts.isConditionalExpression(expression)) [expression.whenTrue, expression.whenFalse].forEach(add);
  };
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => [...one.declarationList.declarations]);
  for (const { name, initializer } of declarations) {
    if (ts.isIdentifier(name) && initializer !== undefined && ts.isNumericLiteral(initializer))
      constants.set(name.text, initializer);
  }
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) add(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The codes in a statement such as `Exit code: 0 on success, 2 after an error.` */
export function codesIn(statement: string): number[] {
  return sorted([...statement.matchAll(/(?<![\w.%-])[0-3](?![\w.%])/gu)].map(([code]) => Number(code)));
}

/** What a page says of exit codes: each sentence that has several, and the table of a section. */
export function statementsOn(page: string): number[][] {
  const text = textOf(page).replaceAll("\n", " ");
  const sentences = [...text.matchAll(/exit codes? ?(?:is|:) (.*?)\.(?: |$)/giu)].map(({ 1: sentence = "" }) =>
    codesIn(sentence),
  );
  const rows = tableRowsOf(page).flatMap(([code = ""]) => (/^[0-3]$/u.test(code) ? [Number(code)] : []));
  return [...sentences, sorted(rows)].filter((codes) => codes.length > 1);
}
