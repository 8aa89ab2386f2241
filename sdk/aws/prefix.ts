/** Prefixes: their one form, and who uses which of them (API document, section 2.10, rules 4 and 5). */
import type * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";

/** What a prefix may hold: nothing that a policy would read as a wildcard or a variable. */
const segment = /^[\p{L}\p{N} !_.'()=+@:,~-]+$/u;

/** The longest prefix that leaves room for the objects' own names, in bytes; S3 takes 1024 for both. */
const longest = 512;

/**
 * The one form of a prefix: a folder without a slash before it and with one behind it. `""` and `"/"` are the whole bucket.
 * The slash behind it keeps `exports` apart from `exports-internal`.
 */
export function normalisedPrefix(prefix: string): string {
  const folder = prefix.replace(/^\/+|\/+$/gu, "");
  return folder === "" ? "" : `${folder}/`;
}

/** What is wrong with a prefix, in words; undefined when nothing is. */
export function prefixProblem(prefix: string): string | undefined {
  const normalised = normalisedPrefix(prefix);
  if (normalised === "") return undefined;
  const segments = normalised.slice(0, -1).split("/");
  if (segments.some((part) => part === "." || part === "..")) {
    return 'must not contain "." or ".." as a folder: S3 takes them as names, and nothing else does';
  }
  if (segments.includes("")) return 'must not contain "//"';
  if (!segments.every((part) => segment.test(part))) {
    return "must be letters, digits, spaces and !_.'()=+@:,~- with / between folders: others have a meaning in policies";
  }
  return Buffer.byteLength(normalised) > longest ? `must be at most ${longest} bytes long` : undefined;
}

/** A prefix of a bucket that a component uses. */
interface Use {
  prefix: string;
  by: string;
}

const ofBuckets = new WeakMap<s3.Bucket, Use[]>();
/** By name, for one run of a program each: a process can run several, one after the other or side by side. */
const ofNames = new WeakMap<object, Map<string, Use[]>>();

/** Where a component's bucket is known from, as far as it is known while the program runs. */
export interface KnownBucket {
  resource: s3.Bucket | undefined;
  name: string | undefined;
}

/**
 * Notes that a component uses a prefix of a bucket. What is not known before the resources are made is found by the
 * registration's check, in preview where it is known then.
 *
 * @returns the prefix that another component uses and that contains this one or is contained by it, with its user
 */
export function usePrefix({ resource, name }: KnownBucket, prefix: string, by: string): Use | undefined {
  const places = [
    ...(resource === undefined ? [] : [usesOf(ofBuckets, resource, () => [])]),
    ...(name === undefined ? [] : usesOfName(name)),
  ];
  const other = places.flat().find((use) => use.prefix.startsWith(prefix) || prefix.startsWith(use.prefix));
  for (const place of places) place.push({ prefix, by });
  return other;
}

function usesOfName(name: string): Use[][] {
  // Outside a run, such as under Pulumi's mocks, nothing tells one program from the next.
  const run = pulumi.runtime.getStackResource();
  if (run === undefined) return [];
  return [
    usesOf(
      usesOf(ofNames, run, () => new Map<string, Use[]>()),
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
