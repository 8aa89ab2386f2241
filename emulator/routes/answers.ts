/** What the service answers, as schemas: for the OpenAPI document (sections 2 and 4). */
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

/** A Virtual Tag, V2 (section 2.1). Entries of the list may be without `rules`. */
export const virtualTag = z.strictObject({ ...tagShape, rules: z.array(rule) }).meta({ id: "VirtualTag" });
const listedTag = z.strictObject({ ...tagShape, rules: z.array(rule).optional() }).meta({ id: "ListedVirtualTag" });

export const virtualTagAnswer = z.strictObject({ requestId, data: virtualTag });
export const virtualTagsAnswer = z.strictObject({
  requestId,
  data: z.strictObject({ virtualTags: z.array(listedTag) }),
});
export const deletedTagAnswer = z.strictObject({ requestId, data: z.strictObject({ id: z.uuid(), name: z.string() }) });

const versionShape = {
  id: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  changeDescription: optionalText,
  isLive: z.boolean(),
};
const version = z.strictObject(versionShape).meta({ id: "Version" });
const versionData = z.strictObject({ rules: z.array(rule), defaultValue: tagValue });

export const versionsAnswer = z.strictObject({
  requestId,
  pagination: z.strictObject({ hasMore: z.boolean(), nextCursor: z.string().nullable() }),
  data: z.array(version),
});
export const versionAnswer = z.strictObject({ requestId, data: z.strictObject({ ...versionShape, versionData }) });

const metadata = z
  .record(
    z.string(),
    z.strictObject({ groups: z.array(z.string()), customMetadata: loose, endpoints: z.array(z.string()) }),
  )
  .meta({ id: "Metadata" });

export const metadataAnswer = z.strictObject({ requestId, data: z.strictObject({ metadata }) });
export const savedMetadataAnswer = z.strictObject({
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

export const virtualTagsV1Answer = z.strictObject({ accountId, requestId, virtualTags: z.array(virtualTagV1) });
/** The three forms of the switch `v1Body`. */
export const virtualTagV1Answer = z.union([
  z.strictObject({ requestId, ...virtualTagV1Shape }),
  z.strictObject({ requestId, data: virtualTagV1 }),
  z.strictObject({ requestId, virtualTag: virtualTagV1 }),
]);
export const deletedTagV1Answer = z.strictObject({ requestId, message: z.string() });

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

export const endpointsAnswer = z.strictObject({ requestId, endpoints: z.array(endpoint) });
export const endpointAnswer = z.strictObject({ requestId, endpoint });

const keyShape = { costCenter: z.string(), key: z.string(), displayName: z.string() };

export const keysAnswer = z.strictObject({ requestId, accountId, keys: z.array(z.strictObject(keyShape)) });
export const valuesAnswer = z.strictObject({
  requestId,
  accountId,
  values: z.array(z.string()),
  request: z.strictObject({ costCenter: z.string(), key: z.string() }),
});
export const keysV2Answer = z.strictObject({
  requestId,
  data: z.strictObject({ keys: z.array(z.strictObject({ ...keyShape, types: z.array(z.string()) })) }),
});
export const valuesV2Answer = z.strictObject({ requestId, data: z.strictObject({ values: z.array(z.string()) }) });

const scan = z.strictObject({
  scanId: z.string(),
  scanName: z.string(),
  scanMetadata: z.strictObject({ type: z.string(), costCenter: z.string() }),
});

export const scansAnswer = z.strictObject({ requestId, scans: z.array(scan) });
export const recommendationsAnswer = z.strictObject({ requestId, recommendations: z.array(loose) });

/** An error body in its standard form (section 7). */
export const errorAnswer = z.strictObject({ requestId, error: z.string(), message: z.string() }).meta({ id: "Error" });
