/** Imports of a Virtual Tag into a state. Nothing is saved. */
import { unsupportedReason } from "../../client/resources/unsupportedTags";
import { versionsOf } from "../../stack/facts/seen";
import { isSameId } from "../../stack/state/kinds";
import { isUnknown } from "../../stack/state/unknown";
import type { TagMemory, VirtualTagInputs, VirtualTagState } from "../../stack/state/virtualTag";
import type { Context, Imported } from "../shared/lifecycle";
import { Refused } from "../shared/message";
import { factsFor } from "./facts";
import { texts } from "./messages";
import { readTag } from "./observe";
import { resultOf } from "./refresh";
import { wantedOf } from "./wanted";

/** What the service holds, in a state like that of a tag which was adopted without a save. What is live counts, not what is staged. */
export async function importVirtualTag(
  id: string,
  context: Context,
): Promise<Imported<VirtualTagInputs, VirtualTagState> | undefined> {
  const wanted = wantedOf("create", context.urn, { name: "", rules: [], defaultValue: "" });
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
  return { id, ...resultOf({ ...tag, name }, content ?? tag, {}, memory), refusal, fromOther };
}

/** Refuses an import, unless the arguments say that it takes the tag over. */
export function refuseImport({ refusal, fromOther }: Imported, { adopt }: { adopt?: unknown }): void {
  if (refusal !== undefined) throw new Refused(refusal);
  if (fromOther === undefined || adopt === true) return;
  const isAdopting = typeof adopt === "string" && (isUnknown(adopt) || isSameId(adopt, fromOther.tag.id));
  if (!isAdopting) throw new Refused(texts.importedFromOther(fromOther));
}

/** Whether a state is of an import that was refused: the engine keeps one by the option `import` in spite of that. */
export function wasRefused({ __memory: memory }: Partial<VirtualTagState>): boolean {
  return memory?.isRefused === true;
}

/** Reads a refused import again. Refuses an update of it, unless the arguments say that it takes the tag over. */
export async function importAgain(
  id: string,
  inputs: VirtualTagInputs,
  context: Context,
): ReturnType<typeof importVirtualTag> {
  const imported = await importVirtualTag(id, context);
  // Ignored properties are as the import found them, and the owner may have saved others since.
  if (imported !== undefined) refuseImport(imported, (inputs.__ignoreChanges ?? []).length === 0 ? inputs : {});
  return imported;
}
