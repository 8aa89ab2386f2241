/**
 * Schemas of requests, written from the API documentation. They share nothing with the validation in the
 * client, so that neither hides a mistake of the other.
 */
import { z } from "zod";
import type { Switches } from "../switches";

const valueOperators = ["oneOf", "notOneOf", "is", "notIs", "contains", "notContains"] as const;
const presenceOperators = ["exists", "notExists"] as const;

/** The key types that the API documentation lists. */
export const listedKeyTypes = ["billing_dimension", "virtual_tag", "tag", "resource", "billing_enrichment"] as const;

/** The differences between V1 and V2 in filters and rules. */
interface Dialect {
  /** Suffix of the schema names in the OpenAPI document. */
  version: "V1" | "V1Read" | "V2";
  keyType: z.ZodType;
  value: z.ZodType;
  /** The value beside `exists` and `notExists`, which don't need one. */
  presenceValue: z.ZodType;
  /** Operators that only this dialect has. V1 has `isNot`. */
  extraOperators: readonly string[];
  displayName: boolean;
  /** Makes the schema of an object, which refuses or accepts unknown fields. */
  object: typeof z.strictObject;
}

const text = z.string().min(1);

/** Whether a filter is of only one kind. It matters only where unknown fields are accepted. */
function isOneKind(filter: object): boolean {
  return ["AND", "OR", "operator"].filter((field) => Object.hasOwn(filter, field)).length === 1;
}

const twoKinds = "must be either a condition, or a group with AND or OR";

function conditionSchema(dialect: Dialect): z.ZodType {
  const key = {
    costCenter: text,
    key: text,
    type: dialect.keyType,
    ...(dialect.displayName ? { displayName: z.string().optional() } : {}),
  };
  const { version } = dialect;
  const withValue = dialect
    .object({ ...key, operator: z.enum([...valueOperators, ...dialect.extraOperators]), value: dialect.value })
    .meta({ id: `ValueCondition${version}` });
  const ofPresence = dialect
    .object({ ...key, operator: z.enum(presenceOperators), value: dialect.presenceValue.optional() })
    .meta({ id: `PresenceCondition${version}` });
  return z.discriminatedUnion("operator", [withValue, ofPresence]).refine(isOneKind, twoKinds);
}

function filterSchema(dialect: Dialect): z.ZodType {
  const { version } = dialect;
  const filter: z.ZodType = z.lazy(() => z.union([condition, and, or])).meta({ id: `Filter${version}` });
  const condition = conditionSchema(dialect).meta({ id: `Condition${version}` });
  const group = (operator: "AND" | "OR"): z.ZodType =>
    dialect.object({ [operator]: z.array(filter).min(1) }).refine(isOneKind, twoKinds);
  const and = group("AND").meta({ id: `AndGroup${version}` });
  const or = group("OR").meta({ id: `OrGroup${version}` });
  return filter;
}

function tagValueSchema(dialect: Dialect): z.ZodType {
  return z
    .union([
      z.string(),
      dialect
        .object({ key: text, costCenter: text, type: dialect.keyType.optional() })
        .meta({ id: `KeyReference${dialect.version}` }),
    ])
    .meta({ id: `TagValue${dialect.version}` });
}

function defaultValueSchema(dialect: Dialect): z.ZodType {
  return z
    .union([z.string(), dialect.object({ key: text, costCenter: text })])
    .meta({ id: `DefaultValue${dialect.version}` });
}

/** Unix milliseconds that a JavaScript date supports. */
const unixMilliseconds = z.int().min(-8.64e15).max(8.64e15).meta({ format: "int64" });

/** The fields of a tag's content. */
interface ContentShape {
  rules: z.ZodArray;
  defaultValue: z.ZodType;
}

function contentShape(dialect: Dialect, switches: Switches): ContentShape {
  const timeframe = dialect
    .object({ from: unixMilliseconds, to: unixMilliseconds.optional() })
    .refine(({ from, to }) => to === undefined || from <= to, "from must not be after to")
    .meta({ id: `Timeframe${dialect.version}` });
  const tagValue = tagValueSchema(dialect);
  const rule = dialect
    .object({ to: tagValue, filters: filterSchema(dialect), timeframe: timeframe.optional() })
    .meta({ id: `Rule${dialect.version}` });
  return {
    rules: z.array(rule),
    defaultValue: switches.defaultValueType === "accepted" ? tagValue : defaultValueSchema(dialect),
  };
}

const anyList = z.array(z.string());
const list = anyList.min(1);

/** Makes the schema of an object in V2. */
function objectV2({ v2UnknownFields }: Switches): typeof z.strictObject {
  // The fields have the same types in both.
  return v2UnknownFields === "ignored" ? z.looseObject : z.strictObject;
}

function v2Dialect(switches: Switches): Dialect {
  return {
    version: "V2",
    keyType: switches.keyTypes === "open" ? text : z.enum(listedKeyTypes),
    value: switches.v2StringValues ? z.union([list, z.string()]) : list,
    presenceValue: switches.v2StringValues ? z.union([anyList, z.string()]) : anyList,
    extraOperators: [],
    displayName: true,
    object: objectV2(switches),
  };
}

