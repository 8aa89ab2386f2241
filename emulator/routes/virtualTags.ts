/** Virtual Tags V2 (section 4.1), and what V1 shares of saving one. */
import { randomUUID } from "node:crypto";
import type { VirtualTag, VirtualTagBody } from "../../client/wire";
import type { Rule, TagContent, TagValue } from "../../rules/types";
import { mayRead, publicAcl, tagFor } from "./access";
import { deletedTagAnswer, virtualTagAnswer, virtualTagsAnswer } from "./answers";
import { dateText } from "./dates";
import { ServiceError } from "../http/errors";
import type { Switches } from "../options";
import { retained } from "../store/retention";
import type { Answer, Call, Route } from "../http/route";
import { saveQuery, virtualTagBody } from "./schemas";
import type { StoredTag, StoredVersion } from "../store/state";

/** What a version's `content` holds as text. */
export interface NamedContent {
  name: string;
  defaultValue: TagValue;
  rules: Rule[];
}

/** A version's content, read. */
export function contentOf(version: StoredVersion): NamedContent {
  return JSON.parse(version.content) as NamedContent;
}

/** The version that reading a tag shows: the live one, or the newest where there is none or the switch says so. */
export function shownVersion(tag: StoredTag, stagedRead: Switches["stagedRead"]): StoredVersion {
  const newest = tag.versions.at(-1);
  if (newest === undefined) {
    throw new Error(`Tag ${tag.id} has no version.`);
  }
  return stagedRead === "latest" ? newest : (tag.versions.find((version) => version.isLive) ?? newest);
}

/** The tag as V2 shows it, apart from its ACL. */
export function shownTag(tag: StoredTag, switches: Switches): VirtualTag {
  const version = shownVersion(tag, switches.stagedRead);
  const { name, defaultValue, rules } = contentOf(version);
  return {
    id: tag.id,
    name,
    defaultValue,
    rules,
    createdBy: tag.createdBy,
    updatedBy: version.createdBy,
    createdAt: dateText(tag.createdAt, switches.dates),
    updatedAt: dateText(version.createdAt, switches.dates),
  };
}

function withAcl<T extends object>(shown: T, tag: StoredTag, present: boolean): T {
  return present ? { ...shown, acl: tag.acl } : shown;
}

/** A new version of that content, live or not. */
export function newVersion(
  call: Call,
  { name, rules, defaultValue }: TagContent & { name: string },
  isLive: boolean,
  changeDescription?: string,
): StoredVersion {
  return {
    id: randomUUID(),
    createdAt: call.clock.now(),
    createdBy: call.caller.user,
    ...(changeDescription === undefined ? {} : { changeDescription }),
    isLive,
    content: JSON.stringify({ name, defaultValue, rules }),
  };
}

/** @throws ServiceError 409 when the switch makes names unique and another tag of the account has this one. */
export function checkName(call: Call, name: string, ownId?: string): void {
  if (!call.switches.uniqueNames) {
    return;
  }
  for (const tag of call.account.tags.values()) {
    if (tag.id !== ownId && contentOf(shownVersion(tag, "live")).name === name) {
      throw new ServiceError(409, "CONFLICT", `There is a Virtual Tag named ${JSON.stringify(name)} already.`);
    }
  }
}

/** @throws ServiceError 422 when the tag is of a kind that only the application can write. */
function checkSupported(tag: StoredTag): void {
  if (tag.unsupported !== undefined) {
    throw new ServiceError(422, "UNPROCESSABLE_ENTITY", `This Virtual Tag cannot be saved here: ${tag.unsupported}.`);
  }
}

function descriptionOf(call: Call, body: VirtualTagBody): string | undefined {
  const given = body.versionMetadata?.changeDescription;
  return given ?? (call.switches.changeDescription === "defaulted" ? "No description" : undefined);
}

