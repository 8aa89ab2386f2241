/** What a stack declares by its state: plain data, ready to be compared with the account. */
import type { MetadataMap } from "../../client";
import { field, isObject, type JsonObject, textOf } from "../../client/json";
import { markOf } from "../../client/ownershipMark";
import { isTooDeep } from "../../rules/nesting";
import type { TagContent } from "../../rules/types";
import { containsSecret, partsOf, type StackState, type StateResource } from "./stackState";

/** The kinds of resources that are compared. */
export type Kind = "VirtualTag" | "VirtualTagV1" | "VirtualTagMetadata" | "NotificationEndpoint";

/** A resource of the stack. */
export interface Subject {
  kind: Kind;
  urn: string;
  /** Its name in the program. */
  resource: string;
  /** Its ID in the service; of metadata, the tag's. Undefined while it is created. */
  id?: string;
}

/** Drift that a refresh found, as the state shows it: then the arguments in the state are not what the stack wrote last. */
export interface FoundDrift {
  by?: string;
  at?: string;
  /** The version with what the stack wrote last. */
  previous?: string;
  isRenamed: boolean;
  /** The fields of metadata that differed, as digests of their paths. */
  fields: string[];
}

/** A resource that can be compared. */
export interface Declared extends Subject {
  id: string;
  /** What the account is recognized by; undefined if the state does not show it. */
  account: string | undefined;
  found: FoundDrift | undefined;
}

/** A Virtual Tag, by V1 or V2. */
export interface DeclaredTag extends Declared {
  kind: "VirtualTag" | "VirtualTagV1";
  name: string;
  content: TagContent;
  /** The version with that content, while it is staged. */
  stagedVersionId: string | undefined;
  updatedAt: string | undefined;
  updatedBy: string | undefined;
  /** The ownership marks by which the tag is this resource's. */
  marks: string[];
  /** The option `ignoreChanges`. */
  ignored: string[];
  /** Of V1: whether case has a meaning in rules. */
  isCaseSensitive: boolean;
}

/** Metadata of a tag's values. */
export interface DeclaredMetadata extends Declared {
  kind: "VirtualTagMetadata";
  metadata: MetadataMap;
  /** Whether only the declared fields are the resource's. */
  merges: boolean;
}

/** A notification endpoint. Its destination may be a credential, and is not compared. */
export interface DeclaredEndpoint extends Declared {
  kind: "NotificationEndpoint";
  type: string;
  name: string;
}

/** Why a resource was not compared. */
export type Reason =
  "otherProvider" | "pending" | "secret" | "unreadableState" | "interrupted" | "noLiveVersion" | "unreadable";

/** A resource that was not compared. */
export interface NotCompared extends Subject {
  reason: Reason;
  /** What the service said. */
  error?: string;
}

/** What is compared, and what is not. */
export interface Declarations {
  tags: DeclaredTag[];
  metadata: DeclaredMetadata[];
  endpoints: DeclaredEndpoint[];
  notCompared: NotCompared[];
}

/** Sorts the resources of a state by what can be done with them. */
export function declarationsIn({ resources, pending }: StackState): Declarations {
  const result: Declarations = { tags: [], metadata: [], endpoints: [], notCompared: [] };
  const interrupted = new Set(pending);
  for (const resource of resources) {
    const subject = subjectOf(resource);
    if (subject === undefined) continue;
    const declared = interrupted.has(resource.urn) ? "pending" : readResource(resource, subject);
    interrupted.delete(resource.urn);
    if (typeof declared === "string") result.notCompared.push({ ...subject, reason: declared });
    else if (declared.kind === "VirtualTagMetadata") result.metadata.push(declared);
    else if (declared.kind === "NotificationEndpoint") result.endpoints.push(declared);
    else result.tags.push(declared);
  }
  // What was interrupted while it was created is in no list of resources.
  for (const urn of interrupted) {
    const { type, name } = partsOf(urn);
    const kind = kindOf(type);
    if (kind !== undefined) result.notCompared.push({ kind, urn, resource: name, reason: "pending" });
  }
  return result;
}

