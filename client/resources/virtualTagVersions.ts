import { isSatisfiedBy } from "../../rules/canonical";
import type { TagContent } from "../../rules/types";
import type { Issue } from "../errors";
import { type Caller, invalidInput, type SendOptions, toCall } from "../http/call";
import { field } from "../json";
import { restoreDescription } from "../ownershipMark";
import { listAt, objectAt, UnreadableAnswer } from "../http/reading";
import { orNotFound } from "../settle";
import { readVersion, readVersionWithData } from "./tagReading";
import type { Version, VersionWithData, VirtualTag } from "../wire";
import { listTags, type SaveOptions, type VirtualTags } from "./virtualTags";

/** Which versions, and in what order. */
export interface VersionListOptions extends SendOptions {
  /** Only versions created at this moment or later: a date, or Unix milliseconds. */
  from?: Date | number | undefined;
  /** Only versions created at this moment or earlier: a date, or Unix milliseconds. */
  to?: Date | number | undefined;
  /** Versions per page, 1 to 100. Default: the service's, 50. */
  pageSize?: number | undefined;
  /** By creation date. Default: the service's, `desc`, the newest first. */
  sortDirection?: "asc" | "desc" | undefined;
}

/** Options of a restore. */
export interface RestoreOptions extends SaveOptions {
  /** Change description of the new version. Default: `Restore version <id>`. */
  changeDescription?: string | undefined;
  /** The tag's new name. Default: its present name, because versions don't hold one. */
  name?: string | undefined;
}

/** What {@link VirtualTagVersions.findNew} looks for. */
interface NewVersion {
  content: TagContent;
  /** The versions before the save. */
  before: readonly Version[];
  isCandidate: (version: Version) => boolean;
}

interface Page {
  versions: Version[];
  nextCursor: string | undefined;
}

/** The version history of a Virtual Tag. */
export class VirtualTagVersions {
  readonly #caller: Caller;
  readonly #virtualTags: VirtualTags;

  /** @internal */
  constructor(caller: Caller, virtualTags: VirtualTags) {
    this.#caller = caller;
    this.#virtualTags = virtualTags;
  }

