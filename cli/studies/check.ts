/** Compares the tags of a program with the catalog of the account. Pure. */
import { unknownValue } from "../../stack/state/unknown";
import type { KeyName, Values } from "../sources/account/catalog";
import { CatalogIndex, declaredValues, type CatalogFinding, type Known, type TagUse, usesOf } from "./catalogFindings";
import type { Subject, Subjects } from "./subjects";

/** A part of the input that was not compared. */
export interface NotChecked {
  /** The tag; absent if the reason concerns a key. */
  tag?: string;
  /** The path in the tag. */
  path?: string;
  /** The key; absent if the reason concerns a tag. */
  key?: KeyName;
  /** A code, or what the account says of the tag or the key. */
  reason: string;
}

/** The result of a check. */
export interface CheckResult {
  /** How many tags were compared. */
  tags: number;
  findings: CatalogFinding[];
  notChecked: NotChecked[];
}

/** A check whose values are not compared yet. */
export interface Check {
  subjects: Subjects;
  uses: ReturnType<typeof usesOf>;
  index: CatalogIndex;
  /** What is wrong with the key of each place. */
  keyFindings: ReadonlyMap<TagUse, CatalogFinding | undefined>;
  /** The keys whose values are compared, each once. The values of a declared tag are in its content. */
  compared: readonly { key: KeyName; declared: Subject | undefined }[];
}

/** Compares the keys of the tags with the account. */
export function checkKeys(subjects: Subjects, account: Known): Check {
  const uses = usesOf(subjects.tags);
  const index = new CatalogIndex({ keys: account.keys, tags: tagsAfter(subjects, account.tags) });
  const keyFindings = new Map(uses.known.map((use) => [use, index.keyFinding(use)] as const));
  const declared = new Map(subjects.tags.flatMap((tag) => (tag.isStaged ? [] : [[tag.reference, tag] as const])));
  const ofValues = uses.known.filter((use) => keyFindings.get(use) === undefined && use.values.length > 0);
  const keys = new Map(ofValues.map(({ costCenter, key }) => [idOf({ costCenter, key }), { costCenter, key }]));
  const compared = [...keys.values()].map((key) => ({ key, declared: declared.get(key.key) }));
  return { subjects, uses, index, keyFindings, compared };
}

/** The keys whose values only the account can tell. */
export function keysToRead({ compared }: Check): KeyName[] {
  return compared.flatMap(({ key, declared }) => (declared === undefined ? [key] : []));
}

/**
 * The result, with the values of keys compared as well.
 *
 * @param read the values of {@link keysToRead}
 */
export function checkValues(check: Check, read: ReadonlyMap<KeyName, Values>): CheckResult {
  const { subjects, uses, index, keyFindings, compared } = check;
  const seen = new Map<string, { values: readonly string[]; isDeclared: boolean }>();
  const unread: NotChecked[] = [];
  for (const { key, declared } of compared) {
    const found = declared === undefined ? read.get(key) : declaredValues(declared);
    if (found !== undefined && "values" in found && found.values.length > 0) {
      seen.set(idOf(key), { values: found.values, isDeclared: declared !== undefined });
    } else unread.push({ key, reason: found !== undefined && "problem" in found ? found.problem : "noValues" });
  }
  const findings = uses.known.flatMap((use) => {
    const finding = keyFindings.get(use);
    if (finding !== undefined) return [finding];
    const own = seen.get(idOf(use));
    return own === undefined ? [] : index.valueFindings(use, own.values, own.isDeclared);
  });
  return {
    tags: subjects.tags.length,
    findings,
    notChecked: [
      ...subjects.leftOut.map((one) => ({ tag: "resource" in one ? one.resource : one.name, reason: one.reason })),
      ...uses.unknown.map(({ tag, path }) => ({ tag: tag.name, path, reason: "unknownPart" })),
      ...uses.known.flatMap(unknownValues),
      ...unread,
    ],
  };
}

const idOf = ({ costCenter, key }: KeyName): string => JSON.stringify([costCenter, key]);

function unknownValues({ tag, values }: TagUse): NotChecked[] {
  return values.flatMap(({ value, path }) =>
    value === unknownValue ? [{ tag: tag.name, path, reason: "unknownPart" }] : [],
  );
}

/** The tags that there will be. */
function tagsAfter({ tags, added, removed }: Subjects, inAccount: Known["tags"]): { id: string; name: string }[] {
  const gone = new Set(removed.map((id) => id.toLowerCase()));
  const names = new Map(tags.map(({ reference, name }) => [reference, name]));
  return [
    ...inAccount.flatMap(({ id, name }) => (gone.has(id.toLowerCase()) ? [] : [{ id, name }])),
    ...added.map((id) => ({ id, name: names.get(id) ?? "" })),
  ];
}
