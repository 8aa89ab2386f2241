/** Virtual Tags V2 (section 4.1 of the API document). */
import { randomUUID } from "node:crypto";
import type { VirtualTagBody } from "../../client/wire";
import type { Call, HandlerResponse, Route } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import type { StoredTag } from "../store/state";
import type { Switches } from "../switches";
import { saveQuery, virtualTagBody } from "./requestSchemas";
import { deletedTagResponse, virtualTagResponse, virtualTagsResponse } from "./responseSchemas";
import { hasAcl, newVersion, parseContent, requireFreeName, toVirtualTag, visibleVersion } from "./storedTags";
import { canRead, publicAcl, requireTag } from "./tagAccess";

/** @throws ServiceError 422 if only the application can save a tag of this kind. */
function requireSupported(tag: StoredTag): void {
  if (tag.unsupported !== undefined) {
    throw new ServiceError(422, "UNPROCESSABLE_ENTITY", `The API can't save this Virtual Tag: ${tag.unsupported}.`);
  }
}

function changeDescription(call: Call, body: VirtualTagBody): string | undefined {
  const sent = body.versionMetadata?.changeDescription;
  return sent ?? (call.switches.changeDescription === "defaulted" ? "No description" : undefined);
}

function list(call: Call): HandlerResponse {
  const { switches, account, caller, requestId, clock } = call;
  const virtualTags = [...account.tags.values()]
    .filter((tag) => canRead(tag, caller))
    .map((tag) => {
      const { rules, ...head } = toVirtualTag(tag, switches, clock.now());
      return {
        ...head,
        ...(switches.listHasRules ? { rules } : {}),
        ...(hasAcl(switches, "reads") ? { acl: tag.acl } : {}),
      };
    });
  return { body: { requestId, data: { virtualTags } } };
}

function tagResponse(call: Call, tag: StoredTag, kind: "reads" | "writes"): HandlerResponse {
  const acl = hasAcl(call.switches, kind) ? { acl: tag.acl } : {};
  return {
    body: { requestId: call.requestId, data: { ...toVirtualTag(tag, call.switches, call.clock.now()), ...acl } },
  };
}

function get(call: Call): HandlerResponse {
  return tagResponse(call, requireTag(call, call.params["id"] ?? "", "read"), "reads");
}

function create(call: Call): HandlerResponse {
  const body = call.body as VirtualTagBody;
  requireFreeName(call, body.name);
  const isLive = call.query["setAsLive"] !== false || call.switches.stagedCreateIsLive;
  const version = newVersion(call, body, isLive, changeDescription(call, body));
  const { createdAt, createdBy } = version;
  const head = { id: randomUUID(), createdAt, createdBy, acl: publicAcl() };
  call.store.commit({ op: "createTag", account: call.caller.account, head, version });
  return tagResponse(call, requireTag(call, head.id, "write"), "writes");
}

function update(call: Call): HandlerResponse {
  const body = call.body as VirtualTagBody;
  const tag = requireTag(call, call.params["id"] ?? "", "write");
  requireSupported(tag);
  requireFreeName(call, body.name, tag.id);
  const version = newVersion(call, body, call.query["setAsLive"] !== false, changeDescription(call, body));
  call.store.commit({ op: "saveTag", account: call.caller.account, id: tag.id, version });
  return tagResponse(call, tag, "writes");
}

function remove(call: Call): HandlerResponse {
  const tag = requireTag(call, call.params["id"] ?? "", "write");
  const { name } = parseContent(visibleVersion(tag, "live", call.clock.now()));
  call.store.commit({ op: "deleteTag", account: call.caller.account, id: tag.id });
  return { body: { requestId: call.requestId, data: { id: tag.id, name } } };
}

/** The routes of section 4.1. */
export function virtualTagRoutes(switches: Switches): Route[] {
  const group = "Virtual Tags V2";
  const body = virtualTagBody(switches);
  const one = "/v2/virtual-tags/{id}";
  const all = "/v2/virtual-tags";
  const save = { query: saveQuery, body, response: virtualTagResponse };
  const rows: Omit<Route, "group">[] = [
    {
      method: "GET",
      path: all,
      operation: "listVirtualTags",
      summary: "List the Virtual Tags",
      rate: 50,
      response: virtualTagsResponse,
      errorStatuses: [],
      handle: list,
    },
    {
      method: "GET",
      path: one,
      operation: "getVirtualTag",
      summary: "Get a Virtual Tag",
      rate: 100,
      response: virtualTagResponse,
      errorStatuses: [403, 404],
      handle: get,
    },
    {
      method: "POST",
      path: all,
      operation: "createVirtualTag",
      summary: "Create a Virtual Tag",
      rate: 50,
      ...save,
      errorStatuses: [409, 422],
      handle: create,
    },
    {
      method: "PUT",
      path: one,
      operation: "updateVirtualTag",
      summary: "Replace a Virtual Tag",
      rate: 100,
      ...save,
      errorStatuses: [403, 404, 409, 422],
      handle: update,
    },
    {
      method: "DELETE",
      path: one,
      operation: "deleteVirtualTag",
      summary: "Delete a Virtual Tag and its versions",
      rate: 100,
      response: deletedTagResponse,
      errorStatuses: [403, 404],
      handle: remove,
    },
  ];
  return rows.map((row) => ({ ...row, group }));
}
