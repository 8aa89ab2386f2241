/** Names in the program are valid on every platform, unique and stable. */
import fc from "fast-check";
import ts from "typescript";
import { fileNameOf, UniqueNames } from "../../../cli/program/names";
import { acyclicReferences } from "../../../cli/program/order";
import { atSize } from "../../support/size";
import { hostileNames } from "../commands/export/randomAccount";

test.each([
  ["Team", "team"],
  ["Cost Center", "cost-center"],
  ["costCenter", "cost-center"],
  ["Équipe", "equipe"],
  ["con", "con-tag"],
  ["日本語", "tag"],
  ["../../up", "up"],
  ["a".repeat(200), "a".repeat(60)],
])("%j becomes %j", (name, expected) => {
  expect(fileNameOf(name, "tag")).toBe(expected);
});

const names = fc.array(
  fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(...hostileNames, "a 1", "A-1", "1", "x2", "x 2", "x-2"),
  ),
  { maxLength: 40 },
);

test("property: resource names and constants are valid, and unique also without case", () => {
  fc.assert(
    fc.property(names, (all) => {
      const unique = new UniqueNames();
      const given = all.map((name) => unique.namesOf(name, "tag"));
      for (const { resourceName } of given) expect(resourceName).toMatch(/^[a-z0-9-]+$/);
      const constants = given.map(({ identifier }) => `export const ${identifier} = 1;\n`).join("");
      const { diagnostics } = ts.transpileModule(`"use strict";\n${constants}`, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
      expect(new Set(given.map(({ resourceName }) => resourceName)).size).toBe(all.length);
      expect(new Set(given.map(({ identifier }) => identifier)).size).toBe(all.length);
    }),
    { numRuns: atSize(60, 200) },
  );
});

const graph = fc
  .array(fc.array(fc.nat({ max: 9 }), { maxLength: 4 }), { minLength: 1, maxLength: 10 })
  .map((edges) => edges.map((to, from) => ({ id: String(from), references: [...new Set(to)].map(String) })));

function cycleIn(edges: ReadonlyMap<string, readonly string[]>): string | undefined {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (edges.get(from) ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...edges.keys()].find((id) => reaches(id, id));
}

test("property: without a cycle no reference is lost, and what is left never has a cycle", () => {
  fc.assert(
    fc.property(graph, (nodes) => {
      expect(cycleIn(acyclicReferences(nodes))).toBeUndefined();
      const forward = nodes.map(({ id, references }) => ({ id, references: references.filter((other) => other < id) }));
      expect([...acyclicReferences(forward)]).toEqual(forward.map(({ id, references }) => [id, references]));
    }),
  );
});

test("property: whatever part is written again, the imports of all files have no cycle", () => {
  fc.assert(
    fc.property(graph, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (nodes, isWritten) => {
      const first = acyclicReferences(nodes);
      const again = nodes.map((node, index) =>
        isWritten[index] === true ? node : { ...node, imports: first.get(node.id) ?? [] },
      );
      const second = acyclicReferences(again);
      const edges = new Map(
        nodes.map(({ id }, index) => [id, (isWritten[index] === true ? second : first).get(id) ?? []] as const),
      );
      expect(cycleIn(edges)).toBeUndefined();
    }),
  );
});

test("a long chain of references does not end the process", () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => ({
    id: String(index),
    references: [],
    imports: [String(index - 1)],
  }));
  const last = { id: "last", references: ["49999"] };
  expect(acyclicReferences([...chain, last]).get("last")).toEqual(["49999"]);
});
