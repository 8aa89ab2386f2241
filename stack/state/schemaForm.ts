/**
 * The properties of a Virtual Tag in the plugin's schema, which differ from the API's. Code generators support no union of a text and
 * something else, so the schema has `to` or `toKey`, `defaultValue` or `defaultValueKey`, `adopt` or `adoptId`, and `value` is always
 * a list.
 */
import { isObject } from "../../client/json";
import { mapFilter } from "../../rules/filters";
import { toIsoMoment } from "../../rules/timeframe";
import type { Problem } from "../../rules/validate";
import { isFlag, isText } from "./fields";
import { isUnknown, unknownValue } from "./unknown";

/** Two arguments of the schema that are one of the API. */
interface Pair {
  /** The one with a text or a flag. */
  plain: string;
  isPlain: (value: unknown) => boolean;
  plainIs: string;
  other: string;
  isOther: (value: unknown) => boolean;
  otherIs: string;
  isRequired: boolean;
}

const textOrKey = { isPlain: isText, plainIs: "a text", isOther: isObject, otherIs: "a key", isRequired: true };

const valuePair: Pair = { plain: "to", other: "toKey", ...textOrKey };

const pairs: readonly Pair[] = [
  { plain: "defaultValue", other: "defaultValueKey", ...textOrKey },
  {
    plain: "adopt",
    isPlain: isFlag,
    plainIs: "true or false",
    other: "adoptId",
    isOther: (value) => isText(value) && value !== "",
    otherIs: "the ID of a tag",
    isRequired: false,
  },
];

type Properties = Record<string, unknown>;

/**
 * Properties in the API's form. What has that form already stays, such as the state of a program in TypeScript.
 *
 * @param problems receives what the schema does not allow. An unknown value then stands for it
 */
export function fromSchemaForm(properties: Properties, problems?: Problem[]): Properties {
  const joined = pairs.reduce((all, pair) => joinPair(all, pair, "", problems), properties);
  const { rules } = joined;
  if (!Array.isArray(rules)) return joined;
  const own = rules.map((rule: unknown, index) =>
    isObject(rule) ? joinPair(rule, valuePair, `rules[${index}].`, problems) : rule,
  );
  return { ...joined, rules: own };
}

/**
 * Properties in the schema's form.
 *
 * @param like what the program gave in the schema's form. It says which of two arguments an unknown value is
 */
export function inSchemaForm(api: Properties, like: Properties = {}): Properties {
  const split = pairs.reduce((all, pair) => splitPair(all, pair, like), api);
  const { rules } = split;
  if (!Array.isArray(rules)) return split;
  const likes = Array.isArray(like["rules"]) ? (like["rules"] as unknown[]) : [];
  return {
    ...split,
    rules: rules.map((rule: unknown, index) => {
      const other = likes[index];
      return isObject(rule) ? ruleOf(splitPair(rule, valuePair, isObject(other) ? other : {})) : rule;
    }),
  };
}

/** The path in the schema of an argument of the API: `rules[3].toKey.key` for `rules[3].to.key`. */
export function schemaPath(path: string, api: Properties): string {
  const [, index] = /^rules\[(\d+)\]\.to(?![A-Za-z])/.exec(path) ?? [];
  const { rules } = api;
  const rule: unknown = index !== undefined && Array.isArray(rules) ? rules[Number(index)] : undefined;
  if (isObject(rule) && isObject(rule["to"])) return path.replace(/\.to/, ".toKey");
  const pair = pairs.find(({ plain }) => new RegExp(`^${plain}(?![A-Za-z])`).test(path));
  return pair?.isOther(api[pair.plain]) === true ? path.replace(pair.plain, pair.other) : path;
}

/** The path in the API of a property of the schema: `rules[3].to.key` for `rules[3].toKey.key`. */
export function apiPath(path: string): string {
  const pair = pairs.find(({ other }) => new RegExp(`^${other}(?![A-Za-z])`).test(path));
  return pair === undefined
    ? path.replace(/^(rules\[[^\]]*\]\.)toKey(?![A-Za-z])/, "$1to")
    : path.replace(pair.other, pair.plain);
}

/** Properties without those that have no value: other languages write `None` or `null` for what they leave out. */
export function withoutNulls(value: Properties): Properties {
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(given.map(([name, field]) => [name, partWithoutNulls(field)]));
}

function partWithoutNulls(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(partWithoutNulls);
  return isObject(part) ? withoutNulls(part) : part;
}

/** The properties with the API's one argument instead of the two. */
function joinPair(properties: Properties, pair: Pair, path: string, problems: Problem[] | undefined): Properties {
  const { plain, other } = pair;
  const { [other]: given, ...rest } = properties;
  const simple = rest[plain];
  const problem = problems && pairProblem(pair, simple, given ?? undefined);
  if (problem !== undefined) {
    problems?.push({ ...problem, path: path + problem.path });
    return { ...rest, [plain]: unknownValue };
  }
  if (given === undefined || given === null) return rest;
  // In a preview, each of the two may still turn out to be left out.
  const isOpen = simple !== undefined && (isUnknown(simple) || isUnknown(given));
  return { ...rest, [plain]: isOpen ? unknownValue : given };
}

/** What is wrong with the two arguments. The engine's placeholder stands for a value of any type. */
function pairProblem(
  { plain, isPlain, plainIs, other, isOther, otherIs, isRequired }: Pair,
  simple: unknown,
  given: unknown,
): Problem | undefined {
  if (isUnknown(simple) || isUnknown(given)) return undefined;
  if (simple !== undefined && !isPlain(simple))
    return { path: plain, message: `must be ${plainIs}. For ${otherIs}, use ${other}` };
  if (given === undefined) {
    const isMissing = isRequired && simple === undefined;
    return isMissing
      ? { path: plain, message: `is missing. Set ${plain} to ${plainIs}, or ${other} to ${otherIs}` }
      : undefined;
  }
  if (simple !== undefined && simple !== false)
    return { path: other, message: `can't be set beside ${plain}. Remove one of the two` };
  return isOther(given) ? undefined : { path: other, message: `must be ${otherIs}. For ${plainIs}, use ${plain}` };
}

/**
 * The properties with the two arguments of the schema instead of the API's one.
 *
 * @param like properties in the schema's form, which say which of the two an unknown value belongs to
 */
function splitPair(properties: Properties, { plain, other, isOther }: Pair, like: Properties): Properties {
  const { [plain]: value, ...rest } = properties;
  if (value === undefined) return properties;
  const isOf = isUnknown(value) ? like[other] !== undefined : isOther(value);
  return isOf ? { ...rest, [other]: value } : properties;
}

function ruleOf(rule: Properties): Properties {
  const { filters, timeframe } = rule;
  return {
    ...rule,
    ...(filters === undefined ? {} : { filters: mapFilter(filters, withList) }),
    ...(isObject(timeframe) ? { timeframe: isoTimeframe(timeframe) } : {}),
  };
}

/** The service has numbers, and the schema texts. */
function isoTimeframe(timeframe: Properties): Properties {
  return Object.fromEntries(Object.entries(timeframe).map(([name, moment]) => [name, toIsoMoment(moment)]));
}

function withList(condition: Properties): Properties {
  const { value } = condition;
  return isText(value) && !isUnknown(value) ? { ...condition, value: [value] } : condition;
}
