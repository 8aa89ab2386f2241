/** Reads the tags of the account that a plan does not have. Reads only. */
import { isPredefined } from "../../../client/resources/unsupportedTags";
import { orNotFound } from "../../../client/settle";
import { nameKey } from "../../../rules/names";
import { withKnownIds } from "../../../rules/tagKeys";
import type { Account } from "../../console/account";
import type { Terminal } from "../../console/terminal";
import type { InputTag } from "../inputTag";
import type { Plan, PlannedTag } from "../plan/plan";
import { unreadableReason } from "../unreadable";
import { comparisonWith, orNotRead } from "./liveTags";
import { readEach } from "./readEach";

/** A tag of the account. */
export type OutsideTag = InputTag & { id: string };

/**
 * The tags of the account that a plan does not have, as the list shows them. `notRead`: the names of those whose rules can't be read.
 * `listed`: what the list shows of all tags.
 *
 * @throws {Error} of the client
 */
export async function listOutside(
  { client }: Account,
  { tags }: Plan,
): Promise<{ tags: OutsideTag[]; notRead: string[] } & Required<Pick<Plan, "listed">>> {
  // What the plan only reads, and has no content of, is as much outside as the others.
  const planned = tags.filter(({ op, after }) => op !== "read" || after !== undefined);
  const inPlan = new Set(
    planned.flatMap(({ id, before, left }) => [id, before?.id, left?.id].map((one) => one?.toLowerCase())),
  );
  // What is not known of a tag that the plan adopts, or may adopt, is said of that one.
  const adopted = new Set(
    tags.flatMap(({ op, after, name }) =>
      op === "create" && name !== undefined && (after ?? { adopt: true }).adopt ? [nameKey(name)] : [],
    ),
  );
  const all = await client.virtualTags.list();
  const known = withKnownIds([...tags.map(({ id }) => id), ...all.map(({ id }) => id)]);
  const isOutside = ({ id, name }: { id: string; name: string }): boolean =>
    !inPlan.has(id.toLowerCase()) && !adopted.has(nameKey(name));
  const readableTags = new Set(all.filter((tag) => unreadableReason(tag) === undefined));
  const readable = [...readableTags].map((tag) => {
    const { id, name, rules, defaultValue } = tag as OutsideTag;
    return known({ id, name, rules, defaultValue });
  });
  return {
    tags: readable.filter(isOutside),
    // Predefined tags have no rules.
    notRead: all.flatMap((tag) => (readableTags.has(tag) || isPredefined(tag) || !isOutside(tag) ? [] : [tag.name])),
    listed: new Map(readable.map((tag) => [tag.id.toLowerCase(), tag])),
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
      if (one?.result !== "compared") return [];
      const after = known({ ...one.live, setAsLive: true });
      return [{ op: "read", urn: id, resourceName: name, type: "VirtualTag", isOutside: true, id, name, after }];
    }),
    notRead: read.flatMap(({ one, tag: { name } }) =>
      one?.result === "notRead" || one?.result === "unsupported" ? [name] : [],
    ),
  };
}
