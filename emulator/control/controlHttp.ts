/** The control over HTTP: `POST /_emulator/<method>` with the argument as the JSON body. */
import { controlPrefix } from "../http/server";
import { isFromWebPage } from "../http/webPage";
import type { WireAnswer, WireRequest } from "../service";
import type { Control } from "./control";

type Operation = keyof Control;

/** The operations. A GET request may only read. */
const operations: Record<Operation, "read" | "write"> = {
  requests: "read",
  exportState: "read",
  faults: "read",
  now: "read",
  limits: "read",
  switches: "read",
  openapi: "read",
  clearRequests: "write",
  importState: "write",
  addCredential: "write",
  setAcl: "write",
  seed: "write",
  placeFault: "write",
  clearFaults: "write",
  setClock: "write",
  advanceClock: "write",
  freezeClock: "write",
  resumeClock: "write",
  setLimits: "write",
  setSwitches: "write",
  reset: "write",
};

function isOperation(name: string): name is Operation {
  return Object.hasOwn(operations, name);
}

function jsonResponse(status: number, body: unknown): WireAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, text: JSON.stringify(body ?? null) };
}

function parseArgument({ body }: WireRequest): unknown {
  return body.length === 0 ? undefined : JSON.parse(body.toString());
}

/** Handles a request to the control. */
export function handleControlRequest(control: Control, request: WireRequest): WireAnswer {
  if (isFromWebPage(request.headers)) {
    return jsonResponse(403, { message: "Web pages can't use the control of the emulator." });
  }
  const name = request.path.slice(controlPrefix.length + 1);
  if (!isOperation(name)) {
    const methods = Object.keys(operations).join(", ");
    return jsonResponse(404, { message: `The control has no such method. Its methods are ${methods}.` });
  }
  if (request.method !== "POST" && !(request.method === "GET" && operations[name] === "read")) {
    return jsonResponse(405, { message: `${name} requires a POST request.` });
  }
  try {
    // The methods validate their argument.
    const methods = control as unknown as Record<Operation, (argument: unknown) => unknown>;
    return jsonResponse(200, methods[name](parseArgument(request)));
  } catch (error) {
    return jsonResponse(400, { message: (error as Error).message });
  }
}
