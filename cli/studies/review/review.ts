/** What a review says about the Virtual Tags of a plan: facts, which the reports put into words. */
import type { LiveComparison } from "../../sources/account/liveTags";
import type { Finding } from "../../../rules/analysis";
import type { Effect } from "../effect";
import type { Found } from "../liveContents";
import type { ContentDiff, FieldChange } from "../../../rules/ruleDiff";
import type { Saved } from "../savedSince";
import type { InputTag } from "../../sources/inputTag";
import type { Stop, Unreadable } from "../../sources/plan/plan";

/**
 * What happens to a tag. `promoted`: a staged content goes live. `follows`: the tag itself does not change, but it refers to one
 * that does. `unreadable`: it changes, and the plan does not show its content.
 */
export type ChangeKind = "created" | "updated" | "deleted" | "adopted" | "promoted" | "follows" | "unreadable";

/** A tag that another one refers to. */
export interface TagName {
  /** The ID, or the URN of a tag that does not exist yet. */
  id: string;
  name: string;
}

/** A tag that this one follows. */
export interface Followed extends TagName {
  /** The tag that this one refers to itself, if it is not the changed one. */
  through?: TagName;
  /** Whether the tag will be deleted or replaced, so that the reference leads nowhere. */
  isGone: boolean;
  /** With `isGone`: whether it is replaced by one with another ID. */
  isReplaced?: true;
  /** With `isGone`: the tag may stay in the account. */
  mayStay?: true;
  /** Whether the change goes live is unknown until deployment. */
  isLiveUnknown?: true;
}

/** A tag that changes what it gives. */
export interface Changed extends TagName {
  /** Whether it is deleted, or replaced by one with another ID. */
  isGone: boolean;
  isReplaced?: true;
  mayStay?: true;
  /** Whether it does is unknown until deployment, because its save may not go live. */
  isLiveUnknown?: true;
}

/** The live contents that were looked up, by URN. */
export function foundIn(live: ReadonlyMap<string, LiveComparison>): Found {
  const looked = [...live].filter(([, { result }]) => result !== "notCompared");
  return new Map(looked.map(([urn, one]) => [urn, one.result === "compared" ? one.live : null]));
}

/** A tag that refers to one which the plan deletes. */
export interface Referrer extends TagName {
  /** What the same run does about it. `changed`: it no longer refers. `stays`: it still does. */
  then: "deleted" | "changed" | "stays" | "notKnown";
  /** Of one that stays: the reference is only in this one of two versions. `pulumi up` sees the one that the list of tags shows. */
  version?: "live" | "staged";
  /** The tag is in the account, and not in the stack. */
  isOutside?: true;
}

/** A part of a tag that people change. */
export type TagPart = "name" | "rules" | "defaultValue";

/** Changes of others since the stack wrote a tag. */
export interface EditOfOthers extends Saved {
  kind: "edit";
  /** Somebody made live what the stack had staged. The service does not say who. */
  isPromotion?: true;
  /** What of it is undone; empty if that is not known. */
  parts: TagPart[];
  isCertain: boolean;
  /** The program lists some of it in `ignoreChanges`. Then `pulumi up` stops whatever the policy. */
  isIgnored?: true;
}

/** Work of others that a plan undoes. `by` and `at` are undefined if that is not known. */
export type Overwritten =
  | EditOfOthers
  /** What an adopted tag has now. */
  | { kind: "adopted"; by: string | undefined; at: string | undefined; parts: TagPart[] }
  /** Another resource owns the tag now. `owner`: `project/stack#resource`. */
  | { kind: "owner"; owner: string; by: string | undefined; at: string | undefined }
  /** The tag is not in the account any more. */
  | { kind: "deleted" }
  /** The account was not read. */
  | { kind: "notRead" }
  /** The account was read, and doesn't tell it. */
  | { kind: "notKnown" };

/** What changes besides the rules. */
export interface TagFacts {
  /** The name in the application before, if it is another one. */
  renamedFrom?: string;
  /** Owners, as `project/stack#resource`, if the ownership mark changes. */
  owner?: { before: string; after: string };
  /** The save makes no version live: reports keep what they use now. */
  isStaged?: true;
  /** Whether the save makes a version live is unknown until deployment. */
  isLiveUnknown?: true;
  /** The ID of the tag that is deleted, because Pulumi replaces it by a new one. */
  replacedId?: string;
  /** The tag leaves the stack and stays in the account. */
  leavesStack?: true;
  /** Of a tag that is deleted or replaced: it stays in the account if the stack adopted it and never saved it. Nobody can tell from here. */
  mayStay?: true;
  /** The resource has another name in the program, without an alias, and adopts its tag. */
  isMove?: true;
  /** The replacement adopts another tag, which has its name. */
  takesOver?: true;
  /** Why `pulumi up` stops at it. */
  stop?: Stop;
  /** Pulumi creates it, but the account has it with this resource's ownership mark, so the provider takes it back. */
  isTakenBack?: true;
  /** How the program names the existing tag: by its name (`true`) or by an ID. */
  adopts?: true | string;
  /** What an adoption or a promotion was compared with, or why it is not known whether a tag follows whose content is staged. */
  live?: LiveComparison;
  /** Managed by V1, which ends on 2027-03-31, or taken over from it. */
  v1?: "managed" | "leaves" | "returns";
  /** Of a tag of V1: whether the case of cost centers and keys in rules counts from now on, if that changes. */
  isCaseSensitive?: boolean;
  /** Why the content can't be read, as a whole or in places. */
  unreadable?: Unreadable;
  /** The tag itself does not change, but its live content is not known, and it may refer to one that does. */
  mayFollow?: true;
  /** Of a tag that follows: it is what stays live beside a staged save of the same tag. */
  isBesideStaged?: true;
  /** The tag is in the account, and not in the stack. */
  isOutside?: true;
  /** Of a tag that is deleted or replaced: the tags that refer to it before or after the change. */
  referrers?: Referrer[];
  /** Work of others that the change undoes. */
  overwrites?: Overwritten;
  /** The changed tags that this one refers to. Of a staged save: those that are deleted or replaced, and to which it refers itself. */
  follows?: Followed[];
}

