/** The key catalog (sections 2.8 and 4.6) and the query language V2 (section 4.8). */
import { mayRead } from "./access";
import { keysAnswer, keysV2Answer, valuesAnswer, valuesV2Answer } from "./answers";
import type { Switches } from "../options";
import type { Answer, Call, Route } from "../http/route";
import { valuesQuery } from "./schemas";
import { seedCatalog } from "../store/seedCatalog";
import type { StoredAccount, StoredCredential, StoredKey, StoredTag } from "../store/state";
import { contentOf, shownVersion } from "./virtualTags";

/** A Virtual Tag is a key too, whose values are the static values that its live version gives. */
function keyOfTag(tag: StoredTag): StoredKey {
  const { name, defaultValue, rules } = contentOf(shownVersion(tag, "live"));
  const values = [...rules.map(({ to }) => to), defaultValue].filter((value) => typeof value === "string");
  return {
    costCenter: "Virtual Tags",
    key: tag.id,
    displayName: name,
    types: ["virtual_tag"],
    values: [...new Set(values)],
  };
}

/** Every key that the caller can filter by. */
export function catalogOf(account: StoredAccount, caller: StoredCredential): StoredKey[] {
  const tags = [...account.tags.values()].filter((tag) => mayRead(tag, caller)).map(keyOfTag);
  return [...(account.catalog ?? seedCatalog), ...tags];
}

function keys(call: Call): Answer {
  const found = catalogOf(call.account, call.caller);
  const shown = found.map(({ costCenter, key, displayName }) => ({ costCenter, key, displayName }));
  return { body: { keys: shown, requestId: call.requestId, accountId: call.caller.account } };
}

/** Values of a key; a key may be there once a type. Unknown keys have no values. */
function valuesOf(call: Call, costCenter: string, key: string, type?: string): string[] {
  const found = catalogOf(call.account, call.caller).filter(
    (candidate) =>
      candidate.costCenter === costCenter &&
      candidate.key === key &&
      (type === undefined || candidate.types.includes(type)),
  );
  return [...new Set(found.flatMap(({ values }) => values))];
}

function values(call: Call): Answer {
  const { costcenter: costCenter = "", key = "" } = call.params;
  const { requestId, caller } = call;
  const request = { costCenter, key };
  return { body: { values: valuesOf(call, costCenter, key), request, requestId, accountId: caller.account } };
}

function keysV2(call: Call): Answer {
  const found = catalogOf(call.account, call.caller);
  const shown = found.map(({ costCenter, key, displayName, types }) => ({ costCenter, key, displayName, types }));
  return { body: { requestId: call.requestId, data: { keys: shown } } };
}

function valuesV2(call: Call): Answer {
  const { costCenter = "", key = "" } = call.params;
  const { type } = call.query as { type?: string };
  return { body: { requestId: call.requestId, data: { values: valuesOf(call, costCenter, key, type) } } };
}

function routesUnder(prefix: string, suffix: string): Route[] {
  const group = "Key catalog V1";
  return [
    {
      method: "GET",
      path: `${prefix}/keys`,
      operation: `listCatalogKeys${suffix}`,
      summary: "List the keys that can be filtered by",
      group,
      answer: keysAnswer,
      refusals: [],
      handle: keys,
    },
    {
      method: "GET",
      path: `${prefix}/values/{costcenter}/{key}`,
      operation: `listCatalogValues${suffix}`,
      summary: "List the values of a key",
      group,
      answer: valuesAnswer,
      refusals: [],
      handle: values,
    },
  ];
}

function queryLanguageV2(): Route[] {
  const group = "Query language V2";
  return [
    {
      method: "GET",
      path: "/v2/query-language/keys",
      operation: "listQueryLanguageKeys",
      summary: "List the keys with their types",
      group,
      rate: 50,
      answer: keysV2Answer,
      refusals: [],
      handle: keysV2,
    },
    {
      method: "GET",
      path: "/v2/query-language/values/{costCenter}/{key}",
      operation: "listQueryLanguageValues",
      summary: "List the values of a key, of one type if wanted",
      group,
      rate: 50,
      query: valuesQuery,
      answer: valuesV2Answer,
      refusals: [],
      handle: valuesV2,
    },
  ];
}

/** The rows of section 4.6, and those that the switches add. */
export function catalogRoutes(switches: Switches): Route[] {
  return [
    ...routesUnder("/v1/catalog/query-language", ""),
    ...(switches.legacyPaths ? routesUnder("/v1/megabill/query-language", "Megabill") : []),
    ...(switches.queryLanguageV2 ? queryLanguageV2() : []),
  ];
}
