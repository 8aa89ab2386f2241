/** The errors of the service, and the bodies of error responses. */
import type { Switches } from "../switches";

/** The error codes that the API documentation names, and a code for each other status. */
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

/** An error response of the service. */
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

/** The error code for a fault that sets only the status. */
export function errorCodeFor(status: number): ErrorCode {
  return codeOfStatus[status] ?? (status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR");
}

/** The error for a malformed request. */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, "BAD_REQUEST", message);
}

/** Formats an error body as the switch `errorBody` says. */
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
