/**
 * What the API document says of a Virtual Tag's content (sections 2.1 to 2.3), checked before anything is sent. Every
 * problem names its path. No message repeats a value: a program may have marked it as a secret.
 */
import { z } from "zod";
import { operators, presenceOperators, valueOperators } from "./operators";
import { readMoment } from "./timeframe";
import type { Operator } from "./types";

/** One thing that is wrong. */
export interface Problem {
  /** Where, such as `rules[3].filters.AND[1].operator`; empty for the whole. */
  path: string;
  /** What is wrong and what is expected, as the end of a sentence that begins with the path. */
  message: string;
}

/** How to validate. */
export interface ValidateOptions {
  /** Whether a value is a placeholder that will be known later; such a value passes in any place. Default: none is. */
  isUnknown?: (value: unknown) => boolean;
}

/** A function that lists what is wrong with a value; an empty list means that it is right. */
export type Validator = (value: unknown) => Problem[];

/** A spelling without what people vary most: case, `_`, `-` and blanks. */
const plainSpelling = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, "");

/** Plain spellings that people carry over from elsewhere (V1's page, SQL, other products) -> the operator that they mean. */
const otherSpellings: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...operators.map((operator): [string, Operator] => [plainSpelling(operator), operator]),
  ["equals", "is"],
  ["eq", "is"],
  ["=", "is"],
  ["==", "is"],
  ["isnot", "notIs"],
  ["isn't", "notIs"],
  ["isnt", "notIs"],
  ["not", "notIs"],
  ["notequals", "notIs"],
  ["!=", "notIs"],
  ["in", "oneOf"],
  ["isoneof", "oneOf"],
  ["notin", "notOneOf"],
  ["isnotoneof", "notOneOf"],
  ["like", "contains"],
  ["contain", "contains"],
  ["notcontain", "notContains"],
  ["doesnotcontain", "notContains"],
  ["exist", "exists"],
  ["notexist", "notExists"],
  ["doesnotexist", "notExists"],
]);

/** A path as people write it: `rules[3].filters.AND[1].operator`. */
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

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "an array" : typeof value);

/** The message for a value of the wrong kind; says "is missing" where there is none. */
const expects =
  (what: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined ? `is missing: it must be ${what}` : `must be ${what}, but is ${kindOf(input)}`;

/** Messages of an object schema: its own kind, and fields that it does not know. */
const objectOf =
  (what: string, fields: string) =>
  (issue: { code?: string; keys?: string[]; input?: unknown }): string =>
    issue.code === "unrecognized_keys"
      ? `has ${(issue.keys ?? []).map((key) => JSON.stringify(key)).join(", ")}, which does not belong there: ${what} has ${fields}`
      : expects(what)(issue);

const noValueMessage = `must be left out: ${presenceOperators.join(" and ")} take no value`;

/** What every level of a schema is made of, so that it lets a placeholder through. */
interface Levels {
  isUnknown: (value: unknown) => boolean;
  /** Passes a placeholder, else asks the schema that `choose` gives for the value. */
  known: (choose: (value: unknown) => z.ZodType) => z.ZodType;
  /** Passes a placeholder, else asks the schema. */
  always: (schema: z.ZodType) => z.ZodType;
  text: (what: string) => z.ZodType;
  optionalText: (what: string) => z.ZodType;
}

function levels(isUnknown: (value: unknown) => boolean): Levels {
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
    // Most of what a large tag has are texts, so these ask no further schema.
    text: (what) =>
      z.custom((value) => isUnknown(value) || (typeof value === "string" && value !== ""), {
        error: ({ input }) => (input === "" ? `must be ${what}, but is empty` : expects(what)({ input })),
      }),
    optionalText: (what) =>
      z.custom((value) => isUnknown(value) || typeof value === "string", { error: expects(what) }).optional(),
  };
}

