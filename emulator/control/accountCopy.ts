/** The copy of an account that an emulator can start with. docs/emulator-copy.md says what is in the file. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { formattedProblems } from "../http/requestValidation";
import { publicAcl } from "../routes/tagAccess";
import type { ResolvedOptions } from "../options";
import type { Store } from "../store/store";
import type { EmulatorState, StoredEndpoint, StoredTag, StoredVersion } from "../store/state";

const formatVersion = 1;

const text = z.string().min(1);
const date = z.iso.datetime({ offset: true });

/** A list of things with IDs, each of which is there once. */
function listOf<Item extends { id: string }>(item: z.ZodType<Item>): z.ZodType<Item[]> {
  return z.array(item).superRefine((items, context) => {
    const ids = new Set<string>();
    for (const [index, { id }] of items.entries()) {
      if (ids.has(id)) {
        context.addIssue({ code: "custom", path: [index, "id"], message: "is the ID of an earlier entry" });
      }
      ids.add(id);
    }
  });
}

// Contents are as the service returned them, which may be more than it accepts. They need only what the emulator reads.
const value = z.union([z.string(), z.looseObject({ costCenter: z.string(), key: z.string() })]);
const filter: z.ZodType = z.lazy(() =>
  z.union([
    z.looseObject({ costCenter: z.string(), key: z.string(), operator: z.string() }),
    z.looseObject({ AND: z.array(filter) }),
    z.looseObject({ OR: z.array(filter) }),
  ]),
);
const rule = z.looseObject({ to: value, filters: filter });

const version = z.strictObject({
  id: text,
  createdAt: date,
  createdBy: z.string(),
  changeDescription: z.string().optional(),
  isLive: z.boolean(),
});
const tag = z
  .strictObject({
    id: text,
    name: z.string(),
    rules: z.array(rule).optional(),
    defaultValue: value.optional(),
    unsupported: text.optional(),
    createdBy: z.string(),
    createdAt: date,
    versions: listOf(version).refine(
      (versions) => versions.filter(({ isLive }) => isLive).length <= 1,
      "has more than one live version",
    ),
    metadata: z.record(z.string(), z.looseObject({})),
  })
  .refine(
    ({ rules, defaultValue }) => (rules === undefined) === (defaultValue === undefined),
    "must have both rules and defaultValue, or neither",
  );
const endpoint = z.strictObject({
  id: text,
  type: text,
  name: z.string(),
  configuration: z.strictObject({ to: z.string() }).optional(),
  createdBy: z.string(),
  createdAt: date,
});
const key = z.strictObject({ costCenter: text, key: text, displayName: z.string(), types: z.array(z.string()) });
const accountCopy = z.strictObject({
  version: z.literal(formatVersion),
  tags: listOf(tag),
  endpoints: listOf(endpoint),
  catalog: z.array(key),
});

/** A valid copy of an account. */
export type AccountCopy = z.infer<typeof accountCopy>;

const remedy = 'Write it again with "cost-allocation export --snapshot".';

/**
 * Reads the copy of an account from a file.
 *
 * @throws TypeError if it is not one, or one of another version of the format.
 * @throws Error if the file can't be read.
 */
export function readAccountCopy(file: string): AccountCopy {
  const content = readFileSync(file, "utf8");
  let copy: unknown;
  try {
    copy = JSON.parse(content);
  } catch (error) {
    throw new TypeError(`${file} is not JSON: ${(error as Error).message}. ${remedy}`, { cause: error });
  }
  const given = (Object(copy) as { version?: unknown }).version;
  if (given === undefined) {
    throw new TypeError(`${file} is not the copy of an account: it has no version. ${remedy}`);
  }
  if (given !== formatVersion) {
    const other = JSON.stringify(given);
    throw new TypeError(`${file} has version ${other} of the format. This emulator reads ${formatVersion}. ${remedy}`);
  }
  const problems = formattedProblems(accountCopy, copy);
  if (problems !== undefined) {
    throw new TypeError(`${file} is not a valid copy of an account: ${problems}. ${remedy}`);
  }
  return copy as AccountCopy;
}

/**
 * Stores a copy as the only account.
 *
 * @throws Error if there is data already, of an emulator that had the same folder.
 */
export function storeCopy(
  store: Store,
  copy: AccountCopy,
  { account, dataFolder = "" }: Pick<ResolvedOptions, "account" | "dataFolder">,
): void {
  if (store.state.accounts.size > 0) {
    throw new Error(`${dataFolder} has data already. Start without the copy, or with another folder.`);
  }
  store.commit({ op: "setState", state: stateOfCopy(copy, account) });
}

/** Returns what an emulator stores of a copy. Every user of the account may read and write its tags. */
function stateOfCopy({ tags, endpoints, catalog }: AccountCopy, account: string): EmulatorState {
  const stored = {
    id: account,
    tags: tags.map(storedTag),
    endpoints: endpoints.map((copied) => ({
      ...copied,
      accountId: account,
      createdAt: Date.parse(copied.createdAt),
    })) as StoredEndpoint[],
    catalog: catalog.map((copied) => ({ ...copied, values: [] })),
    scans: [],
  };
  return { format: 1, accounts: [stored], credentials: [] };
}

/** The default value of a tag whose content is not in the copy. */
const notCopied = "(not in the copy)";

function storedTag(copied: AccountCopy["tags"][number]): StoredTag {
  const { id, name, rules = [], defaultValue = notCopied, unsupported, createdBy, createdAt, metadata } = copied;
  // Only the live content is in the copy, so every version has it.
  const content = JSON.stringify({ name, defaultValue, rules });
  const unread = { id: randomUUID(), createdAt, createdBy, isLive: true };
  const newestLast = copied.versions.length === 0 ? [unread] : copied.versions.toReversed();
  return {
    id,
    createdBy,
    createdAt: Date.parse(createdAt),
    acl: publicAcl(),
    ...(unsupported === undefined ? {} : { unsupported }),
    versions: newestLast.map((head) => ({
      ...head,
      createdAt: Date.parse(head.createdAt),
      content,
    })) as StoredVersion[],
    metadata,
  };
}
