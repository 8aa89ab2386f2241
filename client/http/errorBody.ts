import type { Issue } from "../errors";
import { field, isObject, parseJson, textOf } from "../json";

/** What the body of an answer that is not a success says. Everything may be missing. */
export interface ErrorBody {
  /** The service's code, such as `VTAG_NOT_FOUND`. */
  code: string | undefined;
  requestId: string | undefined;
  message: string | undefined;
  /** Single problems, if the body lists them. */
  issues: Issue[];
}

/**
 * A longer sentence is not shown, and patterns are applied only to this much of a body: with a huge hostile one, some patterns
 * would take forever. Redaction searches for plain texts, so it covers the whole body.
 */
const maxSearched = 16 * 1024;

/** Longest text that goes into a message. */
const maxMessage = 500;

/** Most single problems that go into a message. */
const maxIssues = 20;

/** Most steps of a problem's path. */
const maxSteps = 100;

const codeForm = /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/;
const requestIdForm = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads an error body. The API documentation does not show its shape, so every likely one is read: `{requestId, error, message}`,
 * an object in `error`, a list in `errors`, a bare message, text, a page, nothing.
 *
 * @param received the body
 * @param redact removes secrets from a text, because a service may repeat what it was sent
 * @param isHidden whether a sentence must not be shown, because it repeats a value that was sent
 */
export function readErrorBody(
  received: string,
  redact: (text: string) => string,
  isHidden: (sentence: string) => boolean = () => false,
): ErrorBody {
  // Redacts the whole text, and each string of its JSON, where escapes are undone. This comes first: another step could change a
  // secret so that it is not recognized, but still usable.
  const text = redact(received);
  const body = parseJson(text, redact);
  // Checks the sentence before it is shortened, which could change a value so that it is not recognized.
  const shown = (sentence: string): string | undefined =>
    sentence.length > maxSearched || isHidden(sentence) ? undefined : shorten(sentence);
  if (!isObject(body)) {
    const sentence = typeof body === "string" ? body : Array.isArray(body) ? "" : text;
    const message = isPage(sentence) ? messageOfPage(sentence, shown) : shown(sentence);
    return { code: undefined, requestId: undefined, message, issues: issuesIn(body, shown) };
  }
  const parts = [body, field(body, "error"), firstOf(field(body, "errors"))];
  const texts = (...names: string[]): string[] =>
    parts.flatMap((part) => names.map((name) => textOf(field(part, name))).filter((found) => found !== undefined));

  const code = texts("code", "errorCode", "error", "type").find((word) => word.length <= 64 && codeForm.test(word));
  const message = texts("message", "errorMessage", "error_description", "detail", "description", "title", "error").find(
    (candidate) => candidate !== code,
  );
  return {
    code,
    requestId: texts("requestId", "request_id").find((word) => word.length <= 128 && requestIdForm.test(word)),
    message: shown(message ?? ""),
    issues: [body, field(body, "error")].flatMap((part) =>
      ["errors", "details", "issues"].flatMap((name) => issuesIn(field(part, name), shown)),
    ),
  };
}

/** Whether it is a web page, which something in front of the service sent. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text.slice(0, maxSearched));
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : undefined;
}

/** Returns the part of a sentence that may be shown. */
type Shown = (sentence: string) => string | undefined;

function issuesIn(list: unknown, shown: Shown): Issue[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).slice(0, maxIssues).flatMap((entry) => {
    const message = textOf(entry) ?? textOf(field(entry, "message")) ?? textOf(field(entry, "msg"));
    if (message === undefined) return [];
    const path = shown(pathText(field(entry, "path") ?? field(entry, "field") ?? field(entry, "instancePath"))) ?? "";
    const sentence = shown(message)?.replace(/\.$/, "");
    // Even without its sentence, an issue says where the problem is.
    if (sentence !== undefined) return [{ path, message: sentence }];
    return path === "" ? [] : [{ path, message: "is not accepted by the service" }];
  });
}

/** `["rules", 0, "to"]` and `/rules/0/to` as `rules[0].to`. */
function pathText(path: unknown): string {
  const steps: unknown[] = Array.isArray(path)
    ? path.slice(0, maxSteps)
    : typeof path === "string"
      ? path.slice(0, maxSearched).split("/", maxSteps)
      : [];
  return steps
    .map((step) => (typeof step === "string" ? step.slice(0, maxMessage) : step))
    .filter((step) => (typeof step === "string" && step !== "") || typeof step === "number")
    .map((step, index) => (/^\d+$/.test(String(step)) ? `[${String(step)}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}

function messageOfPage(page: string, shown: Shown): string | undefined {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page.slice(0, maxSearched))?.[1];
  if (title !== undefined && title.trim() !== "") return shown(title);
  const whole = shown(page);
  if (whole === undefined) return undefined;
  return shorten(page.replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/gi, " ").replace(/<[^>]*>/g, " "));
}

/** One line of bounded length; undefined if nothing is left. */
function shorten(text: string): string | undefined {
  // Only the beginning is ever shown, so a huge text must not cost a huge replacement.
  const line = text
    .slice(0, 20 * maxMessage)
    // eslint-disable-next-line no-control-regex -- a terminal must not obey what a service answers
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ")
    .trim();
  if (line === "") return undefined;
  return line.length > maxMessage ? `${line.slice(0, maxMessage)}...` : line;
}
