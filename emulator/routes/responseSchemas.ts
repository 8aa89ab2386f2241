/** Schemas of responses, for the OpenAPI document. */
import { z } from "zod";
import type { Switches } from "../switches";
import { returnedContent, returnedContentV1 } from "./requestSchemas";

const requestId = z.uuid();
const optionalText = z.string().optional();

const aclEntry = z.strictObject({ type: z.string(), users: z.array(z.string()), groups: z.array(z.string()) });
const acl = z.strictObject({ read: aclEntry, write: aclEntry }).meta({ id: "Acl" });
const loose = z.record(z.string(), z.unknown());
/** The fields of a Virtual Tag besides its content. */
function headShape({ dates, aclIn }: Switches): z.ZodRawShape {
  const date = dates === "iso" ? z.iso.datetime() : z.string();
  return {
    id: z.uuid(),
    name: z.string(),
    createdBy: z.string(),
    updatedBy: z.string(),
    createdAt: date,
    updatedAt: date,
    ...(aclIn === "none" ? {} : { acl: acl.optional() }),
  };
}

/** A Virtual Tag in a response to a read or a save. */
export function virtualTagResponse(switches: Switches): z.ZodType {
  const virtualTag = z.strictObject({ ...headShape(switches), ...returnedContent(switches) });
  return z.strictObject({ requestId, data: virtualTag.meta({ id: "VirtualTag" }) });
}

/** The list of Virtual Tags. */
export function virtualTagsResponse(switches: Switches): z.ZodType {
  const { rules, defaultValue } = returnedContent(switches);
  const listedTag = z
    .strictObject({ ...headShape(switches), defaultValue, ...(switches.listHasRules ? { rules } : {}) })
    .meta({ id: "ListedVirtualTag" });
  return z.strictObject({ requestId, data: z.strictObject({ virtualTags: z.array(listedTag) }) });
}

export const deletedTagResponse = z.strictObject({
  requestId,
  data: z.strictObject({ id: z.uuid(), name: z.string() }),
});

const versionShape = {
  id: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  changeDescription: optionalText,
  isLive: z.boolean(),
};
const version = z.strictObject(versionShape).meta({ id: "Version" });

export const versionsResponse = z.strictObject({
  requestId,
  pagination: z.strictObject({ hasMore: z.boolean(), nextCursor: z.string().nullable() }).meta({ id: "Pagination" }),
  data: z.array(version),
});

/** A version with its content. */
export function versionResponse(switches: Switches): z.ZodType {
  const versionData = z.strictObject({ ...returnedContent(switches) });
  return z.strictObject({
    requestId,
    data: z.strictObject({ ...versionShape, versionData }).meta({ id: "VersionWithData" }),
  });
}

const metadata = z
  .record(
    z.string(),
    z
      .strictObject({ groups: z.array(z.string()), customMetadata: loose, endpoints: z.array(z.string()) })
      .meta({ id: "ValueMetadata" }),
  )
  .meta({ id: "Metadata" });

export const metadataResponse = z.strictObject({ requestId, data: z.strictObject({ metadata }) });
export const savedMetadataResponse = z.strictObject({
  requestId,
  data: z.strictObject({ metadata, virtualTagId: z.uuid() }),
});

const accountId = z.string();

function virtualTagV1Shape(switches: Switches): z.ZodRawShape {
  return { ...headShape(switches), ...returnedContentV1(switches), accountId, category: optionalText };
}

/** The list of Virtual Tags in V1. */
export function virtualTagsV1Response(switches: Switches): z.ZodType {
  const virtualTag = z.strictObject(virtualTagV1Shape(switches)).meta({ id: "VirtualTagV1" });
  return z.strictObject({ accountId, requestId, virtualTags: z.array(virtualTag) });
}

/** A Virtual Tag in V1, in the form of the switch `v1Body`. */
export function virtualTagV1Response(switches: Switches): z.ZodType {
  const shape = virtualTagV1Shape(switches);
  switch (switches.v1Body) {
    case "bare":
      return z.strictObject({ requestId, ...shape });
    case "data":
      return z.strictObject({ requestId, data: z.strictObject(shape).meta({ id: "VirtualTagV1" }) });
    case "virtualTag":
      return z.strictObject({ requestId, virtualTag: z.strictObject(shape).meta({ id: "VirtualTagV1" }) });
  }
}

export const deletedTagV1Response = z.strictObject({ requestId, message: z.string() });

const endpoint = z
  .strictObject({
    id: z.uuid(),
    type: z.string(),
    name: z.string(),
    configuration: z.strictObject({ to: z.string() }).optional(),
    accountId: optionalText,
    createdBy: optionalText,
    createdAt: optionalText,
    updatedAt: optionalText,
  })
  .meta({ id: "NotificationEndpoint" });

export const endpointsResponse = z.strictObject({ requestId, endpoints: z.array(endpoint) });
export const endpointResponse = z.strictObject({ requestId, endpoint });

const keyShape = { costCenter: z.string(), key: z.string(), displayName: z.string() };

export const keysResponse = z.strictObject({ requestId, accountId, keys: z.array(z.strictObject(keyShape)) });
export const valuesResponse = z.strictObject({
  requestId,
  accountId,
  values: z.array(z.string()),
  request: z.strictObject({ costCenter: z.string(), key: z.string() }),
});
export const keysV2Response = z.strictObject({
  requestId,
  data: z.strictObject({ keys: z.array(z.strictObject({ ...keyShape, types: z.array(z.string()) })) }),
});
export const valuesV2Response = z.strictObject({ requestId, data: z.strictObject({ values: z.array(z.string()) }) });

const scan = z.strictObject({
  scanId: z.string(),
  scanName: z.string(),
  scanMetadata: z.strictObject({ type: z.string(), costCenter: z.string() }),
});

export const scansResponse = z.strictObject({ requestId, scans: z.array(scan) });
export const recommendationsResponse = z.strictObject({ requestId, recommendations: z.array(loose) });

const message = z.string();

/** The body of an error response by its media type, in the form of the switch `errorBody`. */
export function errorContent({ errorBody }: Switches): Readonly<Record<string, z.ZodType>> {
  const json = (shape: z.ZodRawShape): Record<string, z.ZodType> => ({
    "application/json": z.strictObject(shape).meta({ id: "Error" }),
  });
  switch (errorBody) {
    case "standard":
      return json({ requestId, error: z.string(), message });
    case "message":
      return json({ message });
    case "nested":
      return json({ requestId, error: z.strictObject({ code: z.string(), message }) });
    case "text":
      return { "text/plain": message };
    case "html":
      return { "text/html": message };
    case "empty":
      return {};
  }
}
