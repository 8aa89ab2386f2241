/** The declaration file of a catalog: it declares exactly the catalog, whatever the names are. */
import ts from "typescript";
import { declarations, type DeclaredKey, header, mostValues } from "../../../../cli/program/catalogTypes";
import { hostileKeys, hostileNames } from "./hostileKeys";

type Members = Map<string, Members | string[]>;

/** Reads the file with the compiler's parser: name, then members or values. */
function parse(text: string): Members {
  const file = ts.createSourceFile("catalog.d.ts", text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] };
  expect(parseDiagnostics).toEqual([]);
  const [exported, module, ...others] = file.statements;
  expect([exported?.kind, others]).toEqual([ts.SyntaxKind.ExportDeclaration, []]);
  if (module === undefined || !ts.isModuleDeclaration(module)) throw new Error("not a module augmentation");
  expect(module.name.text).toBe("pulumi-cost-allocation");
  const [catalog, ...more] = (module.body as ts.ModuleBlock).statements;
  if (catalog === undefined || !ts.isInterfaceDeclaration(catalog)) throw new Error("not an interface");
  expect([catalog.name.text, more]).toEqual(["Catalog", []]);
  return membersOf(catalog.members);
}

function membersOf(members: ts.NodeArray<ts.TypeElement>): Members {
  const pairs = members.map((member): [string, Members | string[]] => {
    if (!ts.isPropertySignature(member) || member.type === undefined)
      throw new Error(`not a property: ${member.getText()}`);
    const { type } = member;
    return [
      (member.name as ts.StringLiteral).text,
      ts.isTypeLiteralNode(type) ? membersOf(type.members) : valuesOf(type),
    ];
  });
  // A name that appears twice would be an error of the compiler.
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
  return new Map(pairs);
}

function valuesOf(type: ts.TypeNode): string[] {
  if (type.kind === ts.SyntaxKind.StringKeyword) return [];
  const types = ts.isUnionTypeNode(type) ? type.types : [type];
  return types.map((literal) => ((literal as ts.LiteralTypeNode).literal as ts.StringLiteral).text);
}

const at = (members: Members, ...names: string[]): Members | string[] | undefined =>
  names.reduce<Members | string[] | undefined>(
    (found, name) => (found instanceof Map ? found.get(name) : undefined),
    members,
  );

const key = (own: Partial<DeclaredKey>): DeclaredKey => ({
  costCenter: "AWS",
  key: "team",
  displayName: "Team",
  types: ["tag"],
  ...own,
});

test("hostile names are declared as they are", () => {
  const members = parse(declarations(hostileKeys));
  expect([...members.keys()].sort()).toEqual([...new Set(["AWS", ...hostileNames])].sort());
  const sorted = [...hostileNames].sort();
  for (const name of hostileNames) {
    expect(at(members, "AWS", "tag", name)).toEqual(sorted);
    expect(at(members, name, name, "k")).toEqual([]);
  }
});

test("the file shows nothing that moves the cursor or hides text", () => {
  expect(declarations(hostileKeys).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test("a key of several types is declared for each, a key without types for the empty one", () => {
  const members = parse(
    declarations([key({ types: ["tag", "resource"] }), key({ key: "other", types: [] }), key({ costCenter: "GCP" })]),
  );
  expect(at(members, "AWS", "tag", "team")).toEqual([]);
  expect(at(members, "AWS", "resource", "team")).toEqual([]);
  expect(at(members, "AWS", "", "other")).toEqual([]);
  expect(at(members, "GCP", "tag", "team")).toEqual([]);
});

test("values are listed up to a limit; a longer list and an empty one are any string", () => {
  const values = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);
  const valuesIn = (count: number): unknown =>
    at(parse(declarations([key({ values: values(count) })])), "AWS", "tag", "team");
  expect([valuesIn(0), valuesIn(1), valuesIn(mostValues + 1)]).toEqual([[], ["v0"], []]);
  expect(valuesIn(mostValues)).toEqual(values(mostValues).sort());
});

test("the order of the catalog makes no difference", () => {
  expect(declarations([...hostileKeys].reverse())).toBe(declarations(hostileKeys));
  expect(declarations(hostileKeys).startsWith(`${header}\n`)).toBe(true);
});

test("an empty catalog is a valid file", () => {
  expect(parse(declarations([])).size).toBe(0);
});
