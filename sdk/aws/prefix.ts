/** Prefixes: their normalized form, and which component uses which. */
import type * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";

/** The characters of a prefix. A policy would read others as wildcards or variables, and IAM refuses policies with letters beyond U+00FF. */
const segment = /^(?:(?=[ -\u00ff])[\p{L}\p{N} !_.'()=+@:,~-])+$/u;

/** In bytes. S3 allows 1024 for the prefix and the object name together. */
const maxBytes = 512;

/**
 * Normalizes a prefix: no leading slash, and one trailing slash, so that `exports` does not match `exports-internal`. `""` and
 * `"/"` are the whole bucket.
 */
export function normalizedPrefix(prefix: string): string {
  const folder = prefix.replace(/^\/+|\/+$/gu, "");
  return folder === "" ? "" : `${folder}/`;
}

/** Says what is wrong with a prefix; undefined if it is valid. */
export function prefixProblem(prefix: string): string | undefined {
  const normalized = normalizedPrefix(prefix);
  if (normalized === "") return undefined;
  const segments = normalized.slice(0, -1).split("/");
  if (segments.some((part) => part === "." || part === "..")) {
    return 'must not contain "." or ".." as a folder, because only S3 treats them as names';
  }
  if (segments.includes("")) return 'must not contain "//"';
  if (!segments.every((part) => segment.test(part))) {
    return "must consist of letters up to U+00FF, digits, spaces and !_.'()=+@:,~- with / between folders, because policies interpret or refuse other characters";
  }
  return Buffer.byteLength(normalized) > maxBytes ? `must be at most ${maxBytes} bytes long` : undefined;
}

/** A prefix of a bucket that a component uses. */
interface Use {
  prefix: string;
  by: string;
}

const usesByBucket = new WeakMap<s3.Bucket, Use[]>();
/** The uses by bucket name, for each run of a program. A process can run several programs, also at the same time. */
const usesByName = new WeakMap<object, Map<string, Use[]>>();

/** What is known about a component's bucket while the program runs. */
export interface KnownBucket {
  resource: s3.Bucket | undefined;
  name: string | undefined;
}

/**
 * Records that a component uses a prefix of a bucket. The check of the registration finds conflicts between values that are
 * unknown while the program runs.
 *
 * @returns The conflicting prefix of another component, if there is one: one prefix begins with the other.
 */
export function usePrefix({ resource, name }: KnownBucket, prefix: string, by: string): Use | undefined {
  const places = [
    ...(resource === undefined ? [] : [usesOf(usesByBucket, resource, () => [])]),
    ...(name === undefined ? [] : usesOfName(name)),
  ];
  const other = places.flat().find((use) => use.prefix.startsWith(prefix) || prefix.startsWith(use.prefix));
  for (const place of places) place.push({ prefix, by });
  return other;
}

function usesOfName(name: string): Use[][] {
  // Without a stack, for example with Pulumi's mocks, there is nothing to distinguish one program from the next.
  const run = pulumi.runtime.getStackResource();
  if (run === undefined) return [];
  return [
    usesOf(
      usesOf(usesByName, run, () => new Map<string, Use[]>()),
      name,
      () => [],
    ),
  ];
}

function usesOf<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  empty: () => Value,
): Value {
  const uses = map.get(key) ?? empty();
  map.set(key, uses);
  return uses;
}
