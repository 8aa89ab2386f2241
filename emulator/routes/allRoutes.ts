/** Every route of the service, as the switches make it. */
import { catalogRoutes } from "./catalog";
import { metadataRoutes } from "./metadata";
import { endpointRoutes } from "./notificationEndpoints";
import type { Switches } from "../options";
import type { Route } from "../http/route";
import { scanRoutes } from "./scans";
import { versionRoutes } from "./versions";
import { virtualTagRoutes } from "./virtualTags";
import { virtualTagV1Routes } from "./virtualTagsV1";

/** The rows of section 4 in their order. */
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
