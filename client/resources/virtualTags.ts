import { setImmediate } from "node:timers/promises";
import type { SingleFlight } from "../cache/singleFlight";
import { TagIndex, type TagSnapshot } from "../cache/tagIndex";
import type { Clock } from "../clock";
import { Forbidden, type Issue, NotFound, OutcomeUnknown, UnexpectedAnswer } from "../errors";
import { type Call, type Caller, invalidInput, type SendOptions, toCall, type WriteOptions } from "../http/call";
import { field } from "../json";
import type { Route } from "../limits/routes";
import { listAt, objectAt, requireTexts } from "../http/reading";
import { orNotFound } from "../settle";
import { isComplete, readListedTag, readTag, sameId } from "./tagReading";
import type { Listed, VirtualTag, VirtualTagBody } from "../wire";
import { validateTag, valuesIn, wireContent } from "./ruleBodies";

/** Options of a read of Virtual Tags. */
export interface ReadOptions extends SendOptions {
  /** Whether to request the tag, even if a recent list has it. Default: false. */
  fresh?: boolean | undefined;
  /** How old a list may be that answers the read, in seconds. Default: `listMaxAgeSeconds`. */
  maxAgeSeconds?: number | undefined;
}

/** Options of a save of a Virtual Tag. */
export interface SaveOptions extends WriteOptions {
  /** Whether the new version becomes the live one. Default: true, as the service's. */
  setAsLive?: boolean | undefined;
}

/** What Virtual Tags need. */
export interface VirtualTagsParts {
  caller: Caller;
  reads: SingleFlight;
  clock: Clock;
  /** For how many seconds a list answers further reads. 0: not at all. */
  listMaxAgeSeconds: number;
  /** Called after each write: V1 and V2 show the same tags. */
  changed: () => void;
}

/** Virtual Tags, V2. */
export class VirtualTags {
  readonly #parts: VirtualTagsParts;
  readonly #index: TagIndex<Listed<VirtualTag>, ReadOptions>;
  /** The IDs that callers are waiting for. */
  readonly #asked = new Set<string>();
  /** Until then, reads by ID request no list, because the last one was refused or could not be read. */
  #noListUntil = -Infinity;

