/** Carries out a decision about a V1 tag. The only code that writes one with V1. */
import { RetryLater, type Route, type VirtualTagV1, type VirtualTagV1Body } from "../../client";
import { announce } from "../shared/announce";
import type { Context } from "../shared/lifecycle";
import type { Message } from "../shared/message";
import { orNotFound, settle, settleIdempotent } from "../../client/settle";
import type { Slot } from "../shared/writeLoop";
import { type Say, texts } from "../virtualTag/messages";
import { callV1 } from "./call";
import { type DecisionV1, isAsDeclaredInV1, type WantedV1 } from "./decide";
import { type SayV1, textsV1 } from "./messages";
import { findByNameV1, getFresh } from "./observe";
import type { VirtualTagV1Inputs } from "../../stack/state/virtualTagV1";

/** The route of the write that each operation probably ends with. */
export const routesV1 = {
  create: "POST /v1/virtual-tags",
  update: "PUT /v1/virtual-tags/{id}",
  delete: "DELETE /v1/virtual-tags/{id}",
} as const;

/** The route of a decision's write; undefined if it writes nothing. */
export function routeOfV1({ kind }: DecisionV1): Route | undefined {
  if (kind === "keep" || kind === "release" || kind === "refuse") return undefined;
  return routesV1[kind === "save" ? "update" : kind];
}

/** The progress of an operation, kept across retries. */
export interface OperationV1 {
  /** Whether a save was sent. */
  isSaveSent: boolean;
}

/**
 * Carries out a decision.
 *
 * @returns the tag; undefined if it was deleted or left to others
 * @throws {Refused} if the decision is to refuse
 */
export async function actV1(
  decision: DecisionV1,
  { goal, inputs, urn }: WantedV1,
  { context, operation, slot }: { context: Context; operation: OperationV1; slot: Slot },
): Promise<VirtualTagV1 | undefined> {
  announce(decision, textOfV1, { ...context, urn });
  if (decision.kind === "create") return noting(operation, () => create(inputs, context, slot));
  if (decision.kind === "release") return undefined;
  const { tag } = decision;
  if (goal === "create" && urn !== undefined) context.memory.takeOver(tag.id, urn);
  if (decision.kind === "keep") return tag;
  if (decision.kind === "delete") return remove(tag, context, slot);
  return noting(operation, () => save(tag, inputs, context, slot));
}

/** Notes that a save was sent, however it ended. */
async function noting<T>(operation: OperationV1, save: () => Promise<T>): Promise<T> {
  try {
    const saved = await save();
    operation.isSaveSent = true;
    return saved;
  } catch (error) {
    // A RetryLater means that the service did not carry it out.
    operation.isSaveSent ||= !(error instanceof RetryLater);
    throw error;
  }
}

function textOfV1([name, facts]: Say | SayV1): Message {
  return { ...texts, ...textsV1 }[name](facts as never);
}

async function create(inputs: VirtualTagV1Inputs, context: Context, slot: Slot): Promise<VirtualTagV1> {
  return settle(
    () => callV1(() => context.client.virtualTagsV1.create(bodyOf(inputs), slot)),
    async () => {
      // There was no tag with that name a moment ago, so one with the declared content is ours. Of two, we can't tell which.
      const [tag, ...others] = (await findByNameV1(inputs.name, context)).filter((found) =>
        isAsDeclaredInV1(found, inputs),
      );
      return others.length === 0 ? tag : undefined;
    },
    context,
  );
}

async function save(
  tag: VirtualTagV1,
  inputs: VirtualTagV1Inputs,
  context: Context,
  slot: Slot,
): Promise<VirtualTagV1> {
  // If only the case changes, the content does not show the save, but the date does.
  const showsInContent = !isAsDeclaredInV1(tag, inputs);
  return settleIdempotent(
    () => callV1(() => context.client.virtualTagsV1.update(tag.id, bodyOf(inputs), slot)),
    async () => {
      const now = await getFresh(tag.id, context);
      if (now === undefined || !isAsDeclaredInV1(now, inputs)) return undefined;
      return showsInContent || now.updatedAt !== tag.updatedAt ? now : undefined;
    },
    context,
  );
}

async function remove({ id }: VirtualTagV1, context: Context, slot: Slot): Promise<undefined> {
  await settleIdempotent(
    () => orNotFound(callV1(() => context.client.virtualTagsV1.delete(id, slot))).then(() => true),
    async () => ((await getFresh(id, context)) === undefined ? true : undefined),
    context,
  );
  context.memory.deleted(id);
}

/** The content that a save sends. */
export function bodyOf({ name, rules, defaultValue, isCaseSensitive = false }: VirtualTagV1Inputs): VirtualTagV1Body {
  return { name, rules, defaultValue, isCaseSensitive };
}
