/** Applies faults to HTTP connections. */
import type * as http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Service, WireAnswer } from "../service";
import type { Fault } from "./faults";
import { errorCodeFor, ServiceError } from "./serviceErrors";

/** What a fault is applied to. */
export interface FaultTarget {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  /** The response without the fault. Undefined before the service has handled the request. */
  answer: WireAnswer | undefined;
  service: Service;
  /** Refuses new connections for this long. */
  refuseConnections(milliseconds: number): void;
  send(answer: WireAnswer): void;
}

const defaultMilliseconds = 200;

/** Resolves when the client or the emulator has closed the connection. */
function closed(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) {
      resolve();
    } else {
      response.once("close", resolve);
    }
  });
}

/** Sends the first half of a response, then closes the connection. */
function truncate({ response, answer }: FaultTarget): void {
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

function errorAnswer({ service }: FaultTarget, { status = 503, retryAfter }: Fault): WireAnswer {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const message = "This error comes from a fault that was placed in the emulator.";
  return service.errorResponse(new ServiceError(status, errorCodeFor(status), message, headers));
}

const webPage: WireAnswer = {
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  text: "<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>",
};

/** Applies a fault. Returns whether the request ends here. Only after a `slow` fault does it continue. */
export async function applyFault(fault: Fault, target: FaultTarget): Promise<boolean> {
  const milliseconds = fault.milliseconds ?? defaultMilliseconds;
  switch (fault.kind) {
    case "refused":
      target.request.socket.destroy();
      target.refuseConnections(milliseconds);
      return true;
    case "reset":
      target.request.socket.resetAndDestroy();
      return true;
    case "timeout":
      await closed(target.response);
      return true;
    case "slow":
      await Promise.race([delay(milliseconds, undefined, { ref: false }), closed(target.response)]);
      // The request continues even if the client has given up, as it would at a real service.
      return false;
    case "truncated":
      truncate(target);
      return true;
    case "wrongContentType":
      target.send(webPage);
      return true;
    case "status":
      target.send(errorAnswer(target, fault));
      return true;
  }
}