function list(call: Call): Answer {
  const { switches, account, caller, requestId } = call;
  const virtualTags = [...account.tags.values()]
    .filter((tag) => mayRead(tag, caller))
    .map((tag) => {
      const { rules, ...head } = shownTag(tag, switches);
      return withAcl(switches.listHasRules ? { ...head, rules } : head, tag, switches.aclIn !== "none");
    });
  return { body: { requestId, data: { virtualTags } } };
}

function answerTag(call: Call, tag: StoredTag, kind: "reads" | "writes"): Answer {
  const { aclIn } = call.switches;
  const present = aclIn === "all" || (aclIn === "reads" && kind === "reads");
  return { body: { requestId: call.requestId, data: withAcl(shownTag(tag, call.switches), tag, present) } };
}

function get(call: Call): Answer {
  return answerTag(call, tagFor(call, call.params["id"] ?? "", "read"), "reads");
}

function create(call: Call): Answer {
  const body = call.body as VirtualTagBody;
  checkName(call, body.name);
  const isLive = call.query["setAsLive"] !== false || call.switches.stagedCreateIsLive;
  const version = newVersion(call, body, isLive, descriptionOf(call, body));
  const { createdAt, createdBy } = version;
  const head = { id: randomUUID(), createdAt, createdBy, acl: publicAcl() };
  call.store.commit({ op: "createTag", account: call.caller.account, head, version });
  return answerTag(call, tagFor(call, head.id, "write"), "writes");
}

function update(call: Call): Answer {
  const body = call.body as VirtualTagBody;
  const tag = tagFor(call, call.params["id"] ?? "", "write");
  checkSupported(tag);
  checkName(call, body.name, tag.id);
  const version = newVersion(call, body, call.query["setAsLive"] !== false, descriptionOf(call, body));
  call.store.commit({ op: "saveTag", account: call.caller.account, id: tag.id, version });
  return answerTag(call, tag, "writes");
}

function remove(call: Call): Answer {
  const tag = tagFor(call, call.params["id"] ?? "", "write");
  const { name } = contentOf(shownVersion(tag, "live"));
  call.store.commit({ op: "deleteTag", account: call.caller.account, id: tag.id });
  return { body: { requestId: call.requestId, data: { id: tag.id, name } } };
}

/** Versions that are over age are gone, whenever somebody looks (section 3, "automatic retention"). */
export function versionsNow(tag: StoredTag, now: number): StoredVersion[] {
  return retained(tag.versions, now);
}

/** The rows of section 4.1. */
export function virtualTagRoutes(switches: Switches): Route[] {
  const group = "Virtual Tags V2";
  const body = virtualTagBody(switches);
  const one = "/v2/virtual-tags/{id}";
  const all = "/v2/virtual-tags";
  const write = { query: saveQuery, body, answer: virtualTagAnswer };
  const rows: Omit<Route, "group">[] = [
    {
      method: "GET",
      path: all,
      operation: "listVirtualTags",
      summary: "List the Virtual Tags",
      rate: 50,
      answer: virtualTagsAnswer,
      refusals: [],
      handle: list,
    },
    {
      method: "GET",
      path: one,
      operation: "getVirtualTag",
      summary: "Get a Virtual Tag",
      rate: 100,
      answer: virtualTagAnswer,
      refusals: [403, 404],
      handle: get,
    },
    {
      method: "POST",
      path: all,
      operation: "createVirtualTag",
      summary: "Create a Virtual Tag",
      rate: 50,
      ...write,
      refusals: [409, 422],
      handle: create,
    },
    {
      method: "PUT",
      path: one,
      operation: "updateVirtualTag",
      summary: "Replace a Virtual Tag",
      rate: 100,
      ...write,
      refusals: [403, 404, 409, 422],
      handle: update,
    },
    {
      method: "DELETE",
      path: one,
      operation: "deleteVirtualTag",
      summary: "Delete a Virtual Tag and its versions",
      rate: 100,
      answer: deletedTagAnswer,
      refusals: [403, 404],
      handle: remove,
    },
  ];
  return rows.map((row) => ({ ...row, group }));
}
