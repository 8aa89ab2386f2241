/**
 * The plan of a preview: what `pulumi preview --json --show-sames` says about Virtual Tags, their metadata and notification endpoints.
 * Names and contents are those of the arguments. Secrets are `[secret]` there, and a secret in a rule hides all rules.
 */
import type { JsonObject } from "../../../client/json";
import type { MetadataMap } from "../../../client/wire";
import type { PlannedStep } from "../../../provider/dry";
import { isDefaultProvider } from "../defaultProvider";
import type { StackState } from "../stackState";
import { inputTitle, readInput } from "../textFile";
import { withMovedMetadata, withMovedTags } from "./moves";
import { foundChange, type FoundChange, type PlannedContent, plannedContents, type Unreadable } from "./content";
import { withReferences } from "./references";
import type { TagContent } from "../../../rules/types";
import { withKnownIds } from "../../../rules/tagKeys";
import { plannedSteps } from "./plannedSteps";
import { planSteps, type StepState } from "./steps";
import { isMetadata, isTag, type PlannedOp, type ResourceChange, resourceChanges, type Stop } from "./changes";

export type { FoundChange, PlannedContent, Unreadable } from "./content";
export type { PlannedOp, Stop } from "./changes";

/** What all planned resources have. */
export interface PlannedResource {
  /** The URN after the change, or the last one of a resource that is deleted. */
  urn: string;
  /** The name of the resource in the program. */
  resourceName: string;
  op: PlannedOp;
  /** What Pulumi plans, if the provider does something else. */
  plannedOp?: PlannedOp;
  /** Whether it belongs to a `Provider` of the program, whose account may be another one. */
  isForeign?: true;
  /** The program has it under another name, without an alias: what Pulumi plans is a creation that takes it over, and a deletion. */
  isMove?: true;
  /** Whether this preview read the account, so that the state has what others changed. */
  isRefreshed?: true;
  /** What a refresh found that others did to it. `deleted`: it is not there any more. */
  found?: FoundChange | "deleted";
  /** Why `pulumi up` stops at it. */
  stop?: Stop;
}

/** A Virtual Tag in a plan. */
export interface PlannedTag extends PlannedResource {
  /** The class in the program, after the change. */
  type: "VirtualTag" | "VirtualTagV1";
  /** The class before, if it is another one. */
  typeBefore?: "VirtualTag" | "VirtualTagV1";
  /** The ID in the service; absent if the tag does not exist yet, or is replaced. */
  id?: string;
  /** The name after the change, or the last one; absent if it is secret or unknown. Known even if the content can't be read. */
  name?: string;
  /**
   * The tag before; absent if it is created, or if its content can't be read. Its `id` is the ID in the service.
   */
  before?: PlannedContent;
  /**
   * The tag after; absent if it is deleted, or if its content can't be read. It has no `id` if the ID is unknown until deployment.
   * References to such a tag have its URN as their key.
   */
  after?: PlannedContent;
  /**
   * Why the content before or after can't be read. With `unknown`, `before` and `after` may be there, with the placeholder
   * `unknownValue` in places.
   */
  unreadable?: Unreadable;
  /** The state that the stack left, as it was before this preview read the account. */
  left?: StepState;
  /** Whether a tag that is to be deleted stays in the account is not known. */
  mayStay?: true;
  /** Pulumi creates it, but the account has it with this resource's ownership mark, so the provider takes it back. */
  isTakenBack?: true;
  /** The replacement adopts another tag, which has its name. */
  takesOver?: true;
  /** The tag is in the account, and not in the stack: it was added to the plan, to show what it means for it. */
  isOutside?: true;
}

/** Metadata or a notification endpoint in a plan. */
export interface PlannedInputs extends PlannedResource {
  /**
   * The arguments before and after. May have `unknownValue` and `[secret]` anywhere. A `virtualTagId` that is unknown until deployment is
   * the URN of the tag, if the plan says which one it is.
   */
  before?: JsonObject;
  after?: JsonObject;
  /** Of metadata that changes: what the account has of all values, if it was read. */
  live?: MetadataMap | "notKnown";
}

/** What a preview says. */
export interface Plan {
  tags: PlannedTag[];
  metadata: PlannedInputs[];
  endpoints: PlannedInputs[];
  /** Whether it says what the account has. */
  isLive?: true;
  /** Whether the tags outside of the stack that matter were added. */
  hasOutside?: true;
  /** Some of them were not read, because the account's list shows no reference to a change. It may show a staged version. */
  mayHideFollowers?: true;
  /** The names of the tags outside of the stack that can't be read. They may refer to any tag. */
  outsideNotRead?: string[];
  /** The contents that the account's list of tags shows, by IDs in lower case. A list may show a staged content. */
  listed?: ReadonlyMap<string, TagContent>;
  /** Whether unchanged resources are listed. False without `--show-sames`: then tags, and what follows from a change, may be missing. */
  isComplete: boolean;
  /** What a dry run carries out; absent for two lists of tags. */
  steps?: readonly PlannedStep[];
  /** The changes of all resources, as Pulumi plans them; absent for two lists of tags. */
  changes?: readonly ResourceChange[];
}

