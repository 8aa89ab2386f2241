/**
 * A client's private copy of the account: reads show the service's answers, each of which is requested once, with the client's own
 * writes over them. Nothing that writes is sent.
 */
import { randomUUID } from "node:crypto";
import type { Sender } from "../cache/singleFlight";
import type { Clock } from "../clock";
import { NotFound } from "../errors";
import { parseExactJson, stringifyExactJson } from "../exactJson";
import { type Call, type SendOptions, toCall } from "../http/call";
import { objectAt } from "../http/reading";
import { field, isObject, type JsonObject } from "../json";
import { readTagOf } from "../resources/virtualTags";
import type { VirtualTagBody } from "../wire";
import type { ServiceHabits } from "./habits";
import { metadataAfter, OwnTag } from "./ownTag";

/** An answer of the service, as JSON and as text. */
interface Answer {
  body: unknown;
  text: string;
}

/** Requests a read of the service, once. */
type Ask = (read: Call<unknown>) => Promise<Answer>;

/** The part of a client's account that only the client knows. */
export class PrivateCopy {
  readonly #habits: ServiceHabits;
  readonly #clock: Pick<Clock, "now">;
  /** What was read, by path and query. */
  #answers = new Map<string, Promise<Answer>>();
  /** What was written, by the tag's ID in lower case. */
  readonly #tags = new Map<string, OwnTag>();
  readonly #endpoints: JsonObject[] = [];

  constructor(habits: ServiceHabits, clock: Pick<Clock, "now">) {
    this.#habits = habits;
    this.#clock = clock;
  }

