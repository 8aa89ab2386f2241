/** Virtual Tag metadata (sections 2.6 and 4.3). */
import type { MetadataMap, ValueMetadata } from "../../client/wire";
import { tagFor } from "./access";
import { metadataAnswer, savedMetadataAnswer } from "./answers";
import { badRequest } from "../http/errors";
import type { Switches } from "../options";
import type { Answer, Call, Route } from "../http/route";
import { metadataBody } from "./schemas";

/** Metadata of a value with every field, as the service answers it. */
type Complete = Required<ValueMetadata>;

/** One value of a PUT body; the switch may place the merge flag inside of it. */
type SentValue = ValueMetadata & { mergeValuesAndMetadata?: boolean };

function complete({ groups = [], customMetadata = {}, endpoints = [] }: ValueMetadata): Complete {
  return { groups, customMetadata, endpoints };
}

function mergedList(
  old: readonly string[],
  added: string[] | undefined,
  how: Switches["metadataMergeLists"],
): string[] {
  if (added === undefined) {
    return [...old];
  }
  return how === "replace" ? added : [...new Set([...old, ...added])];
}

function merged(old: ValueMetadata | undefined, sent: ValueMetadata, how: Switches["metadataMergeLists"]): Complete {
  const before = complete(old ?? {});
  return {
    groups: mergedList(before.groups, sent.groups, how),
    customMetadata: { ...before.customMetadata, ...sent.customMetadata },
    endpoints: mergedList(before.endpoints, sent.endpoints, how),
  };
}

/** The merge flag and the values of a PUT body, in either nesting. */
function read(
  body: Record<string, unknown>,
  nesting: Switches["metadataNesting"],
): {
  merge: boolean;
  values: [string, SentValue][];
} {
  if (nesting === "root") {
    const { mergeValuesAndMetadata = false, ...values } = body;
    return { merge: mergeValuesAndMetadata === true, values: Object.entries(values) as [string, SentValue][] };
  }
  const values = Object.entries(body) as [string, SentValue][];
  const flags = new Set(values.map(([, value]) => value.mergeValuesAndMetadata === true));
  if (flags.size > 1) {
    throw badRequest("mergeValuesAndMetadata: must be the same for every value");
  }
  return { merge: flags.has(true), values };
}

function get(call: Call): Answer {
  const { metadata } = tagFor(call, call.params["id"] ?? "", "read");
  return { body: { requestId: call.requestId, data: { metadata } } };
}

function put(call: Call): Answer {
  const tag = tagFor(call, call.params["id"] ?? "", "write");
  const { metadataNesting, metadataMergeLists, metadataMergeValues } = call.switches;
  if (Object.hasOwn(call.body as object, "__proto__")) {
    // The schema cannot see it, so what is in it would go unchecked.
    throw badRequest("__proto__: cannot be a tag value here");
  }
  const { merge, values } = read(call.body as Record<string, unknown>, metadataNesting);
  const old = new Map(Object.entries(tag.metadata));
  const sent = values.map(([value, given]): [string, Complete] => [
    value,
    merge && metadataMergeValues === "merge" ? merged(old.get(value), given, metadataMergeLists) : complete(given),
  ]);
  const metadata: MetadataMap = Object.fromEntries([...(merge ? old : []), ...sent]);
  call.store.commit({ op: "setMetadata", account: call.caller.account, id: tag.id, metadata });
  return { body: { requestId: call.requestId, data: { metadata, virtualTagId: tag.id } } };
}

function routesAt(path: string, suffix: string, group: string, switches: Switches): Route[] {
  return [
    {
      method: "GET",
      path,
      operation: `getVirtualTagMetadata${suffix}`,
      summary: "Get the metadata of a Virtual Tag's values",
      group,
      rate: 100,
      answer: metadataAnswer,
      refusals: [403, 404, 503, 504],
      handle: get,
    },
    {
      method: "PUT",
      path,
      operation: `putVirtualTagMetadata${suffix}`,
      summary: "Replace or merge the metadata of a Virtual Tag's values",
      group,
      rate: 100,
      body: metadataBody(switches),
      answer: savedMetadataAnswer,
      refusals: [403, 404, 503, 504],
      handle: put,
    },
  ];
}

/** The rows of section 4.3, and those of V1 that one client is known to use when the switch is on. */
export function metadataRoutes(switches: Switches): Route[] {
  return [
    ...routesAt("/v2/virtual-tags/{id}/metadata", "", "Virtual Tag Metadata V2", switches),
    ...(switches.legacyPaths
      ? routesAt("/v1/virtual-tags/{id}/metadata", "V1", "Virtual Tag Metadata V1", switches)
      : []),
  ];
}
