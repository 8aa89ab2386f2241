import { type Caller, invalidInput, toCall } from "../http/calls";
import type { Clock } from "../clock";
import { CollectedTags, type Collecting } from "../cache/collectedTags";
import { isPage } from "../http/errorBody";
import { InvalidInput, type Issue, UnexpectedAnswer } from "../errors";
import { field, isObject } from "../json";
import { listAt, readListedTag, readTag, sameId, UnreadableAnswer } from "../reading";
import type { Call, SendOptions } from "../http/request";
import type { Route } from "../limits/routes";
import { mixedGroups, wireContent } from "./ruleBodies";
import type { Settings } from "../settings";
import type { SharedReads } from "../cache/sharing";
import { tagContents } from "./tagContents";
import type { ReadOptions } from "./virtualTags";
import type { Listed, VirtualTagV1, VirtualTagV1Body } from "../wire";

/** The first moment after the last day of V1, 2027-03-31 (section 9). */
const endOfLife = Date.parse("2027-04-01T00:00:00Z");

/** Once a process is often enough. */
let warned = false;

/** What V1 needs besides a caller. */
export interface VirtualTagsV1Parts {
  caller: Caller;
  reads: SharedReads;
  collecting: Collecting;
  clock: Clock;
  afterEndOfLife: Settings["v1AfterEndOfLife"];
  /** Called after each write: V1 and V2 show the same tags. */
  changed: () => void;
}

/**
 * Virtual Tags, V1 (section 4.4). Deprecated by the service from 2026-10-30 on, with its end of life on 2027-03-31: the
 * first call warns, and after that day each call is an error unless `v1AfterEndOfLife` is `allow`. Use `virtualTags`.
 */
export class VirtualTagsV1 {
  readonly #parts: VirtualTagsV1Parts;
  readonly #collected: CollectedTags<ReadOptions>;
  /** How many writes of ours, by V1 or V2, had ended when the collected list was last good. */
  #epoch = 0;

