import type { Caller } from "./calls";
import { onAbort } from "./abort";
import { systemClock } from "../clock";
import { Credentials } from "./credentials";
import { Limiter } from "../limits/limiter";
import { confirmMissing, type Look } from "./notFound";
import type { CheckedOptions, ClientOptions } from "../options";
import { type Line, send, type SendOptions } from "./request";
import { type Sender, SharedReads } from "../cache/sharing";
import { HttpTransport } from "./transport";

/** A line, and what ends everything on it. */
export interface OpenLine {
  line: Line;
  close: () => void;
}

/** Opens what every request of a client shares. */
export function openLine(options: ClientOptions, settings: CheckedOptions, shared?: Limiter): OpenLine {
  const { clock = systemClock, random = Math.random, credentialSource = "the client's options" } = options;
  const transport =
    options.transport ??
    new HttpTransport(clock, {
      connectTimeoutMilliseconds: settings.connectTimeoutSeconds * 1000,
      answerTimeoutMilliseconds: settings.requestTimeoutSeconds * 1000,
      maxResponseBytes: settings.maxResponseBytes,
    });
  const limiter = shared ?? new Limiter(clock, random);
  const leaveLimiter = limiter.join(settings.maxConcurrency);
  const closing = new AbortController();
  const { baseUrl, deadlineSeconds } = settings;
  const credentials = new Credentials({ ...settings, source: credentialSource });
  const takeBack = onAbort(options.signal, () => {
    closing.abort();
  });
  return {
    line: { credentials, baseUrl, clock, limiter, transport, deadlineSeconds, random, closed: closing.signal },
    close: () => {
      takeBack();
      closing.abort();
      leaveLimiter();
      transport.close();
    },
  };
}

/** How calls are carried out on a line: reads shared, a missing tag confirmed, every wait told. */
export function callOn(line: Line, onWait: ClientOptions["onWait"]): { caller: Caller; reads: SharedReads } {
  const carryOut: Sender = async (call, options, onSent) => {
    try {
      return await send(line, call, { ...options, onWait: toBoth(onWait, options.onWait) }, onSent);
    } catch (error) {
      const look: Look = async (list) => (await reads.read(list, options, true)).result;
      throw await confirmMissing(call, error, look);
    }
  };
  const reads = new SharedReads(carryOut, line.clock);
  const caller: Caller = {
    send: (call, options) =>
      carryOut(call, options).finally(() => {
        if (call.write) reads.writeEnded();
      }),
    read: async (call, options) => (await reads.read(call, options)).result,
  };
  return { caller, reads };
}

type Listener = SendOptions["onWait"];

function toBoth(one: Listener, other: Listener): Listener {
  return (wait) => {
    for (const listener of [one, other]) {
      try {
        listener?.(wait);
      } catch {
        // A listener's mistake must not end a request.
      }
    }
  };
}
