/**
 * Turns the rules of a Virtual Tag into formulas. References to other Virtual Tags become formulas over the keys that these depend
 * on.
 */
import { canonicalRule } from "../canonical";
import { rangeOf } from "../evaluation/condition";
import { readGroup } from "../filters";
import { isVirtualTag } from "../evaluation/references";
import { isTooDeep } from "../nesting";
import { meaningOf } from "../operators";
import type { Condition, Filter, KeyReference, Rule, TagContent, TagValue, Timeframe } from "../types";
import {
  type AnalyzedTag,
  type ReadableContent,
  readableContent,
  referencesOf,
  resolvable,
  type ResolvableTag,
} from "./resolvable";
import { always, and, type Formula, literal, not, or, type TextTest } from "./solver/formula";
import type { Steps } from "./solver/steps";
import { moment, Vocabulary } from "./solver/vocabulary";
import { type CompiledRule, type CompiledTag, type Outcome, type TagOutcome, Values } from "./values";

/** The longest chain of references that is followed. The functions that follow it are recursive, and could overflow the stack. */
const mostLevels = 300;

/** Options of {@link Compiler}. */
export interface CompilerOptions {
  /** The tags that the contents refer to by ID. */
  tags: readonly AnalyzedTag[];
  /** The budget. */
  steps: Steps;
  /** Whether a value contains one that is unknown until deployment. Default: none does. */
  isUnknown?: ((part: unknown) => boolean) | undefined;
}

/** Turns contents into formulas over one vocabulary. */
export class Compiler {
  readonly vocabulary: Vocabulary;
  readonly values: Values;
  readonly #contents: ReadonlyMap<TagContent, ReadableContent>;
  readonly #tags: ReadonlyMap<string, ResolvableTag>;
  readonly #compiled = new Map<TagContent, CompiledTag>();
  /** Formulas by timeframe, and by timeframe and filter: equal rules share one formula. */
  readonly #times = new Map<string, Formula>();
  readonly #formulas = new Map<Formula, Map<string, Formula>>();
  /** What stands for unreadable parts, by their JSON: equal parts have the same meaning, whatever it is. */
  readonly #opaqueTests = new Map<unknown, Formula>();
  readonly #opaqueValues = new Map<unknown, Outcome>();
  readonly #isUnknown: (value: unknown) => boolean;
  readonly #steps: Steps;

