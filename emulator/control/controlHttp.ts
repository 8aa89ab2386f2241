/** The control over HTTP: `POST /_emulator/<method>` with the argument as the JSON body. */
import type { Control } from "./control";
import { controlPrefix } from "../http/server";
import type { WireAnswer, WireRequest } from "../service";

type Operation = keyof Control;

/** Methods that only read: a GET will do. All others want a POST. That none is forgotten is held by the type. */
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

function answer(status: number, body: unknown): WireAnswer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, text: JSON.stringify(body ?? null) };
}

/** The control takes no credentials, so a web page in a browser on this machine must not get at it. */
function isFromWebPage({ headers }: WireRequest): boolean {
  const { origin, host } = headers;
  return origin !== undefined || typeof host !== "string" || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host);
}

function argumentOf({ body }: WireRequest): unknown {
  return body.length === 0 ? undefined : JSON.parse(body.toString());
}

/** Answers requests to the control. */
export function controlOverHttp(control: Control, request: WireRequest): WireAnswer {
  if (isFromWebPage(request)) {
    return answer(403, { message: "The emulator's control is not for web pages." });
  }
  const name = request.path.slice(controlPrefix.length + 1);
  if (!isOperation(name)) {
    return answer(404, { message: `The control knows: ${Object.keys(operations).join(", ")}.` });
  }
  if (request.method !== "POST" && !(request.method === "GET" && operations[name] === "read")) {
    return answer(405, { message: `${name} wants a POST.` });
  }
  try {
    // The methods check what they are given themselves: types do not hold over HTTP.
    const methods = control as unknown as Record<Operation, (argument: unknown) => unknown>;
    return answer(200, methods[name](argumentOf(request)));
  } catch (error) {
    return answer(400, { message: (error as Error).message });
  }
}
