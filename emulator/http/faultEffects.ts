/** Carries faults out on the sockets. */
import type * as http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { codeFor, ServiceError } from "./errors";
import type { Fault } from "./faults";
import type { Service, WireAnswer } from "../service";

/** What a fault is carried out on. */
export interface Victim {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  /** What would be answered; undefined while nothing is carried out yet. */
  answer: WireAnswer | undefined;
  service: Service;
  /** Refuses connections for that many milliseconds. */
  refuseFor(milliseconds: number): void;
  send(answer: WireAnswer): void;
}

const defaultMilliseconds = 200;

/** Resolves when the client, or the emulator's end, has closed the connection. */
function closed(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) {
      resolve();
    } else {
      response.once("close", resolve);
    }
  });
}

/** Sends one half of an answer, and ends the connection. */
function truncate({ response, answer }: Victim): void {
  const text = answer?.text ?? JSON.stringify({ requestId: "00000000-0000-4000-8000-000000000000", data: {} });
  const bytes = Buffer.from(text);
  response.writeHead(answer?.status ?? 200, {
    "content-type": "application/json; charset=utf-8",
    ...answer?.headers,
    "content-length": Math.max(bytes.length, 2),
  });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
    response.destroy();
  });
}

function errorAnswer({ service }: Victim, { status = 503, retryAfter }: Fault): WireAnswer {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return service.refusal(new ServiceError(status, codeFor(status), "A fault was placed here.", headers));
}

const webPage: WireAnswer = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  text: "<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>",
};

/**
 * Carries out one fault. True when the request ends with it; false when it goes on (a slow one).
 */
export async function carryOut(fault: Fault, victim: Victim): Promise<boolean> {
  const milliseconds = fault.milliseconds ?? defaultMilliseconds;
  switch (fault.kind) {
    case "refused":
      victim.request.socket.destroy();
      victim.refuseFor(milliseconds);
      return true;
    case "reset":
      victim.request.socket.resetAndDestroy();
      return true;
    case "timeout":
      await closed(victim.response);
      return true;
    case "slow":
      await Promise.race([delay(milliseconds, undefined, { ref: false }), closed(victim.response)]);
      // A client that gave up meanwhile does not undo the request: it goes on as at a real service.
      return false;
    case "truncated":
      truncate(victim);
      return true;
    case "wrongContentType":
      victim.send(webPage);
      return true;
    case "status":
      victim.send(errorAnswer(victim, fault));
      return true;
  }
}
