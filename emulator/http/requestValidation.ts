/** Validates requests with schemas, and turns the issues into errors of the service (400 and 422). */
import type { z } from "zod";
import { badRequest, ServiceError } from "./serviceErrors";

/** A problem in a request. */
interface Problem {
  path: PropertyKey[];
  message: string;
  missing: boolean;
}

/** How deep the issues of a union's branch are. The deepest branch is probably the one that the sender meant. */
function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === "unrecognized_keys" ? -0.5 : 0)));
}

function problemsOf(issue: z.core.$ZodIssue, input: unknown): Problem[] {
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const [first, ...others] = issue.errors;
    const deepest = others.reduce((a, b) => (depth(b) > depth(a) ? b : a), first ?? []);
    return deepest.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, input));
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

function formatPath(path: readonly PropertyKey[]): string {
  const joined = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return joined.replace(/^\./, "");
}

function formatProblems(problems: readonly Problem[]): string {
  return problems
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${formatPath(path)}: ${message}`))
    .join("; ");
}

/** Describes what is wrong with a value, each problem with its path; undefined if the value is valid. */
export function formattedProblems(schema: z.ZodType, input: unknown): string | undefined {
  const problems = issuesOf(schema, input, 400).flatMap((issue) => problemsOf(issue, input));
  return problems.length === 0 ? undefined : formatProblems(problems);
}

/** The fields that make up "the tag composition or structure". */
const structureFields = new Set<PropertyKey>(["rules", "defaultValue"]);

function wrongStructure(message: string, status: 400 | 422): ServiceError {
  return status === 400 ? badRequest(message) : new ServiceError(status, "UNPROCESSABLE_ENTITY", message);
}

function issuesOf(schema: z.ZodType, input: unknown, structureStatus: 400 | 422): readonly z.core.$ZodIssue[] {
  try {
    const result = schema.safeParse(input);
    return result.success ? [] : result.error.issues;
  } catch (error) {
    if (error instanceof RangeError) {
      throw wrongStructure("The request body is nested too deeply.", structureStatus);
    }
    throw error;
  }
}

/**
 * Validates a body. A problem inside `rules` or `defaultValue` is a wrong structure, with the status `structureStatus`.
 * Any other problem makes the request malformed (400).
 *
 * @throws ServiceError
 */
export function validateBody(schema: z.ZodType, body: unknown, structureStatus: 400 | 422): void {
  const problems = issuesOf(schema, body, structureStatus).flatMap((issue) => problemsOf(issue, body));
  if (problems.length === 0) {
    return;
  }
  const malformed = problems.filter(
    ({ path, missing }) => !structureFields.has(path[0] ?? "") || (missing && path.length === 1),
  );
  if (malformed.length > 0) {
    throw badRequest(formatProblems(malformed));
  }
  throw wrongStructure(formatProblems(problems), structureStatus);
}

/**
 * Validates and parses the query.
 *
 * @throws ServiceError 400 if a parameter is unknown, repeated or invalid.
 */
export function validateQuery(schema: z.ZodObject | undefined, search: URLSearchParams): Record<string, unknown> {
  const names = [...search.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw badRequest(`The query parameter ${repeated} must not be repeated.`);
  }
  if (schema === undefined) {
    if (names.length > 0) {
      throw badRequest(`Unknown query parameters: ${names.join(", ")}.`);
    }
    return {};
  }
  const input = Object.fromEntries(search);
  const result = schema.safeParse(input);
  if (!result.success) {
    throw badRequest(formatProblems(result.error.issues.flatMap((issue) => problemsOf(issue, input))));
  }
  return result.data;
}
