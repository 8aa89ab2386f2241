/** Scans and their recommendations (sections 2.9 and 4.7). */
import { recommendationsAnswer, scansAnswer } from "./answers";
import { ServiceError } from "../http/errors";
import type { Switches } from "../options";
import type { Answer, Call, Route } from "../http/route";
import { recommendationsBody } from "./schemas";
import { seedScans } from "../store/seedCatalog";

function list(call: Call): Answer {
  return { body: { requestId: call.requestId, scans: call.account.scans ?? seedScans } };
}

/** One made-up recommendation for a scan that exists: no document shows what the service answers. */
function recommend(call: Call): Answer {
  const { scanId } = call.body as { scanId: string };
  const scan = (call.account.scans ?? seedScans).find((candidate) => candidate.scanId === scanId);
  if (scan === undefined) {
    throw new ServiceError(404, "NOT_FOUND", `There is no scan ${scanId}.`);
  }
  const { type, costCenter } = scan.scanMetadata;
  const recommendation = { scanId, type, costCenter, resourceId: "resource-1", monthlySavings: 42 };
  return { body: { requestId: call.requestId, recommendations: [recommendation] } };
}

/** The rows of section 4.7, at the paths that the switches name. */
export function scanRoutes({ scansPath, recommendationsPath }: Switches): Route[] {
  const group = "Scans";
  return [
    {
      method: "GET",
      path: scansPath,
      operation: "listScans",
      summary: "List the scans",
      group,
      answer: scansAnswer,
      refusals: [],
      handle: list,
    },
    {
      method: "POST",
      path: recommendationsPath,
      operation: "listScanRecommendations",
      summary: "List the recommendations of a scan",
      group,
      body: recommendationsBody,
      answer: recommendationsAnswer,
      refusals: [404],
      handle: recommend,
    },
  ];
}
