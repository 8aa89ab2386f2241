import { type Caller, invalidInput, toCall } from "../http/calls";
import { CollectedTags, type Collecting, type TagReads } from "../cache/collectedTags";
import { type Issue, NotFound, OutcomeUnknown, UnexpectedAnswer } from "../errors";
import { field } from "../json";
import { isComplete, listAt, objectAt, readListedTag, readTag, requireTexts, sameId } from "../reading";
import type { Call, SendOptions } from "../http/request";
import type { Route } from "../limits/routes";
import { validateTag, wireContent } from "./ruleBodies";
import type { SharedReads } from "../cache/sharing";
import { tagContents } from "./tagContents";
import type { Listed, VirtualTag, VirtualTagBody } from "../wire";

/** What a caller may say about a read of Virtual Tags. */
export interface ReadOptions extends SendOptions {
  /** Ask the service again, rather than answer from what was read a moment ago. Default false. */
  fresh?: boolean | undefined;
  /** How old a kept list may be to answer for `list` and `findByName`, in seconds. Default: `listMaxAgeSeconds`. */
  maxAgeSeconds?: number | undefined;
}

/** What a caller may say about a save of a Virtual Tag. */
export interface SaveOptions extends SendOptions {
  /** Whether the new version becomes the live one. Default true, as the service's (section 4.1). */
  setAsLive?: boolean | undefined;
}

/** What Virtual Tags need besides a caller. */
export interface VirtualTagsParts {
  caller: Caller;
  reads: SharedReads;
  collecting: Collecting;
}

/** Virtual Tags, V2 (section 4.1). */
export class VirtualTags {
  readonly #caller: Caller;
  readonly #collected: CollectedTags<ReadOptions>;
  readonly #overlaps = new Overlaps();

  constructor({ caller, reads, collecting }: VirtualTagsParts) {
    this.#caller = caller;
    const tagReads: TagReads<ReadOptions> = {
      list: (options) => reads.read(listCall, options, options.fresh),
      get: (id, options) => reads.read(getCall(id), options, options.fresh),
      epoch: () => reads.epoch,
    };
    this.#collected = new CollectedTags(tagReads, collecting);
  }

  /**
   * All Virtual Tags of the account. `GET /v2/virtual-tags`. A tag of another kind, which neither the list nor a read of it
   * shows whole, stays as the list shows it.
   */
  async list(options: ReadOptions = {}): Promise<Listed<VirtualTag>[]> {
    const asListed = (tag: Listed<VirtualTag>, error: unknown): Listed<VirtualTag> => {
      if (error instanceof UnexpectedAnswer) return tag;
      throw error;
    };
    return this.#complete(await this.#collected.list(options), options, asListed);
  }

  /**
   * One Virtual Tag. `GET /v2/virtual-tags/{id}`, or a list that answers several reads at once.
   *
   * @throws {NotFound} when there is none of that id
   */
  async get(id: string, options: ReadOptions = {}): Promise<VirtualTag> {
    getCall(id); // refuses an id that can't be one, even if a list could answer
    return this.#collected.get(id, options);
  }

  /**
   * The Virtual Tags of exactly that name: none, one, or more, since names may not be unique.
   * `GET /v2/virtual-tags`, or a list that was just read.
   */
  async findByName(name: string, options: ReadOptions = {}): Promise<VirtualTag[]> {
    const named = await this.#collected.list(options, (tag) => tag.name === name);
    return this.#complete(named, options);
  }

