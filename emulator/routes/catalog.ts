/** The key catalog and the query language V2. */
import type { Call, HandlerResponse, Route } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import { defaultCatalog } from "../store/defaultCatalog";
import type { StoredKey, StoredTag } from "../store/state";
import type { Switches } from "../switches";
import { valuesQuery } from "./requestSchemas";
import { keysResponse, keysV2Response, valuesResponse, valuesV2Response } from "./responseSchemas";
import { liveName, parseContent, visibleVersion } from "./storedTags";
import { canRead } from "./tagAccess";

/** Returns the catalog key of a Virtual Tag. Its values are the static values in the live version. */
function keyOfTag(tag: StoredTag, switches: Switches, now: number): StoredKey {
  const { defaultValue, rules } = parseContent(visibleVersion(tag, "live", now));
  const values = [...rules.map(({ to }) => to), defaultValue].filter((value) => typeof value === "string");
  return {
    costCenter: "Virtual Tags",
    key: tag.id,
    displayName: liveName(tag, switches, now),
    types: ["virtual_tag"],
    values: [...new Set(values)],
  };
}

/** Returns all keys that the caller can use in a filter. */
export function catalogFor({ account, caller, clock, switches }: Call): StoredKey[] {
  const now = clock.now();
  const tags = [...account.tags.values()]
    .filter((tag) => canRead(tag, caller))
    .map((tag) => keyOfTag(tag, switches, now));
  return [...(account.catalog ?? defaultCatalog), ...tags];
}

function keys(call: Call): HandlerResponse {
  const found = catalogFor(call);
  const listed = found.map(({ costCenter, key, displayName }) => ({ costCenter, key, displayName }));
  return { body: { keys: listed, requestId: call.requestId, accountId: call.caller.account } };
}

/**
 * Returns the values of a key. The catalog may list a key once per type.
 *
 * @throws ServiceError if the key is unknown and the switch says so.
 */
function valuesOf(call: Call, costCenter: string, key: string, type?: string): string[] {
  const found = catalogFor(call).filter((candidate) => candidate.costCenter === costCenter && candidate.key === key);
  if (found.length === 0 && call.switches.unknownCatalogKey === "error") {
    throw new ServiceError(404, "NOT_FOUND", `The catalog has no key ${key} of ${costCenter}.`);
  }
  const ofType = found.filter(({ types }) => type === undefined || types.includes(type));
  return [...new Set(ofType.flatMap(({ values }) => values))];
}

function values(call: Call): HandlerResponse {
  const { costcenter: costCenter = "", key = "" } = call.params;
  const { requestId, caller } = call;
  const request = { costCenter, key };
  return { body: { values: valuesOf(call, costCenter, key), request, requestId, accountId: caller.account } };
}

function keysV2(call: Call): HandlerResponse {
  const found = catalogFor(call);
  const listed = found.map(({ costCenter, key, displayName, types }) => ({ costCenter, key, displayName, types }));
  return { body: { requestId: call.requestId, data: { keys: listed } } };
}

function valuesV2(call: Call): HandlerResponse {
  const { costCenter = "", key = "" } = call.params;
  const { type } = call.query as { type?: string };
  return { body: { requestId: call.requestId, data: { values: valuesOf(call, costCenter, key, type) } } };
}

/** The statuses of {@link valuesOf}, for the OpenAPI document. */
function unknownKeyStatuses({ unknownCatalogKey }: Switches): number[] {
  return unknownCatalogKey === "error" ? [404] : [];
}

function catalogV1Routes(prefix: string, operationSuffix: string, switches: Switches): Route[] {
  const group = "Key catalog V1";
  return [
    {
      method: "GET",
      path: `${prefix}/keys`,
      operation: `listCatalogKeys${operationSuffix}`,
      summary: "List the keys that a filter can use",
      group,
      response: keysResponse,
      errorStatuses: [],
      handle: keys,
    },
    {
      method: "GET",
      path: `${prefix}/values/{costcenter}/{key}`,
      operation: `listCatalogValues${operationSuffix}`,
      summary: "List the values of a key",
      group,
      response: valuesResponse,
      errorStatuses: unknownKeyStatuses(switches),
      handle: values,
    },
  ];
}

function queryLanguageV2Routes(switches: Switches): Route[] {
  const group = "Query language V2";
  return [
    {
      method: "GET",
      path: "/v2/query-language/keys",
      operation: "listQueryLanguageKeys",
      summary: "List the keys with their types",
      group,
      rate: 50,
      response: keysV2Response,
      errorStatuses: [],
      handle: keysV2,
    },
    {
      method: "GET",
      path: "/v2/query-language/values/{costCenter}/{key}",
      operation: "listQueryLanguageValues",
      summary: "List the values of a key, for all types or one",
      group,
      rate: 50,
      query: valuesQuery,
      response: valuesV2Response,
      errorStatuses: unknownKeyStatuses(switches),
      handle: valuesV2,
    },
  ];
}

/** The routes of the key catalog, and the routes that switches add. */
export function catalogRoutes(switches: Switches): Route[] {
  return [
    ...catalogV1Routes("/v1/catalog/query-language", "", switches),
    ...(switches.legacyPaths ? catalogV1Routes("/v1/megabill/query-language", "Megabill", switches) : []),
    ...(switches.queryLanguageV2 ? queryLanguageV2Routes(switches) : []),
  ];
}