  /** @param contents the contents that will be compiled */
  constructor(contents: readonly TagContent[], { tags, steps, isUnknown = () => false }: CompilerOptions) {
    const distinct = new Set([...contents, ...tags]);
    this.#contents = new Map([...distinct].map((content) => [content, readableContent(content)]));
    this.vocabulary = new Vocabulary([...this.#contents.values()].flatMap(({ keys }) => keys));
    this.values = new Values(this.vocabulary, steps);
    const byId = tags.flatMap((tag) => (tag.id === undefined ? [] : [[tag.id, this.#readable(tag)] as const]));
    this.#tags = resolvable(new Map(byId));
    this.#isUnknown = isUnknown;
    this.#steps = steps;
  }

  /**
   * Turns a content into formulas.
   *
   * @throws {OutOfSteps} if the budget is used up, or too many tags follow each other
   */
  compile(content: TagContent): CompiledTag {
    const readable = this.#readable(content);
    const ids = new Set(referencesOf(readable, this.#tags));
    // The loop also visits the IDs that it adds.
    for (const id of ids) for (const other of this.#tag(id).references) ids.add(other);
    const tags = [...ids].map((id) => this.#tag(id)).sort((a, b) => a.level - b.level);
    if ((tags.at(-1)?.level ?? 0) > mostLevels) this.#steps.giveUp();
    for (const tag of tags) this.#compileOne(tag);
    return this.#compileOne(readable);
  }

  #readable(content: TagContent): ReadableContent {
    return this.#contents.get(content) as ReadableContent;
  }

  #tag(id: string): ResolvableTag {
    return this.#tags.get(id) as ResolvableTag;
  }

  /** Compiles a content. Its references must be compiled already. */
  #compileOne({ content, rules: sources }: ReadableContent): CompiledTag {
    const known = this.#compiled.get(content);
    if (known !== undefined) return known;
    const ofDefault = { formula: always, outcome: this.outcome(content.defaultValue) };
    const rules = [...sources.map((source, index) => this.#rule(source, content.rules[index])), ofDefault];
    const isReadable = rules.every(({ formula, outcome }) => !formula.isOpaque && this.values.isReadable(outcome));
    const compiled = { rules, sources, isReadable };
    this.#compiled.set(content, compiled);
    return compiled;
  }

  /**
   * @param source the rule; undefined if it is malformed or nested too deep
   * @param whole the rule as it was given
   */
  #rule(source: Rule | undefined, whole: unknown): CompiledRule {
    this.#steps.spend(1);
    const { to, filters, timeframe }: Partial<Rule> = source ?? {};
    return {
      formula: filters === undefined ? this.#opaqueTest(whole) : this.#matching(source as Rule, timeframe),
      outcome: this.outcome(to ?? (whole as TagValue)),
    };
  }

  #matching(rule: Rule, timeframe: Timeframe | undefined): Formula {
    const inTime = this.inTime(timeframe);
    const { filters } = canonicalRule(rule);
    // Two unknown values look equal, but may differ.
    if (this.#isUnknown(filters)) return and([inTime, this.filter(filters)]);
    const ofTime = this.#formulas.get(inTime) ?? new Map<string, Formula>();
    this.#formulas.set(inTime, ofTime);
    const form = JSON.stringify(filters);
    const formula = ofTime.get(form) ?? and([inTime, this.filter(filters)]);
    ofTime.set(form, formula);
    return formula;
  }

  /** Turns a value into an outcome. */
  outcome(value: TagValue): Outcome {
    if (typeof value === "string") {
      return this.#isUnknown(value) ? this.#opaqueValue(value) : { kind: "constant", value };
    }
    if (!isKey(value) || this.#isUnknown(value)) return this.#opaqueValue(value);
    return this.referredTag(value) ?? { kind: "key", key: this.vocabulary.numberOf(value) };
  }

  /**
   * The tag that a key stands for. undefined for other keys, for a tag that was not given, and for a tag in a circle of
   * references: these can have any value.
   */
  referredTag(key: KeyReference): TagOutcome | undefined {
    const tag = isVirtualTag(key) ? this.#tags.get(key.key) : undefined;
    return tag === undefined ? undefined : { kind: "tag", tag: this.#compileOne(tag) };
  }

  /** The records that a filter matches. */
  filter(filter: Filter): Formula {
    const group = readGroup(filter);
    if (group === undefined) return this.#condition(filter as Condition);
    if (group === "unreadable") return this.#opaqueTest(filter);
    return (group.key === "AND" ? and : or)(group.members.map((member) => this.filter(member)));
  }

  #condition(condition: Condition): Formula {
    const read = testOf(condition);
    if (read === undefined || this.#isUnknown(condition)) return this.#opaqueTest(condition);
    const formula = this.test(condition, read.test);
    return read.isNegative ? not(formula) : formula;
  }

  /** The records for which a test of a key is true. */
  test(key: KeyReference, test: TextTest): Formula {
    const tag = this.referredTag(key);
    return tag === undefined ? this.values.literal(this.vocabulary.numberOf(key), test) : this.values.test(tag, test);
  }

  /** The records within a timeframe. */
  inTime(timeframe: Timeframe | undefined): Formula {
    const range = rangeOf(timeframe);
    if (range === undefined) return always;
    const from = range.from === -Infinity ? Number.MIN_SAFE_INTEGER : range.from;
    const to = range.to === Infinity ? Number.MAX_SAFE_INTEGER : range.to;
    const canRead = Number.isSafeInteger(from) && Number.isSafeInteger(to) && !this.#isUnknown(timeframe);
    if (!canRead) return this.#opaqueTest(timeframe);
    const form = `${from} ${to}`;
    const formula = this.#times.get(form) ?? literal(moment, { kind: "within", from, to });
    this.#times.set(form, formula);
    this.vocabulary.noteMoments([range.from, range.to].filter(Number.isFinite));
    return formula;
  }

  #opaqueTest(part: unknown): Formula {
    const form = this.#formOf(part);
    const formula = this.#opaqueTests.get(form) ?? literal(this.vocabulary.numberOfOpaque(), { kind: "exists" }, true);
    this.#opaqueTests.set(form, formula);
    return formula;
  }

  #opaqueValue(part: unknown): Outcome {
    const form = this.#formOf(part);
    const outcome = this.#opaqueValues.get(form) ?? { kind: "key", key: this.vocabulary.numberOfOpaque() };
    this.#opaqueValues.set(form, outcome);
    return outcome;
  }

  /**
   * Identifies an unreadable part. An unknown value equals no other part. JSON.stringify could overflow the stack for one that is
   * nested too deep, so that equals only itself.
   */
  #formOf(part: unknown): unknown {
    return isTooDeep(part) ? part : this.#isUnknown(part) ? {} : JSON.stringify(part);
  }
}

function isKey(value: unknown): value is KeyReference {
  const { costCenter, key } = Object(value) as Partial<Record<string, unknown>>;
  return typeof costCenter === "string" && typeof key === "string";
}

/**
 * What a condition tests its key's value for. Several values mean any of them, as in the evaluation. undefined for a condition
 * that the API documentation does not have.
 */
export function testOf(condition: Condition): { test: TextTest; isNegative: boolean } | undefined {
  if (!isKey(condition)) return undefined;
  const meaning = meaningOf(condition.operator);
  if (meaning === undefined) return undefined;
  const { tests, isNegative } = meaning;
  if (tests === "exists") return { test: { kind: "exists" }, isNegative };
  const value: unknown = condition.value;
  const texts: unknown = typeof value === "string" ? [value] : value;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) return undefined;
  const test: TextTest =
    tests === "contains" ? { kind: "contains", parts: texts } : { kind: "oneOf", values: new Set(texts) };
  return { test, isNegative };
}
