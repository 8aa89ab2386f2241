/** Names in the program are valid on every platform, unique and stable. */
import fc from "fast-check";
import ts from "typescript";
import { fileNameOf, UniqueNames } from "../../../cli/export/names";
import { acyclicReferences } from "../../../cli/export/order";
import { hostileNames } from "./randomAccount";

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
      for (const { resourceName, identifier } of given) {
        expect(resourceName).toMatch(/^[a-z0-9-]+$/);
        const { diagnostics = [] } = ts.transpileModule(`"use strict"; export const ${identifier} = 1;`, {
          reportDiagnostics: true,
        });
        expect(diagnostics).toEqual([]);
      }
      expect(new Set(given.map(({ resourceName }) => resourceName)).size).toBe(all.length);
      expect(new Set(given.map(({ identifier }) => identifier)).size).toBe(all.length);
    }),
    { numRuns: 200 },
  );
});

test("property: without a cycle no reference is lost, and what is left never has a cycle", () => {
  const graph = fc.array(fc.array(fc.nat({ max: 9 }), { maxLength: 4 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(graph, (edges) => {
      const references = new Map(edges.map((to, from) => [String(from), to.map(String)]));
      const imports = acyclicReferences(references);
      const forward = new Map(edges.map((to, from) => [String(from), to.filter((other) => other < from).map(String)]));
      expect(acyclicReferences(forward)).toEqual(forward);
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        (imports.get(from) ?? []).some((next) => {
          if (next === to) return true;
          if (seen.has(next)) return false;
          seen.add(next);
          return reaches(next, to, seen);
        });
      for (const id of imports.keys()) expect(reaches(id, id)).toBe(false);
    }),
  );
});

test("a chain of ten thousand references does not end the process", () => {
  const chain = new Map(Array.from({ length: 10_000 }, (_, index) => [String(index), [String(index + 1)]]));
  expect(acyclicReferences(chain).get("0")).toEqual(["1"]);
});
