/** Turns the rules of a Virtual Tag into formulas. Virtual Tags that it refers to are resolved to the keys that they depend on. */
import { canonicalRule } from "../canonical";
import { isVirtualTag, keysOf } from "../evaluation/references";
import { isTooDeep } from "../nesting";
import { groupOf, hasValue } from "../operators";
import type { Condition, Filter, KeyReference, Rule, TagContent, TagValue, Timeframe } from "../types";
import { always, and, choose, type Formula, type Literal, never, not, or, passes, type Test } from "./solver/formula";
import { RuleIndex } from "./solver/ruleIndex";
import { moment, Vocabulary } from "./solver/vocabulary";

/** A Virtual Tag to analyze. */
export interface AnalyzedTag extends TagContent {
  /** The ID, by which other tags refer to it. Default: none refers to it. */
  id?: string | undefined;
  /** The name, for messages. Default: none. */
  name?: string | undefined;
}

/** The value that a rule gives. */
export type Outcome =
  | { kind: "constant"; value: string }
  /** No value: an empty one of another Virtual Tag counts as missing. */
  | { kind: "missing" }
  /** The value that the record has for a key. */
  | { kind: "key"; key: number }
  /** The value that another Virtual Tag gives the record. */
  | { kind: "tag"; rules: readonly CompiledRule[] }
  /** Not known yet. */
  | { kind: "unknown" };

/** A rule, or the default, which always matches. */
export interface CompiledRule {
  /** When the rule certainly matches: never, if its filter is not known. */
  formula: Formula;
  /** Whether its filter and timeframe are known. */
  isKnown: boolean;
  outcome: Outcome;
}

/** A content as formulas. */
export interface CompiledTag {
  /** The rules, and then the default. */
  rules: readonly CompiledRule[];
  index: RuleIndex;
  /** The rules whose filter or timeframe is not known, in order. */
  unknown: readonly number[];
}

/** Turns contents into formulas over one vocabulary. */
export class Compiler {
  readonly vocabulary: Vocabulary;
  readonly #byId = new Map<string, TagContent>();
  readonly #compiled = new Map<TagContent, CompiledTag>();
  /** The formulas of rules by their canonical form, so that equal rules have the same formula. */
  readonly #formulas = new Map<string, Formula | undefined>();
  readonly #isUnknown: (value: unknown) => boolean;

  /**
   * @param contents the contents that will be compiled
   * @param tags those that they refer to by ID
   * @param isUnknown whether a value contains one that is unknown until deployment
   */
  constructor(
    contents: readonly TagContent[],
    tags: readonly AnalyzedTag[],
    isUnknown: (value: unknown) => boolean = () => false,
  ) {
    this.vocabulary = new Vocabulary([...contents, ...tags].flatMap(readableKeys));
    for (const [id, tag] of resolvable(tags)) this.#byId.set(id, tag);
    this.#isUnknown = isUnknown;
  }

  /** A content as formulas. */
  compile(content: TagContent): CompiledTag {
    const known = this.#compiled.get(content);
    if (known !== undefined) return known;
    const rules = [...content.rules.map((rule) => this.#rule(rule)), this.#default(content.defaultValue)];
    const index = new RuleIndex(rules.map(({ formula }) => formula));
    const compiled = { rules, index, unknown: [...rules.keys()].filter((rule) => rules[rule]?.isKnown === false) };
    this.#compiled.set(content, compiled);
    return compiled;
  }

  #default(value: TagValue): CompiledRule {
    return { formula: always, isKnown: true, outcome: this.outcome(value) };
  }

  #rule(rule: Rule): CompiledRule {
    const formula = this.#isReadable(rule) ? this.#matching(rule) : undefined;
    const to: unknown = typeof (rule as unknown) === "object" && (rule as unknown) !== null ? rule.to : undefined;
    return { formula: formula ?? never, isKnown: formula !== undefined, outcome: this.outcome(to as TagValue) };
  }

