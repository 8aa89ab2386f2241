/** All routes of the service. */
import type { Route } from "../http/route";
import type { Switches } from "../switches";
import { catalogRoutes } from "./catalog";
import { endpointRoutes } from "./notificationEndpoints";
import { scanRoutes } from "./scans";
import { metadataRoutes } from "./virtualTagMetadata";
import { virtualTagRoutes } from "./virtualTags";
import { virtualTagV1Routes } from "./virtualTagsV1";
import { versionRoutes } from "./virtualTagVersions";

/** All routes, in the order of the API documentation. */
export function allRoutes(switches: Switches): Route[] {
  return [
    ...virtualTagRoutes(switches),
    ...versionRoutes(switches),
    ...metadataRoutes(switches),
    ...virtualTagV1Routes(switches),
    ...endpointRoutes(),
    ...catalogRoutes(switches),
    ...scanRoutes(switches),
  ];
}
