import { randomUUID } from "node:crypto";
import { field, isObject, type JsonObject } from "../json";
import type { Version, VirtualTagBody } from "../wire";
import { mergeField } from "../resources/validateMetadata";
import type { ServiceHabits } from "./habits";

interface OwnVersion {
  head: Version;
  content: Pick<VirtualTagBody, "name" | "rules" | "defaultValue">;
}

/** A tag that a dry run has written: its own saves over what the service shows. */
export class OwnTag {
  readonly id: string;
  /** Whether this run has created it. */
  readonly isNew: boolean;
  /** Whether the service has a live version of it, under the own ones. Matters while none of these is live. */
  hasLive = false;
  isDeleted = false;
  /** The whole metadata, if this run has saved some. */
  metadata: JsonObject | undefined;
  readonly #habits: ServiceHabits;
  /** Newest first. */
  #versions: OwnVersion[] = [];

  /** @param id of a tag of the service; undefined for a new one */
  constructor(habits: ServiceHabits, id?: string) {
    this.#habits = habits;
    this.isNew = id === undefined;
    this.id = id ?? randomUUID();
    if (this.isNew) this.metadata = {};
  }

  /** Whether one of the own versions is live. */
  get isLive(): boolean {
    return this.#versions.some(({ head }) => head.isLive);
  }

  /** Adds a version. */
  save({ name, rules, defaultValue, versionMetadata }: VirtualTagBody, setAsLive: boolean, now: number): void {
    const isFirst = this.isNew && this.#versions.length === 0;
    const isLive = setAsLive || (isFirst && this.#habits.stagedCreateIsLive);
    const { changeDescription } = versionMetadata ?? {};
    const head: Version = {
      id: randomUUID(),
      createdAt: new Date(now).toISOString(),
      createdBy: "this run",
      ...(changeDescription === undefined ? {} : { changeDescription }),
      isLive,
    };
    const older = isLive
      ? this.#versions.map((own) => ({ ...own, head: { ...own.head, isLive: false } }))
      : this.#versions;
    this.#versions = [{ head, content: structuredClone({ name, rules, defaultValue }) }, ...older];
  }

  /**
   * The tag as reads show it now.
   *
   * @param shown what the service shows of it; undefined for a new tag
   */
  read(shown: JsonObject = {}): JsonObject {
    const [newest] = this.#versions;
    const live = this.#versions.find(({ head }) => head.isLive);
    const isNewest = this.#habits.stagedRead === "latest" || (live === undefined && !this.hasLive);
    const visible = isNewest ? newest : live;
    const renamed = this.#habits.stagedRename === "atOnce" && newest !== undefined ? { name: newest.content.name } : {};
    return { ...(visible === undefined ? shown : this.#showing(visible, shown)), ...renamed };
  }

  /** The answer to the newest save. */
  saved(shown?: JsonObject): JsonObject {
    const [newest] = this.#versions;
    if (newest === undefined || this.#habits.stagedPutReturns === "asRead") return this.read(shown);
    return this.#showing(newest, shown);
  }

  #showing({ content, head: { createdAt, createdBy } }: OwnVersion, shown: JsonObject = {}): JsonObject {
    const first = this.#versions.at(-1)?.head;
    const made = this.isNew ? { id: this.id, createdAt: first?.createdAt, createdBy: first?.createdBy } : {};
    return { ...shown, ...made, ...structuredClone(content), updatedAt: createdAt, updatedBy: createdBy };
  }

  /**
   * A page of versions as the service would show it now.
   *
   * @param answer the service's page; empty for a new tag
   */
  page(answer: JsonObject, query = new URLSearchParams()): JsonObject {
    const listed = field(answer, "data");
    const theirs = (Array.isArray(listed) ? listed : []).map((one: unknown) => (isObject(one) ? this.older(one) : one));
    const [from, to] = [Number(query.get("from") ?? -Infinity), Number(query.get("to") ?? Infinity)];
    const own = this.#versions
      .map(({ head }) => head)
      .filter(({ createdAt }) => Date.parse(createdAt) >= from && Date.parse(createdAt) <= to);
    const isLast = field(field(answer, "pagination"), "hasMore") !== true;
    // Own versions are the newest: a page that ends early, or none of the first, has none of them.
    if (query.get("sortDirection") === "asc") return { ...answer, data: [...theirs, ...(isLast ? own.reverse() : [])] };
    return { ...answer, data: [...(query.has("cursor") ? [] : own), ...theirs] };
  }

  /** A version of the service as it shows it now. */
  older(version: JsonObject): JsonObject {
    return this.isLive ? { ...version, isLive: false } : version;
  }

  /** A version of this run with its content; undefined if it is none. */
  version(id: string): JsonObject | undefined {
    const own = this.#versions.find(({ head }) => head.id === id);
    if (own === undefined) return undefined;
    const { rules, defaultValue } = structuredClone(own.content);
    return { ...own.head, versionData: { rules, defaultValue } };
  }
}

/** The metadata after a PUT. `fromEntries` keeps a value named `__proto__`, which an assignment would lose. */
export function metadataAfter(before: JsonObject, sent: JsonObject, habits: ServiceHabits): JsonObject {
  const isAtRoot = habits.metadataNesting === "root";
  const isMerged = (entry: unknown): boolean => field(isAtRoot ? sent : entry, mergeField) === true;
  const values = Object.entries(sent).filter(([name]) => !(isAtRoot && name === mergeField));
  const keepsOthers = isAtRoot
    ? isMerged(undefined)
    : habits.metadataValueFlags === "separate" || values.some(([, entry]) => isMerged(entry));
  const saved = values.map(([value, entry]): [string, unknown] => {
    const merges = isMerged(entry) && habits.metadataMergeValues === "merge";
    return [value, merges ? mergedEntry(field(before, value), entry, habits) : entryOf(entry)];
  });
  return Object.fromEntries([...(keepsOthers ? Object.entries(before) : []), ...saved]);
}

function entryOf(entry: unknown): JsonObject {
  return Object.fromEntries(Object.entries(isObject(entry) ? entry : {}).filter(([name]) => name !== mergeField));
}

function mergedEntry(before: unknown, sent: unknown, { metadataMergeLists }: ServiceHabits): JsonObject {
  const list = (name: string): unknown => {
    const [old, added] = [field(before, name) ?? [], field(sent, name)];
    if (added === undefined) return old;
    if (metadataMergeLists === "replace" || !Array.isArray(old) || !Array.isArray(added)) return added;
    return [...new Set<unknown>([...(old as unknown[]), ...(added as unknown[])])];
  };
  const custom = (entry: unknown): JsonObject => {
    const fields = field(entry, "customMetadata");
    return isObject(fields) ? fields : {};
  };
  return {
    ...entryOf(before),
    groups: list("groups"),
    customMetadata: { ...custom(before), ...custom(sent) },
    endpoints: list("endpoints"),
  };
}
