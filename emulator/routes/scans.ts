/** Scans and scan recommendations. */
import type { Call, HandlerResponse, Route } from "../http/route";
import { ServiceError } from "../http/serviceErrors";
import { defaultScans } from "../store/defaultCatalog";
import type { Switches } from "../switches";
import { recommendationsBody } from "./requestSchemas";
import { recommendationsResponse, scansResponse } from "./responseSchemas";

function list(call: Call): HandlerResponse {
  return { body: { requestId: call.requestId, scans: call.account.scans ?? defaultScans } };
}

/** Returns one made-up recommendation. The API documentation doesn't show the real response. */
function recommend(call: Call): HandlerResponse {
  const { scanId } = call.body as { scanId: string };
  const scan = (call.account.scans ?? defaultScans).find((candidate) => candidate.scanId === scanId);
  if (scan === undefined) {
    throw new ServiceError(404, "NOT_FOUND", `Scan ${scanId} does not exist.`);
  }
  const { type, costCenter } = scan.scanMetadata;
  const recommendation = { scanId, type, costCenter, resourceId: "resource-1", monthlySavings: 42 };
  return { body: { requestId: call.requestId, recommendations: [recommendation] } };
}

/** The routes of scans. */
export function scanRoutes({ scansPath, recommendationsPath }: Switches): Route[] {
  const group = "Scans";
  return [
    {
      method: "GET",
      path: scansPath,
      operation: "listScans",
      summary: "List the scans",
      group,
      response: scansResponse,
      errorStatuses: [],
      handle: list,
    },
    {
      method: "POST",
      path: recommendationsPath,
      operation: "listScanRecommendations",
      summary: "List the recommendations of a scan",
      group,
      body: recommendationsBody,
      response: recommendationsResponse,
      errorStatuses: [404],
      handle: recommend,
    },
  ];
}
