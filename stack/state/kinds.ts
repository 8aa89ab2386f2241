/** The kinds of resources, each with its type and its stub, which are in states forever. */

/** The names of the classes. That of V1 outlives V1, because it is in states. */
export const kinds = [
  "VirtualTag",
  "VirtualTagV1",
  "VirtualTagMetadata",
  "NotificationEndpoint",
  "StorageBucketRegistration",
] as const;

/** The name of a class. */
export type Kind = (typeof kinds)[number];

/** Whether a kind is a Virtual Tag, by V2 or by V1. */
export function isTag(kind: string): boolean {
  return kind === "VirtualTag" || kind === "VirtualTagV1";
}

/** The package of all dynamic resources, to which Pulumi matches their provider. */
export const dynamicPackage = "pulumi-nodejs";

/** The type of a resource, as Pulumi names it. */
export function typeOf(kind: Kind): string {
  return `${dynamicPackage}:dynamic/costallocation:${kind}`;
}

/** The kinds that the plugin has, for all languages. V1 of the API ends soon, and buckets are resources of AWS. */
export const pluginKinds = ["VirtualTag", "VirtualTagMetadata", "NotificationEndpoint"] as const;

/** A kind that the plugin has. */
export type PluginKind = (typeof pluginKinds)[number];

/** The type of a resource of the plugin. */
export function pluginTypeOf(kind: PluginKind): string {
  return `costallocation:index:${kind}`;
}

/** The kind of a resource; undefined for resources of others. */
export function kindOf(type: string): Kind | undefined {
  return kinds.find((kind) => type === typeOf(kind)) ?? pluginKinds.find((kind) => type === pluginTypeOf(kind));
}

/** The package's name in npm. */
export const packageName = "pulumi-cost-allocation";

/** What the stubs load. */
export const providerModule = `${packageName}/provider`;

/**
 * The `__provider` of a resource. It is a constant, so that Pulumi serializes no closures, captures no secrets and keeps the state
 * small. The engine uses the string in the state for later reads and deletes, so every released string must keep working.
 * tests/stack/state/fields.test.ts lists them.
 */
export function stubOf(kind: Kind): string {
  const name = kind.charAt(0).toLowerCase() + kind.slice(1);
  return `exports.handler = () => require("${providerModule}").${name};`;
}

/** An ID as a key. The service ignores its case. */
export function idKey(id: string): string {
  return id.toLowerCase();
}

/** Whether two values are the same ID. */
export function isSameId(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && idKey(one) === idKey(other);
}