  #isReadable(rule: Rule): boolean {
    return isReadable(rule) && !this.#isUnknown(rule.filters) && !this.#isUnknown(rule.timeframe);
  }

  #matching(rule: Rule): Formula | undefined {
    const { filters, timeframe } = canonicalRule(rule);
    const form = JSON.stringify([filters, timeframe]);
    if (!this.#formulas.has(form)) {
      const inTime = timeFormula(timeframe);
      const matches = this.filter(filters);
      this.#formulas.set(form, inTime === undefined || matches === undefined ? undefined : and([inTime, matches]));
    }
    return this.#formulas.get(form);
  }

  /** A value as an outcome. */
  outcome(value: TagValue): Outcome {
    if (this.#isUnknown(value)) return { kind: "unknown" };
    if (typeof value === "string") return { kind: "constant", value };
    if (typeof (value as unknown) !== "object" || (value as unknown) === null) return { kind: "unknown" };
    const tag = this.referredTag(value);
    if (tag !== undefined) return { kind: "tag", rules: tag.rules.map(withoutEmptyValue) };
    return { kind: "key", key: this.vocabulary.numberOf(value) };
  }

  /**
   * The tag that a key stands for; undefined for other keys, for a tag that is not among the contents or whose content is not fully
   * known, and for one whose references lead back to it: these can have any value.
   */
  referredTag(key: KeyReference): CompiledTag | undefined {
    const content = isVirtualTag(key) ? this.#byId.get(key.key) : undefined;
    if (content === undefined) return undefined;
    const compiled = this.compile(content);
    return compiled.rules.every((rule) => rule.isKnown && rule.outcome.kind !== "unknown") ? compiled : undefined;
  }

  /** What a filter matches. undefined if it has a shape that the API document does not have. */
  filter(filter: Filter): Formula | undefined {
    if (typeof (filter as unknown) !== "object" || (filter as unknown) === null) return undefined;
    const group = groupOf(filter);
    if (group === undefined) return this.#condition(filter as Condition);
    if (!Array.isArray(group.members)) return undefined;
    const parts: Formula[] = [];
    for (const member of group.members as Filter[]) {
      const part = this.filter(member);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return group.key === "AND" ? and(parts) : or(parts);
  }

  #condition(condition: Condition): Formula | undefined {
    const read = testOf(condition);
    if (read === undefined) return undefined;
    const formula = this.test(condition, read.test);
    return read.isNegative ? not(formula) : formula;
  }

  /** When a test is true for a key. */
  test(key: KeyReference, test: Test): Formula {
    const tag = this.referredTag(key);
    return tag === undefined ? this.literal(this.vocabulary.numberOf(key), test) : this.#testOfTag(tag.rules, test);
  }

  /** A test of a key that is not resolved further. */
  literal(key: number, test: Test): Literal {
    if (test.kind === "oneOf") this.vocabulary.note(key, "values", test.values);
    if (test.kind === "contains") this.vocabulary.note(key, "parts", test.parts);
    return { kind: "literal", key, test, isPositive: true };
  }

  #testOfTag(rules: readonly CompiledRule[], test: Test): Formula {
    // From the default back: the first rule that matches decides.
    return rules.reduceRight<Formula>(
      (otherwise, { formula, outcome }) => choose(formula, this.#testOfOutcome(outcome, test), otherwise),
      never,
    );
  }

  #testOfOutcome(outcome: Outcome, test: Test): Formula {
    switch (outcome.kind) {
      case "constant":
        // An empty value counts as missing.
        return passes(test, outcome.value === "" ? null : outcome.value) ? always : never;
      case "missing":
        return never;
      case "key":
        return this.literal(outcome.key, test);
      case "tag":
        return this.#testOfTag(outcome.rules, test);
      case "unknown":
        return never;
    }
  }

  /** When a value that is not from another tag differs from another one. What is not known may always differ. */
  differs(value: Outcome, other: Outcome): Formula {
    if (other.kind === "tag") {
      return other.rules.reduceRight<Formula>(
        (otherwise, { formula, outcome }) => choose(formula, this.differs(value, outcome), otherwise),
        never,
      );
    }
    if (value.kind === "key" && other.kind === "key") {
      return value.key === other.key ? never : { kind: "distinct", key: value.key, other: other.key };
    }
    if (value.kind === "key") return this.#keyDiffers(value.key, other);
    if (other.kind === "key") return this.#keyDiffers(other.key, value);
    if (value.kind === "missing" && other.kind === "missing") return never;
    return value.kind === "constant" && other.kind === "constant" && value.value === other.value ? never : always;
  }

  #keyDiffers(key: number, value: Outcome): Formula {
    if (value.kind === "missing") return this.literal(key, { kind: "exists" });
    // No key has an empty value.
    if (value.kind !== "constant" || value.value === "") return always;
    return not(this.literal(key, { kind: "oneOf", values: new Set([value.value]) }));
  }

  /** When two values differ, of which the first may be from another tag. */
  differingValues(value: Outcome, other: Outcome): Formula {
    if (value.kind !== "tag") return this.differs(value, other);
    return value.rules.reduceRight<Formula>(
      (otherwise, { formula, outcome }) => choose(formula, this.differingValues(outcome, other), otherwise),
      never,
    );
  }
}

