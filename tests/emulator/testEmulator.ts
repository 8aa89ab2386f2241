/** Starts emulators for tests, and sends requests to them with `fetch`. */
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/index";

/** A response with its body. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. Undefined if it isn't JSON. */
  body: unknown;
  /** Returns the value at a path in the body, for example `data.virtualTags.0.id`. */
  at(path: string): unknown;
}

/** What to send besides the method and the path. */
export interface RequestOptions {
  /** Sent as JSON. Strings and bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Default: the emulator's first credential. */
  as?: { clientId: string; secretKey: string };
}

/** A running emulator that you can send requests to. */
export interface TestEmulator extends Emulator {
  send(method: string, path: string, options?: RequestOptions): Promise<Reply>;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function replyOf(status: number, headers: Headers, text: string): Reply {
  const body = parseJson(text);
  const at = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], body);
  return { status, headers, text, body, at };
}

const running: Emulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

/** Starts an emulator that stops after the test. It has no limits unless you set them. */
export async function start(options: EmulatorOptions = {}): Promise<TestEmulator> {
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

/** The emulator of the current test, started by {@link startForTest}. */
export let emulator: TestEmulator;

/** Starts an emulator for the current test. Call it in `beforeEach`. */
export async function startForTest(): Promise<void> {
  emulator = await start();
}

/** The path of tags in V2. */
export const tags = "/v2/virtual-tags";

/** A valid filter for V2. */
export const filter = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", "b"] };

/** A valid body for a tag with one rule. */
export function tagBody(name = "Team", to = "platform"): { name: string; defaultValue: string; rules: object[] } {
  return { name, defaultValue: "other", rules: [{ to, filters: filter }] };
}

/** Creates a tag. Returns its ID. */
export async function createTag(emulator: TestEmulator, name?: string, to?: string, query = ""): Promise<string> {
  const reply = await emulator.send("POST", tags + query, { body: tagBody(name, to) });
  return String(reply.at("data.id"));
}
