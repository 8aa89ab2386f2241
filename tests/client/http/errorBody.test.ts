/** An error body of any size and any content costs little. The bound is on the work of the patterns, not on time. */
import { readErrorBody } from "../../../client/http/errorBody";
import { isFull } from "../../support/size";

const megabyte = 1024 * 1024;
const most = 16 * 1024;
const filled = (text: string): string => text.repeat(Math.ceil(megabyte / text.length)).slice(0, megabyte);

/** What makes a pattern that searches a page, or a list of problems, begin again at every place. */
const fills = [
  "<title",
  "<title>",
  "<script",
  "<script>",
  "<style ",
  "<",
  "</script",
  "<!doctype html",
  " ",
  "\n",
  "/",
  "/0",
  "0",
  "A_",
  "A-",
  ".",
  "\u0000",
  "\u009b",
];
const shapes: Record<string, (fill: string) => string> = {
  "a text": filled,
  "a page": (fill) => `<html>${filled(fill)}`,
  "a page after spaces": (fill) => `${filled(" ")}<html>${filled(fill)}`,
  "a message": (fill) => JSON.stringify({ message: filled(fill) }),
  "a code": (fill) => JSON.stringify({ error: filled(fill), requestId: filled(fill) }),
  "a string": (fill) => JSON.stringify(filled(fill)),
  "a problem": (fill) => JSON.stringify({ errors: [{ path: filled(fill), message: filled(fill) }] }),
  "many problems": (fill) => JSON.stringify({ errors: Array<string>(megabyte / 8).fill(`${fill} is wrong`) }),
  "a path of many steps": (fill) =>
    JSON.stringify({ errors: [{ path: Array<string>(megabyte / 4).fill(fill), message: "is wrong" }] }),
};
/** Each shape with each fill; otherwise with every third, not the same for all. */
const cases = Object.entries(shapes).flatMap(([shape, text], place) =>
  fills
    .filter((_, index) => isFull || (index + place) % 3 === 0)
    .map((fill) => [shape, JSON.stringify(fill), text(fill)] as const),
);

/** Has each use of a regular expression counted: how often, and on how many characters at most. */
function watchPatterns(): { uses: number; longest: Map<string, number> } {
  const watched = { uses: 0, longest: new Map<string, number>() };
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this`
  const exec = RegExp.prototype.exec;
  jest.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text: string) {
    watched.uses += 1;
    watched.longest.set(this.source, Math.max(watched.longest.get(this.source) ?? 0, text.length));
    return exec.call(this, text);
  });
  return watched;
}
afterEach(() => jest.restoreAllMocks());

test.each(cases)("%s of %s: no pattern is applied to more than 16 KB", (_shape, _fill, text) => {
  expect(text.length).toBeGreaterThanOrEqual(megabyte);
  const watched = watchPatterns();
  const { code, message = "", requestId, issues } = readErrorBody(text, (whole) => whole);
  jest.restoreAllMocks();
  expect([...watched.longest].filter(([, length]) => length > most)).toEqual([]);
  // A global pattern is used once for each of its matches, and for each step of a path.
  expect(watched.uses).toBeLessThan(4 * most);
  expect([code, requestId].filter((found) => found !== undefined)).toEqual([]);
  expect(message.length).toBeLessThan(1_000);
  expect(issues.length).toBeLessThanOrEqual(20);
});
