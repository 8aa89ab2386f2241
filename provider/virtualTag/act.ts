/** Carries out a decision about a Virtual Tag. The only code that writes one. */
import type { Route, Version, VirtualTag, VirtualTagBody } from "../../client";
import { withMark } from "../../client/ownershipMark";
import { lookUntilFound, orNotFound, settle, settleIdempotent } from "../../client/settle";
import { isSameName } from "../../rules/names";
import { announce } from "../shared/announce";
import { liveVersionOf, versionsOf } from "../../stack/facts/seen";
import type { Context } from "../shared/lifecycle";
import type { Slot } from "../shared/writeLoop";
import type { Decision } from "./decide";
import { leftLive, ownerIn } from "./facts";
import { textOf } from "./messages";
import { findMarked, findNewVersion, findSaved } from "./outcomes";
import { type TagMemory, unlistedVersion } from "../../stack/state/virtualTag";
import type { Wanted } from "./wanted";

/** The result: the tag's ID, and the parts of the state, unless the tag was deleted or left to others. */
export interface Outcome {
  id: string;
  kept?: Kept;
}

/** The parts of a state besides the arguments. */
interface Kept {
  tag: VirtualTag;
  memory: TagMemory;
  stagedVersionId?: string;
}

/** A decision that writes. */
type Write = Exclude<Decision, { kind: "refuse" | "keep" | "release" }>;

/** The route of the write that each operation probably ends with. */
export const routes = {
  create: "POST /v2/virtual-tags",
  update: "PUT /v2/virtual-tags/{id}",
  delete: "DELETE /v2/virtual-tags/{id}",
} as const;

/** The route of a decision's write; undefined if it writes nothing. */
export function routeOf({ kind }: Decision): Route | undefined {
  if (kind === "keep" || kind === "release" || kind === "refuse") return undefined;
  return routes[kind === "create" || kind === "delete" ? kind : "update"];
}

/**
 * Carries out a decision.
 *
 * @throws {Refused} if the decision is to refuse
 */
export async function act(
  decision: Decision,
  wanted: Wanted,
  { context, slot }: { context: Context; slot: Slot },
): Promise<Outcome> {
  announce(decision, textOf, { ...context, urn: wanted.urn });
  if (decision.kind === "release") return { id: wanted.id ?? "" };
  if (wanted.goal === "create" && decision.kind !== "create") {
    context.memory.takeOver(decision.observed.seen.tag.id, wanted.urn);
  }
  if (decision.kind === "keep") return { id: decision.observed.seen.tag.id, kept: keep(decision, wanted) };
  // A POST is not idempotent: the service accepts no token that identifies it.
  const carryOut = decision.kind === "create" ? settle : settleIdempotent;
  const body = bodyOf(decision, wanted);
  const tag = await carryOut(
    () => send(decision, body, wanted, context, slot),
    () => look(decision, body, wanted, context),
    context,
  );
  if (decision.kind !== "delete") return { id: tag.id, kept: await saved(tag, decision, wanted, context) };
  context.memory.deleted(tag.id);
  return { id: tag.id };
}

/** The parts of the state of a tag that needs no save. */
function keep({ facts, isStaged, observed }: Decision & { kind: "keep" }, { known, mark }: Wanted): Kept {
  const { seen } = observed;
  const { tag } = seen;
  const memory: TagMemory = {
    mark: ownerIn(facts) === mark ? mark : known?.left.lastMark.value,
    seenAt: tag.updatedAt,
    versionCount: seen.kind === "read" ? seen.versions.length : known?.versionCount,
  };
  if (!isStaged || facts.staged === undefined) return { tag, memory };
  const { formerLive, versionId } = facts.staged;
  return { tag, memory: { ...memory, formerLive, drift: facts.drift }, stagedVersionId: versionId };
}

/** Sends the write. */
async function send(
  decision: Write,
  body: VirtualTagBody,
  { setAsLive }: Wanted,
  { client }: Context,
  slot: Slot,
): Promise<VirtualTag> {
  if (decision.kind === "create") return client.virtualTags.create(body, { ...slot, setAsLive });
  const { tag } = decision.observed.seen;
  if (decision.kind !== "delete") return client.virtualTags.update(tag.id, body, { ...slot, setAsLive });
  await orNotFound(client.virtualTags.delete(tag.id, slot));
  return tag;
}

/** After an unknown outcome: looks whether the write was carried out. */
async function look(
  decision: Write,
  { versionMetadata: { changeDescription = "" } = {} }: VirtualTagBody,
  wanted: Wanted,
  context: Context,
): Promise<VirtualTag | undefined> {
  if (decision.kind === "create") return findMarked(wanted, context);
  const { seen } = decision.observed;
  if (decision.kind !== "delete") return findSaved(seen, wanted, changeDescription, context);
  const { client, request } = context;
  const tag = await orNotFound(client.virtualTags.get(seen.tag.id, { ...request, fresh: true }));
  return tag === undefined ? seen.tag : undefined;
}

/** The parts of the state of a tag that was saved, live or staged. */
async function saved(
  tag: VirtualTag,
  decision: Exclude<Write, { kind: "delete" }>,
  wanted: Wanted,
  context: Context,
): Promise<Kept> {
  const { known, mark, setAsLive } = wanted;
  const before = decision.kind === "create" ? undefined : decision.observed.seen;
  const versions = before === undefined ? [] : versionsOf(before);
  const versionCount = (before?.kind === "read" ? versions.length : (known?.versionCount ?? 0)) + 1;
  const memory: TagMemory = { mark, seenAt: tag.updatedAt, versionCount };
  if (setAsLive) return { tag, memory };
  const formerLive = formerLiveOf(decision, wanted);
  const drift = decision.kind === "stage" && known !== undefined ? decision.facts.drift : undefined;
  const findVersion = (): Promise<Version | undefined> => findNewVersion(tag.id, wanted, versions, context);
  const version = await lookUntilFound(findVersion, context);
  // A service may make the first version of a tag live, even if it was to be staged.
  if (version?.isLive === true) return { tag, memory };
  return { tag, memory: { ...memory, formerLive, drift }, stagedVersionId: version?.id ?? unlistedVersion };
}

/** What stays live beside the staged version; null if nothing is live. */
function formerLiveOf(
  decision: Exclude<Write, { kind: "delete" }>,
  { declared, known }: Wanted,
): TagMemory["formerLive"] {
  if (decision.kind === "create") return null;
  const { facts, observed } = decision;
  const live = liveVersionOf(observed.seen);
  if (live === undefined) return null;
  if (known !== undefined && facts.drift !== undefined) return leftLive(known.left, facts.drift);
  return { versionId: live.id, name: facts.name ?? known?.written.name ?? declared.name };
}

/** The body of a save. Versions hold no names. If the staged name is not the live one, the change description has it. */
function bodyOf(decision: Write, { changeDescription, declared, mark, setAsLive }: Wanted): VirtualTagBody {
  const liveName = "facts" in decision ? decision.facts.name : declared.name;
  const stagedName = setAsLive || isSameName(liveName, declared.name) ? undefined : declared.name;
  return { ...declared, versionMetadata: { changeDescription: withMark(changeDescription, mark, stagedName) } };
}
