/**
 * How rules in V1 differ from those in V2, and when two contents mean the same in V1: the
 * `type` of a condition is optional, one page of V1 spells `notIs` as `isNot`, reads add a `displayName`, and without
 * `isCaseSensitive` the service does not preserve the case of cost centers and keys inside rules. Reads return the prefix
 * `finrichment_` of a key as `f_`.
 */
import { isSatisfiedBy } from "./canonical";
import { groupOf, mapFilter } from "./filters";
import { without } from "./programForm";
import { isObject } from "./shared/isObject";
import type { Condition, Filter, Rule, TagContent, TagValue } from "./types";

/** A condition whose fields are not checked yet. */
export type RawCondition = Readonly<Record<string, unknown>>;

/**
 * Rules with every condition changed, at any depth. A program's rules may be invalid or contain placeholders: what is neither a
 * rule nor a filter stays as it is, for the validator.
 */
export function mapConditions(rules: unknown, change: (condition: RawCondition) => Record<string, unknown>): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown) =>
    isObject(rule) && "filters" in rule ? { ...rule, filters: mapFilter(rule["filters"], change) } : rule,
  );
}

/** A condition with V2's spelling of its operator. */
export function withV2Operator(condition: RawCondition): RawCondition {
  return condition["operator"] === "isNot" ? { ...condition, operator: "notIs" } : condition;
}

/**
 * Whether `actual` has the content that `declared` requires. A condition that declares no `type` accepts any, because the service
 * may fill it in.
 *
 * @param declared what a program says
 * @param actual what the service holds
 * @param isCaseSensitive whether the service preserves the case of cost centers and keys inside rules
 */
export function isSatisfiedInV1(declared: TagContent, actual: TagContent, isCaseSensitive: boolean): boolean {
  const rules = actual.rules.map((rule, index) => {
    const other = declared.rules[index];
    return other === undefined ? rule : { ...rule, filters: withoutUndeclaredTypes(other.filters, rule.filters) };
  });
  return isSatisfiedBy(comparable(declared, isCaseSensitive), comparable({ ...actual, rules }, isCaseSensitive));
}

/**
 * What the service holds, with the program's own form of each rule that means the same. Only a difference in meaning then shows.
 *
 * @param declared what the program said, as far as it is known
 */
export function inDeclaredForm(
  declared: Partial<TagContent>,
  actual: TagContent,
  isCaseSensitive: boolean,
): TagContent {
  const { defaultValue } = actual;
  const unlabeled = mapConditions(actual.rules, (condition) => without("displayName", condition)) as Rule[];
  const rules = unlabeled.map((rule, index) => {
    const own = declared.rules?.[index];
    const isSame =
      own !== undefined &&
      isSatisfiedInV1({ rules: [own], defaultValue }, { rules: [rule], defaultValue }, isCaseSensitive);
    return isSame ? own : rule;
  });
  const own = declared.defaultValue;
  const isSame =
    own !== undefined &&
    isSatisfiedInV1({ rules: [], defaultValue: own }, { rules: [], defaultValue }, isCaseSensitive);
  return { rules, defaultValue: isSame ? own : defaultValue };
}

/** A content in V2's form, in lower case where case has no meaning. */
function comparable(content: TagContent, isCaseSensitive: boolean): TagContent {
  const folded = (name: unknown): unknown => (typeof name === "string" && !isCaseSensitive ? name.toLowerCase() : name);
  const rules = mapConditions(content.rules, (condition) => ({
    ...withV2Operator(condition),
    costCenter: folded(condition["costCenter"]),
    key: readKey(folded(condition["key"])),
  })) as Rule[];
  const value = (to: TagValue): TagValue =>
    typeof to === "string"
      ? to
      : ({ ...to, costCenter: folded(to.costCenter), key: readKey(folded(to.key)) } as TagValue);
  const { defaultValue } = content;
  return {
    rules: rules.map((rule) => ({ ...rule, to: value(rule.to) })),
    // The API documentation mentions the case inside rules only, so that of the default value counts.
    defaultValue: typeof defaultValue === "string" ? defaultValue : { ...defaultValue, key: readKey(defaultValue.key) },
  };
}

/** A key as V1 may return it: enrichment keys with another prefix than they were sent with. */
function readKey<Key>(key: Key): Key | string {
  return typeof key === "string" ? key.replace(/^finrichment_/, "f_") : key;
}

function withoutUndeclaredTypes(declared: Filter, actual: Filter): Filter {
  const [own, other] = [groupOf(declared), groupOf(actual)];
  if (own === undefined && other === undefined) {
    const { type } = declared as Partial<Condition>;
    return type === undefined ? (without("type", { ...actual }) as unknown as Filter) : actual;
  }
  if (own === undefined || other === undefined) return actual;
  const members = other.members.map((member, index) => {
    const counterpart = own.members[index];
    return counterpart === undefined ? member : withoutUndeclaredTypes(counterpart, member);
  });
  return other.key === "AND" ? { AND: members } : { OR: members };
}
