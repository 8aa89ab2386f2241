/**
 * What the compiler says of the sources, in one program: every TypeScript program of README.md and docs/ compiles against them; every
 * argument, output and setting has a row in a table of its page; everything that a program can write shows its documentation on hover.
 */
import { join } from "node:path";
import ts from "typescript";
import { compilerOptions } from "./compilerOptions";
import { pages, type Program, programsOf, root, tableRowsOf, textOf } from "./pages";

const programs = pages.flatMap(programsOf);

/** The programs under made-up paths, where the checkout's own settings find packages and this package's entry points. */
const files = new Map<string, Program>(
  programs.map((program, index) => [join(root, "docs", `program${index}.ts`), program]),
);

const entryPoints = ["sdk/index.ts", "sdk/aws/index.ts", "client/index.ts", "emulator/index.ts"];

// A program on a page need not use everything that it declares.
const options = compilerOptions({ noUnusedLocals: false, erasableSyntaxOnly: false, types: ["node", "jest"] });
const host = ts.createCompilerHost(options);
host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
host.readFile = (path) => files.get(path)?.text ?? ts.sys.readFile(path);
const program = ts.createProgram([...files.keys(), ...entryPoints.map((entry) => join(root, entry))], options, host);
const checker = program.getTypeChecker();

/** What an entry point exports, by name. */
function exportsOf(entry: string): [name: string, symbol: ts.Symbol][] {
  const source = program.getSourceFile(join(root, entry));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  return (module === undefined ? [] : checker.getExportsOfModule(module)).map((symbol) => [
    symbol.name,
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  ]);
}

test("the pages have programs, and some of them are run", () => {
  expect(programs.length).toBeGreaterThan(15);
  expect(programs.filter(({ runs }) => runs).length).toBeGreaterThan(5);
});

test("each compiles", () => {
  const found = [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  const problems = found.map(({ file, start = 0, messageText }) => {
    const { text = "", fileName = "" } = file ?? {};
    const line = text.slice(text.lastIndexOf("\n", start) + 1).split("\n")[0] ?? "";
    return `${files.get(fileName)?.name ?? fileName}: ${line.trim()}\n  ${ts.flattenDiagnosticMessageText(messageText, "\n  ")}`;
  });
  expect(problems).toEqual([]);
});

/** Where the properties of each `...Args` of the public surface are listed. */
const pageOf: Readonly<Record<string, string>> = {
  VirtualTagArgs: "docs/virtual-tag.md",
  RuleArgs: "docs/virtual-tag.md",
  TimeframeArgs: "docs/virtual-tag.md",
  KeyReferenceArgs: "docs/virtual-tag.md",
  ConditionKeyArgs: "docs/virtual-tag.md",
  ValueConditionArgs: "docs/virtual-tag.md",
  PresenceConditionArgs: "docs/virtual-tag.md",
  AndGroupArgs: "docs/virtual-tag.md",
  OrGroupArgs: "docs/virtual-tag.md",
  VirtualTagV1Args: "docs/virtual-tag-v1.md",
  RuleV1Args: "docs/virtual-tag-v1.md",
  KeyReferenceV1Args: "docs/virtual-tag-v1.md",
  ConditionKeyV1Args: "docs/virtual-tag-v1.md",
  ValueConditionV1Args: "docs/virtual-tag-v1.md",
  PresenceConditionV1Args: "docs/virtual-tag-v1.md",
  AndGroupV1Args: "docs/virtual-tag-v1.md",
  OrGroupV1Args: "docs/virtual-tag-v1.md",
  VirtualTagMetadataArgs: "docs/virtual-tag-metadata.md",
  ValueMetadataArgs: "docs/virtual-tag-metadata.md",
  NotificationEndpointArgs: "docs/notification-endpoint.md",
  NotificationEndpointConfigurationArgs: "docs/notification-endpoint.md",
  ProviderArgs: "docs/provider.md",
  GetVirtualTagArgs: "docs/functions.md",
  GetVirtualTagOutputArgs: "docs/functions.md",
  GetVirtualTagVersionsArgs: "docs/functions.md",
  GetVirtualTagVersionsOutputArgs: "docs/functions.md",
  GetVirtualTagVersionArgs: "docs/functions.md",
  GetVirtualTagVersionOutputArgs: "docs/functions.md",
  GetVirtualTagMetadataArgs: "docs/functions.md",
  GetVirtualTagMetadataOutputArgs: "docs/functions.md",
  GetNotificationEndpointArgs: "docs/functions.md",
  GetNotificationEndpointOutputArgs: "docs/functions.md",
  GetCatalogValuesArgs: "docs/functions.md",
  GetCatalogValuesOutputArgs: "docs/functions.md",
  StorageBucketAccessArgs: "docs/storage-bucket-access.md",
  NewBucketArgs: "docs/storage-bucket-access.md",
};

/** Types that are listed completely, but whose names don't end in `Args`. */
const alsoListed: Readonly<Record<string, string>> = {
  StorageBucketAccessTransforms: "docs/storage-bucket-access.md",
};

/** How the pages name the properties of nested objects. */
const prefixes: Readonly<Record<string, string>> = {
  TimeframeArgs: "timeframe.",
  NotificationEndpointConfigurationArgs: "configuration.",
  NewBucketArgs: "bucket.",
};

/** Unions of types that are listed themselves. */
const unions = ["ConditionArgs", "FilterArgs", "FilterV1Args"];

const classes: Readonly<Record<string, string>> = {
  VirtualTag: "docs/virtual-tag.md",
  VirtualTagV1: "docs/virtual-tag-v1.md",
  VirtualTagMetadata: "docs/virtual-tag-metadata.md",
  NotificationEndpoint: "docs/notification-endpoint.md",
  StorageBucketAccess: "docs/storage-bucket-access.md",
};

interface Property {
  name: string;
  optional: boolean;
}

function propertiesOf(symbol: ts.Symbol): Property[] {
  return checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .filter((property) => {
      // `AND?: never` means that the field isn't allowed.
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(property));
      const declaration = property.declarations?.[0];
      const isOwn = declaration === undefined || !declaration.getSourceFile().fileName.includes("node_modules");
      const isPublic =
        declaration === undefined || !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private);
      return isOwn && isPublic && !(type.flags & ts.TypeFlags.Never) && !(property.flags & ts.SymbolFlags.Method);
    })
    .map(({ name, flags }) => ({ name, optional: Boolean(flags & ts.SymbolFlags.Optional) }));
}

