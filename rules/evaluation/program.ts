/** Rules in the form that many records are evaluated with. Nothing here depends on the records. */
import { type Meaning, meaningOf } from "../operators";
import type { Condition, Filter, KeyReference, TagContent, TagValue } from "../types";
import { readGroup } from "../filters";
import { type Range, rangeOf, textsOf } from "./condition";
import { filterLevel, refuseTooDeep, type ResolvedOptions } from "./options";
import { recordKey } from "./record";
import { isKeyReference } from "./references";
import { Substrings } from "./substrings";
import { maybe, no, type Truth, yes } from "./truth";

/** A condition, once for all rules that have it. */
export interface Atom {
  /** The index of its key in {@link Program.slots}. */
  slot: number;
  /** `exists` is true for every value, the others for the values that their texts select. */
  tests: Meaning["tests"];
  /** Whether the opposite must be true. */
  negative: boolean;
  /** What it says about a record that has no value for the key. */
  onMissing: Truth;
  /** The indexes of its texts in the slot's `equals` or `contains`. */
  texts: readonly number[];
}

/** A filter: an atom by its index, a constant, or a group without groups of the same kind in it. */
export interface Node {
  kind: "atom" | "constant" | "and" | "or";
  atom: number;
  truth: Truth;
  members: readonly Node[];
}

/** A key that the rules use. */
export interface Slot {
  key: KeyReference;
  /** The texts that conditions compare the key's value with, each with its index. */
  equals: ReadonlyMap<string, number>;
  /** The texts that conditions search in the key's value. */
  contains: Substrings;
}

/** A rule. The default is one, too. */
export interface ProgramRule {
  range: Range | undefined;
  filter: Node;
  /** A fixed value, or the index of the key whose value it passes through. */
  to: string | number;
}

/** All rules of a content. */
export interface Program {
  atoms: readonly Atom[];
  slots: readonly Slot[];
  /** The rules, and the default after them. */
  rules: readonly ProgramRule[];
}

/** Translates a content. See `evaluate` for the errors. */
export function programOf({ rules, defaultValue }: TagContent, resolved: ResolvedOptions): Program {
  const builder = new Builder(resolved);
  const translated = rules.map(({ filters, to, timeframe }) => ({
    range: rangeOf(timeframe),
    filter: builder.node(filters, filterLevel),
    to: builder.value(to),
  }));
  const byDefault = { range: undefined, filter: constant(yes), to: builder.value(defaultValue) };
  return { atoms: builder.atoms, slots: builder.slots(), rules: [...translated, byDefault] };
}

const constant = (truth: Truth): Node => ({ kind: "constant", atom: -1, truth, members: [] });

class Builder {
  readonly atoms: Atom[] = [];
  readonly #resolved: ResolvedOptions;
  readonly #atomIndexes = new Map<string, number>();
  readonly #slotIndexes = new Map<string, number>();
  readonly #slots: { key: KeyReference; equals: Map<string, number>; contains: Map<string, number> }[] = [];

  constructor(resolved: ResolvedOptions) {
    this.#resolved = resolved;
  }

  slots(): Slot[] {
    return this.#slots.map(({ key, equals, contains }) => ({
      key,
      equals,
      contains: new Substrings([...contains.keys()]),
    }));
  }

  value(to: TagValue): string | number {
    return isKeyReference(to) ? this.#slot(to) : to;
  }

  node(filter: Filter, level: number): Node {
    refuseTooDeep(filter, level);
    const group = readGroup(filter);
    if (group === "unreadable") return constant(maybe);
    if (group === undefined) return this.#atom(filter as Condition);
    const kind = group.key === "AND" ? "and" : "or";
    const members = group.members
      .map((member) => this.node(member, level + 2))
      .flatMap((member) => (member.kind === kind ? member.members : [member]));
    if (members.length === 0) return constant(kind === "and" ? yes : no);
    return members.length === 1 ? (members[0] as Node) : { kind, atom: -1, truth: no, members };
  }

  #atom(condition: Condition): Node {
    const slot = this.#slot(condition);
    const meaning = meaningOf(condition.operator);
    if (meaning === undefined) return constant(maybe);
    const { tests, isNegative: negative } = meaning;
    const texts = tests === "exists" ? [] : textsOf(condition, this.#resolved);
    if (texts === undefined) return constant(maybe);
    const onMissing = !negative ? no : tests === "exists" ? yes : this.#resolved.negativeOnMissing;
    const known = tests === "contains" ? this.#slots[slot]?.contains : this.#slots[slot]?.equals;
    const indexes = [...new Set(texts)].map((text) => indexIn(known as Map<string, number>, text));
    const form = `${slot} ${tests} ${negative} ${indexes.join()}`;
    let atom = this.#atomIndexes.get(form);
    if (atom === undefined) {
      atom = this.atoms.push({ slot, tests, negative, onMissing, texts: indexes }) - 1;
      this.#atomIndexes.set(form, atom);
    }
    return { kind: "atom", atom, truth: no, members: [] };
  }

  #slot(key: KeyReference): number {
    const { costCenter, type } = key;
    const slot = indexIn(this.#slotIndexes, recordKey(key));
    if (slot === this.#slots.length) {
      const reference = { costCenter, ...(typeof type === "string" ? { type } : {}), key: key.key };
      this.#slots.push({ key: reference, equals: new Map(), contains: new Map() });
    }
    return slot;
  }
}

/** The index of a text, which is added if it is new. */
function indexIn(texts: Map<string, number>, text: string): number {
  const index = texts.get(text) ?? texts.size;
  texts.set(text, index);
  return index;
}
