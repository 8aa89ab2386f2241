/**
 * The service's bodies as the API documentation describes them. Types only, so that the emulator may share them without sharing any
 * code (section numbers are those of the API documentation).
 *
 * Fields that the document marks as "present on some responses" are optional. Reading keeps unknown fields.
 */
import type { Rule, TagContent, TagValue } from "../rules/types";

/** Every success body carries it. */
export interface WithRequestId {
  requestId: string;
}

/** One side of an access control list. */
export interface AclEntry {
  /** Seen: `public`, `private`. */
  type: string;
  /** The users, as the service returns them. */
  users: readonly string[];
  /** The groups, as the service returns them. */
  groups: readonly string[];
}

/** Who may read and write a Virtual Tag. */
export interface Acl {
  /** Who may read it. */
  read: AclEntry;
  /** Who may change and delete it. */
  write: AclEntry;
}

/**
 * A Virtual Tag, V2. The service may send dates in ISO 8601 or in a long textual form. The client converts both to
 * ISO 8601 in UTC.
 */
export interface VirtualTag {
  /** The tag's ID, a UUID. */
  id: string;
  /** The name that people see in the application. */
  name: string;
  /** The value of a record that no rule matches. */
  defaultValue: TagValue;
  /** The rules in their order: the first that matches a record gives it its value. */
  rules: readonly Rule[];
  /** Who may read and write it. Only on some answers. */
  acl?: Acl;
  /** Who made it: an email address. */
  createdBy?: string;
  /** Who saved it last: an email address. */
  updatedBy?: string;
  /** When it was made. */
  createdAt?: string;
  /** When it was saved last. */
  updatedAt?: string;
}

/**
 * A Virtual Tag as a list shows it. Of one that the API does not cover, such as a reallocation, only `id` and `name` are
 * certain.
 */
export type Listed<Tag extends VirtualTag> = Omit<Tag, "rules" | "defaultValue"> &
  Partial<Pick<Tag, "rules" | "defaultValue">>;

/** Body of POST and PUT `/v2/virtual-tags`. */
export interface VirtualTagBody extends TagContent {
  /** The name that people see in the application. */
  name: string;
  /** The description of the version that this save makes. */
  versionMetadata?: { changeDescription?: string };
}

/** A version of a Virtual Tag without its content. */
export interface Version {
  /** The version's ID. */
  id: string;
  /** When it was saved: ISO 8601, UTC. */
  createdAt: string;
  /** Who saved it: an email address. */
  createdBy: string;
  /** The change description of its save. Absent if there was none. */
  changeDescription?: string;
  /** Whether it is the one that reports use. */
  isLive: boolean;
}

/** A version with its content: what GET of one version answers. */
export interface VersionWithData extends Version {
  /** Its content. Versions don't hold the tag's name. */
  versionData: { rules: readonly Rule[]; defaultValue: TagValue };
}

/** How a list continues. */
export interface Pagination {
  /** Whether there is a further page. */
  hasMore: boolean;
  /** The cursor for the next page; null if there is none. */
  nextCursor: string | null;
}

/** Metadata of one tag value. */
export interface ValueMetadata {
  /** IDs of groups, as the account's own lists name them. A set. */
  groups?: readonly string[];
  /** Free keys, each with any JSON. */
  customMetadata?: Record<string, unknown>;
  /** IDs of notification endpoints. A set. */
  endpoints?: readonly string[];
}

/** Tag value -> its metadata. */
export type MetadataMap = Record<string, ValueMetadata>;

/** A Virtual Tag, V1. */
export interface VirtualTagV1 extends VirtualTag {
  /** The account that it belongs to. */
  accountId?: string;
  /** Absent where it has none. */
  category?: string;
  /** Whether the casing of `costCenter` and `key` inside rules is preserved. The document shows it in no response. */
  isCaseSensitive?: boolean;
}

/** Body of POST and PUT `/v1/virtual-tags`. */
export interface VirtualTagV1Body extends TagContent {
  /** The name that people see in the application. */
  name: string;
  /** Whether the casing of `costCenter` and `key` inside rules is preserved. Default: `false`. */
  isCaseSensitive?: boolean;
}

/** A destination of reports. */
export interface NotificationEndpoint {
  /** The endpoint's ID, a UUID. */
  id: string;
  /** `email`, `slack` or `msteams`. */
  type: string;
  /** The name that people see in the application. */
  name: string;
  /** Where reports go. For Slack, this is a credential. Absent on MS Teams endpoints. */
  configuration?: { to: string };
  /** The account that it belongs to. Only on the answer to a create. */
  accountId?: string;
  /** Who made it: an email address. */
  createdBy?: string;
  /** When it was made: ISO 8601, UTC. */
  createdAt?: string;
  /** When it was changed last: ISO 8601, UTC. Only on the answer to a create. */
  updatedAt?: string;
}

/** Body of POST `/v1/endpoints`. */
export interface NotificationEndpointBody {
  /** The kind of destination. The service itself creates those of MS Teams. */
  type: "email" | "slack";
  /** The name that people see in the application. */
  name: string;
  /** Where reports go: an email address, or the URL of a Slack webhook, which is a credential. */
  configuration: { to: string };
}

/** A filterable key. */
export interface CatalogKey {
  /** Where the cost comes from, such as `AWS`. */
  costCenter: string;
  /** The key's identifier, which filters name. */
  key: string;
  /** A label for people. */
  displayName: string;
  /** The kinds of key that have this name. Only from the query language V2. */
  types?: readonly string[];
}

/** What a scan looks for. */
export interface ScanMetadata {
  /** Such as `rightsizing` or `idle`. */
  type: string;
  /** The cost center. */
  costCenter: string;
}

/** A cost-saving analysis. */
export interface Scan {
  /** The scan's ID. */
  scanId: string;
  /** What it is called. */
  scanName: string;
  /** What it looks for, such as `rightsizing` or `idle`, and where. */
  scanMetadata: ScanMetadata;
}

/** Success bodies by route. */
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
