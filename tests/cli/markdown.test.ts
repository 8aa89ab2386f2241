import { fenced, markdownText } from "../../cli/markdown";

test("all ASCII punctuation becomes entities, in code, in one line", () => {
  const all = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).join("");
  const text = markdownText(`${all}\n`);
  expect(text).toMatch(/^<code>[\w &#;]*<\/code>$/);
  const decoded = text.slice(6, -7).replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  expect(decoded).toBe(`${all}\\u000a`);
});

test("no line ends a fenced block", () => {
  expect(fenced(["a ```` b", "```", "x\ny"], "diff").split("\n")).toEqual([
    "`````diff",
    "a ```` b",
    "```",
    "x\\u000ay",
    "`````",
  ]);
});
