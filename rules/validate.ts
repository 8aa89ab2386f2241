/**
 * Validates the content of a Virtual Tag before anything is sent. Every problem names its
 * path. No message repeats a value, because the program may have marked it as a secret.
 */
import { z } from "zod";
import { didYouMean } from "./closestName";
import { tooDeepMessage, tooDeepParts } from "./nesting";
import { forSeveralValues, isPresence, operators, presenceOperators, valueOperators } from "./operators";
import { numberHint } from "./shared/leadingZeros";
import { operatorMeant } from "./spellings";
import { readMoment } from "./timeframe";

/** One problem in a value. */
export interface Problem {
  /** Where the problem is, such as `rules[3].filters.AND[1].operator`. Empty if it is the value itself. */
  path: string;
  /** What is wrong and what is expected. Continues a sentence that begins with the path, and has no period at the end. */
  message: string;
  /** The stable code of the message. Default: the one for invalid arguments. */
  code?: string;
  /** The line below the message. */
  advice?: string;
}

/** Options of {@link tagValidator}. */
export interface ValidateOptions {
  /** Whether a value is a placeholder for one that is unknown until deployment. It is valid anywhere. Default: no value is. */
  isUnknown?: (value: unknown) => boolean;
}

/** Lists the problems of a value. An empty list means that the value is valid. */
export type Validator = (value: unknown) => Problem[];

/** Writes a path as in a program: `rules[3].filters.AND[1].operator`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      const name = String(step);
      return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    })
    .join("")
    .replace(/^\./, "");
}

function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.map((issue) => ({ path: formatPath(issue.path), message: issue.message }));
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const kind = Array.isArray(value) ? "array" : typeof value;
  return /^[ao]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** The message for a missing value, or one of the wrong kind. */
