import fc from "fast-check";
import { terminalText } from "../../cli/console/terminal";
import { AttemptFailed, Unavailable } from "../../client/errors";
import { literal, printable, printableLines, quoted, titleOf } from "../../client/printable";
import { anyText } from "../support/contents";

/** What a text can do to a terminal, or hide in it. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** A tag that clears the line and pretends to be an error, in several alphabets of control. */
const evil = "Evil\u001b[2K\r\nerror: run: curl \u009b2K \u202exe\u2066 \u200b\ufeff\u{e0041}\ud800 \u2028";

test("property: a printable text is one line without anything unsafe, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const safe of [printable(text), quoted(text), titleOf({ id: text, name: text })]) {
        expect(safe).not.toMatch(unsafe);
        expect(printable(safe)).toBe(safe);
      }
      expect(printableLines(text).replaceAll("\n", "")).not.toMatch(unsafe);
      expect(printableLines(text).split("\n")).toHaveLength(text.split("\n").length);
    }),
    { numRuns: 500 },
  );
});

test("property: quoted text and literals are JSON and JavaScript for the same value", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(JSON.parse(quoted(text))).toBe(text);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is what is tested
      expect(new Function(`return ${literal([text])}`)()).toEqual([text]);
      // A whole JSON document, as the terminal gets it.
      expect(JSON.parse(terminalText(JSON.stringify({ text }, null, 2)))).toEqual({ text });
    }),
    { numRuns: 500 },
  );
});

test("text that people write stays as it is", () => {
  for (const text of [
    "Zahlungsverkehr & Co.",
    "\u652f\u4ed8",
    "\u{1f680} Launch",
    "\u2764\ufe0f",
    "a\u0301",
    "50 %",
    "\\d",
  ]) {
    expect(printable(text)).toBe(text);
  }
});

test("a terminal gets colors and lines, and nothing else", () => {
  expect(terminalText("\u001b[1m\u001b[31mred\u001b[39m\u001b[22m\nnext")).toBe(
    "\u001b[1m\u001b[31mred\u001b[39m\u001b[22m\nnext",
  );
  expect(terminalText("\u001b[8mhidden\u001b[2K\u001b]0;title\u0007")).not.toMatch(unsafe);
});

test("an error has one line, whatever the service said", () => {
  const facts = { operation: "x", method: "GET", path: `/${evil}`, code: evil, requestId: evil, serviceMessage: evil };
  expect(new Unavailable(facts, `it says ${evil}.`).message).not.toMatch(unsafe);
  expect(new AttemptFailed("TLS", evil).message).not.toMatch(unsafe);
});