/** One tag that changes or follows. */
export interface TagReview {
  /** The URN in the plan; for tags of a file, their ID or name. */
  key: string;
  /** The URN in the plan, if it is the key of another review: that of the staged save beside this live content. */
  urn?: string;
  /** The ID in the service; absent if the tag does not exist yet. */
  id?: string;
  name: string;
  change: ChangeKind;
  /** The differences; absent if one side is not known. */
  diff?: ContentDiff;
  /** The content before and after, as far as it is known. */
  before?: InputTag;
  after?: InputTag;
  facts: TagFacts;
  /** What the change means for records; absent if nothing changes in meaning, or not both sides are known. */
  effect?: Effect;
  /** What the analysis finds in the content after the change; absent if that is not known. */
  findings?: readonly Finding[];
  /** Those of the findings that the change brings. */
  newFindings?: readonly NewFinding[];
}

/** How a tag is named that may not exist yet. */
export const tagNameOf = ({ id, key, name }: TagReview): TagName => ({ id: id ?? key, name });

/** What must come true first: that `pulumi up` does not stop at the tag, that a staged save goes live, that one does of which this is unknown until deployment, or that a tag which may stay is deleted. */
export type Condition = "saved" | "staged" | "unknown" | "deleted";

/** On what everything depends that a change of a tag means; undefined if on nothing. */
export function conditionOf({ change, facts }: TagReview): Condition | undefined {
  // The new tag of a replacement has nothing live, so all that happens is the deletion.
  const isDeletion = change === "deleted" || (facts.isStaged === true && facts.replacedId !== undefined);
  if (isDeletion) return facts.mayStay === true || facts.stop !== undefined ? "deleted" : undefined;
  if (facts.isStaged === true) return "staged";
  if (facts.isLiveUnknown === true) return "unknown";
  // What goes live was saved.
  return facts.stop === undefined ? undefined : "saved";
}

/** A finding that there was not before. */
export interface NewFinding extends Finding {
  /**
   * The rule before the change. `fine`: it could take a record. `stopped`: it could take none, for another reason. `absent`: there was no
   * such rule. `notKnown`: it was not decided, or depends on something unknown.
   */
  before: "fine" | "stopped" | "absent" | "notKnown";
}

/** A metadata resource that changes. */
export interface MetadataReview {
  urn: string;
  /** The tag; absent if the plan does not show which one it is. */
  tag?: TagName;
  /** The name of the resource in the program. */
  resourceName: string;
  change: "created" | "updated" | "deleted" | "replaced";
  /** Changes of the arguments that decide what the resource owns: `mergeValuesAndMetadata` and `virtualTagId`. */
  settings: FieldChange[];
  /** The values whose metadata changes, with their fields. */
  values: { value: string; change: "added" | "removed" | "changed"; fields: FieldChange[] }[];
  /** Whether secrets or unknown values hide changes. */
  isHidden: boolean;
  /** Why `pulumi up` stops at it. */
  stop?: Stop;
  /** Fields are removed. Those that the stack found and never wrote stay, and only the encrypted part of the state tells which. */
  leavesUnwritten?: true;
  /** Work of others, or of an interrupted run, that the change undoes. The service names no author of metadata. */
  overwrites?:
    | { kind: "edit" | "adopted"; paths: string[]; isCertain: boolean }
    | Extract<Overwritten, { kind: "notRead" | "notKnown" }>;
}

/** A notification endpoint that changes. Its destination is never part of a review. */
export interface EndpointReview {
  urn: string;
  resourceName: string;
  change: "created" | "updated" | "deleted" | "replaced";
  type: string;
  name: string;
  /** The type and the name before, if they differ. */
  before?: { type: string; name: string };
  /** Why `pulumi up` stops at it. */
  stop?: Stop;
}

/** All changes of a plan. */
export interface Review {
  tags: TagReview[];
  metadata: MetadataReview[];
  endpoints: EndpointReview[];
  /** The tags that change what they give, by the keys that references to them have. */
  changed: readonly Changed[];
  /** How many tags of the plan neither change nor follow. */
  unchanged: number;
  /** Whether the plan lists unchanged resources. If not, tags that follow may be missing. */
  isComplete: boolean;
  /** What the changes are compared with. */
  basis: "state" | "account";
  /** Whether tags outside of the stack were looked for. */
  hasOutside: boolean;
  /** The names of the tags outside of the stack that can't be read, if a tag changes that they may refer to. */
  outsideNotRead: readonly string[];
  /** Others may follow by live rules that a staged version hides in the account's list. */
  mayHideFollowers?: true;
  /** `project/stack`; absent for tags from files. */
  stack?: string;
  /** The names of all tags, by the keys that references to them have. */
  names: ReadonlyMap<string, string>;
  /** The names that several tags of the plan have, in the form of `nameKey`. */
  sharedNames: ReadonlySet<string>;
}
