/** Virtual Tag versions. */
import type { Version } from "../../client/wire";
import type { Call, HandlerResponse, Route } from "../http/route";
import { badRequest, ServiceError } from "../http/serviceErrors";
import type { StoredVersion } from "../store/state";
import type { Switches } from "../switches";
import { versionsQuery } from "./requestSchemas";
import { versionResponse, versionsResponse } from "./responseSchemas";
import { asRead } from "./ruleChanges";
import { currentVersions, parseContent } from "./storedTags";
import { requireTag } from "./tagAccess";

/** The parsed query of the list. */
interface VersionsQuery {
  from?: number;
  to?: number;
  pageSize?: number;
  cursor?: string;
  sortDirection?: "asc" | "desc";
}

function toVersion(version: StoredVersion): Version {
  const { id, createdAt, createdBy, changeDescription, isLive } = version;
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    ...(changeDescription === undefined ? {} : { changeDescription }),
    isLive,
  };
}

/** A cursor encodes only a position. As the document says, the client must repeat the other parameters. */
function encodeCursor(position: number): string {
  return Buffer.from(`position ${position}`).toString("base64url");
}

function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) {
    return 0;
  }
  const position = Number(/^position (\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1]);
  if (Number.isNaN(position)) {
    throw badRequest("cursor: is not a cursor from this service");
  }
  return position;
}

function list(call: Call): HandlerResponse {
  const tag = requireTag(call, call.params["id"] ?? "", "read");
  const {
    from = -Infinity,
    to = Infinity,
    pageSize = 50,
    cursor,
    sortDirection = "desc",
  } = call.query as VersionsQuery;
  const position = decodeCursor(cursor);
  const selected = currentVersions(tag, call.clock.now())
    .filter((version) => version.createdAt >= from && version.createdAt <= to)
    .sort((a, b) => a.createdAt - b.createdAt);
  if (sortDirection === "desc") {
    selected.reverse();
  }
  const end = position + pageSize;
  const hasMore = end < selected.length;
  return {
    body: {
      requestId: call.requestId,
      pagination: { hasMore, nextCursor: hasMore ? encodeCursor(end) : null },
      data: selected.slice(position, end).map(toVersion),
    },
  };
}

function get(call: Call): HandlerResponse {
  const tag = requireTag(call, call.params["vtagId"] ?? "", "read");
  const id = call.params["id"] ?? "";
  const version = currentVersions(tag, call.clock.now()).find((candidate) => candidate.id === id);
  if (version === undefined) {
    const { notFoundStatus } = call.switches;
    throw new ServiceError(
      notFoundStatus,
      "VTAG_VERSION_NOT_FOUND",
      `Version ${id} of Virtual Tag ${tag.id} does not exist.`,
    );
  }
  const { rules, defaultValue } = parseContent(version);
  const versionData = asRead({ rules, defaultValue }, call);
  return { body: { requestId: call.requestId, data: { ...toVersion(version), versionData } } };
}

/** The routes of versions. */
export function versionRoutes(switches: Switches): Route[] {
  const group = "Virtual Tag Versions V2";
  const faq = switches.versionsLimits === "faq";
  return [
    {
      method: "GET",
      path: "/v2/virtual-tags/{id}/versions",
      operation: "listVirtualTagVersions",
      summary: "List the versions of a Virtual Tag",
      group,
      rate: faq ? 100 : 50,
      query: versionsQuery,
      response: versionsResponse,
      errorStatuses: [403, switches.notFoundStatus],
      handle: list,
    },
    {
      method: "GET",
      path: "/v2/virtual-tags/{vtagId}/versions/{id}",
      operation: "getVirtualTagVersion",
      summary: "Get a version of a Virtual Tag with its content",
      group,
      rate: faq ? 300 : 100,
      response: versionResponse(switches),
      errorStatuses: [403, switches.notFoundStatus],
      handle: get,
    },
  ];
}
