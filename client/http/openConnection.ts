import { SingleFlight, type Sender } from "../cache/singleFlight";
import { systemClock } from "../clock";
import { Limiter } from "../limits/limiter";
import type { CheckedOptions, ClientOptions } from "../options";
import { onAbort } from "./abort";
import type { Caller, SendOptions } from "./call";
import type { Connection } from "./connection";
import { Credentials } from "./credentials";
import { confirmNotFound } from "./notFound";
import { send } from "./send";
import { HttpTransport } from "./transport";

/** Opens a connection. `close` ends all its requests. */
export function openConnection(
  options: ClientOptions,
  settings: CheckedOptions,
  shared?: Limiter,
): { connection: Connection; close: () => void } {
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
    connection: { credentials, baseUrl, clock, limiter, transport, deadlineSeconds, random, closed: closing.signal },
    close: () => {
      takeBack();
      closing.abort();
      leaveLimiter();
      transport.close();
    },
  };
}

/** Stands before a connection: see `PrivateCopy`. */
export interface Copy {
  over: (send: Sender) => Sender;
}

/** Sends calls on a connection: shares reads, confirms a 404, and announces each wait. */
export function callerOn(
  connection: Connection,
  onWait: ClientOptions["onWait"],
  copy?: Copy,
): { caller: Caller; reads: SingleFlight } {
  const sending: Sender = async (call, options, onSent) => {
    try {
      return await send(connection, call, { ...options, onWait: toBoth(onWait, options.onWait) }, onSent);
    } catch (error) {
      throw await confirmNotFound(call, error, async (look) => (await reads.read(look, options, 0)).result);
    }
  };
  const carryOut = copy?.over(sending) ?? sending;
  const reads = new SingleFlight(carryOut, connection.clock);
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

/** Calls both listeners, even if one throws. */
export function toBoth(one: Listener, other: Listener): Listener {
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
