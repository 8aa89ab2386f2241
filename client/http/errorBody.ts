import type { HideContents } from "./contents";
import type { Issue } from "../errors";
import { field, isObject, parseJson, textOf } from "../json";

/** What could be found in the body of an answer that is not a success. Everything may be missing. */
export interface ErrorBody {
  /** The service's word, such as `VTAG_NOT_FOUND`. */
  code: string | undefined;
  requestId: string | undefined;
  message: string | undefined;
  /** Single complaints, where the body lists them. */
  issues: Issue[];
}

/** Longest text that goes into a message. */
const longestMessage = 500;

/** Most single complaints that go into a message. */
const mostIssues = 20;

const codeForm = /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*$/;
const requestIdForm = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads an error body. The document does not show its shape, so every likely one is read: `{requestId, error, message}`,
 * an object in `error`, a list in `errors`, a bare message, a text, a page, nothing.
 *
 * @param received the body
 * @param hide takes secrets out of a text, since a service may repeat what it was sent
 * @param hideContents takes out what may be a secret and may be any word: of sentences for people only, so that the
 *   service's own words and the body's structure stay
 */
export function readErrorBody(
  received: string,
  hide: (text: string) => string,
  hideContents: HideContents = (sentence) => sentence,
): ErrorBody {
  // Hidden in the text, and in the texts of its JSON, where escapes are undone: before anything else is done to them that
  // could alter a secret beyond recognition, but not beyond use.
  const text = hide(received);
  const body = parseJson(text, hide);
  if (!isObject(body)) {
    const message = isPage(text) ? textOfPage(text, hideContents) : Array.isArray(body) ? "" : text;
    const shown = hideContents(typeof body === "string" ? body : message);
    return { code: undefined, requestId: undefined, message: shorten(shown), issues: issuesIn(body, hideContents) };
  }
  const parts = [body, field(body, "error"), firstOf(field(body, "errors"))];
  const texts = (...names: string[]): string[] =>
    parts.flatMap((part) => names.map((name) => textOf(field(part, name))).filter((found) => found !== undefined));

  const code = texts("code", "errorCode", "error", "type").find((word) => codeForm.test(word) && word.length <= 64);
  const message = texts("message", "errorMessage", "error_description", "detail", "description", "title", "error").find(
    (candidate) => candidate !== code,
  );
  return {
    code,
    requestId: texts("requestId", "request_id").find((word) => requestIdForm.test(word)),
    message: shorten(hideContents(message ?? "")),
    issues: [body, field(body, "error")].flatMap((part) =>
      ["errors", "details", "issues"].flatMap((name) => issuesIn(field(part, name), hideContents)),
    ),
  };
}

/** Whether it is a page for people: then it is not the service that speaks, but something before it. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : undefined;
}

function issuesIn(list: unknown, hideContents: HideContents): Issue[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).slice(0, mostIssues).flatMap((entry) => {
    const message = textOf(entry) ?? textOf(field(entry, "message")) ?? textOf(field(entry, "msg"));
    const path = field(entry, "path") ?? field(entry, "field") ?? field(entry, "instancePath") ?? "";
    const shown = message === undefined ? undefined : shorten(hideContents(message));
    return shown === undefined
      ? []
      : [{ path: shorten(pathText(path, hideContents)) ?? "", message: shown.replace(/\.$/, "") }];
  });
}

/** `["rules", 0, "to"]` and `/rules/0/to` as `rules[0].to`. */
function pathText(path: unknown, hideContents: HideContents): string {
  // Hidden before a path is split, which could alter a secret beyond recognition.
  const hide = (step: unknown): unknown => (typeof step === "string" ? hideContents(step) : step);
  const steps = Array.isArray(path) ? path.map(hide) : typeof path === "string" ? hideContents(path).split("/") : [];
  return steps
    .filter((step) => (typeof step === "string" && step !== "") || typeof step === "number")
    .map((step, index) => (/^\d+$/.test(String(step)) ? `[${String(step)}]` : `${index > 0 ? "." : ""}${String(step)}`))
    .join("");
}

function textOfPage(page: string, hideContents: HideContents): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1];
  if (title !== undefined && title.trim() !== "") return title;
  const text = page.replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/gi, " ");
  // Hidden before the marks go, which could be part of a secret.
  return hideContents(text).replace(/<[^>]*>/g, " ");
}

/** One line, of bounded length; undefined when nothing is left. */
function shorten(text: string): string | undefined {
  // Only the beginning is ever shown, so a huge body must not cost a huge replacement.
  const line = text
    .slice(0, 20 * longestMessage)
    // eslint-disable-next-line no-control-regex -- a terminal must not obey what a service answers
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ")
    .trim();
  if (line === "") return undefined;
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}...` : line;
}
