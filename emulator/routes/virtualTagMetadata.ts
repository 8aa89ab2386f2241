/** Virtual Tag metadata. */
import type { MetadataMap, ValueMetadata } from "../../client/wire";
import type { Call, HandlerResponse, Route } from "../http/route";
import { badRequest, ServiceError } from "../http/serviceErrors";
import type { StoredTag } from "../store/state";
import type { Switches } from "../switches";
import { metadataBody } from "./requestSchemas";
import { metadataResponse, savedMetadataResponse } from "./responseSchemas";
import { keptText } from "./storedTags";
import { requireTag } from "./tagAccess";

/** The metadata of a value with all fields, as in a response. */
type CompleteMetadata = Required<ValueMetadata>;

/** The metadata of a value in a PUT body. With the nesting `perValue`, it has the merge flag. */
type SentValue = ValueMetadata & { mergeValuesAndMetadata?: boolean };

function withAllFields({ groups = [], customMetadata = {}, endpoints = [] }: ValueMetadata): CompleteMetadata {
  return { groups, customMetadata, endpoints };
}

function mergeLists(
  old: readonly string[],
  added: readonly string[] | undefined,
  how: Switches["metadataMergeLists"],
): readonly string[] {
  if (added === undefined) {
    return old;
  }
  return how === "replace" ? added : [...new Set([...old, ...added])];
}

function mergeMetadata(
  old: ValueMetadata | undefined,
  sent: ValueMetadata,
  how: Switches["metadataMergeLists"],
): CompleteMetadata {
  const before = withAllFields(old ?? {});
  return {
    groups: mergeLists(before.groups, sent.groups, how),
    customMetadata: { ...before.customMetadata, ...sent.customMetadata },
    endpoints: mergeLists(before.endpoints, sent.endpoints, how),
  };
}

/** A value in a PUT body. */
interface SentEntry {
  value: string;
  sent: SentValue;
  /** Whether the metadata of this value is merged. */
  merge: boolean;
}

/** Returns the values of a PUT body, and whether the values that it doesn't have stay, for both kinds of nesting. */
function parseBody(body: Record<string, unknown>, switches: Switches): { keepOthers: boolean; entries: SentEntry[] } {
  const { metadataNesting, metadataValueFlags } = switches;
  const { mergeValuesAndMetadata, ...rest } = body;
  const isAtRoot = metadataNesting === "root";
  const values = Object.entries(isAtRoot ? rest : body) as [string, SentValue][];
  const entries = values.map(([value, sent]) => ({
    value: keptText(value, switches),
    sent,
    merge: (isAtRoot ? mergeValuesAndMetadata : sent.mergeValuesAndMetadata) === true,
  }));
  if (isAtRoot) {
    return { keepOthers: mergeValuesAndMetadata === true, entries };
  }
  if (metadataValueFlags === "separate") {
    return { keepOthers: true, entries };
  }
  const flags = new Set(entries.map(({ merge }) => merge));
  if (flags.size > 1) {
    throw badRequest("mergeValuesAndMetadata: must be the same for every value");
  }
  return { keepOthers: flags.has(true), entries };
}

/** Returns the tag of the path. The API documentation lists neither 403 nor 404 for metadata, so a switch can change both. */
function requireTagOfMetadata(call: Call, access: "read" | "write"): StoredTag {
  try {
    return requireTag(call, call.params["id"] ?? "", access);
  } catch (error) {
    const { metadataErrorStatus } = call.switches;
    if (error instanceof ServiceError && metadataErrorStatus !== "tag") {
      throw new ServiceError(metadataErrorStatus, error.code, error.message);
    }
    throw error;
  }
}

function get(call: Call): HandlerResponse {
  const { metadata } = requireTagOfMetadata(call, "read");
  return { body: { requestId: call.requestId, data: { metadata } } };
}

function put(call: Call): HandlerResponse {
  const tag = requireTagOfMetadata(call, "write");
  const { metadataMergeLists, metadataMergeValues } = call.switches;
  if (Object.hasOwn(call.body as object, "__proto__")) {
    // The schema ignores this key, so its value would not be validated.
    throw badRequest("__proto__: is not supported as a tag value");
  }
  const { keepOthers, entries } = parseBody(call.body as Record<string, unknown>, call.switches);
  const old = new Map(Object.entries(tag.metadata));
  const dotted = entries.find(({ value }) => value.includes(".") && !old.has(value));
  if (dotted !== undefined) {
    throw badRequest(`${dotted.value}: a new tag value must not contain dots`);
  }
  const saved = entries.map(({ value, sent, merge }): [string, CompleteMetadata] => [
    value,
    merge && metadataMergeValues === "merge"
      ? mergeMetadata(old.get(value), sent, metadataMergeLists)
      : withAllFields(sent),
  ]);
  const metadata: MetadataMap = Object.fromEntries([...(keepOthers ? old : []), ...saved]);
  call.store.commit({ op: "setMetadata", account: call.caller.account, id: tag.id, metadata });
  return { body: { requestId: call.requestId, data: { metadata, virtualTagId: tag.id } } };
}

function routesAt(path: string, operationSuffix: string, group: string, switches: Switches): Route[] {
  const { metadataErrorStatus, notFoundStatus } = switches;
  const tagStatuses = metadataErrorStatus === "tag" ? [403, notFoundStatus] : [metadataErrorStatus];
  const errorStatuses = [...tagStatuses, 503, 504];
  return [
    {
      method: "GET",
      path,
      operation: `getVirtualTagMetadata${operationSuffix}`,
      summary: "Get the metadata of a Virtual Tag's values",
      group,
      rate: 100,
      response: metadataResponse,
      errorStatuses,
      handle: get,
    },
    {
      method: "PUT",
      path,
      operation: `putVirtualTagMetadata${operationSuffix}`,
      summary: "Replace or merge the metadata of a Virtual Tag's values",
      group,
      rate: 100,
      body: metadataBody(switches),
      response: savedMetadataResponse,
      errorStatuses,
      handle: put,
    },
  ];
}

/** The routes of metadata, and with the switch `legacyPaths` those of V1. */
export function metadataRoutes(switches: Switches): Route[] {
  return [
    ...routesAt("/v2/virtual-tags/{id}/metadata", "", "Virtual Tag Metadata V2", switches),
    ...(switches.legacyPaths
      ? routesAt("/v1/virtual-tags/{id}/metadata", "V1", "Virtual Tag Metadata V1", switches)
      : []),
  ];
}
