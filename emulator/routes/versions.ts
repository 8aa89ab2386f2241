/** Virtual Tag versions, read-only (section 4.2). */
import type { Version } from "../../client/wire";
import { tagFor } from "./access";
import { versionAnswer, versionsAnswer } from "./answers";
import { ServiceError } from "../http/errors";
import type { Switches } from "../options";
import type { Answer, Call, Route } from "../http/route";
import { versionsQuery } from "./schemas";
import type { StoredVersion } from "../store/state";
import { contentOf, versionsNow } from "./virtualTags";

/** The query of the list, as the schema reads it. */
interface Query {
  from?: number;
  to?: number;
  pageSize?: number;
  cursor?: string;
  sortDirection?: "asc" | "desc";
}

function shown(version: StoredVersion): Version {
  const { id, createdAt, createdBy, changeDescription, isLive } = version;
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    ...(changeDescription === undefined ? {} : { changeDescription }),
    isLive,
  };
}

/** A cursor holds nothing but a position, so it goes wrong when the other parameters are not repeated, as documented. */
function cursorAt(position: number): string {
  return `p${position}`;
}

function positionOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : Number(cursor.slice(1));
}

function list(call: Call): Answer {
  const tag = tagFor(call, call.params["id"] ?? "", "read");
  const { from = -Infinity, to = Infinity, pageSize = 50, cursor, sortDirection = "desc" } = call.query as Query;
  const position = positionOf(cursor);
  const selected = versionsNow(tag, call.clock.now())
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
      pagination: { hasMore, nextCursor: hasMore ? cursorAt(end) : null },
      data: selected.slice(position, end).map(shown),
    },
  };
}

function get(call: Call): Answer {
  const tag = tagFor(call, call.params["vtagId"] ?? "", "read");
  const id = call.params["id"] ?? "";
  const version = versionsNow(tag, call.clock.now()).find((candidate) => candidate.id === id);
  if (version === undefined) {
    const { notFoundStatus } = call.switches;
    throw new ServiceError(notFoundStatus, "VTAG_VERSION_NOT_FOUND", `Virtual Tag ${tag.id} has no version ${id}.`);
  }
  const { rules, defaultValue } = contentOf(version);
  return { body: { requestId: call.requestId, data: { ...shown(version), versionData: { rules, defaultValue } } } };
}

/** The rows of section 4.2. */
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
      answer: versionsAnswer,
      refusals: [403, 404],
      handle: list,
    },
    {
      method: "GET",
      path: "/v2/virtual-tags/{vtagId}/versions/{id}",
      operation: "getVirtualTagVersion",
      summary: "Get a version of a Virtual Tag with its content",
      group,
      rate: faq ? 300 : 100,
      answer: versionAnswer,
      refusals: [403, 404],
      handle: get,
    },
  ];
}