function kindOf(type: string): Kind | undefined {
  const kinds: Kind[] = ["VirtualTag", "VirtualTagV1", "VirtualTagMetadata", "NotificationEndpoint"];
  return kinds.find((kind) => type === `pulumi-nodejs:dynamic/costallocation:${kind}`);
}

function subjectOf({ id, type, urn }: StateResource): Subject | undefined {
  const kind = kindOf(type);
  if (kind === undefined) return undefined;
  return { kind, urn, resource: partsOf(urn).name, ...(id === undefined ? {} : { id }) };
}

function readResource(
  { id, inputs, outputs, provider }: StateResource,
  { kind, resource, urn }: Subject,
): DeclaredTag | DeclaredMetadata | DeclaredEndpoint | Reason {
  if (!isDefaultProvider(provider)) return "otherProvider";
  if (id === undefined) return "unreadableState";
  const report = field(outputs, "__report");
  const account = textOf(field(report, "account")) ?? textOf(field(field(outputs, "__memory"), "account"));
  const declared = { urn, resource, id, account, found: foundIn(field(report, "drift")) };
  if (kind === "VirtualTagMetadata") return readMetadata(inputs, { ...declared, kind });
  if (kind === "NotificationEndpoint") return readEndpoint(inputs, { ...declared, kind });
  return readTag(inputs, outputs, { ...declared, kind });
}

/** The stack's own account is the default provider's. An explicit `Provider` has a name of its own. */
function isDefaultProvider(provider: string | undefined): boolean {
  // After the URN comes the provider's ID.
  const name = provider === undefined ? undefined : partsOf(provider.slice(0, provider.lastIndexOf("::"))).name;
  return name === undefined || /^default(?:_[\d_]+)?$/.test(name);
}

function foundIn(drift: unknown): FoundDrift | undefined {
  if (!isObject(drift)) return undefined;
  const texts = (["by", "at", "previous"] as const).flatMap((name) => {
    const text = textOf(field(drift, name));
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(texts),
    isRenamed: field(drift, "isRenamed") === true,
    fields: textsIn(drift, "fields"),
  };
}

function textsIn(value: unknown, name: string): string[] {
  const list = field(value, name);
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

function readTag(
  inputs: JsonObject,
  outputs: JsonObject,
  declared: Declared & { kind: DeclaredTag["kind"] },
): DeclaredTag | Reason {
  const { name, rules, defaultValue } = inputs;
  if (containsSecret([name, rules, defaultValue])) return "secret";
  const isContent = Array.isArray(rules) && (typeof defaultValue === "string" || isObject(defaultValue));
  if (typeof name !== "string" || !isContent || isTooDeep(inputs)) return "unreadableState";
  const urns = new Set([declared.urn, textOf(field(inputs, "__resourceUrn")) ?? declared.urn]);
  return {
    ...declared,
    name,
    content: { rules, defaultValue } as TagContent,
    stagedVersionId: textOf(field(outputs, "stagedVersionId")),
    updatedAt: textOf(field(outputs, "updatedAt")),
    updatedBy: textOf(field(outputs, "updatedBy")),
    marks: [...urns].map(markOf),
    ignored: textsIn(inputs, "__ignoreChanges"),
    isCaseSensitive: field(inputs, "isCaseSensitive") === true,
  };
}

function readMetadata(
  { metadata, mergeValuesAndMetadata }: JsonObject,
  declared: Declared & { kind: "VirtualTagMetadata" },
): DeclaredMetadata | Reason {
  if (containsSecret(metadata)) return "secret";
  if (!isObject(metadata)) return "unreadableState";
  return { ...declared, metadata: metadata as MetadataMap, merges: mergeValuesAndMetadata === true };
}

function readEndpoint(
  { name, type }: JsonObject,
  declared: Declared & { kind: "NotificationEndpoint" },
): DeclaredEndpoint | Reason {
  if (containsSecret([name, type])) return "secret";
  return typeof name === "string" && typeof type === "string" ? { ...declared, name, type } : "unreadableState";
}