  constructor(parts: VirtualTagsV1Parts) {
    this.#parts = parts;
    const { reads, collecting } = parts;
    this.#collected = new CollectedTags(
      {
        list: (options) => reads.read(listCallV1, options, options.fresh).catch(goneIsEnd),
        get: (id, options) => reads.read(getCallV1(id), options, options.fresh).catch(goneIsEnd),
        epoch: () => reads.epoch,
      },
      collecting,
    );
  }

  /** All Virtual Tags, each as the list shows it. `GET /v1/virtual-tags`. */
  async list(options: SendOptions = {}): Promise<Listed<VirtualTagV1>[]> {
    this.#checkAge(listCallV1);
    return this.#parts.caller.read(listCallV1, options).catch(goneIsEnd);
  }

  /**
   * One Virtual Tag. `GET /v1/virtual-tags/{id}`, or a list that answers several reads at once, until a write of ours.
   *
   * @throws {NotFound} when there is none of that id
   */
  async get(id: string, options: ReadOptions = {}): Promise<VirtualTagV1> {
    this.#checkAge(getCallV1(id));
    const { epoch } = this.#parts.reads;
    // What a save by V1 answers is not documented, so it is not folded in.
    if (epoch !== this.#epoch) this.#collected.unclear();
    this.#epoch = epoch;
    return this.#collected.get(id, options);
  }

  /**
   * Creates a Virtual Tag. `POST /v1/virtual-tags`. `displayName` of filters is not sent: V1 refuses it.
   *
   * @throws {OutcomeUnknown} when it may have been created
   */
  async create(body: VirtualTagV1Body, options: SendOptions = {}): Promise<VirtualTagV1> {
    const route = "POST /v1/virtual-tags";
    const operation = "virtualTagsV1.create";
    return this.#write(
      toCall({
        operation,
        route,
        body: bodyV1(operation, route, body),
        look: { bodyName: body.name },
        contents: () => tagContents(body),
        read: readTagV1,
      }),
      options,
    );
  }

  /**
   * Replaces a Virtual Tag. `PUT /v1/virtual-tags/{id}`. `displayName` of filters is not sent: V1 refuses it.
   *
   * @throws {OutcomeUnknown} when it may have been saved
   */
  async update(id: string, body: VirtualTagV1Body, options: SendOptions = {}): Promise<VirtualTagV1> {
    const route = "PUT /v1/virtual-tags/{id}";
    const operation = "virtualTagsV1.update";
    return this.#write(
      toCall({
        operation,
        route,
        parameters: { id },
        body: bodyV1(operation, route, body),
        missing: "Virtual Tag",
        look: { bodyName: body.name, tagId: id },
        contents: () => tagContents(body),
        read: (answer) => sameId(id, readTagV1(answer)),
      }),
      options,
    );
  }

  /**
   * Deletes a Virtual Tag. `DELETE /v1/virtual-tags/{id}`. Any success but a page (HTML) is one: the document does not show
   * its body.
   *
   * @throws {OutcomeUnknown} when it may have been deleted
   */
  async delete(id: string, options: SendOptions = {}): Promise<void> {
    return this.#write(
      toCall({
        operation: "virtualTagsV1.delete",
        route: "DELETE /v1/virtual-tags/{id}",
        parameters: { id },
        missing: "Virtual Tag",
        look: { tagId: id },
        read: (_, text) => {
          if (isPage(text)) throw new UnreadableAnswer("the answer is a page");
        },
      }),
      options,
    );
  }

  async #write<T>(call: Call<T>, options: SendOptions): Promise<T> {
    this.#checkAge(call);
    try {
      return await this.#parts.caller.send(call, options).catch(goneIsEnd);
    } finally {
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

/** A service that ends V1, on its last day or before, says 410: that is no trouble with an address. */
function goneIsEnd(error: unknown): never {
  if (!(error instanceof UnexpectedAnswer && error.status === 410)) throw error;
  const { operation, method, path, status, requestId, serviceMessage } = error;
  const facts = { operation, method, path, code: "V1_END_OF_LIFE", status, requestId, serviceMessage, cause: error };
  throw new InvalidInput(facts, "the service has ended Virtual Tags V1 (410).", [], "Use virtualTags (V2).");
}

/** Reads the list of all tags, V1. */
export const listCallV1 = toCall({
  operation: "virtualTagsV1.list",
  route: "GET /v1/virtual-tags",
  // One odd tag must not hide the others, so an entry is kept as it came.
  read: (body) => listAt(body, "virtualTags", readListedTag) as Listed<VirtualTagV1>[],
});

function getCallV1(id: string): Call<VirtualTagV1> {
  return toCall({
    operation: "virtualTagsV1.get",
    route: "GET /v1/virtual-tags/{id}",
    parameters: { id },
    missing: "Virtual Tag",
    read: (answer) => sameId(id, readTagV1(answer)),
  });
}

/** The document does not show how V1 wraps a tag: bare, in `data`, or in `virtualTag`. */
function readTagV1(body: unknown): VirtualTagV1 {
  const wrapped = [field(body, "data"), field(body, "virtualTag")].find(isObject);
  return readTag(wrapped ?? body);
}

/** V1 names its filters' fields more loosely than V2, so only the outline is checked here; the rest the service checks. */
function bodyV1(operation: string, route: Route, body: VirtualTagV1Body): VirtualTagV1Body {
  const { name, rules, defaultValue, isCaseSensitive } = body as Partial<Record<keyof VirtualTagV1Body, unknown>>;
  const issues: Issue[] = [];
  if (typeof name !== "string" || name === "") issues.push({ path: "name", message: "must be a text" });
  if (Array.isArray(rules)) issues.push(...mixedGroups(rules));
  else issues.push({ path: "rules", message: "must be an array of rules" });
  if (typeof defaultValue !== "string" && !isObject(defaultValue)) {
    issues.push({ path: "defaultValue", message: "must be a text, or { key, costCenter }" });
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
