import { type Caller, invalidInput, toCall } from "../http/calls";
import type { Issue } from "../errors";
import { field } from "../json";
import { restoreVersion } from "./ownershipMark";
import { listAt, objectAt, readVersion, readVersionWithData, UnreadableAnswer } from "../reading";
import type { SendOptions } from "../http/request";
import type { SaveOptions, VirtualTags } from "./virtualTags";
import type { Version, VersionWithData, VirtualTag } from "../wire";

/** Which versions, and in what order (section 4.2). */
export interface VersionListOptions extends SendOptions {
  /** Only versions created at this moment or later: a date, or Unix milliseconds. */
  from?: Date | number | undefined;
  /** Only versions created at this moment or before: a date, or Unix milliseconds. */
  to?: Date | number | undefined;
  /** Versions in one answer, 1 to 100; the service's default is 50. */
  pageSize?: number | undefined;
  /** By creation date; the service's default is `desc`, the newest first. */
  sortDirection?: "asc" | "desc" | undefined;
}

/** What a caller may say about a restore. */
export interface RestoreOptions extends SaveOptions {
  /** Change description of the new version. Default `Restore version <id>`. */
  changeDescription?: string | undefined;
  /** Name of the tag from now on. Default: the name it has (versions don't hold it). */
  name?: string | undefined;
}

interface Page {
  versions: Version[];
  nextCursor: string | undefined;
}

/** The history of a Virtual Tag (section 4.2). */
export class VirtualTagVersions {
  readonly #caller: Caller;
  readonly #virtualTags: VirtualTags;

  constructor(caller: Caller, virtualTags: VirtualTags) {
    this.#caller = caller;
    this.#virtualTags = virtualTags;
  }

  /**
   * All versions of a tag, page by page, without their content. `GET /v2/virtual-tags/{id}/versions`.
   *
   * A page is asked for when the loop gets to it; leaving the loop asks for no more.
   *
   * @throws {NotFound} when there is no such tag
   */
  async *list(tagId: string, options: VersionListOptions = {}): AsyncGenerator<Version, void, undefined> {
    const seen = new Set<string>();
    const shown = new Set<string>();
    for (let cursor: string | undefined; ;) {
      const page = await this.#page(tagId, options, cursor, seen);
      // A version that is saved meanwhile moves the others on, some of them to the next page.
      for (const version of page.versions) {
        if (!shown.has(version.id)) yield version;
        shown.add(version.id);
      }
      cursor = page.nextCursor;
      if (cursor === undefined) return;
      seen.add(cursor);
    }
  }

  /** The first page of {@link VirtualTagVersions.list}: by default the 50 newest versions. One request. */
  async firstPage(tagId: string, options: VersionListOptions = {}): Promise<Version[]> {
    return (await this.#page(tagId, options)).versions;
  }

  /**
   * One version with its content. `GET /v2/virtual-tags/{vtagId}/versions/{id}`.
   *
   * @throws {NotFound} whose `missing` says whether the tag or the version is not there
   */
  async get(tagId: string, versionId: string, options: SendOptions = {}): Promise<VersionWithData> {
    return this.#caller.read(
      toCall({
        operation: "virtualTagVersions.get",
        route: "GET /v2/virtual-tags/{vtagId}/versions/{id}",
        parameters: { vtagId: tagId, id: versionId },
        missing: "version",
        read: (body) => readVersionWithData(objectAt(body, "data")),
      }),
      options,
    );
  }

  /**
   * Saves the content of an earlier version once more, as a new version: the document's restore procedure. One or two
   * reads and one `PUT /v2/virtual-tags/{id}`; the history stays.
   *
   * @throws {OutcomeUnknown} when it may have been saved
   */
  async restore(tagId: string, versionId: string, options: RestoreOptions = {}): Promise<VirtualTag> {
    const { versionData } = await this.get(tagId, versionId, options);
    const { name = (await this.#virtualTags.get(tagId, { ...options, fresh: true })).name } = options;
    const { changeDescription = `${restoreVersion} ${versionId}` } = options;
    const { rules, defaultValue } = versionData;
    return this.#virtualTags.update(
      tagId,
      { name, rules, defaultValue, versionMetadata: { changeDescription } },
      options,
    );
  }

  async #page(
    tagId: string,
    options: VersionListOptions,
    cursor?: string,
    seen: ReadonlySet<string> = new Set(),
  ): Promise<Page> {
    // The cursor is a position only: each page repeats what the first one asked for.
    const query = listQuery(options);
    if (cursor !== undefined) query.set("cursor", cursor);
    return this.#caller.read(
      toCall({
        operation: "virtualTagVersions.list",
        route: "GET /v2/virtual-tags/{id}/versions",
        parameters: { id: tagId },
        query,
        missing: "Virtual Tag",
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
  // Both would end the list too early, or never, without anybody noticing.
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
