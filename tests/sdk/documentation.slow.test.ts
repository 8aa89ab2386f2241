/** Everything that a program can write shows its documentation on hover: types and their fields, functions and their parameters. */
import { join } from "node:path";
import ts from "typescript";
import { compilerOptions } from "../docs/compilerOptions";
import { root } from "../docs/pages";

const entryPoints = ["sdk/index.ts", "sdk/aws/index.ts", "client/index.ts", "emulator/index.ts"];
const program = ts.createProgram(
  entryPoints.map((entry) => join(root, entry)),
  compilerOptions(),
);
const checker = program.getTypeChecker();

function exportsOf(entry: string): ts.Symbol[] {
  const source = program.getSourceFile(join(root, entry));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  return (module === undefined ? [] : checker.getExportsOfModule(module)).map((symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  );
}

const isDocumented = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;

/** The declarations of this package, without private members. */
function ownDeclarations(symbol: ts.Symbol): ts.Declaration[] {
  return (symbol.declarations ?? []).filter(
    (declaration) =>
      !declaration.getSourceFile().fileName.includes("node_modules") &&
      !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private),
  );
}

function undocumentedParameters(type: ts.Type, declaration: ts.Declaration): string[] {
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  return signatures
    .filter((signature) => signature.declaration?.getSourceFile() === declaration.getSourceFile())
    .flatMap((signature) => signature.getParameters())
    .filter((parameter) => !isDocumented(parameter))
    .map(({ name }) => name);
}

/** A type or function, and its fields, that have no documentation. */
function undocumented(symbol: ts.Symbol): string[] {
  const [declaration] = ownDeclarations(symbol);
  if (declaration === undefined) return [];
  const fields = checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .filter((field) => ownDeclarations(field).length > 0);
  return [
    ...(isDocumented(symbol) ? [] : [symbol.name]),
    ...fields.filter((field) => !isDocumented(field)).map((field) => `${symbol.name}.${field.name}`),
    ...undocumentedParameters(checker.getTypeOfSymbolAtLocation(symbol, declaration), declaration).map(
      (name) => `${symbol.name}(${name})`,
    ),
  ];
}

test.each(["sdk/index.ts", "sdk/aws/index.ts"])("everything in %s is documented", (entry) => {
  const symbols = exportsOf(entry);
  expect(symbols.length).toBeGreaterThan(4);
  expect(symbols.flatMap(undocumented)).toEqual([]);
});

test.each([
  ["client/index.ts", ["ClientOptions", "ClientSettings", "SharedClientOptions"]],
  ["emulator/index.ts", ["EmulatorOptions", "Limits", "Switches"]],
])("the options in %s are documented", (entry, names) => {
  const symbols = exportsOf(entry).filter(({ name }) => names.includes(name));
  expect(symbols.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(symbols.flatMap(undocumented)).toEqual([]);
});