  /**
   * Creates a Virtual Tag. `POST /v2/virtual-tags`. No error shows the values in rules, the static default value or the
   * change description where they have 4 characters or more and are no names as well.
   *
   * @throws {InvalidInput} when the service, or the client before it, refuses the content
   * @throws {OutcomeUnknown} when it may have been created: look before creating it again
   */
  async create(body: VirtualTagBody, options: SaveOptions = {}): Promise<VirtualTag> {
    const operation = "virtualTags.create";
    const route = "POST /v2/virtual-tags";
    return this.#save(
      toCall({
        operation,
        route,
        query: saveQuery(options),
        body: checkedBody(operation, route, body),
        look: { bodyName: body.name },
        contents: () => tagContents(body),
        read: (answer) => readTag(objectAt(answer, "data")),
      }),
      options,
    );
  }

  /**
   * Replaces the whole configuration of a Virtual Tag: each call is one new version. `PUT /v2/virtual-tags/{id}`. Errors
   * hide what those of {@link VirtualTags.create} hide.
   *
   * @throws {InvalidInput} when the service, or the client before it, refuses the content
   * @throws {NotFound} when there is none of that id
   * @throws {OutcomeUnknown} when it may have been saved: look before saving it again
   */
  async update(id: string, body: VirtualTagBody, options: SaveOptions = {}): Promise<VirtualTag> {
    const operation = "virtualTags.update";
    const route = "PUT /v2/virtual-tags/{id}";
    return this.#save(
      toCall({
        operation,
        route,
        parameters: { id },
        query: saveQuery(options),
        body: checkedBody(operation, route, body),
        missing: "Virtual Tag",
        look: { bodyName: body.name, tagId: id },
        contents: () => tagContents(body),
        read: (answer) => sameId(id, readTag(objectAt(answer, "data"))),
      }),
      options,
    );
  }

  /**
   * Deletes a Virtual Tag with all of its versions; this can't be undone. `DELETE /v2/virtual-tags/{id}`.
   *
   * @throws {NotFound} when there is none of that id
   * @throws {OutcomeUnknown} when it may have been deleted
   */
  async delete(id: string, options: SendOptions = {}): Promise<{ id: string; name: string }> {
    const call = toCall({
      operation: "virtualTags.delete",
      route: "DELETE /v2/virtual-tags/{id}",
      parameters: { id },
      missing: "Virtual Tag",
      look: { tagId: id },
      read: (answer) =>
        sameId(id, requireTexts(objectAt(answer, "data"), "id", "name") as { id: string; name: string }),
    });
    return this.#write(call, options, () => {
      this.#collected.gone(id);
    });
  }

  /** Something else than these methods may have changed the tags: forgets what was read. */
  forget(): void {
    this.#overlaps.unclear();
    this.#collected.unclear();
  }

  #save(call: Call<VirtualTag>, options: SaveOptions): Promise<VirtualTag> {
    return this.#write(call, options, (tag) => {
      // The document does not say what reads show while a staged version exists.
      if (options.setAsLive === false) this.#collected.unclear();
      else this.#collected.saved(tag);
    });
  }

  /** Sends a write and lets the collected list know; `fold` says what it has changed. */
  async #write<T extends { id: string }>(call: Call<T>, options: SendOptions, fold: (result: T) => void): Promise<T> {
    const id = call.look?.tagId;
    const write = this.#overlaps.begin(id);
    try {
      const result = await this.#caller.send(call, options);
      write.id = result.id.toLowerCase();
      // Answers overtake each other: of two writes of one tag nobody knows which was the last.
      if (this.#overlaps.isOverlapped(write)) this.#collected.unclear();
      else fold(result);
      return result;
    } catch (error) {
      if (error instanceof NotFound && id !== undefined) {
        if (this.#overlaps.isOverlapped(write)) this.#collected.unclear();
        else this.#collected.gone(id);
      }
      if (error instanceof OutcomeUnknown) this.#collected.unclear();
      throw error;
    } finally {
      this.#overlaps.end(write);
    }
  }

  /** The document does not promise that a list shows whole tags. One that is deleted meanwhile is left out. */
  async #complete<Other = never>(
    tags: readonly Listed<VirtualTag>[],
    options: ReadOptions,
    otherwise: (tag: Listed<VirtualTag>, error: unknown) => Other = rethrow,
  ): Promise<(VirtualTag | Other)[]> {
    const complete = await Promise.all(
      tags.map(async (tag) => {
        if (isComplete(tag)) return tag;
        return this.#collected.complete(tag.id, options).catch((error: unknown) => {
          if (error instanceof NotFound) return undefined;
          return otherwise(tag, error);
        });
      }),
    );
    return complete.filter((tag) => tag !== undefined);
  }
}

function rethrow(_: unknown, error: unknown): never {
  throw error;
}

/** A write under way. */
interface Write {
  /** The tag it is about, in lower case; undefined until the answer to a create. */
  id: string | undefined;
  /** The tags of the writes that ended meanwhile. */
  overtakenBy: Set<string | undefined>;
  /** Whether something else changed tags meanwhile, nobody knows which. */
  isUnclear: boolean;
}

/** Finds writes of one tag that are under way at the same time. */
class Overlaps {
  readonly #writes = new Set<Write>();

  begin(id: string | undefined): Write {
    const write = { id: id?.toLowerCase(), overtakenBy: new Set<string | undefined>(), isUnclear: false };
    this.#writes.add(write);
    return write;
  }

  /** Whether another write of the tag is under way, or was so since this one began. */
  isOverlapped(write: Write): boolean {
    const { id, overtakenBy, isUnclear } = write;
    return isUnclear || overtakenBy.has(id) || [...this.#writes].some((other) => other !== write && other.id === id);
  }

  /** Something else changed tags: no answer that is still to come is certainly the last word. */
  unclear(): void {
    for (const write of this.#writes) write.isUnclear = true;
  }

  end(write: Write): void {
    this.#writes.delete(write);
    for (const other of this.#writes) other.overtakenBy.add(write.id);
  }
}

/** Reads the list of all tags. */
export const listCall = toCall({
  operation: "virtualTags.list",
  route: "GET /v2/virtual-tags",
  read: (body) => listAt(objectAt(body, "data"), "virtualTags", readListedTag),
});

function getCall(id: string): Call<VirtualTag> {
  return toCall({
    operation: "virtualTags.get",
    route: "GET /v2/virtual-tags/{id}",
    parameters: { id },
    missing: "Virtual Tag",
    read: (body) => sameId(id, readTag(objectAt(body, "data"))),
  });
}

function saveQuery({ setAsLive }: SaveOptions): URLSearchParams {
  return new URLSearchParams(setAsLive === undefined ? {} : { setAsLive: String(setAsLive) });
}

/** Only the fields that the document has: the service refuses others, and a caller's object may carry them. */
function checkedBody(operation: string, route: Route, body: VirtualTagBody): VirtualTagBody {
  const changeDescription: unknown = field(body.versionMetadata, "changeDescription");
  const issues: Issue[] = validateTag(body);
  if (changeDescription !== undefined && typeof changeDescription !== "string") {
    issues.push({ path: "versionMetadata.changeDescription", message: "must be a text" });
  }
  if (issues.length > 0) throw invalidInput(operation, route, issues);
  return {
    name: body.name,
    ...wireContent(body),
    ...(typeof changeDescription === "string" ? { versionMetadata: { changeDescription } } : {}),
  };
}