/** The types that a program can name, with their own and inherited properties. */
const surface = new Map<string, Property[]>(
  ["sdk/index.ts", "sdk/aws/index.ts"].flatMap(exportsOf).map(([name, symbol]) => [name, propertiesOf(symbol)]),
);

/** The rows of a page whose first cell names a property, alone or with others. */
function rowsFor(page: string, name: string, type = ""): string[][] {
  const wanted = `\`${prefixes[type] ?? ""}${name}\``;
  return tableRowsOf(page).filter(([first = ""]) => first.includes(wanted));
}

test("every exported ...Args has a page", () => {
  const exported = [...surface.keys()].filter((name) => name.endsWith("Args") && !unions.includes(name));
  expect(exported.length).toBeGreaterThan(20);
  expect(exported.sort()).toEqual(Object.keys(pageOf).sort());
});

test.each(Object.entries({ ...pageOf, ...alsoListed }))("%s is listed in %s", (type, page) => {
  const properties = surface.get(type) ?? [];
  expect(properties.length).toBeGreaterThan(0);
  expect(properties.map(({ name }) => name).filter((name) => rowsFor(page, name, type).length === 0)).toEqual([]);
});

/** Conditions and groups share rows, so those are only checked for being listed. */
const ownTables = Object.entries(pageOf).filter(
  ([type]) => !/Condition|Group|KeyReference|^Get|^ProviderArgs$/.test(type),
);

test.each(ownTables)("the table says whether each argument of %s is required", (type, page) => {
  const wrong = (surface.get(type) ?? []).filter(({ name, optional }) => {
    const rows = rowsFor(page, name, type);
    return rows.length === 0 || rows.some((row) => row.includes("required")) === optional;
  });
  expect(wrong).toEqual([]);
});

test.each(Object.entries(classes))("every output of %s is named in %s", (name, page) => {
  const outputs = (surface.get(name) ?? []).map((property) => property.name);
  expect(outputs.length).toBeGreaterThan(3);
  const text = textOf(page);
  expect(outputs.filter((output) => !text.includes(`\`${output}\``))).toEqual([]);
});

test("every function is listed", () => {
  const functions = [...surface.keys()].filter((name) => /^get[A-Z]\w*(?<!Output)$/.test(name));
  expect(functions.length).toBeGreaterThan(8);
  expect(functions.filter((name) => rowsFor("docs/functions.md", name).length === 0)).toEqual([]);
});

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
  const symbols = exportsOf(entry).map(([, symbol]) => symbol);
  expect(symbols.length).toBeGreaterThan(4);
  expect(symbols.flatMap(undocumented)).toEqual([]);
});

test.each([
  ["client/index.ts", ["ClientOptions", "ClientSettings", "SharedClientOptions"]],
  ["emulator/index.ts", ["EmulatorOptions", "Limits", "Switches"]],
])("the options in %s are documented", (entry, names) => {
  const found = exportsOf(entry).filter(([name]) => names.includes(name));
  expect(found.map(([name]) => name).sort()).toEqual([...names].sort());
  expect(found.flatMap(([, symbol]) => undocumented(symbol))).toEqual([]);
});
