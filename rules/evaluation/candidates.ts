/** Finds the rules that can match a row by the row's values, so that the other rules cost nothing. */
import type { CheckedColumn } from "./column";
import type { Matches } from "./matches";
import type { Atom, Node, Program } from "./program";
import { yes } from "./truth";

/** What a rule has to be tested for, if its values make it a candidate. */
export interface Guarded {
  /** The filter without the part that is true for a candidate. */
  rest: Node;
  /** Whether that part is unknown for a candidate that was found by an unknown value. */
  isExact: boolean;
}

/** Conditions of which one must be true for a filter to be true. */
interface Guard {
  atoms: readonly number[];
  /** How many rows they select. */
  rows: number;
}

const always: Node = { kind: "constant", atom: -1, truth: yes, members: [] };

/** The candidates of rows. A candidate is the index of a rule times 2, plus 1 if it was found by an unknown value. */
export class Candidates {
  /** By rule. */
  readonly guarded: readonly Guarded[];
  /** The columns with values that select rules. */
  readonly #columns: readonly { codes: Int32Array; starts: Int32Array }[];
  /** The rules that every row is tested for, then those of each value of each column, in ascending order. */
  readonly #entries: Int32Array;
  readonly #everyRow: number;
  readonly #position: Int32Array;
  readonly #end: Int32Array;
  #lists = 0;
  #last = -1;

  constructor(program: Program, columns: readonly CheckedColumn[], matches: Matches) {
    const { atoms, rules } = program;
    const lists = columns.map(() => new Map<number, number[]>());
    const everyRow: number[] = [];
    const add = (slot: number, code: number, entry: number): void => {
      const list = lists[slot]?.get(code);
      if (list === undefined) lists[slot]?.set(code, [entry]);
      else list.push(entry);
    };
    // The default needs no candidate.
    this.guarded = rules.slice(0, -1).map(({ filter }, rule) => {
      const { guard, ...guarded } = chooseGuard(filter, atoms, matches);
      if (guard === undefined) everyRow.push(rule * 2);
      for (const atom of new Set(guard?.atoms)) {
        const { slot } = atoms[atom] as Atom;
        for (const code of matches.trueCodes(atom)) add(slot, code, rule * 2);
        for (const code of matches.unknownCodes(atom)) add(slot, code, rule * 2 + 1);
      }
      return guarded;
    });
    const total = lists.reduce((sum, list) => [...list.values()].reduce((all, { length }) => all + length, sum), 0);
    this.#entries = new Int32Array(everyRow.length + total);
    this.#entries.set(everyRow);
    this.#everyRow = everyRow.length;
    let next = everyRow.length;
    this.#columns = columns.flatMap(({ codes, dictionary }, slot) => {
      const ofSlot = lists[slot] as Map<number, number[]>;
      if (ofSlot.size === 0) return [];
      const starts = new Int32Array(dictionary.length + 1);
      for (let code = 0; code < dictionary.length; code += 1) {
        starts[code] = next;
        const list = ofSlot.get(code);
        if (list === undefined) continue;
        this.#entries.set(list, next);
        next += list.length;
      }
      starts[dictionary.length] = next;
      return [{ codes, starts }];
    });
    this.#position = new Int32Array(this.#columns.length + 1);
    this.#end = new Int32Array(this.#columns.length + 1);
  }

  /** Begins with the first candidate of a row. */
  start(row: number): void {
    this.#last = -1;
    this.#lists = 0;
    if (this.#everyRow > 0) this.#open(0, this.#everyRow);
    for (const { codes, starts } of this.#columns) {
      const code = codes[row] as number;
      const [begin, end] = [starts[code] as number, starts[code + 1] as number];
      if (begin < end) this.#open(begin, end);
    }
  }

  #open(begin: number, end: number): void {
    this.#position[this.#lists] = begin;
    this.#end[this.#lists] = end;
    this.#lists += 1;
  }

  /** The next candidate, in the order of the rules, each rule once. -1 if there are no more. */
  next(): number {
    for (;;) {
      let list = -1;
      let candidate = 0x7fffffff;
      for (let index = 0; index < this.#lists; index += 1) {
        const entry = this.#entries[this.#position[index] as number] as number;
        if (entry >= candidate) continue;
        list = index;
        candidate = entry;
      }
      if (list === -1) return -1;
      this.#advance(list);
      // A rule that was also found by a known value comes first as that.
      if (candidate >> 1 === this.#last) continue;
      this.#last = candidate >> 1;
      return candidate;
    }
  }

  #advance(list: number): void {
    const position = (this.#position[list] as number) + 1;
    if (position < (this.#end[list] as number)) {
      this.#position[list] = position;
      return;
    }
    this.#lists -= 1;
    this.#position[list] = this.#position[this.#lists] as number;
    this.#end[list] = this.#end[this.#lists] as number;
  }
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
  // Then one of the conditions is not only necessary, but also enough.
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
      const { kind, negative } = atoms[node.atom] as Atom;
      if (kind === "exists" || negative) return undefined;
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
