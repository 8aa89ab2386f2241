/** Starts emulators for tests, and talks to them by `fetch` alone. */
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index";

/** An answer, read. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, undefined when it is not. */
  body: unknown;
  /** What stands at a place in the body, for example `data.virtualTags.0.id`. */
  at(place: string): unknown;
}

/** What to send beyond the method and the path. */
export interface Extras {
  /** Sent as JSON, or as it is when it is text or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of the emulator's first credential. */
  as?: { clientId: string; secretKey: string };
}

/** A running emulator with a way to send requests. */
export interface Running extends Emulator {
  send(method: string, path: string, extras?: Extras): Promise<Reply>;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function replyOf(status: number, headers: Headers, text: string): Reply {
  const body = parsed(text);
  const at = (place: string): unknown =>
    place.split(".").reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], body);
  return { status, headers, text, body, at };
}

const running: Emulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

/** Starts an emulator, without limits unless they are given, until the test ends. */
export async function start(options: EmulatorOptions = {}): Promise<Running> {
  const emulator = await startEmulator({ limits: { enabled: false }, ...options });
  running.push(emulator);
  return {
    ...emulator,
    async send(method, path, { body, headers = {}, as = emulator } = {}) {
      const response = await fetch(emulator.url + path, {
        method,
        headers: {
          "x-service-client-id": as.clientId,
          "x-service-secret-key": as.secretKey,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
      return replyOf(response.status, response.headers, await response.text());
    },
  };
}

/** The emulator of the test at hand. */
export let emulator: Running;

/** For `beforeEach`: has an emulator for the test at hand. */
export async function startAnew(): Promise<void> {
  emulator = await start();
}

/** Paths of V2. */
export const tags = "/v2/virtual-tags";

/** A filter of V2. */
export const filter = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", "b"] };

/** A body of a tag with one rule; `to` tells contents apart. */
export function tagBody(name = "Team", to = "platform"): { name: string; defaultValue: string; rules: object[] } {
  return { name, defaultValue: "other", rules: [{ to, filters: filter }] };
}

/** Makes a tag, and tells its id. */
export async function createTag(emulator: Running, name?: string, to?: string, query = ""): Promise<string> {
  const reply = await emulator.send("POST", tags + query, { body: tagBody(name, to) });
  return String(reply.at("data.id"));
}

/** Expects text of that form; typed, as jest's own matchers are not. */
export function like(form: RegExp): unknown {
  return expect.stringMatching(form);
}

/** Expects an object with at least these fields. */
export function having(fields: object): unknown {
  return expect.objectContaining(fields);
}

/** Expects a UUID. */
export const uuid = like(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Expects the long date form of section 2.1. */
export const longDate = like(/^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT\+0000 \(Greenwich Mean Time\)$/);

/** Expects ISO 8601 with milliseconds. */
export const isoDate = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
