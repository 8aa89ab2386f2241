/** The errors of the service (section 7) and the body they are answered with. */
import type { Switches } from "../options";

/** Error codes: those of section 7.1, and one word for each other status of section 7.2. */
export type ErrorCode =
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "VTAG_NOT_FOUND"
  | "VTAG_VERSION_NOT_FOUND"
  | "BAD_REQUEST"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "CONFLICT"
  | "GONE"
  | "UNPROCESSABLE_ENTITY"
  | "TOO_MANY_REQUESTS"
  | "INTERNAL_SERVER_ERROR"
  | "BAD_GATEWAY"
  | "SERVICE_UNAVAILABLE"
  | "GATEWAY_TIMEOUT";

/** A refusal by the service: what the handlers throw. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  409: "CONFLICT",
  410: "GONE",
  422: "UNPROCESSABLE_ENTITY",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
};

/** The code that goes with a status when a fault asks for the status alone. */
export function codeFor(status: number): ErrorCode {
  return codeOfStatus[status] ?? (status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR");
}

/** A malformed request (section 7.2, row 400). */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, "BAD_REQUEST", message);
}

/** An error body in the form that the switch names: its content type and its text. */
export function errorBody(
  form: Switches["errorBody"],
  requestId: string,
  code: ErrorCode,
  message: string,
): { contentType: string; text: string } {
  const json = (value: unknown): { contentType: string; text: string } => ({
    contentType: "application/json; charset=utf-8",
    text: JSON.stringify(value),
  });
  switch (form) {
    case "standard":
      return json({ requestId, error: code, message });
    case "message":
      return json({ message });
    case "nested":
      return json({ requestId, error: { code, message } });
    case "text":
      return { contentType: "text/plain; charset=utf-8", text: message };
    case "html":
      return {
        contentType: "text/html; charset=utf-8",
        text: `<html><head><title>${code}</title></head><body></body></html>`,
      };
    case "empty":
      return { contentType: "text/plain; charset=utf-8", text: "" };
  }
}
