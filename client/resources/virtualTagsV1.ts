import type { SingleFlight } from "../cache/singleFlight";
import { TagIndex } from "../cache/tagIndex";
import type { Clock } from "../clock";
import { InvalidInput, type Issue, UnexpectedAnswer } from "../errors";
import { type Call, type Caller, invalidInput, type SendOptions, toCall, type WriteOptions } from "../http/call";
import { isPage } from "../http/errorBody";
import { field, isObject } from "../json";
import type { Route } from "../limits/routes";
import { listAt, UnreadableAnswer } from "../http/reading";
import { isComplete, readListedTag, readTag, sameId } from "./tagReading";
import type { Settings } from "../settings";
import type { Listed, VirtualTagV1, VirtualTagV1Body } from "../wire";
import { mixedGroups, valuesIn, wireContent } from "./ruleBodies";
import type { ReadOptions } from "./virtualTags";

/** The first moment after the last day of V1, 2027-03-31. */
const endOfLife = Date.parse("2027-04-01T00:00:00Z");

/** The warning appears once per process. */
let warned = false;

/** What V1 needs. */
export interface VirtualTagsV1Parts {
  caller: Caller;
  reads: SingleFlight;
  clock: Clock;
  afterEndOfLife: Settings["v1AfterEndOfLife"];
  /** Called after each write: V1 and V2 show the same tags. */
  changed: () => void;
}

/**
 * Virtual Tags, V1. Deprecated by the service since 2026-10-30, with its end of life on 2027-03-31: the
 * first call warns, and after that day each call fails unless `v1AfterEndOfLife` is `allow`. Use `virtualTags`.
 */
export class VirtualTagsV1 {
  readonly #parts: VirtualTagsV1Parts;
  readonly #index: TagIndex<Listed<VirtualTagV1>, SendOptions>;

  /** @internal */
  constructor(parts: VirtualTagsV1Parts) {
    this.#parts = parts;
    const { clock, reads } = parts;
    this.#index = new TagIndex({
      clock,
      epoch: () => reads.epoch,
      list: (options, maxAgeSeconds) => reads.read(listCallV1, options, maxAgeSeconds),
    });
  }

  /** All Virtual Tags, each as the list shows it. `GET /v1/virtual-tags`. */
  async list(options: SendOptions = {}): Promise<readonly Listed<VirtualTagV1>[]> {
    this.#checkAge(listCallV1);
    return this.#parts.caller.read(listCallV1, options).catch(goneIsEndOfLife);
  }

  /**
   * One Virtual Tag. `GET /v1/virtual-tags/{id}`, or with `maxAgeSeconds` a list that is not older than that or than our last
   * write.
   *
   * @throws {NotFound} if there is no tag with that ID
   */
  async get(id: string, options: ReadOptions = {}): Promise<VirtualTagV1> {
    const call = getCallV1(id);
    this.#checkAge(call);
    const { fresh = false, maxAgeSeconds = 0 } = options;
    if (!fresh && maxAgeSeconds > 0) {
      const listed = await this.#index.snapshot(maxAgeSeconds, options).catch(() => undefined);
      const tag = listed?.byId(id);
      if (tag !== undefined && isComplete(tag)) return tag;
    }
    const { result } = await this.#parts.reads.read(call, options, fresh ? 0 : Infinity).catch(goneIsEndOfLife);
    return result;
  }

  /**
   * Creates a Virtual Tag. `POST /v1/virtual-tags`. `displayName` of filters is not sent: V1 refuses it.
   *
   * @throws {OutcomeUnknown} if it may have been created
   */
  async create(body: VirtualTagV1Body, options: WriteOptions = {}): Promise<VirtualTagV1> {
    const route = "POST /v1/virtual-tags";
    const operation = "virtualTagsV1.create";
    return this.#write(
      toCall({
        operation,
        route,
        body: bodyV1(operation, route, body),
        look: { bodyName: body.name },
        values: () => valuesIn(body),
        read: readTagV1,
      }),
      options,
    );
  }

  /**
   * Replaces a Virtual Tag. `PUT /v1/virtual-tags/{id}`. `displayName` of filters is not sent: V1 refuses it.
   *
   * @throws {OutcomeUnknown} if it may have been saved
   */
  async update(id: string, body: VirtualTagV1Body, options: WriteOptions = {}): Promise<VirtualTagV1> {
    const route = "PUT /v1/virtual-tags/{id}";
    const operation = "virtualTagsV1.update";
    return this.#write(
      toCall({
        operation,
        route,
        parameters: { id },
        body: bodyV1(operation, route, body),
        missing: "Virtual Tag",
        confirmMissing: listCallV1,
        look: { bodyName: body.name, tagId: id },
        values: () => valuesIn(body),
        read: (answer) => sameId(id, readTagV1(answer)),
      }),
      options,
    );
  }

  /**
   * Deletes a Virtual Tag. `DELETE /v1/virtual-tags/{id}`. Any success counts except a web page: the API documentation does not show
   * the body.
   *
   * @throws {OutcomeUnknown} if it may have been deleted
   */
  async delete(id: string, options: WriteOptions = {}): Promise<void> {
    return this.#write(
      toCall({
        operation: "virtualTagsV1.delete",
        route: "DELETE /v1/virtual-tags/{id}",
        parameters: { id },
        missing: "Virtual Tag",
        confirmMissing: listCallV1,
        look: { tagId: id },
        read: (_, text) => {
          if (isPage(text)) throw new UnreadableAnswer("the answer is a page");
        },
      }),
      options,
    );
  }

  /** @internal Forgets what was read: something other than these methods may have changed tags. */
  forget(): void {
    this.#index.discard();
  }

  async #write<T>(call: Call<T>, options: WriteOptions): Promise<T> {
    this.#checkAge(call);
    try {
      return await this.#parts.caller.send(call, options).catch(goneIsEndOfLife);
    } finally {
      // The API documentation does not show what a save by V1 answers.
      this.#index.discard();
      this.#parts.changed();
    }
  }

  #checkAge({ operation, method, path }: Call<unknown>): void {
    if (this.#parts.clock.now() >= endOfLife && this.#parts.afterEndOfLife === "refuse") {
      throw new InvalidInput(
        { operation, method, path, code: "V1_END_OF_LIFE" },
        "Virtual Tags V1 reached its end of life on 2027-03-31.",
        [],
        "Use virtualTags (V2). If the service still answers V1 for you, set v1AfterEndOfLife to allow.",
      );
    }
    if (warned) return;
    warned = true;
    process.emitWarning(
      "Virtual Tags V1 is deprecated and reaches its end of life on 2027-03-31. Use Virtual Tags V2.",
      { type: "DeprecationWarning", code: "COST_ALLOCATION_V1" },
    );
  }
}

