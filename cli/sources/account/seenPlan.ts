/** Reads what the account has of a plan's tags, to recognize what others changed. Reads only. */
import type { Listed, VirtualTag } from "../../../client";
import type { SeenTag } from "../../../stack/facts/seen";
import { previewed } from "../../../stack/state/readState";
import type { Account } from "../../console/account";
import { type DeclaredTag, readResource } from "../declared";
import type { Plan, PlannedTag } from "../plan/plan";
import { readStack, type Seen } from "./seenStack";

/** A tag of a stack, and what the account has of it. */
export interface SeenPlanned {
  declared: DeclaredTag;
  seen: Seen<SeenTag<Listed<VirtualTag>>>;
}

/**
 * Looks up the tags that the stack of a plan has, by URN. One whose state can't be read, or that belongs to another provider, is not
 * among them.
 *
 * @throws {Error} if the plan seems to belong to another account
 */
export async function readSeenTags(account: Account, { tags }: Plan): Promise<Map<string, SeenPlanned>> {
  const declared = tags.flatMap((tag) => declaredIn(tag) ?? []);
  // A deletion leaves a tag to another owner, who may have only staged a version.
  const deleted = new Set(tags.flatMap(({ op, urn }) => (op === "delete" ? [urn] : [])));
  const declarations = { tags: declared, metadata: [], endpoints: [], notCompared: [] };
  const seen = await readStack(account, declarations, ({ urn }) => deleted.has(urn));
  return new Map(seen.tags.map((one) => [one.declared.urn, one]));
}

/** A resource that was renamed owns the tag by its old name and, after an interrupted run, by its new one. */
function declaredIn({ op, urn, resourceName, left }: PlannedTag): DeclaredTag | undefined {
  if (op === "read" || op === "create" || left?.kind === undefined) return undefined;
  const { id, kind, provider, inputs, outputs } = left;
  if (kind !== "VirtualTag" && kind !== "VirtualTagV1") return undefined;
  const found = readResource({ id, provider, inputs, outputs }, { kind, resource: resourceName, urn }, previewed);
  return typeof found === "object" && "left" in found ? found : undefined;
}
