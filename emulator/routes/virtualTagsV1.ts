/** Virtual Tags V1, deprecated (section 4.4), over the same store as V2. */
import { randomUUID } from "node:crypto";
import type { VirtualTagV1, VirtualTagV1Body } from "../../client/wire";
import { mayRead, publicAcl, tagFor } from "./access";
import { deletedTagV1Answer, virtualTagsV1Answer, virtualTagV1Answer } from "./answers";
import { catalogOf } from "./catalog";
import { ServiceError } from "../http/errors";
import type { Switches } from "../options";
import type { Answer, Call, Route } from "../http/route";
import { withDisplayNames, withoutCasing, withoutDisplayNames } from "./rulesV1";
import { virtualTagV1Body } from "./schemas";
import type { StoredTag } from "../store/state";
import { checkName, contentOf, newVersion, shownTag, shownVersion, type NamedContent } from "./virtualTags";

/** End of life, section 9: from this day on (UTC). */
const endOfLife = Date.UTC(2027, 2, 31);

/** A handler that answers 410 once V1 has reached its end of life. */
function untilEndOfLife(handle: (call: Call) => Answer): (call: Call) => Answer {
  return (call) => {
    if (call.clock.now() >= endOfLife && call.switches.v1AfterEndOfLife === "gone") {
      throw new ServiceError(410, "GONE", "Virtual Tags V1 reached its end of life on 2027-03-31. Use V2.");
    }
    return handle(call);
  };
}

function shown(call: Call, tag: StoredTag, kind: "reads" | "writes"): VirtualTagV1 {
  const { switches, account, caller } = call;
  const v2 = shownTag(tag, switches);
  const withAcl = switches.aclIn === "all" || (switches.aclIn === "reads" && kind === "reads");
  return {
    ...v2,
    rules: withDisplayNames(v2.rules, catalogOf(account, caller)),
    accountId: caller.account,
    ...(tag.category === undefined ? {} : { category: tag.category }),
    ...(withAcl ? { acl: tag.acl } : {}),
  };
}

function answerTag(call: Call, tag: StoredTag, kind: "reads" | "writes"): Answer {
  const { requestId } = call;
  const body = shown(call, tag, kind);
  switch (call.switches.v1Body) {
    case "bare":
      return { body: { requestId, ...body } };
    case "data":
      return { body: { requestId, data: body } };
    case "virtualTag":
      return { body: { requestId, virtualTag: body } };
  }
}

/** V1 documents its own 404, whatever V2 does. */
function tagV1For(call: Call, access: "read" | "write"): StoredTag {
  return tagFor(call, call.params["id"] ?? "", access, 404);
}

function contentFrom(call: Call): NamedContent {
  const { name, rules, defaultValue, isCaseSensitive } = call.body as VirtualTagV1Body;
  const { v1Casing, v1TolerantPut } = call.switches;
  const plain = v1TolerantPut ? withoutDisplayNames(rules) : [...rules];
  const catalog = catalogOf(call.account, call.caller);
  return { name, defaultValue, rules: isCaseSensitive === true ? plain : withoutCasing(plain, v1Casing, catalog) };
}

function list(call: Call): Answer {
  const { account, caller, requestId } = call;
  const virtualTags = [...account.tags.values()]
    .filter((tag) => mayRead(tag, caller))
    .map((tag) => shown(call, tag, "reads"));
  return { body: { accountId: caller.account, requestId, virtualTags } };
}

function get(call: Call): Answer {
  return answerTag(call, tagV1For(call, "read"), "reads");
}

function create(call: Call): Answer {
  const content = contentFrom(call);
  checkName(call, content.name);
  const version = newVersion(call, content, true);
  const head = {
    id: randomUUID(),
    createdAt: version.createdAt,
    createdBy: version.createdBy,
    acl: publicAcl(),
  };
  call.store.commit({ op: "createTag", account: call.caller.account, head, version });
  const tag = tagFor(call, head.id, "write");
  return { ...answerTag(call, tag, "writes"), status: call.switches.v1CreateStatus };
}

function update(call: Call): Answer {
  const tag = tagV1For(call, "write");
  const content = contentFrom(call);
  checkName(call, content.name, tag.id);
  const version = newVersion(call, content, true);
  call.store.commit({ op: "saveTag", account: call.caller.account, id: tag.id, version });
  return answerTag(call, tag, "writes");
}

function remove(call: Call): Answer {
  const tag = tagV1For(call, "write");
  const { name } = contentOf(shownVersion(tag, "live"));
  call.store.commit({ op: "deleteTag", account: call.caller.account, id: tag.id });
  const message = `Virtual Tag ${name} is deleted.`;
  switch (call.switches.v1DeleteBody) {
    case "message":
      return { body: { requestId: call.requestId, message } };
    case "empty":
      return { body: undefined };
    case "text":
      return { body: message };
  }
}

/** The rows of section 4.4. */
export function virtualTagV1Routes(switches: Switches): Route[] {
  const group = "Virtual Tags V1 (deprecated)";
  const all = "/v1/virtual-tags";
  const one = "/v1/virtual-tags/{id}";
  const row = (route: Omit<Route, "group">): Route => ({ ...route, group, handle: untilEndOfLife(route.handle) });
  return [
    row({
      method: "GET",
      path: all,
      operation: "listVirtualTagsV1",
      summary: "List the Virtual Tags",
      answer: virtualTagsV1Answer,
      refusals: [410, 500],
      handle: list,
    }),
    row({
      method: "POST",
      path: all,
      operation: "createVirtualTagV1",
      summary: "Create a Virtual Tag",
      body: virtualTagV1Body(switches, "POST"),
      answer: virtualTagV1Answer,
      status: switches.v1CreateStatus,
      refusals: [409, 410, 422, 500],
      handle: create,
    }),
    row({
      method: "GET",
      path: one,
      operation: "getVirtualTagV1",
      summary: "Get a Virtual Tag",
      answer: virtualTagV1Answer,
      refusals: [403, 404, 410, 500],
      handle: get,
    }),
    row({
      method: "PUT",
      path: one,
      operation: "updateVirtualTagV1",
      summary: "Replace a Virtual Tag",
      body: virtualTagV1Body(switches, "PUT"),
      answer: virtualTagV1Answer,
      refusals: [403, 404, 409, 410, 422, 500],
      handle: update,
    }),
    row({
      method: "DELETE",
      path: one,
      operation: "deleteVirtualTagV1",
      summary: "Delete a Virtual Tag and its versions",
      answer: switches.v1DeleteBody === "message" ? deletedTagV1Answer : undefined,
      refusals: [403, 404, 410, 500],
      handle: remove,
    }),
  ];
}