/** @param asRead Whether conditions have the `displayName` that a V1 read adds. */
function v1Dialect(asRead: boolean): Dialect {
  return {
    version: asRead ? "V1Read" : "V1",
    keyType: text.optional(),
    value: z.union([list, z.string()]),
    presenceValue: z.union([anyList, z.string()]),
    extraOperators: ["isNot"],
    displayName: asRead,
    object: z.strictObject,
  };
}

/** The content of a tag in the body of a save. */
function sentContent(dialect: Dialect, switches: Switches): ContentShape {
  const { rules, defaultValue } = contentShape(dialect, switches);
  return { rules: switches.maxRules === null ? rules : rules.max(switches.maxRules), defaultValue };
}

/** The content of a tag in a V2 response. It has the types of a body, so that a client can save what it has read. */
export function returnedContent(switches: Switches): ContentShape {
  return contentShape(v2Dialect(switches), switches);
}

/** The content of a tag in a V1 response. */
export function returnedContentV1(switches: Switches): ContentShape {
  return contentShape(v1Dialect(true), switches);
}

/** Body of POST and PUT `/v2/virtual-tags`. */
export function virtualTagBody(switches: Switches): z.ZodType {
  const required = switches.changeDescription === "required";
  const changeDescription = z.string();
  const object = objectV2(switches);
  const versionMetadata = object({
    changeDescription: required ? changeDescription : changeDescription.optional(),
  });
  return object({
    name: text,
    ...sentContent(v2Dialect(switches), switches),
    versionMetadata: required ? versionMetadata : versionMetadata.optional(),
  }).meta({ id: "VirtualTagBody" });
}

/** Body of POST and PUT `/v1/virtual-tags`. */
export function virtualTagV1Body(switches: Switches, method: "POST" | "PUT"): z.ZodType {
  // A tolerant PUT accepts a whole tag as a GET returns it, and ignores the read-only fields.
  const tolerant = method === "PUT" && switches.v1TolerantPut;
  const shape = {
    name: text,
    ...sentContent(v1Dialect(tolerant), switches),
    isCaseSensitive: z.boolean().optional().meta({ default: false }),
  };
  const id = `VirtualTagV1${method === "POST" ? "Create" : "Update"}`;
  return (tolerant ? z.looseObject(shape) : z.strictObject(shape)).meta({ id });
}

const ids = z.array(text);

const validTagValue = /^[^.]*$/;

/** Validates the tag values, which are the keys of the body. An object schema doesn't validate its keys. */
function validateTagValues(body: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  for (const value of Object.keys(body).filter((key) => !validTagValue.test(key))) {
    context.addIssue({ code: "custom", path: [value], message: "a tag value must not contain dots" });
  }
}

/** Body of PUT `/v2/virtual-tags/{id}/metadata`. */
export function metadataBody(switches: Switches): z.ZodType {
  const shape = {
    groups: ids.optional(),
    customMetadata: z.record(z.string(), z.unknown()).optional(),
    endpoints: ids.optional(),
  };
  const merge = { mergeValuesAndMetadata: z.boolean().optional().meta({ default: false }) };
  const atRoot = switches.metadataNesting === "root";
  return z
    .object(atRoot ? merge : {})
    .catchall(objectV2(switches)(atRoot ? shape : { ...shape, ...merge }).meta({ id: "ValueMetadataBody" }))
    .superRefine(switches.metadataDots === "refused" ? validateTagValues : () => undefined)
    .meta({ id: "MetadataBody", description: "Metadata by tag value. A tag value must not contain dots." });
}

/** Body of POST `/v1/endpoints`. */
export const endpointBody = z
  .strictObject({
    type: z.enum(["email", "slack"]),
    name: text,
    configuration: z.strictObject({ to: text }),
  })
  .meta({ id: "NotificationEndpointBody" });

/** Body of POST scan recommendations. The API documentation doesn't show it. */
export const recommendationsBody = z
  .strictObject({
    scanId: text,
    filters: z.unknown().optional(),
    groupBy: z.unknown().optional(),
  })
  .meta({ id: "RecommendationsBody" });

const booleanText = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

/** Parses query parameters, which are sent as text. */
const fromText = {
  boolean: z.preprocess((value) => booleanText.get(value) ?? value, z.boolean()),
  integer: <T extends z.ZodType>(schema: T): z.ZodPreprocess<T> =>
    z.preprocess((value) => (typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value), schema),
};

/** Query of V2 POST and PUT. */
export const saveQuery = z.strictObject({
  setAsLive: fromText.boolean.optional().meta({ description: "Whether the new version becomes live.", default: true }),
});

/** Query of the list of versions. */
export const versionsQuery = z.strictObject({
  from: fromText
    .integer(z.int())
    .optional()
    .meta({ description: "Only versions created on or after it. Unix milliseconds.", format: "int64" }),
  to: fromText
    .integer(z.int())
    .optional()
    .meta({ description: "Only versions created on or before it. Unix milliseconds.", format: "int64" }),
  pageSize: fromText
    .integer(z.int().min(1).max(100))
    .optional()
    .meta({ description: "Maximum number of versions in the response.", default: 50 }),
  cursor: z
    .string()
    .optional()
    .describe("nextCursor of the previous page. It encodes position only, so repeat the other parameters."),
  sortDirection: z.enum(["asc", "desc"]).optional().meta({ description: "By creation date.", default: "desc" }),
});

/** Query of the values of a key in the query language V2. */
export const valuesQuery = z.strictObject({ type: text.optional() });