  /**
   * All versions of a tag, page by page, without their content. `GET /v2/virtual-tags/{id}/versions`. A page is requested when the
   * loop reaches it.
   *
   * @throws {NotFound} if there is no such tag
   */
  async *list(tagId: string, options: VersionListOptions = {}): AsyncGenerator<Version, void, undefined> {
    const seen = new Set<string>();
    const shown = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const page = await this.#page(tagId, options, cursor, seen);
      // A version that is saved during the loop moves others to the next page, where they show again.
      for (const version of page.versions) {
        if (!shown.has(version.id)) yield version;
        shown.add(version.id);
      }
      cursor = page.nextCursor;
      if (cursor === undefined) return;
      seen.add(cursor);
    }
  }

  /** The first page of {@link VirtualTagVersions.list}. One request. */
  async firstPage(tagId: string, options: VersionListOptions = {}): Promise<readonly Version[]> {
    return (await this.#page(tagId, options)).versions;
  }

  /** The newest 100 versions of a tag, newest first. The service keeps no more. One request. */
  async newest(tagId: string, options: SendOptions = {}): Promise<readonly Version[]> {
    return this.firstPage(tagId, { ...options, pageSize: 100, sortDirection: "desc" });
  }

  /**
   * The live version. The service never removes it, so it may be older than the newest 100.
   *
   * @param newest the newest versions, if they were read already
   * @returns undefined if the tag has no live version: it was only ever staged
   */
  async findLive(tagId: string, options: SendOptions = {}, newest?: readonly Version[]): Promise<Version | undefined> {
    const live = newest?.find(({ isLive }) => isLive);
    if (live !== undefined || (newest !== undefined && newest.length < 100)) return live;
    for await (const version of this.list(tagId, { ...options, pageSize: 100 })) if (version.isLive) return version;
    return undefined;
  }

  /**
   * @internal
   *
   * The newest version that a save has made: it is not among `before`, has the content, and is a candidate. Undefined if there is
   * none.
   */
  async findNew(
    tagId: string,
    { content, before, isCandidate }: NewVersion,
    options: SendOptions = {},
  ): Promise<Version | undefined> {
    for (const version of await this.newest(tagId, options)) {
      if (before.some(({ id }) => id === version.id) || !isCandidate(version)) continue;
      const saved = await orNotFound(this.get(tagId, version.id, options));
      if (saved !== undefined && isSatisfiedBy(content, saved.versionData)) return version;
    }
    return undefined;
  }

  /**
   * One version with its content. `GET /v2/virtual-tags/{vtagId}/versions/{id}`.
   *
   * @throws {NotFound} whose `missing` says whether the tag or the version is missing
   */
  async get(tagId: string, versionId: string, options: SendOptions = {}): Promise<VersionWithData> {
    return this.#caller.read(
      toCall({
        operation: "virtualTagVersions.get",
        route: "GET /v2/virtual-tags/{vtagId}/versions/{id}",
        parameters: { vtagId: tagId, id: versionId },
        missing: "version",
        confirmMissing: listTags,
        read: (body) => readVersionWithData(objectAt(body, "data")),
      }),
      options,
    );
  }

  /**
   * Saves the content of an earlier version again, as a new version: the restore procedure of the API documentation. One or two
   * reads and one `PUT /v2/virtual-tags/{id}`. The history stays.
   *
   * @throws {OutcomeUnknown} if it may have been saved
   */
  async restore(tagId: string, versionId: string, options: RestoreOptions = {}): Promise<VirtualTag> {
    const { versionData } = await this.get(tagId, versionId, options);
    const { name = (await this.#virtualTags.get(tagId, { ...options, fresh: true })).name } = options;
    const { changeDescription = restoreDescription(versionId) } = options;
    const { rules, defaultValue } = versionData;
    const body = { name, rules, defaultValue, versionMetadata: { changeDescription } };
    return this.#virtualTags.update(tagId, body, options);
  }

  async #page(
    tagId: string,
    options: VersionListOptions,
    cursor?: string,
    seen: ReadonlySet<string> = new Set(),
  ): Promise<Page> {
    // The cursor is only a position, so the request for each page repeats the options.
    const query = listQuery(options);
    if (cursor !== undefined) query.set("cursor", cursor);
    return this.#caller.read(
      toCall({
        operation: "virtualTagVersions.list",
        route: "GET /v2/virtual-tags/{id}/versions",
        parameters: { id: tagId },
        query,
        missing: "Virtual Tag",
        confirmMissing: listTags,
        read: (body) => readPage(body, seen),
      }),
      options,
    );
  }
}

function readPage(body: unknown, seen: ReadonlySet<string>): Page {
  const versions = listAt(body, "data", readVersion);
  const pagination = field(body, "pagination");
  if (field(pagination, "hasMore") !== true) return { versions, nextCursor: undefined };
  const nextCursor = field(pagination, "nextCursor");
  // Either would end the list too early or never, without an error.
  if (typeof nextCursor !== "string" || nextCursor === "")
    throw new UnreadableAnswer("there is more, but no nextCursor");
  if (seen.has(nextCursor)) throw new UnreadableAnswer("nextCursor leads back to an earlier page");
  return { versions, nextCursor };
}

function listQuery({ from, to, pageSize, sortDirection }: VersionListOptions): URLSearchParams {
  const issues: Issue[] = [];
  const query = new URLSearchParams();
  for (const [path, moment] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (moment === undefined) continue;
    const milliseconds = Number(moment);
    if (Number.isSafeInteger(milliseconds)) query.set(path, String(milliseconds));
    else issues.push({ path, message: "must be a date or whole Unix milliseconds" });
  }
  if (pageSize !== undefined) {
    if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= 100) query.set("pageSize", String(pageSize));
    else issues.push({ path: "pageSize", message: "must be a whole number from 1 to 100" });
  }
  if (sortDirection !== undefined) query.set("sortDirection", sortDirection);
  if (issues.length > 0) throw invalidInput("virtualTagVersions.list", "GET /v2/virtual-tags/{id}/versions", issues);
  return query;
}
