/** Virtual Tags V2. */
import type { VirtualTag, VirtualTagBody } from "../../client/wire";
import type { Call, HandlerResponse, Route } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import type { StoredTag, StoredVersion } from "../store/state";
import type { Switches } from "../switches";
import { saveQuery, virtualTagBody } from "./requestSchemas";
import { deletedTagResponse, virtualTagResponse, virtualTagsResponse } from "./responseSchemas";
import { asRead, knownContent } from "./ruleChanges";
import {
  createTag,
  deleteTag,
  duplicateNameStatuses,
  hasAcl,
  newVersion,
  requireFreeName,
  toVirtualTag,
} from "./storedTags";
import { canRead, requireTag } from "./tagAccess";

/** Status of a save of a tag that only the application can save. */
const unsupportedStatus = 422;

/** @throws ServiceError 422 if only the application can save a tag of this kind. */
function requireSupported(tag: StoredTag): void {
  if (tag.unsupported !== undefined) {
    throw new ServiceError(
      unsupportedStatus,
      "UNPROCESSABLE_ENTITY",
      `The API can't save this Virtual Tag: ${tag.unsupported}.`,
    );
  }
}

/** Returns the body of a save, without the unknown fields that a switch allows. */
function bodyOf({ body, switches }: Call): VirtualTagBody {
  const sent = body as VirtualTagBody;
  return switches.v2UnknownFields === "ignored" ? { ...sent, ...knownContent(sent) } : sent;
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
      const { rules, ...head } = asRead(toVirtualTag(tag, switches, clock.now()), call);
      return { ...head, ...(switches.listHasRules ? { rules } : {}), ...aclOf(tag, switches, "reads") };
    });
  return { body: { requestId, data: { virtualTags } } };
}

function aclOf(tag: StoredTag, switches: Switches, kind: "reads" | "writes"): Pick<VirtualTag, "acl"> {
  return hasAcl(switches, kind) ? { acl: tag.acl } : {};
}

function get(call: Call): HandlerResponse {
  const { switches, clock, requestId } = call;
  const tag = requireTag(call, call.params["id"] ?? "", "read");
  const read = asRead(toVirtualTag(tag, switches, clock.now()), call);
  return { body: { requestId, data: { ...read, ...aclOf(tag, switches, "reads") } } };
}

/** Returns the response to a save. */
function savedResponse(call: Call, tag: StoredTag, saved: StoredVersion): HandlerResponse {
  const { switches, clock, requestId } = call;
  const shown = switches.stagedPutReturns === "staged" ? saved : undefined;
  const data = toVirtualTag(tag, switches, clock.now(), shown);
  return { body: { requestId, data: { ...data, ...aclOf(tag, switches, "writes") } } };
}

function create(call: Call): HandlerResponse {
  const body = bodyOf(call);
  requireFreeName(call, body.name);
  const isLive = call.query["setAsLive"] !== false || call.switches.stagedCreateIsLive;
  const version = newVersion(call, body, isLive, changeDescription(call, body));
  return savedResponse(call, createTag(call, version), version);
}

function update(call: Call): HandlerResponse {
  const body = bodyOf(call);
  const tag = requireTag(call, call.params["id"] ?? "", "write");
  requireSupported(tag);
  requireFreeName(call, body.name, tag.id);
  const version = newVersion(call, body, call.query["setAsLive"] !== false, changeDescription(call, body));
  call.store.commit({ op: "saveTag", account: call.caller.account, id: tag.id, version });
  return savedResponse(call, tag, version);
}

function remove(call: Call): HandlerResponse {
  const tag = requireTag(call, call.params["id"] ?? "", "write");
  return { body: { requestId: call.requestId, data: { id: tag.id, name: deleteTag(call, tag) } } };
}

const all = "/v2/virtual-tags";
const one = "/v2/virtual-tags/{id}";

/** The routes of Virtual Tags V2. */
export function virtualTagRoutes(switches: Switches): Route[] {
  const group = "Virtual Tags V2";
  const response = virtualTagResponse(switches);
  const save = { query: saveQuery, body: virtualTagBody(switches), response };
  const { notFoundStatus, wrongStructureStatus } = switches;
  const saveStatuses = [wrongStructureStatus, ...duplicateNameStatuses(switches)];
  const rows: Omit<Route, "group">[] = [
    {
      method: "GET",
      path: all,
      operation: "listVirtualTags",
      summary: "List the Virtual Tags",
      rate: 50,
      response: virtualTagsResponse(switches),
      errorStatuses: [],
      handle: list,
    },
    {
      method: "GET",
      path: one,
      operation: "getVirtualTag",
      summary: "Get a Virtual Tag",
      rate: 100,
      response,
      errorStatuses: [403, notFoundStatus],
      handle: get,
    },
    {
      method: "POST",
      path: all,
      operation: "createVirtualTag",
      summary: "Create a Virtual Tag",
      rate: 50,
      ...save,
      errorStatuses: saveStatuses,
      handle: create,
    },
    {
      method: "PUT",
      path: one,
      operation: "updateVirtualTag",
      summary: "Replace a Virtual Tag",
      rate: 100,
      ...save,
      errorStatuses: [403, notFoundStatus, unsupportedStatus, ...saveStatuses],
      handle: update,
    },
    {
      method: "DELETE",
      path: one,
      operation: "deleteVirtualTag",
      summary: "Delete a Virtual Tag and its versions",
      rate: 100,
      response: deletedTagResponse,
      errorStatuses: [403, notFoundStatus],
      handle: remove,
    },
  ];
  return rows.map((row) => ({ ...row, group }));
}
