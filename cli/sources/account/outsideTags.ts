/** Reads the tags of the account that a plan does not have. Reads only. */
import { withKnownIds } from "../../../rules/tagKeys";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import type { InputTag } from "../inputTag";
import type { Plan, PlannedTag } from "../plan/plan";
import { unreadableReason } from "../unreadable";
import { comparisonWith, type LiveComparison } from "./liveTags";
import { readEach } from "./readEach";

/** A tag of the account. */
export type OutsideTag = InputTag & { id: string };

/**
 * The tags of the account that a plan does not have, as the list shows them. Those that can't be read are left out.
 *
 * @param compared what the plan adopts
 * @throws {Error} of the client
 */
export async function listOutside(
  { client }: Account,
  { tags }: Plan,
  compared: ReadonlyMap<string, LiveComparison>,
): Promise<OutsideTag[]> {
  // What the plan only reads, and has no content of, is as much outside as the others.
  const planned = tags.filter(({ op, after }) => op !== "read" || after !== undefined);
  const adopted = [...compared.values()].flatMap((one) => (one.result === "compared" ? [one.live.id] : []));
  const ids = [...planned.flatMap(({ id, before, left }) => [id, before?.id, left?.id]), ...adopted];
  const inPlan = new Set(ids.map((id) => id?.toLowerCase()));
  const all = await client.virtualTags.list();
  const known = withKnownIds([...tags.map(({ id }) => id), ...all.map(({ id }) => id)]);
  return all
    .filter((tag) => !inPlan.has(tag.id.toLowerCase()) && unreadableReason(tag) === undefined)
    .map((tag) => {
      const { id, name, rules, defaultValue } = tag as OutsideTag;
      return known({ id, name, rules, defaultValue });
    });
}

/**
 * Some of these tags as a plan has those that a program only reads, with their live content. A list may show a staged one.
 *
 * @throws {Error} of the client
 */
export async function readOutside(
  { client, settings }: Account,
  tags: readonly OutsideTag[],
  terminal: Terminal,
): Promise<PlannedTag[]> {
  const known = withKnownIds(tags.map(({ id }) => id));
  const { maxConcurrency } = settings;
  const read = await readEach("Tags that refer to a change", tags, { terminal, maxConcurrency }, async (tag) => ({
    tag,
    one: await comparisonWith(client, tag),
  }));
  return read.flatMap(({ one, tag: { id, name } }): PlannedTag[] => {
    if (one.result !== "compared") return [];
    const after = known({ ...one.live, setAsLive: true });
    return [{ op: "read", urn: id, resourceName: name, type: "VirtualTag", isOutside: true, id, name, after }];
  });
}
