/** The steps of a plan, resource by resource. */
import { isSameName } from "../../../rules/names";
import { previewed, shownText } from "../../../stack/state/readState";
import { unknownValue } from "../../../stack/state/unknown";
import type { PlanStep, StepState } from "./steps";

/**
 * What Pulumi would do. `read`: the program only reads the resource (`get`). `forget`: the resource leaves the stack and stays in the
 * service (the option `retainOnDelete`).
 */
export type PlannedOp = "create" | "update" | "replace" | "delete" | "forget" | "same" | "read";

/** Why `pulumi up` stops at a resource. */
export interface Stop {
  /** The code of the provider's message, and its first line. */
  code: string;
  text: string;
  /** Whether it stops in any case. It may depend on the engine's order, on a policy, or on what the plan hides. */
  isCertain: boolean;
  /** The codes of other messages with which it may stop instead; absent if there are none. */
  others?: readonly string[];
  /** The owner of the tag, or of the one that has the name: `project/stack#resource`. */
  owner?: string;
}

/** All steps of one resource in one. */
export interface ResourceChange {
  op: PlannedOp;
  urn: string;
  /**
   * Whether the resource takes over the tag or the metadata of another one that is deleted in this run. Then Pulumi does not know
   * the ID yet.
   */
  isMove?: true;
  oldState?: StepState;
  newState?: StepState;
  /** What Pulumi plans, if the provider does something else. */
  plannedOp?: PlannedOp;
  /** The ID of the tag of the account that a creation takes. */
  takenId?: string;
  /** Pulumi creates it, but the account has it with this resource's ownership mark, so the provider takes it back. */
  isTakenBack?: true;
  /** The replacement adopts another tag, which has its name. */
  takesOver?: true;
  /** Whether a tag that is to be deleted stays in the account is not known. */
  mayStay?: true;
  /** Why `pulumi up` stops at it. */
  stop?: Stop;
  /** The state before this preview read the account; absent if the preview has not done that, or the resource is new. */
  unrefreshed?: StepState;
}

const ops: Readonly<Record<string, PlannedOp>> = {
  same: "same",
  create: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  read: "read",
  "read-replacement": "read",
  import: "same",
};

/** The changes of a plan, one for each URN. */
export function resourceChanges(steps: readonly PlanStep[]): ResourceChange[] {
  const byUrn = new Map<string, ResourceChange>();
  const refreshed = new Map(
    steps.flatMap(({ op, oldState }) => (op === "refresh" && oldState !== undefined ? [[oldState.urn, oldState]] : [])),
  );
  for (const { op: stepOp, urn, oldState, newState } of steps) {
    const op = ops[stepOp];
    // The steps of a refresh come before those of the update, which have its results.
    if (op === undefined) continue;
    const so = byUrn.get(urn);
    // A resource of an earlier, interrupted replacement is deleted beside the one that takes its place.
    if (so !== undefined && (op === "delete" || so.op === "delete") && op !== so.op) {
      if (op !== "delete") byUrn.set(urn, { op, urn, ...states(oldState, newState) });
      continue;
    }
    byUrn.set(urn, { op, urn, ...states(so?.oldState ?? oldState, newState ?? so?.newState) });
  }
  const isDeleted = new Set(steps.flatMap(({ op, urn }) => (ops[op] === "delete" ? [urn] : [])));
  return [...byUrn.values()].map((change) => {
    // One that was left by an interrupted replacement is deleted beside the one that is created.
    const isOther = change.op === "create" && isDeleted.has(change.urn);
    const unrefreshed = isOther ? undefined : refreshed.get(change.oldState?.urn ?? change.urn);
    return { ...withoutAbsent(change), ...(unrefreshed === undefined ? {} : { unrefreshed }) };
  });
}

function states(oldState: StepState | undefined, newState: StepState | undefined): Partial<ResourceChange> {
  return { ...(oldState === undefined ? {} : { oldState }), ...(newState === undefined ? {} : { newState }) };
}

/** A deletion has no state after, a creation none before, and what the stack only read it doesn't delete. */
function withoutAbsent({ op, urn, oldState, newState }: ResourceChange): ResourceChange {
  if (newState?.isExternal === true) return { op: "read", urn, ...states(oldState, newState) };
  if (op === "replace" && isTag(oldState)) {
    // The provider keeps a tag with the same name.
    const [before, after] = [oldState, newState].map((state) => shownText(state?.inputs["name"], previewed));
    const isKept = oldState?.provider === newState?.provider && after !== undefined && isSameName(before, after);
    if (isKept) return { op: "update", urn, ...states(oldState, newState) };
    if (oldState?.isRetained === true) return { op: "create", urn, ...states(undefined, newState) };
  }
  if (op !== "delete") return { op, urn, ...states(op === "create" ? undefined : oldState, newState) };
  const stays = oldState?.isRetained === true || oldState?.isExternal === true;
  return { op: stays ? "forget" : "delete", urn, ...states(oldState, undefined) };
}

/** Whether a resource is a Virtual Tag, of whatever version of the API. */
export function isTag(state: StepState | undefined): boolean {
  return state?.kind === "VirtualTag" || state?.kind === "VirtualTagV1";
}

/** Whether a resource is metadata of a Virtual Tag. */
export function isMetadata(state: StepState | undefined): boolean {
  return state?.kind === "VirtualTagMetadata";
}

/** Whether a resource leaves the stack. */
export function isLeaving({ op }: ResourceChange): boolean {
  return op === "delete" || op === "forget";
}

/** The ID after the change; undefined if the resource does not exist yet, or is replaced. */
export function idAfter({ op, oldState, newState, takenId }: ResourceChange): string | undefined {
  if (takenId !== undefined) return takenId;
  const id = op === "create" || op === "replace" ? undefined : (newState?.id ?? oldState?.id);
  return id === unknownValue ? undefined : (id ?? (newState && adoptedId(newState)));
}

/** The ID of the tag that a new resource adopts, if the program says it. */
function adoptedId({ inputs }: StepState): string | undefined {
  return shownText(inputs["adopt"], previewed);
}
