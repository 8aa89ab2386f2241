/** An account in the emulator, whose IDs and moments are always the same. */
import { type CatalogKey, type EmulatorState, startEmulator, type StoredTag } from "../../../emulator";
import type { TagContent } from "../../../rules/types";

/** A version of a tag, the oldest first. */
export interface GoldenVersion {
  content: TagContent;
  /** The name in this version. Default: the tag's. */
  name?: string;
  changeDescription?: string;
  createdBy?: string;
  /** Default: only the newest. */
  isLive?: boolean;
}

/** A tag. */
export interface GoldenTag {
  name: string;
  versions: readonly GoldenVersion[];
  metadata?: StoredTag["metadata"];
  unsupported?: string;
  category?: string;
  /** Whether the credentials can't read it. */
  isPrivate?: true;
}

/** An endpoint. */
export interface GoldenEndpoint {
  type: string;
  name: string;
  to?: string;
}

/** A key of the catalog with its values. */
export type GoldenKey = CatalogKey & { types: string[]; values: string[] };

/** What an account has. */
export interface GoldenData {
  tags: readonly GoldenTag[];
  endpoints?: readonly GoldenEndpoint[];
  catalog?: GoldenKey[];
}

/** A running account. */
export interface GoldenAccount {
  emulator: Awaited<ReturnType<typeof startEmulator>>;
  /** What commands need to reach it. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

const start = Date.UTC(2026, 2, 1);
const hour = 60 * 60 * 1000;
const numbered = (letter: string, ...numbers: readonly number[]): string => {
  const [last = 0, before = 0] = [...numbers].reverse();
  return `${letter.repeat(8)}-0000-4000-8000-${String(before).padStart(6, "0")}${String(last).padStart(6, "0")}`;
};

/** The ID of a tag, counted from 1. */
export const tagId = (tag: number): string => numbered("a", tag);
/** The ID of a version, both counted from 1. */
export const versionId = (tag: number, version: number): string => numbered("b", tag, version);
/** The ID of an endpoint, counted from 1. */
export const endpointId = (endpoint: number): string => numbered("c", endpoint);
/** The moment of a version. */
export const savedAt = (tag: number, version: number): string =>
  new Date(start + (tag * 24 + version) * hour).toISOString();
/** Who saves, if nobody else is named. */
export const user = "ines@example.com";

function storedTag({ name, versions, metadata = {}, isPrivate, ...more }: GoldenTag, index: number): StoredTag {
  const entry = { type: isPrivate === true ? "private" : "public", users: [], groups: [] } as const;
  const access = (): typeof entry => structuredClone(entry);
  return {
    id: tagId(index + 1),
    createdBy: user,
    createdAt: Date.parse(savedAt(index + 1, 1)),
    acl: { read: access(), write: access() },
    ...more,
    metadata,
    versions: versions.map(({ content, name: ownName = name, isLive, ...version }, place) => ({
      id: versionId(index + 1, place + 1),
      createdAt: Date.parse(savedAt(index + 1, place + 1)),
      createdBy: user,
      ...version,
      isLive: isLive ?? place + 1 === versions.length,
      content: JSON.stringify({
        name: ownName,
        defaultValue: content.defaultValue,
        rules: content.rules,
      }),
    })),
  };
}

/** The data as the emulator imports it. */
function stateOf({ tags, endpoints = [], catalog }: GoldenData): EmulatorState {
  return {
    format: 1,
    accounts: [
      {
        id: "account-1",
        tags: tags.map(storedTag),
        endpoints: endpoints.map(({ type, name, to }, index) => ({
          id: endpointId(index + 1),
          type,
          name,
          ...(to === undefined ? {} : { configuration: { to } }),
          createdBy: user,
          accountId: "account-1",
          createdAt: start,
        })),
        ...(catalog === undefined ? {} : { catalog }),
      },
    ],
    credentials: [],
  };
}

/** Starts an account. Its clock stands still at noon of 2026-06-01. */
export async function startGoldenAccount(data: GoldenData): Promise<GoldenAccount> {
  const emulator = await startEmulator({ limits: { enabled: false } });
  const { control, url, clientId, secretKey } = emulator;
  control.freezeClock();
  control.setClock("2026-06-01T12:00:00Z");
  control.importState(stateOf(data));
  return {
    emulator,
    env: {
      COST_ALLOCATION_BASE_URL: url,
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
      COST_ALLOCATION_REQUEST_TIMEOUT_SECONDS: "2",
    },
    stop: () => emulator.stop(),
  };
}
