/** What policies read of resources, whose values may be unknown until deployment. */
import { UnknownValueError } from "@pulumi/policy";
import { unknownValue } from "@pulumi/pulumi/runtime";
import type { TagContent } from "pulumi-cost-allocation/rules";

/** The types of resources that programs in TypeScript and in other languages declare begin with these. */
const fronts = ["pulumi-nodejs:dynamic/costallocation:", "costallocation:index:"];

/** The kind of a resource, such as `VirtualTag`; an empty text for resources of other packages. */
export function kindOf(type: string): string {
  const front = fronts.find((prefix) => type.startsWith(prefix));
  return front === undefined ? "" : type.slice(front.length);
}

/**
 * Runs each of the judgments. If one of them reads an unknown value, the others still run, and the error is thrown in the end: Pulumi
 * shows it as advice, whatever the level of the policy.
 */
export function eachKnown(judgments: readonly (() => void)[]): void {
  const unknowns = judgments.flatMap((judgment) => unlessKnown(judgment) ?? []);
  if (unknowns[0] !== undefined) throw unknowns[0];
}

/** The error if a read meets an unknown value. */
function unlessKnown(read: () => void): Error | undefined {
  try {
    read();
  } catch (error) {
    // Pulumi exports the class and doesn't declare it.
    if (error instanceof Error && error instanceof UnknownValueError) return error;
    throw error;
  }
  return undefined;
}

/** A copy with Pulumi's placeholder for each unknown value. `unknown` is the error of the first of them. */
export function readKnown(value: unknown): { known: unknown; unknown: Error | undefined } {
  if (typeof value !== "object" || value === null) return { known: value, unknown: undefined };
  let unknown: Error | undefined;
  const entries = Object.keys(value).map((key): [string, unknown] => {
    let known: unknown = unknownValue;
    const error = unlessKnown(() => {
      const read = readKnown((value as Record<string, unknown>)[key]);
      known = read.known;
      unknown ??= read.unknown;
    });
    unknown ??= error;
    return [key, known];
  });
  return { known: Array.isArray(value) ? entries.map(([, known]) => known) : Object.fromEntries(entries), unknown };
}

/** Whether a part of a copy has an unknown value in it. */
export function isUnknown(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return part === unknownValue;
  return Object.values(part).some(isUnknown);
}

/** The content of a tag in the API's form; undefined if the rules are unknown. The plugin has two arguments for a text or a key. */
export function contentOf(known: unknown): TagContent | undefined {
  const { rules, defaultValue, defaultValueKey } = known as Record<string, unknown>;
  if (!Array.isArray(rules)) return undefined;
  const ownRules = rules.map((rule: unknown) =>
    typeof rule === "object" && rule !== null ? { ...rule, to: toOf(rule) } : rule,
  );
  return { rules: ownRules, defaultValue: defaultValue ?? defaultValueKey } as TagContent;
}

function toOf({ to, toKey }: { to?: unknown; toKey?: unknown }): unknown {
  return to ?? toKey;
}
