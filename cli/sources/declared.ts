/** What a stack declares by its state: plain data, ready to be compared with the account. */
import type { MetadataMap } from "../../client";
import { markOf } from "../../client/ownershipMark";
import { leftInReport, type LeftTag } from "../../stack/facts/left";
import { kindOf } from "../../stack/state/kinds";
import { exported, type Hiding, type Read, readState, type ServiceKind, type Shown } from "../../stack/state/readState";
import type { PublicDrift } from "../../stack/state/report";
import { merges } from "../../stack/state/virtualTagMetadata";
import { isDefaultProvider } from "./defaultProvider";
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
  /** Identifies the account; undefined if the state does not show it. */
  account: string | undefined;
}

/** A Virtual Tag, by V1 or V2. */
export interface DeclaredTag extends Declared {
  kind: "VirtualTag" | "VirtualTagV1";
  /** The name in the state. */
  name: string;
  left: LeftTag;
  /** The ownership mark by which the state was written. */
  mark: string;
  updatedAt: string | undefined;
  updatedBy: string | undefined;
  /** The option `ignoreChanges`. */
  ignored: string[];
}

/** Metadata of a tag's values. */
export interface DeclaredMetadata extends Declared {
  kind: "VirtualTagMetadata";
  metadata: MetadataMap;
  /** The drift that a refresh found: then the state does not show what the stack wrote. */
  found: PublicDrift | undefined;
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
  | "otherProvider"
  | "pending"
  | "secret"
  | "unreadableState"
  | "interrupted"
  | "encrypted"
  | "noLiveVersion"
  | "unreadable";

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
  // A resource whose creation was interrupted is in no list of resources.
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

/**
 * What a resource declares, or why it can't be compared.
 *
 * @param hiding how hidden values are marked. Default: as in an export
 */
export function readResource(
  raw: Pick<StateResource, "id" | "provider" | "inputs" | "outputs" | "ignored">,
  { kind, resource, urn }: Subject,
  hiding: Hiding = exported,
): DeclaredTag | DeclaredMetadata | DeclaredEndpoint | Reason {
  const { id, provider } = raw;
  if (!isDefaultProvider(provider)) return "otherProvider";
  if (id === undefined) return "unreadableState";
  const subject = { urn, resource, id };
  switch (kind) {
    case "VirtualTagMetadata":
      return declaredBy(readState(kind, raw, hiding), (state) => ({
        ...subject,
        kind,
        account: accountIn(state),
        found: state.__report?.drift,
        metadata: state.metadata,
        merges: merges(state),
      }));
    case "NotificationEndpoint":
      return declaredBy(readState(kind, raw, hiding), ({ type, name, ...state }) => ({
        ...subject,
        kind,
        account: accountIn(state),
        type,
        name,
      }));
    case "VirtualTag":
      return declaredBy(readState(kind, raw, hiding), (state) => ({
        ...tagOf(state, { ...subject, kind, account: accountIn(state) }),
        ignored: state.__ignoreChanges ?? [],
      }));
    case "VirtualTagV1":
      return declaredBy(readState(kind, raw, hiding), (state) =>
        // A state of a tag that was only read may not say it.
        tagOf({ isCaseSensitive: false, ...state }, { ...subject, kind, account: accountIn(state) }),
      );
  }
}

function declaredBy<State, Result>(read: Read<State>, declare: (state: State) => Result): Result | Reason {
  if ("hiddenBy" in read) return read.hiddenBy === "secret" ? "secret" : "unreadableState";
  return declare(read.state);
}

/** What the account was recognized by when the state was written. */
function accountIn({
  __memory: memory,
  __report: report,
}: Partial<Pick<Shown<ServiceKind>, "__memory" | "__report">>): string | undefined {
  return report?.account ?? memory?.account;
}

function tagOf(
  state: Shown<"VirtualTag" | "VirtualTagV1">,
  declared: Declared & { kind: DeclaredTag["kind"] },
): DeclaredTag {
  const { name, __resourceUrn: formerUrn = declared.urn, updatedAt, updatedBy } = state;
  const left = leftInReport(state, [formerUrn, declared.urn]);
  return { ...declared, name, left, mark: markOf(formerUrn), updatedAt, updatedBy, ignored: [] };
}
