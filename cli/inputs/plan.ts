/**
 * The plan of a preview: what `pulumi preview --json --show-sames` says about Virtual Tags, their metadata and notification endpoints.
 * Names and contents are those of the arguments. Secrets are `[secret]` there, and a secret in a rule hides all rules.
 */
import type { JsonObject } from "../../client/json";
import { tagValidator } from "../../rules/validate";
import { inputTitle, readInput } from "./inputFile";
import type { InputTag } from "./inputTag";
import { type PlanStep, planSteps, type StepState } from "./planSteps";
import { hasUnknown, type PlannedContent, plannedContents, type Unreadable } from "./plannedContent";

export { type PlannedContent, type Unreadable, unknownValue } from "./plannedContent";

/**
 * What Pulumi would do. `read`: the program only reads the resource (`get`). `forget`: the resource leaves the stack and stays in the
 * service (the option `retainOnDelete`).
 */
export type PlannedOp = "create" | "update" | "replace" | "delete" | "forget" | "same" | "read";

/** What all planned resources have. */
export interface PlannedResource {
  /** The URN after the change, or the last one of a resource that is deleted. */
  urn: string;
  /** The URN before, if it is another one: after a rename of the resource, or a move. */
  urnBefore?: string;
  /** The name of the resource in the program. */
  resourceName: string;
  op: PlannedOp;
}

/** A Virtual Tag in a plan. */
export interface PlannedTag extends PlannedResource {
  /** The class in the program, after the change. */
  type: "VirtualTag" | "VirtualTagV1";
  /** The class before, if it is another one. */
  typeBefore?: "VirtualTag" | "VirtualTagV1";
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
}

/** Metadata or a notification endpoint in a plan. */
export interface PlannedInputs extends PlannedResource {
  /** The arguments before and after. May have `unknownValue` and `[secret]` anywhere. */
  before?: JsonObject;
  after?: JsonObject;
}

/** What a preview says. */
export interface Plan {
  tags: PlannedTag[];
  metadata: PlannedInputs[];
  endpoints: PlannedInputs[];
  /** Whether unchanged resources are listed. False without `--show-sames`: then tags, and what follows from a change, may be missing. */
  isComplete: boolean;
}

const typePrefix = "pulumi-nodejs:dynamic/costallocation:";

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
 * @throws {Error} if it is something else, or the preview failed
 */
export function parsePlan(text: string, title = "The output of pulumi"): Plan {
  const { steps, isComplete } = planSteps(text, title);
  const changes = resourceChanges(steps);
  const ofType = (...names: string[]): ResourceChange[] =>
    changes.filter(({ newState, oldState }) =>
      names.some((name) => (newState ?? oldState)?.type === `${typePrefix}${name}`),
    );
  const tags = ofType("VirtualTag", "VirtualTagV1");
  const contents = plannedContents(tags);
  return {
    tags: tags.map((change, index): PlannedTag => {
      const [type, typeBefore] = [classOf(change.newState), classOf(change.oldState)];
      return {
        ...resourceOf(change),
        type: type ?? typeBefore ?? "VirtualTag",
        ...(type !== undefined && typeBefore !== undefined && type !== typeBefore ? { typeBefore } : {}),
        ...contents[index],
      };
    }),
    metadata: ofType("VirtualTagMetadata").map(inputsOf),
    endpoints: ofType("NotificationEndpoint").map(inputsOf),
    isComplete,
  };
}

/** All steps of one resource in one. */
interface ResourceChange {
  op: PlannedOp;
  urn: string;
  oldState?: StepState;
  newState?: StepState;
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

function resourceChanges(steps: readonly PlanStep[]): ResourceChange[] {
  const byUrn = new Map<string, ResourceChange>();
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
  return [...byUrn.values()].map(withoutAbsent);
}

function states(oldState: StepState | undefined, newState: StepState | undefined): Partial<ResourceChange> {
  return { ...(oldState === undefined ? {} : { oldState }), ...(newState === undefined ? {} : { newState }) };
}

/** A deletion has no state after, a creation none before, and what the stack only read it doesn't delete. */
function withoutAbsent({ op, urn, oldState, newState }: ResourceChange): ResourceChange {
  if (newState?.isExternal === true) return { op: "read", urn, ...states(oldState, newState) };
  if (op !== "delete") return { op, urn, ...states(op === "create" ? undefined : oldState, newState) };
  const stays = oldState?.isRetained === true || oldState?.isExternal === true;
  return { op: stays ? "forget" : "delete", urn, ...states(oldState, undefined) };
}

function resourceOf({ op, urn, oldState }: ResourceChange): PlannedResource {
  const moved = oldState !== undefined && oldState.urn !== urn;
  return { urn, ...(moved ? { urnBefore: oldState.urn } : {}), resourceName: nameIn(urn), op };
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

function classOf(state: StepState | undefined): "VirtualTag" | "VirtualTagV1" | undefined {
  if (state === undefined) return undefined;
  return state.type === `${typePrefix}VirtualTagV1` ? "VirtualTagV1" : "VirtualTag";
}

const problemsIn = tagValidator();

/**
 * The tags as they will be after the update, for commands that evaluate them. Leaves out tags that can't be read, and tags of V1 that
 * V2 can't express. A tag whose ID is unknown until deployment has its URN as `id`, which is also the key of references to it.
 */
export function contentsAfter({ tags }: Plan): InputTag[] {
  return tags.flatMap(({ urn, after }) => {
    if (after === undefined || hasUnknown(after)) return [];
    const { id = urn, name, rules, defaultValue } = after;
    const tag = { id, name, rules, defaultValue };
    return problemsIn(tag).length > 0 ? [] : [tag];
  });
}
