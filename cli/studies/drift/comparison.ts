/** What a comparison finds. */
import type { ContentDiff } from "../../../rules/ruleDiff";
import type { NotCompared, Subject } from "../../sources/declared";

/** A resource that is not as the stack left it. */
export interface DriftedResource extends Subject {
  id: string;
  /** The name in the service; the stack's, if it was deleted. Absent for metadata of a tag that the stack does not declare. */
  name?: string;
  /** `owner`: another resource has taken the tag over. `staged`: the staged version is not there any more. */
  drift: "changed" | "deleted" | "owner" | "staged";
  /** Who saved the version: an email address. Only versions of tags say so. */
  by?: string | undefined;
  /** When: ISO 8601, UTC. */
  at?: string | undefined;
  /** Whether that is certainly the only save since the one that the state has. If not, others may have made some of the changes. */
  isOnlySave?: boolean;
  /** The version that is live, or with which the new owner saved the tag last. */
  versionId?: string;
  /** The description of that version. */
  changeDescription?: string;
  /** The owner by the ownership mark, `project/stack#name`, if `drift` is `owner`. */
  owner?: string;
  /** The names, if they differ. The one that the stack wrote is absent if a refresh has found another one since. */
  names?: { before?: string; after: string };
  /** The rules and the default value, from what the stack wrote to what is live. */
  content?: ContentDiff;
  /** The content differs, but no version shows what the stack wrote. */
  isContentUnknown?: true;
  /** The name or the content differs: a refresh found it, and the state encrypts which. */
  isPartUnknown?: true;
  /** The newest version is not live, so the account's list may show that one instead of what is live. */
  isNewestStaged?: true;
  /** Fields of metadata, or of an endpoint. */
  fields?: FieldDrift[];
}

/** A field that differs. */
export interface FieldDrift {
  /** Such as `type`, or `metadata["Web"].customMetadata["owner"]`. Absent if a refresh has found that it was removed. */
  path?: string;
  /** What the stack wrote; absent if it wrote nothing there. */
  before?: unknown;
  /** What is there; absent if nothing is. */
  after?: unknown;
  /** Whether the state doesn't show what the stack wrote, because a refresh has found something else since. */
  isBeforeUnknown?: true;
}

/** The result of a comparison. */
export interface Comparison {
  findings: DriftedResource[];
  notCompared: NotCompared[];
  /** How many resources are as the stack left them. */
  same: number;
}

/** Whether the stack has resources, and the comparison says nothing about any of them. */
export function isNothingCompared({ findings, notCompared, same }: Comparison): boolean {
  return notCompared.length > 0 && findings.length + same === 0;
}

/** The result for one resource. */
export type Outcome = DriftedResource | NotCompared | "same";
