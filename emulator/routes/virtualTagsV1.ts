/** Virtual Tags V1, deprecated. They are stored as V2 tags. */
import type { VirtualTagV1, VirtualTagV1Body } from "../../client/wire";
import type { Call, HandlerResponse, Route } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import type { StoredTag } from "../store/state";
import type { Switches } from "../switches";
import { catalogFor } from "./catalog";
import { virtualTagV1Body } from "./requestSchemas";
import { deletedTagV1Response, virtualTagsV1Response, virtualTagV1Response } from "./responseSchemas";
import { addDisplayNames } from "./ruleChanges";
import { removeDisplayNames, toV2Content } from "./rulesV1";
import {
  createTag,
  deleteTag,
  duplicateNameStatuses,
  hasAcl,
  newVersion,
  requireFreeName,
  toVirtualTag,
  type NamedContent,
} from "./storedTags";
import { canRead, requireTag } from "./tagAccess";

/** The first day without V1, in UTC. */
const endOfLife = Date.UTC(2027, 2, 31);

/** Makes a handler fail with 410 when V1 has reached its end of life. */
function untilEndOfLife(handle: Route["handle"]): Route["handle"] {
  return (call) => {
    if (call.clock.now() >= endOfLife && call.switches.v1AfterEndOfLife === "gone") {
      throw new ServiceError(410, "GONE", "Virtual Tags V1 reached its end of life on 2027-03-31. Use V2.");
    }
    return handle(call);
  };
}

function toVirtualTagV1(call: Call, tag: StoredTag, kind: "reads" | "writes"): VirtualTagV1 {
  const { switches, caller, clock } = call;
  const v2 = toVirtualTag(tag, switches, clock.now());
  return {
    ...v2,
    rules: addDisplayNames(v2.rules, catalogFor(call), false),
    accountId: caller.account,
    ...(tag.category === undefined ? {} : { category: tag.category }),
    ...(hasAcl(switches, kind) ? { acl: tag.acl } : {}),
  };
}

function tagResponse(call: Call, tag: StoredTag, kind: "reads" | "writes"): HandlerResponse {
  const { requestId } = call;
  const virtualTag = toVirtualTagV1(call, tag, kind);
  switch (call.switches.v1Body) {
    case "bare":
      return { body: { requestId, ...virtualTag } };
    case "data":
      return { body: { requestId, data: virtualTag } };
    case "virtualTag":
      return { body: { requestId, virtualTag } };
  }
}

/** Returns the tag of the path. V1 documents status 404, so the switch `notFoundStatus` doesn't apply. */
function requireTagV1(call: Call, access: "read" | "write"): StoredTag {
  return requireTag(call, call.params["id"] ?? "", access, 404);
}

function contentToSave(call: Call): NamedContent {
  const { name, rules, defaultValue, isCaseSensitive } = call.body as VirtualTagV1Body;
  const { v1Casing, v1TolerantPut, keyTypes } = call.switches;
  const sent = v1TolerantPut ? removeDisplayNames(rules) : rules;
  const casing = isCaseSensitive === true ? "keep" : v1Casing;
  const catalog = catalogFor(call);
  return { name, ...toV2Content({ rules: sent, defaultValue }, { casing, keyTypes, catalog }) };
}

function list(call: Call): HandlerResponse {
  const { account, caller, requestId } = call;
  const virtualTags = [...account.tags.values()]
    .filter((tag) => canRead(tag, caller))
    .map((tag) => toVirtualTagV1(call, tag, "reads"));
  return { body: { accountId: caller.account, requestId, virtualTags } };
}

function get(call: Call): HandlerResponse {
  return tagResponse(call, requireTagV1(call, "read"), "reads");
}

function create(call: Call): HandlerResponse {
  const content = contentToSave(call);
  requireFreeName(call, content.name);
  const tag = createTag(call, newVersion(call, content, true));
  return { ...tagResponse(call, tag, "writes"), status: call.switches.v1CreateStatus };
}

function update(call: Call): HandlerResponse {
  const tag = requireTagV1(call, "write");
  const content = contentToSave(call);
  requireFreeName(call, content.name, tag.id);
  const version = newVersion(call, content, true);
  call.store.commit({ op: "saveTag", account: call.caller.account, id: tag.id, version });
  return tagResponse(call, tag, "writes");
}

function remove(call: Call): HandlerResponse {
  const tag = requireTagV1(call, "write");
  const message = `Virtual Tag ${deleteTag(call, tag)} was deleted.`;
  switch (call.switches.v1DeleteBody) {
    case "message":
      return { body: { requestId: call.requestId, message } };
    case "empty":
      return { body: undefined };
    case "text":
      return { body: message };
  }
}

/** The routes of Virtual Tags V1. */
export function virtualTagV1Routes(switches: Switches): Route[] {
  const group = "Virtual Tags V1 (deprecated)";
  const all = "/v1/virtual-tags";
  const one = "/v1/virtual-tags/{id}";
  const ended = switches.v1AfterEndOfLife === "gone" ? [410] : [];
  const row = (route: Omit<Route, "group">): Route => ({ ...route, group, handle: untilEndOfLife(route.handle) });
  return [
    row({
      method: "GET",
      path: all,
      operation: "listVirtualTagsV1",
      summary: "List the Virtual Tags",
      response: virtualTagsV1Response(switches),
      errorStatuses: [...ended, 500],
      handle: list,
    }),
    row({
      method: "POST",
      path: all,
      operation: "createVirtualTagV1",
      summary: "Create a Virtual Tag",
      body: virtualTagV1Body(switches, "POST"),
      response: virtualTagV1Response(switches),
      status: switches.v1CreateStatus,
      errorStatuses: [...duplicateNameStatuses(switches), ...ended, 422, 500],
      handle: create,
    }),
    row({
      method: "GET",
      path: one,
      operation: "getVirtualTagV1",
      summary: "Get a Virtual Tag",
      response: virtualTagV1Response(switches),
      errorStatuses: [403, 404, ...ended, 500],
      handle: get,
    }),
    row({
      method: "PUT",
      path: one,
      operation: "updateVirtualTagV1",
      summary: "Replace a Virtual Tag",
      body: virtualTagV1Body(switches, "PUT"),
      response: virtualTagV1Response(switches),
      errorStatuses: [403, 404, ...duplicateNameStatuses(switches), ...ended, 422, 500],
      handle: update,
    }),
    row({
      method: "DELETE",
      path: one,
      operation: "deleteVirtualTagV1",
      summary: "Delete a Virtual Tag and its versions",
      response: switches.v1DeleteBody === "message" ? deletedTagV1Response : undefined,
      errorStatuses: [403, 404, ...ended, 500],
      handle: remove,
    }),
  ];
}