  /** @internal */
  constructor(parts: VirtualTagsParts) {
    this.#parts = parts;
    const { clock, reads } = parts;
    this.#index = new TagIndex({
      clock,
      epoch: () => reads.epoch,
      list: (options, maxAgeSeconds) => reads.read(listCall, options, maxAgeSeconds),
    });
  }

  /**
   * All Virtual Tags of the account. `GET /v2/virtual-tags`. If neither the list nor a read by ID shows a tag completely, it is
   * returned as the list shows it.
   */
  async list(options: ReadOptions = {}): Promise<Listed<VirtualTag>[]> {
    const snapshot = await this.snapshot(options);
    const tags = snapshot.all().map(async (tag) =>
      this.#complete(tag, options).catch((error: unknown) => {
        if (error instanceof Forbidden || error instanceof UnexpectedAnswer) return tag;
        throw error;
      }),
    );
    return (await Promise.all(tags)).filter((tag) => tag !== undefined);
  }

  /**
   * The Virtual Tags with that name, in any Unicode form. There may be several, because the service does not keep names unique.
   * `GET /v2/virtual-tags`, or a list that was just read.
   */
  async findByName(name: string, options: ReadOptions = {}): Promise<VirtualTag[]> {
    const snapshot = await this.snapshot(options);
    const tags = await Promise.all(snapshot.named(name).map((tag) => this.#complete(tag, options)));
    return tags.filter((tag) => tag !== undefined);
  }

  /**
   * One Virtual Tag. `GET /v2/virtual-tags/{id}`, or a list that was just read or that answers several reads at once.
   *
   * @throws {NotFound} if there is no tag with that ID
   */
  async get(id: string, options: ReadOptions = {}): Promise<VirtualTag> {
    const call = readTagOf(id); // refuses an impossible ID, even if a list could answer
    const listed = this.#maxAge(options) === 0 ? undefined : await this.#listed(id, options);
    return listed !== undefined && isComplete(listed) ? listed : this.#read(id, call, options);
  }

  /**
   * @internal
   *
   * All tags as one list shows them, possibly without their content. For callers that need several tags.
   */
  snapshot(options: ReadOptions = {}): Promise<TagSnapshot<Listed<VirtualTag>>> {
    return this.#index.snapshot(this.#maxAge(options), options);
  }

  /** @internal All tags as the kept list shows them; undefined if none is kept. Requests nothing. */
  kept = (maxAgeSeconds: number): TagSnapshot<Listed<VirtualTag>> | undefined => this.#index.kept(maxAgeSeconds);

  /**
   * Creates a Virtual Tag. `POST /v2/virtual-tags`. If a sentence of the service repeats one of the body's values, the error
   * leaves the sentence out.
   *
   * @throws {InvalidInput} if the service, or the client before it, refuses the content
   * @throws {OutcomeUnknown} if it may have been created: check before you create it again
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
        values: () => valuesIn(body),
        read: (answer) => readTag(objectAt(answer, "data")),
      }),
      options,
    );
  }

  /**
   * Replaces the whole configuration of a Virtual Tag: each call makes one new version. `PUT /v2/virtual-tags/{id}`. Errors leave
   * out the same sentences as those of {@link VirtualTags.create}.
   *
   * @throws {InvalidInput} if the service, or the client before it, refuses the content
   * @throws {NotFound} if there is none of that ID
   * @throws {OutcomeUnknown} if it may have been saved: check before you save it again
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
        confirmMissing: listCall,
        look: { bodyName: body.name, tagId: id },
        values: () => valuesIn(body),
        read: (answer) => sameId(id, readTag(objectAt(answer, "data"))),
      }),
      options,
    );
  }

  /**
   * Deletes a Virtual Tag with all of its versions. This can't be undone. `DELETE /v2/virtual-tags/{id}`.
   *
   * @throws {NotFound} if there is none of that ID
   * @throws {OutcomeUnknown} if it may have been deleted
   */
  async delete(id: string, options: WriteOptions = {}): Promise<{ id: string; name: string }> {
    const call = toCall({
      operation: "virtualTags.delete",
      route: "DELETE /v2/virtual-tags/{id}",
      parameters: { id },
      missing: "Virtual Tag",
      confirmMissing: listCall,
      look: { tagId: id },
      read: (answer) =>
        sameId(id, requireTexts(objectAt(answer, "data"), "id", "name") as { id: string; name: string }),
    });
    return this.#write(call, options, () => undefined);
  }

  /** @internal Forgets what was read: something other than these methods may have changed tags. */
  forget(): void {
    this.#index.discard();
  }

  #maxAge({ fresh, maxAgeSeconds }: ReadOptions): number {
    return fresh === true ? 0 : (maxAgeSeconds ?? this.#parts.listMaxAgeSeconds);
  }

  /** The tag from a list: from the kept one, from one under way, or from a new one if other tags are needed as well. */
  async #listed(id: string, options: ReadOptions): Promise<Listed<VirtualTag> | undefined> {
    const kept = this.#index.kept(this.#maxAge(options));
    if (kept !== undefined) return kept.byId(id);
    this.#asked.add(id.toLowerCase());
    // Lets other callers in the same turn of the event loop add their IDs.
    await setImmediate();
    const isAlone = this.#asked.size === 1 && !this.#index.isListing && options.maxAgeSeconds === undefined;
    const { clock, listMaxAgeSeconds } = this.#parts;
    try {
      if (isAlone || clock.elapsed() < this.#noListUntil) return undefined;
      return (await this.snapshot(options)).byId(id);
    } catch (error) {
      // If the list is forbidden or unreadable, the tag itself may still be readable.
      if (!(error instanceof Forbidden || error instanceof UnexpectedAnswer)) throw error;
      this.#noListUntil = clock.elapsed() + listMaxAgeSeconds * 1000;
      return undefined;
    } finally {
      this.#asked.delete(id.toLowerCase());
    }
  }

  /** The whole tag from the service. */
  async #read(id: string, call: Call<VirtualTag>, options: ReadOptions): Promise<VirtualTag> {
    const asked = this.#parts.reads.epoch;
    try {
      const { result, epoch } = await this.#parts.reads.read(call, options, options.fresh === true ? 0 : Infinity);
      this.#index.seen(id, epoch, result);
      return result;
    } catch (error) {
      if (error instanceof NotFound) this.#index.seen(id, asked, undefined);
      throw error;
    }
  }

  /** Reads a tag that the list does not show completely. Undefined if it was deleted meanwhile. */
  async #complete(tag: Listed<VirtualTag>, options: ReadOptions): Promise<VirtualTag | undefined> {
    if (isComplete(tag)) return tag;
    return orNotFound(this.#read(tag.id, readTagOf(tag.id), options));
  }

  #save(call: Call<VirtualTag>, options: SaveOptions): Promise<VirtualTag> {
    // The API documentation does not say what reads show while a version is staged.
    return this.#write(call, options, (tag) => (options.setAsLive === false ? "unclear" : tag));
  }

  /** Sends a write and updates the index with what reads show afterwards. */
  async #write<T extends { id: string }>(
    call: Call<T>,
    options: WriteOptions,
    shownAfter: (result: T) => VirtualTag | undefined | "unclear",
  ): Promise<T> {
    const id = call.look?.tagId;
    const write = this.#index.begin(id);
    try {
      const result = await this.#parts.caller.send(call, options);
      const shown = shownAfter(result);
      if (shown === "unclear") this.#index.unclear(write);
      else this.#index.ended(write, result.id, shown);
      return result;
    } catch (error) {
      if (error instanceof NotFound && id !== undefined) this.#index.ended(write, id, undefined);
      else if (error instanceof OutcomeUnknown) this.#index.unclear(write);
      else this.#index.failed(write);
      throw error;
    } finally {
      this.#parts.changed();
    }
  }
}

