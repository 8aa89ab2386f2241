/** Every argument, output and setting has a row in a table of its page. */
import { join } from "node:path";
import ts from "typescript";
import { compilerOptions } from "./compilerOptions";
import { root, tableRowsOf, textOf } from "./pages";

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

/** The types that the entry points export, by name, with their own and inherited properties. */
function publicSurface(): Map<string, Property[]> {
  const entries = ["sdk/index.ts", "sdk/aws/index.ts"].map((name) => join(root, name));
  const program = ts.createProgram(entries, compilerOptions());
  const checker = program.getTypeChecker();
  const surface = new Map<string, Property[]>();
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      surface.set(exported.name, propertiesOf(checker, symbol));
    }
  }
  return surface;
}

function propertiesOf(checker: ts.TypeChecker, symbol: ts.Symbol): Property[] {
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

const surface = publicSurface();

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
