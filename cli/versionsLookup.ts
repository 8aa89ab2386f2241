/** Finding what a person means: a tag by ID or name, a version by ID or `live`, and the rules in it. */
import { type CostAllocationClient, NotFound, type Version, type VersionWithData, type VirtualTag } from "../client";
import type { TagContent } from "../rules/types";
import { printable, quoted } from "./terminal";

/** How many versions one request asks for: the most that the service answers (API document, section 4.2). */
export const pageSize = 100;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The tag of that ID or exact name.
 *
 * @throws {Error} when there is none, or more than one of that name
 */
export async function findTag(client: CostAllocationClient, idOrName: string): Promise<VirtualTag> {
  if (uuid.test(idOrName)) {
    const tag = await orNone(client.virtualTags.get(idOrName));
    if (tag !== undefined) return tag;
  }
  const [tag, ...others] = await client.virtualTags.findByName(idOrName);
  if (tag === undefined) {
    throw new Error(
      `The account has no Virtual Tag with the ID or name ${quoted(idOrName)}. Names are exact, upper and lower case included.`,
    );
  }
  if (others.length === 0) return tag;
  const list = [tag, ...others].map(
    ({ id, createdBy, updatedBy, updatedAt }) =>
      `  ${id}, made by ${createdBy ?? "an unknown user"}, last saved by ${updatedBy ?? "an unknown user"} at ${updatedAt ?? "an unknown time"}`,
  );
  throw new Error(
    [`The account has ${list.length} Virtual Tags named ${quoted(idOrName)}. Give the ID of one:`, ...list].join("\n"),
  );
}

/**
 * A version with its content.
 *
 * @param id ID of the version, or `live`
 * @throws {Error} when there is none
 */
export async function findVersion(client: CostAllocationClient, tag: VirtualTag, id: string): Promise<VersionWithData> {
  const version = id === "live" ? await findLive(client, tag) : await orNone(client.virtualTagVersions.get(tag.id, id));
  if (version !== undefined) return version;
  const what = id === "live" ? "no live version" : `no version ${quoted(id)}`;
  throw new Error(`${titleOf(tag)} has ${what}. To see those that it has: cost-allocation versions list ${tag.id}`);
}

/** The live version with its content. A tag that was only ever staged may have none. */
export async function findLive(client: CostAllocationClient, tag: VirtualTag): Promise<VersionWithData | undefined> {
  for await (const version of client.virtualTagVersions.list(tag.id, { pageSize })) {
    if (version.isLive) return client.virtualTagVersions.get(tag.id, version.id);
  }
  return undefined;
}

/** An answer, or undefined when there is no such thing. */
async function orNone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}

/**
 * The content of a version.
 *
 * @throws {Error} when it is none of V2: the application can make kinds of tags that V2 does not describe
 */
export function contentOf({ id, versionData: { rules, defaultValue } }: VersionWithData): TagContent {
  const odd = (rules as readonly unknown[]).findIndex((rule) => !isRule(rule));
  if (odd < 0 && isValue(defaultValue)) return { rules, defaultValue };
  throw new Error(
    `Version ${id} can't be read: ${odd < 0 ? "defaultValue" : `rules[${odd}]`} has another shape than the API document's. ` +
      "To see it as it is: cost-allocation versions show, with --json.",
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isRule(rule: unknown): boolean {
  return isObject(rule) && isValue(rule["to"]) && isFilter(rule["filters"]);
}

function isValue(value: unknown): boolean {
  return typeof value === "string" || (isObject(value) && typeof value["key"] === "string");
}

function isFilter(filter: unknown): boolean {
  if (!isObject(filter)) return false;
  const members = filter["AND"] ?? filter["OR"];
  if (members !== undefined) return Array.isArray(members) && members.every(isFilter);
  return typeof filter["operator"] === "string" && isValueOfCondition(filter["value"]);
}

function isValueOfCondition(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string" || Array.isArray(value);
}

/** A tag as words name it. */
export function titleOf({ id, name }: Pick<VirtualTag, "id" | "name">): string {
  return `Virtual Tag ${quoted(name)} (${id})`;
}

/** A version as words name it. */
export function versionTitle({ id, isLive, createdAt, createdBy }: Version): string {
  return `${printable(id)} (${isLive ? "live, " : ""}saved at ${printable(createdAt)} by ${printable(createdBy)})`;
}
