/** @jest-environment ./tests/scripts/environment.cjs */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as Changes from "../../benchmarks/support/changes.mjs";
import type * as Rows from "../../benchmarks/support/rows.mjs";
import { load } from "./load";

const { cells, figureAtLeast, figureAtMost, head, ratioAtMost } = load("benchmarks/support/rows.mjs") as typeof Rows;
const { changesSince, readResults } = load("benchmarks/support/changes.mjs") as typeof Changes;

/** A row with a figure, a baseline and a target. */
function row(figure: number, baseline: number, target: Rows.Target, more: Partial<Rows.Row> = {}): Rows.Row {
  return { name: "a read", figure, unit: "ms", baseline: { name: "bare", figure: baseline }, target, ...more };
}

/** The table of rows, as RESULTS.md has it. */
function results(...rows: Rows.Row[]): ReturnType<typeof readResults> {
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |`;
  const lines = [line(head), line(head.map(() => "---")), ...rows.map((one) => line(cells(one)))];
  return readResults(`# Benchmarks\n\n- Date: today\n\n${lines.join("\n")}\n`);
}

/** The kinds of changes between two measurements of a row. */
function kinds(before: Rows.Row, now: Rows.Row): string[] {
  return changesSince([now], results(before), { isComplete: true }).map(([kind]) => kind);
}

const ratio = ratioAtMost(2);
const most = figureAtMost(500);
const least = figureAtLeast(5);

test.each([
  ["nothing", row(10, 10, ratio), row(10, 10, ratio), []],
  ["a ratio within noise", row(10, 10, ratio), row(10.9, 10, ratio), []],
  ["a ratio that grew", row(10, 10, ratio), row(12, 10, ratio), ["worse"]],
  ["a ratio that shrank", row(10, 10, ratio), row(8, 10, ratio), ["better"]],
  ["a ratio of another machine", row(10, 10, ratio), row(30, 30, ratio), []],
  ["a figure that grew", row(100, 10, most), row(120, 10, most), ["worse"]],
  ["a figure that shrank", row(100, 10, most), row(80, 10, most), ["better"]],
  ["a figure that should be large, and grew", row(10, 10, least), row(12, 10, least), ["better"]],
  ["a figure that should be large, and shrank", row(10, 10, least), row(8, 10, least), ["worse"]],
  ["a figure of another machine", row(10, 10, most), row(30, 30, most), []],
  ["only the baseline of a figure", row(10, 10, most), row(10, 20, most), []],
  ["a figure that is small for its target", row(1, 10, most), row(4, 10, most), []],
  ["a figure that was zero", row(0, 500, figureAtMost(2)), row(1, 500, figureAtMost(2)), ["worse"]],
  ["a target that is missed now, within noise", row(499, 10, most), row(501, 10, most), ["worse"]],
  ["a target that is reached again", row(501, 10, most), row(499, 10, most), ["better"]],
  ["a busy machine", row(10, 10, ratio), row(30, 10, ratio, { isBusy: true }), []],
  ["a machine that was busy", row(30, 10, ratio, { isBusy: true }), row(10, 10, ratio), []],
])("%s", (_, before, now, expected) => {
  expect(kinds(before, now)).toEqual(expected);
});

test("a change shows what the target is for, and a verdict that is not ok", () => {
  const [before, now] = [row(499, 250, most), row(1000, 250, most)];
  expect(changesSince([now], results(before), { isComplete: true })).toEqual([
    ["worse", "a read", "499 ms", "1000 ms MISSED"],
  ]);
  expect(changesSince([row(12, 10, ratio)], results(row(10, 10, ratio)), { isComplete: true })).toEqual([
    ["worse", "a read", "1 x", "1.2 x"],
  ]);
});

test("rows that are new, and rows that are gone if all were measured", () => {
  const [one, other] = [row(10, 10, ratio, { name: "one" }), row(10, 10, ratio, { name: "other" })];
  expect(changesSince([one], results(other), { isComplete: true })).toEqual([
    ["new", "one", "", "1 x"],
    ["gone", "other", "1 x", ""],
  ]);
  expect(changesSince([one], results(one, other), { isComplete: false })).toEqual([]);
});

test("the committed file has all rows of its table", () => {
  const text = readFileSync(join(__dirname, "../../benchmarks/RESULTS.md"), "utf8");
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  expect(readResults(text).size).toBe(lines.length - 2);
});