const expects =
  (what: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined
      ? `is missing. It must be ${what}`
      : `must be ${what}, but is ${kindOf(input)}${what.startsWith("a string") ? numberHint(input) : ""}`;

/**
 * The messages of an object schema: for a value of the wrong kind, and for unknown fields.
 *
 * @param others fields of other kinds of object that may be meant
 */
const objectOf =
  (what: string, fields: readonly string[], others: readonly string[] = []) =>
  (issue: { code?: string; keys?: string[]; input?: unknown }): string => {
    if (issue.code !== "unrecognized_keys") return expects(what)(issue);
    const { keys = [] } = issue;
    const hints = new Set(keys.map((key) => didYouMean(key, [...fields, ...others])));
    const all = `${fields.slice(0, -1).join(", ")} and ${fields.at(-1) ?? ""}`;
    return `has the unknown ${quotedFields(keys)}.${[...hints].join("")} The fields of ${what} are ${all}`;
  };

const quotedFields = (keys: readonly string[] = []): string =>
  `${keys.length > 1 ? "fields" : "field"} ${keys.map((key) => JSON.stringify(key)).join(", ")}`;

const noValueMessage = `must be omitted, because ${presenceOperators.join(" and ")} take no value`;

/** The building blocks of the schemas. Each accepts a placeholder. */
interface SchemaBlocks {
  isUnknown: (value: unknown) => boolean;
  /** Validates a known value with the schema that `choose` returns for it. */
  known: (choose: (value: unknown) => z.ZodType) => z.ZodType;
  /** Validates a known value with the schema. */
  always: (schema: z.ZodType) => z.ZodType;
  text: (what: string) => z.ZodType;
  optionalText: (what: string) => z.ZodType;
}

function schemaBlocks(isUnknown: (value: unknown) => boolean): SchemaBlocks {
  const known = (choose: (value: unknown) => z.ZodType): z.ZodType =>
    z.unknown().superRefine((value, context) => {
      if (isUnknown(value)) return;
      const result = choose(value).safeParse(value);
      for (const { message, path } of result.error?.issues ?? []) {
        context.addIssue({ code: "custom", message, path: [...path] });
      }
    });
  return {
    isUnknown,
    known,
    always: (schema) => known(() => schema),
    // Most values of a large tag are strings, so these need to be fast: no nested schema.
    text: (what) =>
      z.custom((value) => isUnknown(value) || (typeof value === "string" && value !== ""), {
        error: ({ input }) => (input === "" ? `must be ${what}, but is empty` : expects(what)({ input })),
      }),
    optionalText: (what) =>
      z.custom((value) => isUnknown(value) || typeof value === "string", { error: expects(what) }).optional(),
  };
}

/** The schema of the body of a save. */
function contentSchema(blocks: SchemaBlocks): z.ZodType {
  const { known, always, text, optionalText } = blocks;
  const keyReference = z.strictObject(
    { key: text("a key of the catalog"), costCenter: text("a cost center"), type: optionalText("the type of the key") },
    { error: objectOf("a key reference", ["key", "costCenter", "type"]) },
  );
  const value = known((given) =>
    typeof given === "object" && given !== null && !Array.isArray(given)
      ? keyReference
      : z.string({ error: expects("a string, or { key, costCenter } for a key of the catalog") }),
  );
  const rule = always(
    z.strictObject(
      { to: value, filters: filterSchema(blocks), timeframe: timeframeSchema(blocks).optional() },
      { error: objectOf("a rule", ["to", "filters", "timeframe"]) },
    ),
  );
  const rules = always(z.array(rule, { error: expects("an array of rules") }));
  return z.object({ name: text("the name of the tag"), rules, defaultValue: value });
}

/** A condition, or a group of filters. */
function filterSchema(blocks: SchemaBlocks): z.ZodType {
  const { known, always } = blocks;
  const conditionFor = conditionSchemas(blocks);
  const schemaFor = (given: unknown): z.ZodType => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return z.never({ error: expects("a condition, or a group { AND: [...] } or { OR: [...] }") });
    }
    if ("AND" in given) return groups.AND;
    if ("OR" in given) return groups.OR;
    return isKeyOnly(given) ? z.never({ error: keyOnlyMessage }) : conditionFor(given);
  };
  const membersOf = (key: "AND" | "OR"): z.ZodType => {
    // `anyOf(a, output([b, c]))` is a group with a member that is an array.
    const nested = z.never({ error: nestedArrayMessage(key) });
    const member = known((given) => (Array.isArray(given) ? nested : schemaFor(given)));
    return always(z.array(member, { error: expects("an array of filters") }));
  };
  const groups = {
    AND: z.strictObject({ AND: membersOf("AND") }, { error: groupMessage("AND") }),
    OR: z.strictObject({ OR: membersOf("OR") }, { error: groupMessage("OR") }),
  };
  return known(schemaFor);
}

const keyOnlyMessage = "is a key without a comparison. Add .is(...), .oneOf([...]) or .exists()";

/** The fields of a key, and the methods of a builder, which remain if the value has not been serialized. */
const keyFields: ReadonlySet<string> = new Set(["costCenter", "key", "type", ...operators]);

/** Whether a filter is what `tag(...)` and the other builders return before one of their methods is called. */
function isKeyOnly(filter: object): boolean {
  const fields = Object.keys(filter);
  return (
    ["costCenter", "key", "type"].every((field) => fields.includes(field)) && fields.every((f) => keyFields.has(f))
  );
}

const builderOf = { AND: "allOf", OR: "anyOf" } as const;

function nestedArrayMessage(key: "AND" | "OR"): string {
  const builder = builderOf[key];
  return `must be a filter, but is an array. ${builder} takes filters, or one array of filters`;
}