  /** Another copy of the same account, with what was read so far and without the writes. */
  withoutWrites(): PrivateCopy {
    const other = new PrivateCopy(this.#habits, this.#clock);
    other.#answers = this.#answers;
    return other;
  }

  /** Stands before a client's connection: sends its reads, and keeps its writes. */
  over(send: Sender): Sender {
    return async (call, options, onSent) => {
      // For the service's own reads, the connection says when they were sent.
      if (call.write) return readBy(call, await this.#write(call, (read) => this.#answer(send, read, options)));
      const own = this.#tags.get(idOf(call));
      const made = own && madeByRun(call, own);
      if (made !== undefined) {
        onSent?.();
        return readBy(call, made);
      }
      const answer = await this.#answer(send, call, options, onSent);
      const shown = this.#shown(call, answer, own);
      return shown === undefined ? call.read(structuredClone(answer.body), answer.text) : readBy(call, shown);
    };
  }

  /** What the service answers to a read. It is requested once, for all callers, so none of them can end it. */
  async #answer(send: Sender, call: Call<unknown>, { onWait }: SendOptions, onSent?: () => void): Promise<Answer> {
    const key = `${call.method} ${call.path}?${call.query?.toString() ?? ""} ${JSON.stringify(call.body)}`;
    const known = this.#answers.get(key);
    if (known !== undefined) onSent?.();
    // Read as the caller will read it, so that an answer in another shape is not kept.
    const read = (body: unknown, text: string): Answer => {
      call.read(structuredClone(body), text);
      return { body, text };
    };
    const answer = known ?? send({ ...call, read }, { onWait }, onSent);
    this.#answers.set(key, answer);
    return answer.catch((error: unknown) => {
      if (!(error instanceof NotFound)) this.#answers.delete(key);
      throw error;
    });
  }

  /** An answer of the service with what was written since; undefined if that changes nothing. */
  #shown(call: Call<unknown>, { body, text }: Answer, own: OwnTag | undefined): JsonObject | undefined {
    const route: string = call.route;
    switch (route) {
      case "GET /v2/virtual-tags":
        return { data: { virtualTags: this.#listed(body) } };
      case "GET /v1/endpoints":
        return { endpoints: [...listAt(parseExactJson(text), "endpoints"), ...this.#endpoints] };
      case "GET /v2/virtual-tags/{id}":
        return own && { data: own.read(objectAt(body, "data")) };
      case "GET /v2/virtual-tags/{id}/versions":
        return own?.page(body as JsonObject, call.query);
      case "GET /v2/virtual-tags/{vtagId}/versions/{id}":
        return own && { data: own.older(objectAt(body, "data")) };
      case "GET /v2/virtual-tags/{id}/metadata":
        return own?.metadata && { data: { metadata: own.metadata } };
      default:
        return undefined;
    }
  }

  /** The list of tags as the service would show it now. */
  #listed(body: unknown): unknown[] {
    const known = listAt(field(body, "data"), "virtualTags").flatMap((one) => {
      const own = this.#tags.get(String(field(one, "id")).toLowerCase());
      if (own === undefined || !isObject(one)) return [one];
      return own.isDeleted ? [] : [own.read(one)];
    });
    const created = [...this.#tags.values()].filter(({ isNew, isDeleted }) => isNew && !isDeleted);
    return [...known, ...created.map((own) => own.read())];
  }

  /** Keeps a write, and answers it. */
  async #write(call: Call<unknown>, ask: Ask): Promise<JsonObject> {
    const { query, body } = call;
    const route: string = call.route;
    if (route === "POST /v1/endpoints") {
      const endpoint = { ...(body as JsonObject), id: randomUUID() };
      this.#endpoints.push(endpoint);
      return { endpoint };
    }
    const known = this.#tags.get(idOf(call));
    if (known?.isDeleted === true) throw notFound(call);
    const isCreate = route === "POST /v2/virtual-tags";
    const shown = isCreate || known?.isNew === true ? undefined : await this.#existing(idOf(call), ask);
    const own = known ?? new OwnTag(this.#habits, isCreate ? undefined : String(shown?.["id"]));
    switch (route) {
      case "POST /v2/virtual-tags":
      case "PUT /v2/virtual-tags/{id}": {
        const isLive = query?.get("setAsLive") !== "false";
        if (!isLive && !own.isNew && !own.isLive) own.hasLive = await hasLive(own.id, ask);
        own.save(body as VirtualTagBody, isLive, this.#clock.now());
        this.#tags.set(own.id.toLowerCase(), own);
        return { data: own.saved(shown) };
      }
      case "DELETE /v2/virtual-tags/{id}":
        own.isDeleted = true;
        this.#tags.set(own.id.toLowerCase(), own);
        return { data: { id: own.id, name: own.read(shown)["name"] } };
      case "PUT /v2/virtual-tags/{id}/metadata": {
        const before = own.metadata ?? (await metadataOf(own.id, ask));
        own.metadata = metadataAfter(before, parseExactJson(stringifyExactJson(body)) as JsonObject, this.#habits);
        this.#tags.set(own.id.toLowerCase(), own);
        return { data: { metadata: own.metadata } };
      }
      default:
        throw new Error(`A dry run can't carry out ${route}.`);
    }
  }

  /**
   * What the service shows of a tag: in the list, if that was read.
   *
   * @throws {NotFound} if there is none
   */
  async #existing(id: string, ask: Ask): Promise<JsonObject> {
    const list = await this.#answers.get("GET /v2/virtual-tags? undefined")?.catch(() => undefined);
    const listed = listAt(field(list?.body, "data"), "virtualTags").find(
      (one) => String(field(one, "id")).toLowerCase() === id,
    );
    const isComplete = isObject(listed) && listed["rules"] !== undefined && listed["defaultValue"] !== undefined;
    return isComplete ? listed : objectAt((await ask(readTagOf(id))).body, "data");
  }
}

/**
 * The answer about what only this run has made; undefined if the service has it.
 *
 * @throws {NotFound} if this run has deleted it, or if there is no such version
 */
function madeByRun(call: Call<unknown>, own: OwnTag): JsonObject | undefined {
  if (own.isDeleted) throw notFound(call);
  const route: string = call.route;
  switch (route) {
    case "GET /v2/virtual-tags/{id}":
      return own.isNew ? { data: own.read() } : undefined;
    case "GET /v2/virtual-tags/{id}/versions":
      return own.isNew ? own.page({}, call.query) : undefined;
    case "GET /v2/virtual-tags/{id}/metadata":
      return own.isNew ? { data: { metadata: own.metadata } } : undefined;
    case "GET /v2/virtual-tags/{vtagId}/versions/{id}": {
      const version = own.version(segmentsOf(call)[5] ?? "");
      if (version !== undefined) return { data: version };
      if (own.isNew) throw notFound(call, "VTAG_VERSION_NOT_FOUND");
      return undefined;
    }
    default:
      return undefined;
  }
}

const segmentsOf = ({ path }: Call<unknown>): string[] => path.split("/").map(decodeURIComponent);

/** The ID of the tag that a call is about, in lower case; empty if it is about none. */
function idOf(call: Call<unknown>): string {
  const [, , kind, id = ""] = segmentsOf(call);
  return kind === "virtual-tags" ? id.toLowerCase() : "";
}

function readBy<T>(call: Call<T>, body: JsonObject): T {
  const text = stringifyExactJson(body);
  return call.read(JSON.parse(text), text);
}

function listAt(body: unknown, name: string): unknown[] {
  const list = field(body, name);
  return Array.isArray(list) ? list : [];
}

function notFound(
  { operation, method, path, missing = "Virtual Tag" }: Call<unknown>,
  code = "VTAG_NOT_FOUND",
): NotFound {
  return new NotFound({ operation, method, path, code }, code === "VTAG_NOT_FOUND" ? "Virtual Tag" : missing);
}

/** Whether a tag of the service has a live version. The service keeps 100 versions, besides an older live one. */
async function hasLive(id: string, ask: Ask): Promise<boolean> {
  const query = new URLSearchParams({ pageSize: "100", sortDirection: "desc" });
  const route = "GET /v2/virtual-tags/{id}/versions";
  const read = (body: unknown): unknown => body;
  const { body } = await ask(toCall({ operation: "virtualTagVersions.list", route, parameters: { id }, query, read }));
  const versions = listAt(body, "data");
  return versions.length >= 100 || versions.some((version) => field(version, "isLive") === true);
}

/** The metadata that the service has of a tag. */
async function metadataOf(id: string, ask: Ask): Promise<JsonObject> {
  const route = "GET /v2/virtual-tags/{id}/metadata";
  const read = (body: unknown): unknown => body;
  const { text } = await ask(toCall({ operation: "virtualTagMetadata.get", route, parameters: { id }, read }));
  return objectAt(field(parseExactJson(text), "data"), "metadata");
}
