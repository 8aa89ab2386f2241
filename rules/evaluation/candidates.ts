/** Finds the rules that can match a row by the row's values, so that the other rules cost nothing. */
import type { CheckedColumn } from "./column";
import type { Matches } from "./matches";
import type { Atom, Node, Program } from "./program";
import { yes } from "./truth";

/** What is left to test of a rule that is a candidate. */
export interface Guarded {
  /** The filter without the part that is true for a candidate. */
  rest: Node;
  /** Whether that part is unknown, not true, for a candidate that an unknown value selected. */
  isExact: boolean;
}

/** Conditions of which one must be true for a filter to be true. */
interface Guard {
  atoms: readonly number[];
  /** How many rows they select. */
  rows: number;
}

const always: Node = { kind: "constant", atom: -1, truth: yes, members: [] };

/** A column whose values select rules. */
interface Selecting {
  codes: Int32Array;
  /** For each code, where its rules begin in the list of all. They end where those of the next code begin. */
  starts: Int32Array;
}

/** A column while the rules are added. */
interface Lists {
  codes: Int32Array;
  /** How many codes there are. */
  size: number;
  /** The candidates of each code. */
  lists: Map<number, number[]>;
}

/** The candidates of rows. A candidate is the index of a rule times 2, plus 1 if an unknown value selected it. */
export class Candidates {
  /** By rule. */
  readonly guarded: readonly Guarded[];
  /** The columns whose values select rules. The rules that every row is tested for have one of their own. */
  readonly columns: readonly Selecting[];
  /** The candidates of each code of each column, in ascending order. */
  readonly entries: Int32Array;

  constructor(program: Program, columns: readonly CheckedColumn[], matches: Matches, rowCount: number) {
    const { atoms, rules } = program;
    const listsOf = (codes: Int32Array, size: number): Lists => ({ codes, size, lists: new Map() });
    const everyRow = listsOf(new Int32Array(rowCount), 1);
    const selecting = columns.map(({ codes, dictionary }) => listsOf(codes, dictionary.length));
    // The default needs no candidate.
    this.guarded = rules.slice(0, -1).map(({ filter }, rule) => {
      const { guard, ...guarded } = chooseGuard(filter, atoms, matches);
      if (guard === undefined) add(everyRow.lists, 0, rule * 2);
      for (const atom of new Set(guard?.atoms)) {
        const { lists } = selecting[(atoms[atom] as Atom).slot] as Lists;
        for (const code of matches.trueCodes(atom)) add(lists, code, rule * 2);
        for (const code of matches.unknownCodes(atom)) add(lists, code, rule * 2 + 1);
      }
      return guarded;
    });
    const entries: number[] = [];
    this.columns = [everyRow, ...selecting]
      .filter(({ lists }) => lists.size > 0)
      .map(({ codes, size, lists }) => {
        const starts = new Int32Array(size + 1);
        for (let code = 0; code < size; code += 1) {
          starts[code] = entries.length;
          for (const entry of lists.get(code) ?? []) entries.push(entry);
        }
        starts[size] = entries.length;
        return { codes, starts };
      });
    this.entries = Int32Array.from(entries);
  }
}

function add(lists: Map<number, number[]>, code: number, entry: number): void {
  const list = lists.get(code);
  if (list === undefined) lists.set(code, [entry]);
  else list.push(entry);
}

/** The part of a filter that selects the fewest rows. Without a guard, every row is tested. */
function chooseGuard(filter: Node, atoms: readonly Atom[], matches: Matches): Guarded & { guard: Guard | undefined } {
  const parts = filter.kind === "and" ? filter.members : [filter];
  let best: { guard: Guard; part: Node } | undefined;
  for (const part of parts) {
    const guard = guardOf(part, atoms, matches);
    if (guard !== undefined && (best === undefined || guard.rows < best.guard.rows)) best = { guard, part };
  }
  if (best === undefined) return { guard: undefined, rest: filter, isExact: false };
  const { guard, part } = best;
  // Then one true condition makes the whole part true.
  const isExact = part.kind === "atom" || (part.kind === "or" && part.members.every(({ kind }) => kind === "atom"));
  if (!isExact) return { guard, rest: filter, isExact };
  const members = parts.filter((other) => other !== part);
  const rest = members.length === 1 ? (members[0] as Node) : { ...filter, members };
  return { guard, rest: members.length === 0 ? always : rest, isExact };
}

function guardOf(node: Node, atoms: readonly Atom[], matches: Matches): Guard | undefined {
  const ofMembers = (): (Guard | undefined)[] => node.members.map((member) => guardOf(member, atoms, matches));
  switch (node.kind) {
    case "atom": {
      const { tests, negative } = atoms[node.atom] as Atom;
      if (tests === "exists" || negative) return undefined;
      return { atoms: [node.atom], rows: matches.rowsThatMayMatch(node.atom) };
    }
    case "constant":
      return node.truth === 0 ? { atoms: [], rows: 0 } : undefined;
    case "and":
      return ofMembers().reduce<Guard | undefined>(
        (best, guard) => (guard === undefined || (best !== undefined && best.rows <= guard.rows) ? best : guard),
        undefined,
      );
    case "or": {
      const guards = ofMembers();
      if (!guards.every((guard) => guard !== undefined)) return undefined;
      return {
        atoms: guards.flatMap((guard) => guard.atoms),
        rows: guards.reduce((sum, { rows }) => sum + rows, 0),
      };
    }
  }
}
