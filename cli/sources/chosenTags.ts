/** The tag to explain and the tags that it refers to: from a file, or from the account. */
import type { VirtualTag } from "../../client";
import { orNotFound } from "../../client/settle";
import { closestName } from "../../rules/closestName";
import type { EvaluationTag } from "../../rules/evaluation/options";
import { isVirtualTag, keysOf } from "../../rules/evaluation/references";
import { isSameName } from "../../rules/names";
import type { Account } from "../console/account";
import { oddPart } from "./contentShape";
import type { InputTag } from "./inputTag";
import { liveContents } from "../studies/liveContents";
import { contentsAfter, isReadable, type Plan } from "./plan/plan";
import { withKnownIds } from "./tagKeys";
import { printable, quoted, titleOf } from "../console/terminal";
import { findTag } from "./account/findTag";

/** A tag, and the tags that its rules may refer to. */
export interface ChosenTags {
  /** It has no ID if a file doesn't say it. */
  tag: InputTag;
  others: EvaluationTag[];
  /** What the person should know about the source. */
  warnings: string[];
}

/** How many names a message lists. */
const listedNames = 20;

/**
 * The tag with this ID, or exactly this name.
 *
 * @param source how messages name the file
 * @throws {Error} if there is none, or several have the name
 */
export function tagInList(tags: readonly InputTag[], idOrName: string, source: string): ChosenTags {
  const byId = tags.filter(({ id }) => id === idOrName);
  const found = byId.length > 0 ? byId : tags.filter(({ name }) => isSameName(name, idOrName));
  const [tag, ...more] = found;
  if (tag === undefined) throw new Error(notFoundText(tags, idOrName, source));
  if (more.length > 0) {
    const ids = found.map(({ id }) => `  ${id === undefined ? "a tag without an ID" : printable(id)}`);
    throw new Error(
      [`${source} has ${found.length} Virtual Tags named ${quoted(idOrName)}. Use an ID:`, ...ids].join("\n"),
    );
  }
  const others = tags.flatMap((other) => (other.id === undefined ? [] : [{ ...other, id: other.id }]));
  return { tag, others, warnings: [] };
}

/**
 * The tag in a plan, as it will be after the update, and what will be live of those that it may refer to. See {@link tagInList} for
 * the errors.
 */
export function tagInPlan(plan: Plan, idOrName: string, source: string): ChosenTags {
  const tags = contentsAfter(plan);
  const readable = new Set(tags.map(({ id }) => id));
  const unreadable = plan.tags.filter(
    ({ op, urn, after }) => op !== "delete" && op !== "forget" && !readable.has(after?.id ?? urn),
  );
  const warnings = plan.isComplete
    ? []
    : [`${source} was made without --show-sames, so it lacks the tags that don't change.`];
  try {
    const chosen = tagInList(tags, idOrName, source);
    const { id, ...tag } = chosen.tag;
    // A tag that does not exist yet has its URN in place of an ID.
    const isNew = plan.tags.some(({ urn }) => urn === id);
    return { tag: isNew ? tag : chosen.tag, others: liveContents(plan.tags).after.filter(isReadable), warnings };
  } catch (error) {
    const skipped = unreadable.map(
      ({ resourceName, unreadable: reason = "unsupported" }) =>
        `The rules of the resource ${quoted(resourceName)} can't be read from the plan: ${reasons[reason]}.`,
    );
    throw new Error([(error as Error).message, ...warnings, ...skipped].join("\n"), { cause: error });
  }
}

const reasons = {
  secret: "they contain a secret",
  unknown: "they contain a value that is unknown until deployment",
  unsupported: "V2 of the API can't express them",
} as const;

function notFoundText(tags: readonly InputTag[], idOrName: string, source: string): string {
  const names = [...new Set(tags.map(({ name }) => name))].sort();
  const closest = closestName(idOrName, names);
  const rest = names.length - listedNames;
  return [
    `${source} has no Virtual Tag with the ID or name ${quoted(idOrName)}.` +
      (closest === undefined ? "" : ` Did you mean ${quoted(closest)}?`),
    ...(names.length === 0 ? [] : ["Its Virtual Tags:"]),
    ...names.slice(0, listedNames).map((name) => `  ${quoted(name)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

/**
 * The tag in the account, and only those tags that it refers to, directly or through others.
 *
 * @throws {Error} if there is none, several have the name, or V2 of the API can't express its rules
 */
export async function tagInAccount(account: Account, idOrName: string): Promise<ChosenTags> {
  const tag = await findTag(account, idOrName);
  refuseOdd(tag);
  const others = new Map<string, EvaluationTag>();
  const asked = new Set<string>();
  const waiting: VirtualTag[] = [tag];
  // The loop also visits tags that are added while it runs.
  for (const from of waiting) {
    for (const { key: id } of keysOf(from).filter(isVirtualTag)) {
      if (asked.has(id)) continue;
      asked.add(id);
      const other = isUuid.test(id) ? await orNotFound(account.client.virtualTags.get(id)) : undefined;
      // The value of a tag that is not found, or whose rules V2 can't express, is unknown.
      if (other === undefined || oddPart(other) !== undefined) continue;
      others.set(id, other);
      waiting.push(other);
    }
  }
  const known = withKnownIds([tag, ...others.values()].map(({ id }) => id));
  return { tag: known(tag), others: [...others.values()].map(known), warnings: [] };
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

function refuseOdd(tag: VirtualTag): void {
  const where = oddPart(tag);
  if (where === undefined) return;
  throw new Error(
    `${titleOf(tag)} can't be explained: its ${where} has a shape that the API document does not describe.`,
  );
}
