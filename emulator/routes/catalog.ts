/** The key catalog (sections 2.8 and 4.6 of the API document) and the query language V2 (section 4.8). */
import type { Call, HandlerResponse, Route } from "../http/route";
import { defaultCatalog } from "../store/defaultCatalog";
import type { StoredAccount, StoredCredential, StoredKey, StoredTag } from "../store/state";
import type { Switches } from "../switches";
import { valuesQuery } from "./requestSchemas";
import { keysResponse, keysV2Response, valuesResponse, valuesV2Response } from "./responseSchemas";
import { parseContent, visibleVersion } from "./storedTags";
import { canRead } from "./tagAccess";

/** Returns the catalog key of a Virtual Tag. Its values are the static values in the live version. */
function keyOfTag(tag: StoredTag, now: number): StoredKey {
  const { name, defaultValue, rules } = parseContent(visibleVersion(tag, "live", now));
  const values = [...rules.map(({ to }) => to), defaultValue].filter((value) => typeof value === "string");
  return {
    costCenter: "Virtual Tags",
    key: tag.id,
    displayName: name,
    types: ["virtual_tag"],
    values: [...new Set(values)],
  };
}

/** Returns all keys that the caller can use in a filter. */
export function catalogFor(account: StoredAccount, caller: StoredCredential, now: number): StoredKey[] {
  const tags = [...account.tags.values()].filter((tag) => canRead(tag, caller)).map((tag) => keyOfTag(tag, now));
  return [...(account.catalog ?? defaultCatalog), ...tags];
}

function keys(call: Call): HandlerResponse {
  const found = catalogFor(call.account, call.caller, call.clock.now());
  const listed = found.map(({ costCenter, key, displayName }) => ({ costCenter, key, displayName }));
  return { body: { keys: listed, requestId: call.requestId, accountId: call.caller.account } };
}

/** Returns the values of a key. The catalog may list a key once per type. An unknown key has no values. */
function valuesOf(call: Call, costCenter: string, key: string, type?: string): string[] {
  const found = catalogFor(call.account, call.caller, call.clock.now()).filter(
    (candidate) =>
      candidate.costCenter === costCenter &&
      candidate.key === key &&
      (type === undefined || candidate.types.includes(type)),
  );
  return [...new Set(found.flatMap(({ values }) => values))];
}

function values(call: Call): HandlerResponse {
  const { costcenter: costCenter = "", key = "" } = call.params;
  const { requestId, caller } = call;
  const request = { costCenter, key };
  return { body: { values: valuesOf(call, costCenter, key), request, requestId, accountId: caller.account } };
}

function keysV2(call: Call): HandlerResponse {
  const found = catalogFor(call.account, call.caller, call.clock.now());
  const listed = found.map(({ costCenter, key, displayName, types }) => ({ costCenter, key, displayName, types }));
  return { body: { requestId: call.requestId, data: { keys: listed } } };
}

function valuesV2(call: Call): HandlerResponse {
  const { costCenter = "", key = "" } = call.params;
  const { type } = call.query as { type?: string };
  return { body: { requestId: call.requestId, data: { values: valuesOf(call, costCenter, key, type) } } };
}

function catalogV1Routes(prefix: string, operationSuffix: string): Route[] {
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
      errorStatuses: [],
      handle: values,
    },
  ];
}

function queryLanguageV2Routes(): Route[] {
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
      errorStatuses: [],
      handle: valuesV2,
    },
  ];
}

/** The routes of section 4.6, and the routes that switches add. */
export function catalogRoutes(switches: Switches): Route[] {
  return [
    ...catalogV1Routes("/v1/catalog/query-language", ""),
    ...(switches.legacyPaths ? catalogV1Routes("/v1/megabill/query-language", "Megabill") : []),
    ...(switches.queryLanguageV2 ? queryLanguageV2Routes() : []),
  ];
}