/** The tags by ID, without those whose references lead back to them or to such a tag. */
function resolvable(tags: readonly AnalyzedTag[]): Map<string, TagContent> {
  const waiting = new Map(tags.flatMap((tag) => (tag.id === undefined ? [] : [[tag.id, tag] as const])));
  const references = new Map(
    [...waiting].map(([id, tag]) => {
      const keys = readableKeys(tag).filter(isVirtualTag);
      return [id, keys.map(({ key }) => key)] as const;
    }),
  );
  const resolved = new Map<string, TagContent>();
  for (let found = true; found;) {
    found = false;
    for (const [id, tag] of waiting) {
      if (references.get(id)?.some((key) => waiting.has(key)) !== false) continue;
      resolved.set(id, tag);
      waiting.delete(id);
      found = true;
    }
  }
  return resolved;
}

/** The keys of a content, without those of rules that can't be walked through. */
function readableKeys({ rules, defaultValue }: TagContent): KeyReference[] {
  return keysOf({ rules: rules.filter(isReadable), defaultValue });
}

function isReadable(rule: unknown): boolean {
  return typeof rule === "object" && rule !== null && !isTooDeep(rule);
}

function withoutEmptyValue(rule: CompiledRule): CompiledRule {
  const { outcome } = rule;
  return outcome.kind === "constant" && outcome.value === "" ? { ...rule, outcome: { kind: "missing" } } : rule;
}

/** What a condition compares its key with. Values are as the evaluation has them: several mean any of them. */
export function testOf(condition: Condition): { test: Test; isNegative: boolean } | undefined {
  const { operator } = condition;
  if (operator === "exists" || operator === "notExists") {
    return { test: { kind: "exists" }, isNegative: operator === "notExists" };
  }
  if (!hasValue(condition)) return undefined;
  const value: unknown = condition.value;
  const texts: unknown = typeof value === "string" ? [value] : value;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) return undefined;
  switch (condition.operator) {
    case "is":
    case "oneOf":
    case "notIs":
    case "notOneOf":
      return { test: { kind: "oneOf", values: new Set(texts) }, isNegative: operator.startsWith("not") };
    case "contains":
    case "notContains":
      return { test: { kind: "contains", parts: texts }, isNegative: operator === "notContains" };
  }
}

/** When a rule applies. undefined for a timeframe that can't be read. */
export function timeFormula(timeframe: Timeframe | undefined): Formula | undefined {
  if (timeframe === undefined) return always;
  const { from, to } = timeframe as { from?: unknown; to?: unknown };
  const [first, last] = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER];
  if (typeof first !== "number" || typeof last !== "number") return undefined;
  return { kind: "literal", key: moment, test: { kind: "within", from: first, to: last }, isPositive: true };
}