/**
 * Reads the plan of a preview.
 *
 * @param path a file with the output of `pulumi preview --json --show-sames`, or `-` for stdin
 * @throws {Error} if it is something else, or the preview failed
 */
export async function readPlan(path: string, stdin?: AsyncIterable<Uint8Array>): Promise<Plan> {
  return parsePlan(await readInput(path, stdin), inputTitle(path));
}

/**
 * Reads the plan of a preview from its text.
 *
 * @param title how messages name the text
 * @param exported the state before the preview, with its secrets, if it was read
 * @throws {Error} if it is something else, or the preview failed
 */
export function parsePlan(text: string, title = "The output of pulumi", exported?: StackState): Plan {
  const { steps, isComplete } = planSteps(text, title);
  const changes = resourceChanges(steps);
  return {
    ...resourcesOf(withMovedTags(changes)),
    isComplete,
    steps: plannedSteps(steps, exported?.resources),
    changes,
  };
}

/** The resources of a plan. */
export function resourcesOf(tagsMoved: readonly ResourceChange[]): Pick<Plan, "tags" | "metadata" | "endpoints"> {
  // Metadata is matched by the IDs of its tags, so the tags come first.
  const changes = withMovedMetadata(withReferences(tagsMoved));
  const present = ({ newState, oldState }: ResourceChange): StepState | undefined => newState ?? oldState;
  return {
    tags: withIds(changes.filter((change) => isTag(present(change))).map(tagOf)),
    metadata: changes.filter((change) => isMetadata(present(change))).map(inputsOf),
    endpoints: changes.filter((change) => present(change)?.kind === "NotificationEndpoint").map(inputsOf),
  };
}

function withIds(tags: readonly PlannedTag[]): PlannedTag[] {
  const known = withKnownIds(tags.flatMap(({ id, before }) => [before?.id, id]));
  return tags.map((tag) => ({
    ...tag,
    ...(tag.before === undefined ? {} : { before: known(tag.before) }),
    ...(tag.after === undefined ? {} : { after: known(tag.after) }),
  }));
}

function tagOf(change: ResourceChange): PlannedTag {
  const [type, typeBefore] = [tagClassOf(change.newState), tagClassOf(change.oldState)];
  const left = change.unrefreshed ?? change.oldState;
  const { isTakenBack, mayStay, takesOver } = change;
  return {
    ...resourceOf(change),
    type: type ?? typeBefore ?? "VirtualTag",
    ...(type !== undefined && typeBefore !== undefined && type !== typeBefore ? { typeBefore } : {}),
    ...plannedContents(change),
    ...(left === undefined ? {} : { left }),
    ...(mayStay === undefined ? {} : { mayStay }),
    ...(isTakenBack === undefined ? {} : { isTakenBack }),
    ...(takesOver === undefined ? {} : { takesOver }),
  };
}

function tagClassOf(state: StepState | undefined): "VirtualTag" | "VirtualTagV1" | undefined {
  if (state === undefined) return undefined;
  return state.kind === "VirtualTagV1" ? "VirtualTagV1" : "VirtualTag";
}

function resourceOf(change: ResourceChange): PlannedResource {
  const { isMove, op, plannedOp, urn, oldState, newState, stop, unrefreshed } = change;
  const found = foundChange(change);
  return {
    urn,
    resourceName: nameIn(urn),
    op,
    ...(plannedOp === undefined ? {} : { plannedOp }),
    ...(isDefaultProvider((newState ?? oldState)?.provider) ? {} : { isForeign: true }),
    ...(isMove === true ? { isMove } : {}),
    ...(unrefreshed === undefined ? {} : { isRefreshed: true }),
    ...(found === undefined ? {} : { found }),
    ...(stop === undefined ? {} : { stop }),
  };
}

function inputsOf(change: ResourceChange): PlannedInputs {
  const { oldState, newState } = change;
  return {
    ...resourceOf(change),
    ...(oldState === undefined ? {} : { before: oldState.inputs }),
    ...(newState === undefined ? {} : { after: newState.inputs }),
  };
}

/** The name is what follows the stack, the project and the types. It may contain anything. */
function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