/** If the service has ended V1, it answers 410. Then the address is right. */
function goneIsEndOfLife(error: unknown): never {
  if (!(error instanceof UnexpectedAnswer && error.status === 410)) throw error;
  const { operation, method, path, status, requestId, serviceMessage } = error;
  const facts = { operation, method, path, code: "V1_END_OF_LIFE", status, requestId, serviceMessage, cause: error };
  throw new InvalidInput(facts, "the service has ended Virtual Tags V1 (410).", [], "Use virtualTags (V2).");
}

/** Reads the list of all tags, V1. */
const listCallV1 = toCall({
  operation: "virtualTagsV1.list",
  route: "GET /v1/virtual-tags",
  // Keeps each entry as it is, because one tag of another shape must not hide the others.
  read: (body) => listAt(body, "virtualTags", readListedTag) as Listed<VirtualTagV1>[],
});

function getCallV1(id: string): Call<VirtualTagV1> {
  return toCall({
    operation: "virtualTagsV1.get",
    route: "GET /v1/virtual-tags/{id}",
    parameters: { id },
    missing: "Virtual Tag",
    confirmMissing: listCallV1,
    read: (answer) => sameId(id, readTagV1(answer)),
  });
}

/** The API documentation does not show how V1 wraps a tag: bare, in `data`, or in `virtualTag`. */
function readTagV1(body: unknown): VirtualTagV1 {
  const wrapped = [field(body, "data"), field(body, "virtualTag")].find(isObject);
  return readTag(wrapped ?? body);
}

/** V1 names the fields of filters more loosely than V2, so only the outline is checked here. The service checks the rest. */
function bodyV1(operation: string, route: Route, body: VirtualTagV1Body): VirtualTagV1Body {
  const { name, rules, defaultValue, isCaseSensitive } = body as Partial<Record<keyof VirtualTagV1Body, unknown>>;
  const issues: Issue[] = [];
  if (typeof name !== "string" || name === "") issues.push({ path: "name", message: "must be a string" });
  if (Array.isArray(rules)) issues.push(...mixedGroups(rules));
  else issues.push({ path: "rules", message: "must be an array of rules" });
  if (typeof defaultValue !== "string" && !isObject(defaultValue)) {
    issues.push({ path: "defaultValue", message: "must be a string, or { key, costCenter }" });
  }
  if (isCaseSensitive !== undefined && typeof isCaseSensitive !== "boolean") {
    issues.push({ path: "isCaseSensitive", message: "must be true or false" });
  }
  if (issues.length > 0) throw invalidInput(operation, route, issues);
  return {
    name: body.name,
    ...wireContent(body, false),
    ...(body.isCaseSensitive === undefined ? {} : { isCaseSensitive: body.isCaseSensitive }),
  };
}
