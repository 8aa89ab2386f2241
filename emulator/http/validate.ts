/** Turns what a schema found into the service's refusals (section 7.2: 400 and 422). */
import type { z } from "zod";
import { badRequest, ServiceError } from "./errors";

/** One finding, with the place it was found at. */
interface Finding {
  path: PropertyKey[];
  message: string;
  missing: boolean;
}

/** How far a branch of a union got: the branch that the sender meant is the one that got furthest. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === "unrecognized_keys" ? -0.5 : 0)));
}

function findings(issue: z.core.$ZodIssue, input: unknown): Finding[] {
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const [first, ...others] = issue.errors;
    const best = others.reduce((a, b) => (depth(b) > depth(a) ? b : a), first ?? []);
    return best.flatMap((inner) => findings({ ...inner, path: [...issue.path, ...inner.path] }, input));
  }
  const missing = issue.path.length > 0 && valueAt(input, issue.path) === undefined;
  const message = missing ? "is required" : issue.message;
  return [{ path: issue.path, message, missing }];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const part of path) {
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined;
  }
  return value;
}

function pathText(path: readonly PropertyKey[]): string {
  const joined = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return joined.replace(/^\./, "");
}

function describe(found: readonly Finding[]): string {
  return found
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)}: ${message}`))
    .join("; ");
}

/** Where "the tag composition or structure" is: inside of these fields a mistake is a 422. */
const structureFields = new Set<PropertyKey>(["rules", "defaultValue"]);

function issuesOf(schema: z.ZodType, input: unknown): readonly z.core.$ZodIssue[] {
  try {
    const result = schema.safeParse(input);
    return result.success ? [] : result.error.issues;
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ServiceError(422, "UNPROCESSABLE_ENTITY", "The body is nested too deeply.", {});
    }
    throw error;
  }
}

/**
 * Checks a body. A missing or unknown field and a wrong type are malformed (400); a mistake inside of `rules` or
 * `defaultValue` is a wrong structure, answered with `structureStatus`.
 */
export function checkBody(schema: z.ZodType, body: unknown, structureStatus: 400 | 422): void {
  const found = issuesOf(schema, body).flatMap((issue) => findings(issue, body));
  if (found.length === 0) {
    return;
  }
  const malformed = found.filter(
    ({ path, missing }) => !structureFields.has(path[0] ?? "") || (missing && path.length === 1),
  );
  if (malformed.length > 0 || structureStatus === 400) {
    throw badRequest(describe(malformed.length > 0 ? malformed : found));
  }
  throw new ServiceError(422, "UNPROCESSABLE_ENTITY", describe(found));
}

/** Reads the query: a parameter that is unknown, given twice or of a wrong type is malformed (400). */
export function checkQuery(schema: z.ZodObject | undefined, search: URLSearchParams): Record<string, unknown> {
  const names = [...search.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw badRequest(`The query parameter ${twice} is given more than once.`);
  }
  if (schema === undefined) {
    if (names.length > 0) {
      throw badRequest(`Unknown query parameter: ${names.join(", ")}`);
    }
    return {};
  }
  const input = Object.fromEntries(search);
  const result = schema.safeParse(input);
  if (!result.success) {
    throw badRequest(describe(result.error.issues.flatMap((issue) => findings(issue, input))));
  }
  return result.data;
}
