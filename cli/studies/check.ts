/** Reads what a check needs, and compares. */
import type { CostAllocationClient } from "../../client";
import { type AccountCatalog, readCatalog } from "../sources/account/catalog";
import { unknownValue } from "../sources/plan/plan";
import { CatalogIndex, declaredValues, type Finding, type TagUse, usesOf } from "./catalogFindings";
import { readSubjects, type Source, type Subject, type Subjects } from "../sources/subjects";

/** A part of the input that was not compared. */
export interface NotChecked {
  /** The tag; absent if the reason concerns a key. */
  tag?: string;
  /** The path in the tag. */
  path?: string;
  /** The key; absent if the reason concerns a tag. */
  key?: { costCenter: string; key: string };
  reason: string;
}

/** The result of a check. */
export interface CheckResult {
  /** How many tags were compared. */
  tags: number;
  findings: Finding[];
  notChecked: NotChecked[];
}

/**
 * Compares the tags with the account: its keys and tags, and the values of the keys that conditions use, each key once.
 *
 * @throws {Error} if the file or the account can't be read
 */
export async function check(source: Source, client: CostAllocationClient): Promise<CheckResult> {
  // A wrong file fails before any request.
  const subjects = await readSubjects(source, client);
  const { known, unknown } = usesOf(subjects.tags);
  const catalog = await readCatalog(client);
  const index = new CatalogIndex({ keys: catalog.keys, tags: await tagsAfter(subjects, client) });
  const keyFindings = new Map(known.map((use) => [use, index.keyFinding(use)] as const));
  const valueUses = known.filter((use) => keyFindings.get(use) === undefined && use.values.length > 0);
  const { values, unread } = await valuesOf(valueUses, subjects.tags, catalog);
  const findings = known.flatMap((use) => {
    const finding = keyFindings.get(use);
    if (finding !== undefined) return [finding];
    const seen = values.get(idOf(use));
    return seen === undefined ? [] : index.valueFindings(use, seen);
  });
  return {
    tags: subjects.tags.length,
    findings,
    notChecked: [
      ...subjects.skipped.map(({ name, reason }) => ({ tag: name, reason })),
      ...unknown.map(({ tag, path }) => ({ tag: tag.name, path, reason: unknownReason })),
      ...known.flatMap(unknownValues),
      ...unread,
    ],
  };
}

const unknownReason = "it is unknown until deployment";

function unknownValues({ tag, values }: TagUse): NotChecked[] {
  return values
    .filter(({ value }) => value === unknownValue)
    .map(({ path }) => ({ tag: tag.name, path, reason: unknownReason }));
}

/** The tags that there will be. */
async function tagsAfter(
  { tags, added, removed }: Subjects,
  { virtualTags }: CostAllocationClient,
): Promise<{ id: string; name: string }[]> {
  const snapshot = await virtualTags.snapshot();
  const gone = new Set(removed.map((id) => id.toLowerCase()));
  const names = new Map(tags.map(({ reference, name }) => [reference, name]));
  return [
    ...snapshot.all().flatMap(({ id, name }) => (gone.has(id.toLowerCase()) ? [] : [{ id, name }])),
    ...added.map((id) => ({ id, name: names.get(id) ?? "" })),
  ];
}

function idOf({ costCenter, key }: { costCenter: string; key: string }): string {
  return JSON.stringify([costCenter, key]);
}

/** How many keys are read at a time. The client paces the requests. */
const atATime = 5;

interface ValuesByKey {
  /** Keys without an entry are not compared. */
  values: Map<string, readonly string[]>;
  unread: NotChecked[];
}

async function valuesOf(
  uses: readonly TagUse[],
  tags: readonly Subject[],
  catalog: AccountCatalog,
): Promise<ValuesByKey> {
  const declared = new Map(tags.flatMap((tag) => (tag.isStaged ? [] : [[tag.reference, tag] as const])));
  const keys = [...new Map(uses.map((use) => [idOf(use), use])).entries()];
  const result: ValuesByKey = { values: new Map(), unread: [] };
  for (let start = 0; start < keys.length; start += atATime) {
    const some = keys.slice(start, start + atATime).map(async ([id, use]) => {
      const tag = declared.get(use.key);
      const found = tag === undefined ? await catalog.values(use) : declaredValues(tag);
      const reason = "problem" in found ? found.problem : found.values.length === 0 ? noValuesReason : undefined;
      if (reason === undefined && "values" in found) result.values.set(id, found.values);
      else result.unread.push({ key: { costCenter: use.costCenter, key: use.key }, reason: reason ?? noValuesReason });
    });
    await Promise.all(some);
  }
  return result;
}

const noValuesReason = "the service lists no values of it";
