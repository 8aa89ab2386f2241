/** The state of the service, and the changes to it. */
import type { Acl, CatalogKey, MetadataMap, NotificationEndpoint, Scan } from "../../client/wire";
import { retained } from "./retention";

/** A stored version. */
export interface StoredVersion {
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  createdBy: string;
  changeDescription?: string;
  isLive: boolean;
  /** `{name, defaultValue, rules}` as JSON. Versions with the same content share the same string. */
  content: string;
}

/** The fields of a tag that don't depend on its version. */
export interface TagHead {
  id: string;
  createdBy: string;
  /** Unix milliseconds. */
  createdAt: number;
  acl: Acl;
  /** Only in V1. */
  category?: string;
  /** Why the API can't save this tag. Such a tag can only be made in the application. */
  unsupported?: string;
}

/** A stored Virtual Tag. */
export interface StoredTag extends TagHead {
  /** In the order of saving. */
  versions: StoredVersion[];
  metadata: MetadataMap;
}

/** A catalog key with its values. */
export interface StoredKey extends CatalogKey {
  types: string[];
  values: string[];
}

/** A stored notification endpoint. */
export type StoredEndpoint = Omit<NotificationEndpoint, "createdAt" | "updatedAt"> & {
  /** Unix milliseconds. */
  createdAt: number;
};

/** A stored account. */
export interface StoredAccount {
  tags: Map<string, StoredTag>;
  endpoints: StoredEndpoint[];
  /** Default: the emulator's default catalog. */
  catalog?: StoredKey[];
  /** Default: the emulator's default scans. */
  scans?: Scan[];
}

/** A stored credential. */
export interface StoredCredential {
  clientId: string;
  /** SHA-256 hash of the secret key, in hexadecimal. */
  secretHash: string;
  account: string;
  user: string;
  groups: string[];
}

/** Everything that an emulator stores. */
export interface State {
  accounts: Map<string, StoredAccount>;
  credentials: Map<string, StoredCredential>;
}

/** The state as JSON, for export and import. */
export interface EmulatorState {
  /** Version of this format. */
  format: 1;
  accounts: {
    id: string;
    tags: StoredTag[];
    endpoints: StoredEndpoint[];
    catalog?: StoredKey[];
    scans?: Scan[];
  }[];
  credentials: StoredCredential[];
}

/** A change to the state: one line in the journal. */
export type Change =
  | { op: "createTag"; account: string; head: TagHead; version: StoredVersion }
  | { op: "saveTag"; account: string; id: string; version: StoredVersion }
  | { op: "deleteTag"; account: string; id: string }
  | { op: "setMetadata"; account: string; id: string; metadata: MetadataMap }
  | { op: "setAcl"; account: string; id: string; acl: Acl }
  | { op: "addEndpoint"; account: string; endpoint: StoredEndpoint }
  | { op: "addCredential"; credential: StoredCredential }
  | { op: "setState"; state: EmulatorState };

/** Returns a new, empty state. */
export function emptyState(): State {
  return { accounts: new Map(), credentials: new Map() };
}

/** Returns a copy of the state as JSON. */
export function exportState(state: State): EmulatorState {
  const accounts = [...state.accounts].map(([id, account]) => ({ id, ...account, tags: [...account.tags.values()] }));
  return structuredClone({ format: 1, accounts, credentials: [...state.credentials.values()] });
}

/** Returns the account with this ID, and creates it if necessary. */
export function accountOf(state: State, id: string): StoredAccount {
  let account = state.accounts.get(id);
  if (account === undefined) {
    account = { tags: new Map(), endpoints: [] };
    state.accounts.set(id, account);
  }
  return account;
}

function replaceState(state: State, from: EmulatorState): void {
  state.accounts.clear();
  state.credentials.clear();
  for (const { id, tags, ...rest } of structuredClone(from.accounts)) {
    state.accounts.set(id, { ...rest, tags: new Map(tags.map((tag) => [tag.id, tag])) });
  }
  for (const credential of from.credentials) {
    state.credentials.set(credential.clientId, credential);
  }
}

function requireTag(state: State, account: string, id: string): StoredTag {
  const tag = accountOf(state, account).tags.get(id);
  if (tag === undefined) {
    throw new Error(`Tag ${id} does not exist in account ${account}.`);
  }
  return tag;
}

/** Adds a version. If it is live, it replaces the live version. Expired versions are removed. */
function addVersion(tag: StoredTag, version: StoredVersion): void {
  const previous = tag.versions.at(-1);
  // Shares equal strings with the previous version, to save memory.
  const content = previous?.content === version.content ? previous.content : version.content;
  const createdBy = previous?.createdBy === version.createdBy ? previous.createdBy : version.createdBy;
  if (version.isLive) {
    for (const other of tag.versions) {
      other.isLive = false;
    }
  }
  tag.versions.push({ ...version, content, createdBy });
  tag.versions = retained(tag.versions, version.createdAt);
}

/**
 * Applies a change. It must be deterministic, so that replaying the journal gives the same state.
 *
 * @throws Error if the change is for a tag that doesn't exist.
 */
export function applyChange(state: State, change: Change): void {
  switch (change.op) {
    case "createTag":
      accountOf(state, change.account).tags.set(change.head.id, {
        ...change.head,
        versions: [change.version],
        metadata: {},
      });
      return;
    case "saveTag":
      addVersion(requireTag(state, change.account, change.id), change.version);
      return;
    case "deleteTag":
      accountOf(state, change.account).tags.delete(change.id);
      return;
    case "setMetadata":
      requireTag(state, change.account, change.id).metadata = change.metadata;
      return;
    case "setAcl":
      requireTag(state, change.account, change.id).acl = change.acl;
      return;
    case "addEndpoint":
      accountOf(state, change.account).endpoints.push(change.endpoint);
      return;
    case "addCredential":
      state.credentials.set(change.credential.clientId, change.credential);
      return;
    case "setState":
      replaceState(state, change.state);
  }
}
