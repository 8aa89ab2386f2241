/**
 * The service's bodies as the API document describes them. Types only, so that the emulator may share them without
 * sharing any code (section numbers are those of the API document).
 *
 * Fields the document marks as "present on some responses" are optional; unknown fields are kept by the reader.
 */
import type { Rule, TagContent, TagValue } from "../rules/types";

/** Every success body carries it (section 1). */
export interface WithRequestId {
  requestId: string;
}

/** One side of an access control list (section 2.1). */
export interface AclEntry {
  /** Seen: `public`, `private`. */
  type: string;
  users: string[];
  groups: string[];
}

/** Who may read and write a Virtual Tag (section 2.1). */
export interface Acl {
  read: AclEntry;
  write: AclEntry;
}

/** A Virtual Tag, V2 (section 2.1). Dates are as the service sends them: ISO 8601 or the long textual form. */
export interface VirtualTag {
  id: string;
  name: string;
  defaultValue: TagValue;
  rules: Rule[];
  acl?: Acl;
  createdBy?: string;
  updatedBy?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** Body of POST and PUT `/v2/virtual-tags` (sections 2.1 and 4.1). */
export interface VirtualTagBody extends TagContent {
  name: string;
  versionMetadata?: { changeDescription?: string };
}

/** A version of a Virtual Tag without its content (section 2.4). */
export interface Version {
  id: string;
  createdAt: string;
  createdBy: string;
  changeDescription?: string;
  isLive: boolean;
}

/** A version with its content: what GET of one version answers (section 2.4). */
export interface VersionWithData extends Version {
  versionData: { rules: Rule[]; defaultValue: TagValue };
}

/** Section 2.5. */
export interface Pagination {
  hasMore: boolean;
  nextCursor: string | null;
}

/** Metadata of one tag value (section 2.6). */
export interface ValueMetadata {
  groups?: string[];
  customMetadata?: Record<string, unknown>;
  endpoints?: string[];
}

/** Tag value -> its metadata (section 2.6). */
export type MetadataMap = Record<string, ValueMetadata>;

/** A Virtual Tag, V1 (section 2.1). */
export interface VirtualTagV1 extends VirtualTag {
  accountId?: string;
  category?: string;
  isCaseSensitive?: boolean;
}

/** Body of POST and PUT `/v1/virtual-tags` (section 4.4). */
export interface VirtualTagV1Body extends TagContent {
  name: string;
  isCaseSensitive?: boolean;
}

/** A destination of reports (section 2.7). */
export interface NotificationEndpoint {
  id: string;
  type: string;
  name: string;
  configuration?: { to: string };
  accountId?: string;
  createdBy?: string;
  createdAt?: string;
  updatedAt?: string;
}

/** Body of POST `/v1/endpoints` (section 4.5). */
export interface NotificationEndpointBody {
  type: "email" | "slack";
  name: string;
  configuration: { to: string };
}

/** A filterable key (section 2.8). `types` is answered by the query language V2 only. */
export interface CatalogKey {
  costCenter: string;
  key: string;
  displayName: string;
  types?: string[];
}

/** A cost-saving analysis (section 2.9). */
export interface Scan {
  scanId: string;
  scanName: string;
  scanMetadata: { type: string; costCenter: string };
}

/** Success bodies by route (section 4). */
export interface ResponseBodies {
  "GET /v2/virtual-tags": WithRequestId & { data: { virtualTags: VirtualTag[] } };
  "GET /v2/virtual-tags/{id}": WithRequestId & { data: VirtualTag };
  "POST /v2/virtual-tags": WithRequestId & { data: VirtualTag };
  "PUT /v2/virtual-tags/{id}": WithRequestId & { data: VirtualTag };
  "DELETE /v2/virtual-tags/{id}": WithRequestId & { data: { id: string; name: string } };
  "GET /v2/virtual-tags/{id}/versions": WithRequestId & { pagination: Pagination; data: Version[] };
  "GET /v2/virtual-tags/{vtagId}/versions/{id}": WithRequestId & { data: VersionWithData };
  "GET /v2/virtual-tags/{id}/metadata": WithRequestId & { data: { metadata: MetadataMap } };
  "PUT /v2/virtual-tags/{id}/metadata": WithRequestId & { data: { metadata: MetadataMap; virtualTagId: string } };
  "GET /v1/virtual-tags": WithRequestId & { accountId: string; virtualTags: VirtualTagV1[] };
  "GET /v1/endpoints": WithRequestId & { endpoints: NotificationEndpoint[] };
  "POST /v1/endpoints": WithRequestId & { endpoint: NotificationEndpoint };
  "GET /v1/catalog/query-language/keys": WithRequestId & { accountId: string; keys: CatalogKey[] };
  "GET /v1/catalog/query-language/values/{costcenter}/{key}": WithRequestId & {
    accountId: string;
    values: string[];
    request: { costCenter: string; key: string };
  };
  "GET /v2/query-language/keys": WithRequestId & { data: { keys: CatalogKey[] } };
  "GET /v2/query-language/values/{costCenter}/{key}": WithRequestId & { data: { values: string[] } };
  "GET {scansPath}": WithRequestId & { scans: Scan[] };
}
