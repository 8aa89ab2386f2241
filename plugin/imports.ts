/** Imports a resource into a state, for `pulumi import`. Nothing is saved. */
import { fieldsOf } from "../client/resources/metadataFields";
import { unsupportedReason } from "../client/resources/unsupportedTags";
import type { Context, Found } from "../provider/shared/lifecycle";
import { type Message, Refused } from "../provider/shared/message";
import { notificationEndpointLifecycle } from "../provider/notificationEndpoint/lifecycle";
import { versionsOf } from "../stack/facts/seen";
import { isSameId } from "../stack/state/kinds";
import { isUnknown } from "../stack/state/unknown";
import type { TagMemory } from "../stack/state/virtualTag";
import { metadataStateOf } from "../stack/state/virtualTagMetadata";
import { factsFor } from "../provider/virtualTag/facts";
import { texts } from "../provider/virtualTag/messages";
import { readTag } from "../provider/virtualTag/observe";
import { resultOf } from "../provider/virtualTag/refresh";
import { virtualTagMetadataLifecycle } from "../provider/virtualTagMetadata/lifecycle";
import { wantedOf } from "../provider/virtualTag/wanted";

type Properties = Record<string, unknown>;

/** What was found for an import. */
export interface Imported extends Found<Properties, Properties> {
  id: string;
  /** The message that refuses it. */
  refusal?: Message | undefined;
  /** The tag and its owner, if that is another resource. Then only `adopt` allows it, which only a program can give. */
  fromOther?: { tag: { id: string; name: string }; owner: string } | undefined;
}

/** Reads a resource for an import. Returns undefined if it was not found. */
export type Importing = (id: string, urn: string, context: Context) => Promise<Imported | undefined>;

/** What the service holds, in a state like that of a tag which was adopted without a save. What is live counts, not what is staged. */
export const importVirtualTag: Importing = async (id, urn, context) => {
  const wanted = wantedOf("create", { name: "", rules: [], defaultValue: "", __resourceUrn: urn });
  const { seen } = await readTag(id, wanted, context);
  if (seen.kind === "missing") return undefined;
  const { tag } = seen;
  const { content, name = tag.name, owner } = factsFor(seen, wanted);
  const reason = unsupportedReason(tag);
  const fromOther = owner.kind === "other" ? { tag, owner: owner.mark } : undefined;
  const refusal =
    reason !== undefined
      ? texts.unsupported({ tag, reason })
      : content === undefined
        ? texts.importedBeforeLive({ tag })
        : undefined;
  const memory: TagMemory = {
    ...(owner.kind === "us" ? { mark: owner.mark } : {}),
    ...(fromOther === undefined ? { seenAt: tag.updatedAt } : {}),
    versionCount: versionsOf(seen).length,
    ...(fromOther === undefined && refusal === undefined ? {} : { isRefused: true }),
  };
  const { state, inputs } = resultOf({ ...tag, name }, content ?? tag, { __resourceUrn: urn }, memory);
  return { id, state: { ...state }, inputs: { ...inputs }, refusal, fromOther };
};

/** Refuses an import, unless the arguments say that it takes the tag over. */
export function refuseImport({ refusal, fromOther }: Imported, { adopt }: { adopt?: unknown }): void {
  if (refusal !== undefined) throw new Refused(refusal);
  if (fromOther === undefined || adopt === true) return;
  const isAdopting = typeof adopt === "string" && (isUnknown(adopt) || isSameId(adopt, fromOther.tag.id));
  if (!isAdopting) throw new Refused(texts.importedFromOther(fromOther));
}

/** Whether a state is of an import that was refused: the engine keeps one by the option `import` in spite of that. */
export function wasRefused({ __memory: memory }: { __memory?: TagMemory }): boolean {
  return memory?.isRefused === true;
}

/** What the service holds. This stack has written none of it, so that a delete leaves it alone. */
export const importMetadata: Importing = async (id, urn, context) => {
  const found = await virtualTagMetadataLifecycle.read(id, { __resourceUrn: urn }, context);
  if (found === undefined) return undefined;
  const unwritten = [...fieldsOf(found.inputs.metadata).keys()];
  return { id, inputs: { ...found.inputs }, state: { ...metadataStateOf(found.inputs, unwritten) } };
};

/** What the service holds. */
export const importEndpoint: Importing = async (id, urn, context) => {
  const found = await notificationEndpointLifecycle.read(id, { __resourceUrn: urn }, context);
  return found && { id, inputs: { ...found.inputs }, state: { ...found.state } };
};
