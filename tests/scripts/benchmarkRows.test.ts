/** @jest-environment ./tests/scripts/environment.cjs */
import type * as Rows from "../../benchmarks/support/rows.mjs";
import { load } from "./load";

const { cells, figureAtLeast, figureAtMost, median, ratioAtMost, verdict } = load(
  "benchmarks/support/rows.mjs",
) as typeof Rows;

const row = (figure: number, target: Rows.Target): Rows.Row => ({
  name: "a read",
  figure,
  unit: "ms",
  baseline: { name: "bare", figure: 10 },
  target,
  times: 3,
});

test.each([
  [11, ratioAtMost(1.1), true],
  [11.1, ratioAtMost(1.1), false],
  [500, figureAtMost(500), true],
  [501, figureAtMost(500), false],
  [2000, figureAtLeast(2000), true],
  [1999, figureAtLeast(2000), false],
  [0, figureAtMost(0), true],
  [NaN, figureAtMost(500), false],
  [NaN, figureAtLeast(0), false],
  [Infinity, figureAtMost(5), false],
])("figure %d, baseline 10, target %j: reached %s", (figure, target, reached) => {
  expect(verdict(row(figure, target))).toBe(reached ? "ok" : "MISSED");
});

test.each([10, 20])("elapsed time of %d ms on a busy machine is neither reached nor missed", (figure) => {
  expect(verdict({ ...row(figure, ratioAtMost(1.1)), needsQuiet: true, isBusy: true })).toBe("busy");
});

test("a row shows figure, baseline, ratio, target and number of measurements", () => {
  expect(cells(row(11.234, ratioAtMost(1.2)))).toEqual([
    "a read",
    "11.2 ms",
    "10 ms: bare",
    "1.12",
    "at most 1.2 x",
    "3",
    "ok",
  ]);
  expect(cells(row(5355.4, figureAtLeast(2000))).slice(1, 5)).toEqual([
    "5355 ms",
    "10 ms: bare",
    "536",
    "at least 2000 ms",
  ]);
});

test.each([
  [20, 1.05, "1.05", "ok"],
  [10, 1.3, "1.3", "MISSED"],
])(
  "measured in pairs, figure %d and baseline 10: the ratio of the pairs, %d, counts",
  (figure, ratio, shown, verdict) => {
    const pairs = { ...row(figure, ratioAtMost(1.1)), ratio };
    expect([cells(pairs)[3], cells(pairs).at(-1)]).toEqual([shown, verdict]);
  },
);

test.each([
  [[3], 3],
  [[9, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])("the median of %j is %d", (figures, expected) => {
  expect(median(figures)).toBe(expected);
});