/** For a condition, the schema that fits its operator. */
function conditionSchemas({
  isUnknown,
  known,
  always,
  text,
  optionalText,
}: SchemaBlocks): (given: object) => z.ZodType {
  const subject = {
    costCenter: text('a cost center, such as "AWS"'),
    key: text("a key of the catalog"),
    type: text('the type of the key, such as "tag" or "billing_dimension"'),
    displayName: optionalText("a string"),
  };
  const operator = z.custom((value) => isUnknown(value) || (operators as readonly unknown[]).includes(value), {
    error: ({ input }) => {
      if (typeof input !== "string") return expects(`one of ${operators.join(", ")}`)({ input });
      const meant = operatorMeant(input);
      const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
      return `is not an operator.${hint} It must be one of ${operators.join(", ")}`;
    },
  });
  const fields = ["costCenter", "key", "type", "operator", "value", "displayName"];
  const conditionOf = (value: z.ZodType): z.ZodType =>
    z.strictObject({ ...subject, operator, value }, { error: objectOf("a condition", fields, ["AND", "OR"]) });

  const oneValue = text("a string, or an array of strings");
  const item = text("a string");
  const manyValues = z.array(item).min(1, "must have at least one value");
  const withValue = (operator: string): z.ZodType =>
    conditionOf(
      known((given) => {
        if (!Array.isArray(given)) return oneValue;
        // `is([a, b])` in a program is an array in an array here.
        return Array.isArray(given[0]) ? z.array(z.never({ error: severalValuesMessage(operator) })) : manyValues;
      }),
    );
  const withValues = new Map<unknown, z.ZodType>(valueOperators.map((operator) => [operator, withValue(operator)]));
  const noValue = z.array(z.never(), { error: noValueMessage }).max(0, noValueMessage);
  const withoutValue = conditionOf(always(noValue).optional());
  const withAnyValue = conditionOf(z.unknown().optional());
  return (given) => {
    const op: unknown = (given as { operator?: unknown }).operator;
    const forOperator = withValues.get(op);
    if (forOperator !== undefined) return forOperator;
    return isPresence(op) ? withoutValue : withAnyValue;
  };
}

function severalValuesMessage(operator: string): string {
  const other = (forSeveralValues as Readonly<Record<string, string>>)[operator];
  const hint = other === undefined ? "" : `. ${operator} takes one string. For several values, use ${other}`;
  return `must be a string, but is an array${hint}`;
}

function timeframeSchema({ isUnknown, always }: SchemaBlocks): z.ZodType {
  const moment = always(
    z.unknown().superRefine((given, context) => {
      const read = readMoment(given);
      if ("problem" in read) context.addIssue({ code: "custom", message: read.problem });
    }),
  );
  return always(
    z
      .strictObject({ from: moment, to: moment.optional() }, { error: objectOf("a timeframe", ["from", "to"]) })
      .superRefine(({ from, to }, context) => {
        if (isUnknown(from) || isUnknown(to) || to === undefined) return;
        const [start, end] = [readMoment(from), readMoment(to)];
        if ("milliseconds" in start && "milliseconds" in end && end.milliseconds < start.milliseconds) {
          context.addIssue({ code: "custom", path: ["to"], message: "must not be before from" });
        }
      }),
  );
}

function groupMessage(key: "AND" | "OR") {
  return (issue: { code?: string; keys?: string[]; input?: unknown }): string =>
    issue.code === "unrecognized_keys"
      ? `has the ${quotedFields(issue.keys)} beside ${key}. A group has only AND or only OR`
      : expects("a group")(issue);
}

/** Returns a validator for `name`, `rules` and `defaultValue` of a Virtual Tag. It ignores other fields. */
export function tagValidator({ isUnknown = () => false }: ValidateOptions = {}): Validator {
  // Created on first use, because building a schema takes time. A schema is recursive, so values that are too deep are refused
  // before.
  let content: z.ZodType | undefined;
  return (value) => {
    const deep = tooDeepParts(value).map((path) => ({ path, message: tooDeepMessage }));
    if (deep.length > 0) return deep;
    content ??= contentSchema(schemaBlocks(isUnknown));
    const result = content.safeParse(value);
    return result.success ? [] : problemsOf(result.error);
  };
}