/** What a save of a Virtual Tag says. */
function contentSchema(on: Levels): z.ZodType {
  const { known, always, text, optionalText } = on;
  const keyReference = z.strictObject(
    { key: text("a key of the catalog"), costCenter: text("a cost center"), type: optionalText("the type of the key") },
    { error: objectOf("a key reference", "key, costCenter and type") },
  );
  const value = known((given) =>
    typeof given === "object" && given !== null && !Array.isArray(given)
      ? keyReference
      : z.string({ error: expects("a text, or { key, costCenter } for a key of the catalog") }),
  );
  const rule = always(
    z.strictObject(
      { to: value, filters: filterSchema(on), timeframe: timeframeSchema(on).optional() },
      { error: objectOf("a rule", "to, filters and timeframe") },
    ),
  );
  const rules = always(z.array(rule, { error: expects("an array of rules") }));
  return z.object({ name: text("the name of the tag"), rules, defaultValue: value });
}

/** A condition, or a group of filters. */
function filterSchema(on: Levels): z.ZodType {
  const { known, always } = on;
  const conditionFor = conditionSchemas(on);
  const filter: z.ZodType = known((given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return z.never({ error: expects("a condition, or a group { AND: [...] } or { OR: [...] }") });
    }
    if ("AND" in given) return groups.AND;
    return "OR" in given ? groups.OR : conditionFor(given);
  });
  const members = always(z.array(filter, { error: expects("an array of filters") }));
  const groups = {
    AND: z.strictObject({ AND: members }, { error: groupMessage("AND") }),
    OR: z.strictObject({ OR: members }, { error: groupMessage("OR") }),
  };
  return filter;
}

/** For a condition, the schema that its operator asks for. */
function conditionSchemas({ isUnknown, known, always, text, optionalText }: Levels): (given: object) => z.ZodType {
  const subject = {
    costCenter: text('a cost center, such as "AWS"'),
    key: text("a key of the catalog"),
    type: text('the type of the key, such as "tag" or "billing_dimension"'),
    displayName: optionalText("a text"),
  };
  const operator = z.custom((value) => isUnknown(value) || (operators as readonly unknown[]).includes(value), {
    error: ({ input }) => {
      if (typeof input !== "string") return expects(`one of ${operators.join(", ")}`)({ input });
      const meant = otherSpellings.get(plainSpelling(input));
      const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
      return `is not an operator${hint}: it must be one of ${operators.join(", ")}`;
    },
  });
  const fields = "costCenter, key, type, operator, value and displayName";
  const conditionOf = (value: z.ZodType): z.ZodType =>
    z.strictObject({ ...subject, operator, value }, { error: objectOf("a condition", fields) });

  const oneValue = text("a text, or an array of texts");
  const manyValues = z.array(text("a text")).min(1, "needs at least one value");
  const withValue = conditionOf(known((given) => (Array.isArray(given) ? manyValues : oneValue)));
  const noValue = z.array(z.never(), { error: noValueMessage }).max(0, noValueMessage);
  const withoutValue = conditionOf(always(noValue).optional());
  const withAnyValue = conditionOf(z.unknown().optional());
  return (given) => {
    const op: unknown = (given as { operator?: unknown }).operator;
    if ((valueOperators as readonly unknown[]).includes(op)) return withValue;
    return (presenceOperators as readonly unknown[]).includes(op) ? withoutValue : withAnyValue;
  };
}

function timeframeSchema({ isUnknown, always }: Levels): z.ZodType {
  const moment = always(
    z.unknown().superRefine((given, context) => {
      const read = readMoment(given);
      if ("problem" in read) context.addIssue({ code: "custom", message: read.problem });
    }),
  );
  return always(
    z
      .strictObject({ from: moment, to: moment.optional() }, { error: objectOf("a timeframe", "from and to") })
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
      ? `has ${(issue.keys ?? []).map((name) => JSON.stringify(name)).join(", ")} beside ${key}: a group has a single key, AND or OR`
      : expects("a group")(issue);
}

/**
 * A validator of what a save of a Virtual Tag says: `name`, `rules` and `defaultValue`. Other fields are not its matter.
 *
 * @see API document, sections 2.1 to 2.3
 */
export function tagValidator({ isUnknown = () => false }: ValidateOptions = {}): Validator {
  // Made when it is asked for: a process that checks nothing, or nothing of V1's, need not wait for it.
  let content: z.ZodType | undefined;
  return (value) => {
    content ??= contentSchema(levels(isUnknown));
    const result = content.safeParse(value);
    return result.success ? [] : problemsOf(result.error);
  };
}
