/** What a stack declares by its state: plain data, ready to be compared with the account. */
import type { MetadataMap } from "../../client";
import { markOf } from "../../client/ownershipMark";
import type { TagContent } from "../../rules/types";
import { kindOf } from "../../stack/state/kinds";
import { exported, type Read, readState, type ServiceKind, type Shown } from "../../stack/state/readState";
import type { ReportedDrift } from "../../stack/state/report";
import { merges } from "../../stack/state/virtualTagMetadata";
import { partsOf, type StackState, type StateResource } from "./stackState";

/** A resource of the stack. */
export interface Subject {
  kind: ServiceKind;
  urn: string;
  /** Its name in the program. */
  resource: string;
  /** Its ID in the service; of metadata, the tag's. Undefined while it is created. */
  id?: string;
}

/** A resource that can be compared. */
export interface Declared extends Subject {
  id: string;
  /** What the account is recognized by; undefined if the state does not show it. */
  account: string | undefined;
  /** The drift that a refresh found: then the arguments in the state are not what the stack wrote last. */
  found: ReportedDrift | undefined;
}

/** A Virtual Tag, by V1 or V2. */
export interface DeclaredTag extends Declared {
  kind: "VirtualTag" | "VirtualTagV1";
  name: string;
  content: TagContent;
  /** The version with that content, while it is staged. */
  stagedVersionId: string | undefined;
  updatedAt: string | undefined;
  updatedBy: string | undefined;
  /** The ownership marks by which the tag is this resource's. */
  marks: string[];
  /** The option `ignoreChanges`. */
  ignored: string[];
  /** Of V1: whether case has a meaning in rules. */
  isCaseSensitive: boolean;
}

/** Metadata of a tag's values. */
export interface DeclaredMetadata extends Declared {
  kind: "VirtualTagMetadata";
  metadata: MetadataMap;
  /** Whether only the declared fields are the resource's. */
  merges: boolean;
}

/** A notification endpoint. Its destination may be a credential, and is not compared. */
export interface DeclaredEndpoint extends Declared {
  kind: "NotificationEndpoint";
  type: string;
  name: string;
}

/** Why a resource was not compared. */
export type Reason =
  "otherProvider" | "pending" | "secret" | "unreadableState" | "interrupted" | "noLiveVersion" | "unreadable";

/** A resource that was not compared. */
export interface NotCompared extends Subject {
  reason: Reason;
  /** What the service said. */
  error?: string;
}

/** What is compared, and what is not. */
export interface Declarations {
  tags: DeclaredTag[];
  metadata: DeclaredMetadata[];
  endpoints: DeclaredEndpoint[];
  notCompared: NotCompared[];
}

/** Sorts the resources of a state by what can be done with them. */
export function declarationsIn({ resources, pending }: StackState): Declarations {
  const result: Declarations = { tags: [], metadata: [], endpoints: [], notCompared: [] };
  const interrupted = new Set(pending);
  for (const resource of resources) {
    const subject = subjectOf(resource);
    if (subject === undefined) continue;
    const declared = interrupted.has(resource.urn) ? "pending" : readResource(resource, subject);
    interrupted.delete(resource.urn);
    if (typeof declared === "string") result.notCompared.push({ ...subject, reason: declared });
    else if (declared.kind === "VirtualTagMetadata") result.metadata.push(declared);
    else if (declared.kind === "NotificationEndpoint") result.endpoints.push(declared);
    else result.tags.push(declared);
  }
  // What was interrupted while it was created is in no list of resources.
  for (const urn of interrupted) {
    const { type, name } = partsOf(urn);
    const kind = serviceKindOf(type);
    if (kind !== undefined) result.notCompared.push({ kind, urn, resource: name, reason: "pending" });
  }
  return result;
}

function serviceKindOf(type: string): ServiceKind | undefined {
  const kind = kindOf(type);
  return kind === "StorageBucketRegistration" ? undefined : kind;
}

function subjectOf({ id, type, urn }: StateResource): Subject | undefined {
  const kind = serviceKindOf(type);
  if (kind === undefined) return undefined;
  return { kind, urn, resource: partsOf(urn).name, ...(id === undefined ? {} : { id }) };
}

function readResource(
  raw: StateResource,
  { kind, resource, urn }: Subject,
): DeclaredTag | DeclaredMetadata | DeclaredEndpoint | Reason {
  const { id, provider } = raw;
  if (!isDefaultProvider(provider)) return "otherProvider";
  if (id === undefined) return "unreadableState";
  const subject = { urn, resource, id };
  switch (kind) {
    case "VirtualTagMetadata":
      return declaredBy(readState(kind, raw, exported), (state) => ({
        ...subject,
        kind,
        ...rememberedIn(state),
        metadata: state.metadata,
        merges: merges(state),
      }));
    case "NotificationEndpoint":
      return declaredBy(readState(kind, raw, exported), ({ type, name, ...state }) => ({
        ...subject,
        kind,
        ...rememberedIn(state),
        type,
        name,
      }));
    case "VirtualTag":
      return declaredBy(readState(kind, raw, exported), (state) => ({
        ...tagOf(state, { ...subject, kind, ...rememberedIn(state) }),
        stagedVersionId: state.stagedVersionId,
        ignored: state.__ignoreChanges ?? [],
      }));
    case "VirtualTagV1":
      return declaredBy(readState(kind, raw, exported), (state) => ({
        ...tagOf(state, { ...subject, kind, ...rememberedIn(state) }),
        isCaseSensitive: state.isCaseSensitive === true,
      }));
  }
}

function declaredBy<State, Result>(read: Read<State>, declare: (state: State) => Result): Result | Reason {
  if ("hiddenBy" in read) return read.hiddenBy === "secret" ? "secret" : "unreadableState";
  return declare(read.state);
}

/** The account by which the state was written, and the drift that a refresh found. */
function rememberedIn({
  __memory: memory,
  __report: report,
}: Partial<Pick<Shown<ServiceKind>, "__memory" | "__report">>): Pick<Declared, "account" | "found"> {
  return { account: report?.account ?? memory?.account, found: report?.drift };
}

function tagOf(
  { name, rules, defaultValue, __resourceUrn: urn, updatedAt, updatedBy }: Shown<"VirtualTag" | "VirtualTagV1">,
  declared: Declared & { kind: DeclaredTag["kind"] },
): DeclaredTag {
  return {
    ...declared,
    name,
    content: { rules, defaultValue },
    stagedVersionId: undefined,
    updatedAt,
    updatedBy,
    marks: [...new Set([declared.urn, urn ?? declared.urn])].map(markOf),
    ignored: [],
    isCaseSensitive: false,
  };
}

/** The stack's own account is the default provider's. An explicit `Provider` has a name of its own. */
function isDefaultProvider(provider: string | undefined): boolean {
  // After the URN comes the provider's ID.
  const name = provider === undefined ? undefined : partsOf(provider.slice(0, provider.lastIndexOf("::"))).name;
  return name === undefined || /^default(?:_[\d_]+)?$/.test(name);
}
