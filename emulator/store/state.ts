/** What the service knows: the shape of its state, and the changes that are the only way to alter it. */
import type { Acl, CatalogKey, MetadataMap, NotificationEndpoint, Scan } from "../../client/wire";
import { retained } from "./retention";

/** A version as it is kept. */
export interface StoredVersion {
  id: string;
  /** Unix milliseconds. */
  createdAt: number;
  createdBy: string;
  changeDescription?: string;
  isLive: boolean;
  /** `{name, defaultValue, rules}` as JSON text: compact, immutable, and shared by versions of equal content. */
  content: string;
}

/** What belongs to a tag whatever its version. */
export interface TagHead {
  id: string;
  createdBy: string;
  /** Unix milliseconds. */
  createdAt: number;
  acl: Acl;
  /** V1 only (section 2.1). */
  category?: string;
  /** Why V2 cannot write this tag, for example `reallocation`; such tags are made in the application only. */
  unsupported?: string;
}

/** A Virtual Tag as it is kept; `versions` in the order they were saved. */
export interface StoredTag extends TagHead {
  versions: StoredVersion[];
  metadata: MetadataMap;
}

/** A key of the catalog with its values. */
export interface StoredKey extends CatalogKey {
  types: string[];
  values: string[];
}

/** A notification endpoint as it is kept: dates in Unix milliseconds. */
export type StoredEndpoint = Omit<NotificationEndpoint, "createdAt" | "updatedAt"> & { createdAt: number };

/** An account with all that is in it. */
export interface StoredAccount {
  tags: Map<string, StoredTag>;
  endpoints: StoredEndpoint[];
  /** Undefined: the emulator's own catalog. */
  catalog?: StoredKey[];
  /** Undefined: the emulator's own scans. */
  scans?: Scan[];
}

/** A credential as it is kept: a hash in place of the secret key. */
export interface StoredCredential {
  clientId: string;
  secretHash: string;
  account: string;
  user: string;
  groups: string[];
}

/** Everything that is kept. */
export interface State {
  accounts: Map<string, StoredAccount>;
  credentials: Map<string, StoredCredential>;
}

/** The state as JSON, as the control hands it out and takes it in. */
export interface EmulatorState {
  /** Version of this format: 1. */
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

/** One change of the state: one line of the journal. */
export type Change =
  | { op: "createTag"; account: string; head: TagHead; version: StoredVersion }
  | { op: "saveTag"; account: string; id: string; version: StoredVersion }
  | { op: "deleteTag"; account: string; id: string }
  | { op: "setMetadata"; account: string; id: string; metadata: MetadataMap }
  | { op: "setAcl"; account: string; id: string; acl: Acl }
  | { op: "addEndpoint"; account: string; endpoint: StoredEndpoint }
  | { op: "addCredential"; credential: StoredCredential }
  | { op: "setState"; state: EmulatorState };

/** A state with nothing in it. */
export function emptyState(): State {
  return { accounts: new Map(), credentials: new Map() };
}

/** The state as JSON, apart from the state itself. */
export function exportState(state: State): EmulatorState {
  const accounts = [...state.accounts].map(([id, account]) => ({ id, ...account, tags: [...account.tags.values()] }));
  return structuredClone({ format: 1, accounts, credentials: [...state.credentials.values()] });
}

/** The account of that id, made when it is not there. */
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

function tagOf(state: State, account: string, id: string): StoredTag {
  const tag = accountOf(state, account).tags.get(id);
  if (tag === undefined) {
    throw new Error(`There is no tag ${id} in account ${account}.`);
  }
  return tag;
}

/** Adds a version: it takes the place of the live one when it is live, and the oldest go when there are too many. */
function addVersion(tag: StoredTag, version: StoredVersion): void {
  const previous = tag.versions.at(-1);
  // Equal text is kept once: of many versions most have the author, and some the content, of the one before.
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
 * Carries out one change. The same changes in the same order give the same state, which is what the journal rests on.
 *
 * @throws Error when the change names a tag that is not there.
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
      addVersion(tagOf(state, change.account, change.id), change.version);
      return;
    case "deleteTag":
      accountOf(state, change.account).tags.delete(change.id);
      return;
    case "setMetadata":
      tagOf(state, change.account, change.id).metadata = change.metadata;
      return;
    case "setAcl":
      tagOf(state, change.account, change.id).acl = change.acl;
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
