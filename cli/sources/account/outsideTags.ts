/** Reads the tags of the account that a plan does not have. Reads only. */
import { Forbidden, type Listed, UnexpectedAnswer, type VirtualTag } from "../../../client";
import { isPredefined } from "../../../client/resources/unsupportedTags";
import { orNotFound } from "../../../client/settle";
import { nameKey } from "../../../rules/names";
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
 * The tags of the account that a plan does not have, as the list shows them. `notRead`: the names of those whose rules can't be read.
 *
 * @param compared what the plan adopts
 * @throws {Error} of the client
 */
export async function listOutside(
  { client }: Account,
  { tags }: Plan,
  compared: ReadonlyMap<string, LiveComparison>,
): Promise<{ tags: OutsideTag[]; notRead: string[] }> {
  // What the plan only reads, and has no content of, is as much outside as the others.
  const planned = tags.filter(({ op, after }) => op !== "read" || after !== undefined);
  const adopted = [...compared.values()].flatMap((one) => (one.result === "compared" ? [one.live.id] : []));
  const ids = [...planned.flatMap(({ id, before, left }) => [id, before?.id, left?.id]), ...adopted];
  const inPlan = new Set(ids.map((id) => id?.toLowerCase()));
  // What can't be read of an adopted tag is said of its adoption.
  const adoptedNames = new Set(
    tags.flatMap(({ op, after }) =>
      op === "create" && after?.adopt !== undefined && after.adopt !== false ? [nameKey(after.name)] : [],
    ),
  );
  const all = await client.virtualTags.list();
  const known = withKnownIds([...tags.map(({ id }) => id), ...all.map(({ id }) => id)]);
  const outside = all.filter((tag) => !inPlan.has(tag.id.toLowerCase()));
  const isReadable = (tag: Listed<VirtualTag>): boolean => unreadableReason(tag) === undefined;
  return {
    tags: outside.filter(isReadable).map((tag) => {
      const { id, name, rules, defaultValue } = tag as OutsideTag;
      return known({ id, name, rules, defaultValue });
    }),
    // Predefined tags have no rules.
    notRead: outside.flatMap((tag) =>
      isReadable(tag) || isPredefined(tag) || adoptedNames.has(nameKey(tag.name)) ? [] : [tag.name],
    ),
  };
}

/**
 * Some of these tags as a plan has those that a program only reads, with their live content. A list may show a staged one. `notRead`:
 * the names of those that can't be read. One that was deleted since is left out.
 *
 * @throws {Error} of the client
 */
export async function readOutside(
  { client, settings }: Account,
  tags: readonly OutsideTag[],
  terminal: Terminal,
): Promise<{ tags: PlannedTag[]; notRead: string[] }> {
  const known = withKnownIds(tags.map(({ id }) => id));
  const { maxConcurrency } = settings;
  const read = await readEach("Tags that refer to a change", tags, { terminal, maxConcurrency }, async (tag) => ({
    tag,
    one: await orNotRead(orNotFound(comparisonWith(client, tag))),
  }));
  return {
    tags: read.flatMap(({ one, tag: { id, name } }): PlannedTag[] => {
      if (one === undefined || one === "notRead" || one.result !== "compared") return [];
      const after = known({ ...one.live, setAsLive: true });
      return [{ op: "read", urn: id, resourceName: name, type: "VirtualTag", isOutside: true, id, name, after }];
    }),
    notRead: read.flatMap(({ one, tag: { name } }) =>
      one === "notRead" || (one !== undefined && one.result === "unsupported") ? [name] : [],
    ),
  };
}

/** One tag of others that can't be read must not end the whole review. */
async function orNotRead<Found>(answer: Promise<Found>): Promise<Found | "notRead"> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return "notRead";
    throw error;
  }
}