/** Reads the list of all tags. */
const listCall = toCall({
  operation: "virtualTags.list",
  route: "GET /v2/virtual-tags",
  read: (body) => listAt(objectAt(body, "data"), "virtualTags", readListedTag),
});

/** The read that confirms a 404 for every route of a tag, V2. */
export const listTags: Call<readonly { id: string }[]> = listCall;

/** The read of one tag. */
export function readTagOf(id: string): Call<VirtualTag> {
  return toCall({
    operation: "virtualTags.get",
    route: "GET /v2/virtual-tags/{id}",
    parameters: { id },
    missing: "Virtual Tag",
    confirmMissing: listCall,
    read: (body) => sameId(id, readTag(objectAt(body, "data"))),
  });
}

function saveQuery({ setAsLive }: SaveOptions): URLSearchParams {
  return new URLSearchParams(setAsLive === undefined ? {} : { setAsLive: String(setAsLive) });
}

/** Keeps only the fields of the API documentation: the service refuses others, and a caller's object may have them. */
function checkedBody(operation: string, route: Route, body: VirtualTagBody): VirtualTagBody {
  const changeDescription: unknown = field(body.versionMetadata, "changeDescription");
  const issues: Issue[] = validateTag(body);
  if (changeDescription !== undefined && typeof changeDescription !== "string") {
    issues.push({ path: "versionMetadata.changeDescription", message: "must be a string" });
  }
  if (issues.length > 0) throw invalidInput(operation, route, issues);
  return {
    name: body.name,
    ...wireContent(body),
    ...(typeof changeDescription === "string" ? { versionMetadata: { changeDescription } } : {}),
  };
}
