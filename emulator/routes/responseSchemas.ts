/** Schemas of responses, for the OpenAPI document (sections 2 and 4 of the API document). */
import { z } from "zod";

const requestId = z.uuid();
const optionalText = z.string().optional();

const aclEntry = z.strictObject({ type: z.string(), users: z.array(z.string()), groups: z.array(z.string()) });
const acl = z.strictObject({ read: aclEntry, write: aclEntry }).meta({ id: "Acl" });
const loose = z.record(z.string(), z.unknown());
const tagValue = z.union([z.string(), z.looseObject({ key: z.string(), costCenter: z.string() })]);
const rule = z.looseObject({ to: tagValue, filters: loose });

const tagShape = {
  id: z.uuid(),
  name: z.string(),
  defaultValue: tagValue,
  createdBy: z.string(),
  updatedBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  acl: acl.optional(),
};

/** A Virtual Tag (section 2.1). The entries of the list may have no `rules`. */
const virtualTag = z.strictObject({ ...tagShape, rules: z.array(rule) }).meta({ id: "VirtualTag" });
const listedTag = z.strictObject({ ...tagShape, rules: z.array(rule).optional() }).meta({ id: "ListedVirtualTag" });

export const virtualTagResponse = z.strictObject({ requestId, data: virtualTag });
export const virtualTagsResponse = z.strictObject({
  requestId,
  data: z.strictObject({ virtualTags: z.array(listedTag) }),
});
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
const versionData = z.strictObject({ rules: z.array(rule), defaultValue: tagValue });

export const versionsResponse = z.strictObject({
  requestId,
  pagination: z.strictObject({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
  data: z.array(version),
});
export const versionResponse = z.strictObject({ requestId, data: z.strictObject({ ...versionShape, versionData }) });

const metadata = z
  .record(
    z.string(),
    z.strictObject({ groups: z.array(z.string()), customMetadata: loose, endpoints: z.array(z.string()) }),
  )
  .meta({ id: "Metadata" });

export const metadataResponse = z.strictObject({ requestId, data: z.strictObject({ metadata }) });
export const savedMetadataResponse = z.strictObject({
  requestId,
  data: z.strictObject({ metadata, virtualTagId: z.uuid() }),
});

const accountId = z.string();
const virtualTagV1Shape = {
  ...tagShape,
  rules: z.array(rule),
  accountId,
  category: optionalText,
};
const virtualTagV1 = z.strictObject(virtualTagV1Shape).meta({ id: "VirtualTagV1" });

export const virtualTagsV1Response = z.strictObject({ accountId, requestId, virtualTags: z.array(virtualTagV1) });
/** One schema for each value of the switch `v1Body`. */
export const virtualTagV1Response = z.union([
  z.strictObject({ requestId, ...virtualTagV1Shape }),
  z.strictObject({ requestId, data: virtualTagV1 }),
  z.strictObject({ requestId, virtualTag: virtualTagV1 }),
]);
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

/** The body of an error response, unless the switch `errorBody` says otherwise. */
export const errorResponse = z
  .strictObject({ requestId, error: z.string(), message: z.string() })
  .meta({ id: "Error" });
