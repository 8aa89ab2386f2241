/** The money of each billing month, and which months are closed. */
import { closedMonthsOf, type BillingPeriod, movedInClosed } from "../../../cost/impact/closedMonths";
import { gateResults } from "../../../cost/impact/gates";
import { impactJson } from "../../../cost/impact/impactJson";
import type { Rule } from "../../../rules/types";
import { content, cost, gate, key } from "./gated";
import type { SmallRow } from "./smallCube";
import { teamIs } from "../../support/rules";

const september = Date.UTC(2026, 8, 1);
const october = Date.UTC(2026, 9, 1);

/** The bill of October corrects a charge of September. */
const rows: SmallRow[] = [
  { keys: { [key]: "b" }, at: september, bill: "2026-09", cost: "12.3" },
  { keys: { [key]: "b" }, at: september, bill: "2026-10", cost: "-0.3" },
  { keys: { [key]: "b" }, at: october, bill: "2026-10", cost: "5" },
  { keys: { [key]: "a" }, at: september, bill: "2026-08", cost: "100" },
];
const moving = cost(rows, content("a"), content("a", "b"));
const hinging: Rule = { to: "x", filters: { costCenter: "K8s", type: "label", key: "x", operator: "exists" } };

test("a record counts for the month of its bill, whatever the month of its charge is", () => {
  expect(moving.map((impact) => impactJson(impact).months)).toEqual([
    [
      { month: "2026-08", moved: "0", total: "100" },
      { month: "2026-09", moved: "12.3", total: "12.3" },
      { month: "2026-10", moved: "5.3", total: "4.7" },
    ],
  ]);
});

test("what can't be evaluated is a range", () => {
  const [impact] = cost(rows, content("a"), { ...content("a", "b"), rules: [teamIs("a"), hinging, teamIs("b")] });
  expect(impact && impactJson(impact).months.slice(1)).toEqual([
    { month: "2026-09", moved: "0", movedAtMost: "12.3", total: "12.3" },
    { month: "2026-10", moved: "0", movedAtMost: "5.3", total: "4.7" },
  ]);
});

test("each currency has its own months", () => {
  const euro: SmallRow = { keys: { [key]: "b" }, at: october, cost: "1", currency: "EUR" };
  const both = cost([...rows, euro], content("a"), content("a", "b"));
  expect(both.map(({ currency, months }) => [currency, months.length])).toEqual([
    ["EUR", 1],
    ["USD", 3],
  ]);
});

describe("the gate closed-through", () => {
  test.each([
    ["2026-08", "0", true],
    ["2026-09", "12.3", false],
    ["2026-10", "17.6", false],
  ])("%s, with %s moved", (limit, actual, passed) => {
    expect(gate(moving, { "closed-through": limit })).toEqual([
      { gate: "closed-through", tag: "Team", currency: "USD", limit, actual, passed },
    ]);
  });

  test("a change that moves a correction in an open bill only passes", () => {
    const timeframe = { from: october };
    const after = { ...content("a"), rules: [teamIs("a"), { ...teamIs("b"), timeframe }] };
    expect(gate(cost(rows, content("a"), after), { "closed-through": "2026-09" })).toMatchObject([{ passed: true }]);
    const [, ...withoutBilled] = rows;
    const [correction] = gate(
      cost([...withoutBilled, { ...rows[3], bill: "2026-09", cost: "1" }], content("a"), content("a", "b")),
      {
        "closed-through": "2026-09",
      },
    );
    expect(correction).toMatchObject({ actual: "0", passed: true });
  });

  test("money that may move fails it", () => {
    const after = { ...content("a"), rules: [teamIs("a"), hinging] };
    expect(gate(cost(rows, content("a"), after), { "closed-through": "2026-09" })).toMatchObject([
      { actual: "0", atMost: "12.3", reason: "notEvaluated", passed: false },
    ]);
  });

  test.each(["unreadable", "notCompared", "cycle"] as const)("it fails if the money is not known: %s", (reason) => {
    expect(gate(reason, { "closed-through": "2026-09" })).toMatchObject([{ actual: null, reason, passed: false }]);
  });

  test("it fails without data of the month: what moves there is not known", () => {
    const afterwards = rows.filter(({ bill }) => bill === "2026-10");
    const without = cost(afterwards, content("a"), content("a"));
    const unknown = { actual: null, reason: "monthNotInData", passed: false };
    expect(gate(without, { "closed-through": "2026-09" })).toMatchObject([unknown]);
  });

  test.each([
    ["the data ends before the month", ["2026-07"], false],
    ["the data begins after the month", ["2026-10"], false],
    ["a month before it is missing", ["2026-07", "2026-09"], false],
    ["a month after it is missing", ["2026-09", "2026-11"], true],
    ["over the end of a year", ["2025-12", "2026-01", "2026-02", "2026-04", "2026-05", "2026-06"], false],
    ["only the month", ["2026-09"], true],
  ])("nothing moves, and %s", (_, months, passed) => {
    const of = months.map((bill): SmallRow => ({ keys: { [key]: "a" }, bill, cost: "1" }));
    const results = gate(cost(of, content("a"), content("a")), { "closed-through": "2026-09" });
    const [unknown, known] = [
      { actual: null, reason: "monthNotInData", months, passed },
      { actual: "0", passed },
    ];
    expect(results).toMatchObject([passed ? known : unknown]);
  });

  test("charges of one month tell bills only in part", () => {
    const tag = { name: "Team", cost: cost(rows, content("a"), content("a")), onlyMonth: "2026-09" };
    expect(gateResults(tag, { "closed-through": "2026-09" }, october)).toMatchObject([
      { actual: null, reason: "partOfBills", passed: false },
    ]);
  });

  test("currencies without records of the month have no money there", () => {
    const euro: SmallRow = { keys: { [key]: "b" }, at: october, cost: "1", currency: "EUR" };
    const results = gate(cost([...rows, euro], content("a"), content("a", "b")), { "closed-through": "2026-09" });
    expect(results.map(({ currency, actual, passed }) => [currency, actual, passed])).toEqual([
      ["EUR", "0", true],
      ["USD", "12.3", false],
    ]);
  });
});

describe("billing periods", () => {
  const period = (
    month: string,
    status: BillingPeriod["status"],
    more: Partial<BillingPeriod> = {},
  ): BillingPeriod => ({
    issuer: "AWS",
    month,
    status,
    updated: "",
    ...more,
  });

  test.each<[string, BillingPeriod[], object | undefined]>([
    ["none", [period("2026-09", "Open")], undefined],
    [
      "the last one",
      [period("2026-08", "Closed"), period("2026-09", "Closed"), period("2026-10", "Open")],
      { through: "2026-09" },
    ],
    [
      "by one of two issuers",
      [period("2026-09", "Closed"), period("2026-09", "Open", { issuer: "Microsoft" })],
      { through: "2026-09" },
    ],
    [
      "before one that is still open",
      [period("2026-08", "Open"), period("2026-09", "Closed")],
      { through: "2026-09", open: ["2026-08"] },
    ],
    [
      "reopened: the last update counts",
      [period("2026-09", "Closed", { updated: "2026-10-05" }), period("2026-09", "Open", { updated: "2026-10-07" })],
      undefined,
    ],
    ["two rows of the same time", [period("2026-09", "Closed"), period("2026-09", "Open")], { through: "2026-09" }],
  ])("closed: %s", (_, periods, closed) => {
    expect(closedMonthsOf(periods)).toEqual(closed);
  });

  test("what moves in closed months leaves out open ones", () => {
    const months = moving[0]?.months ?? [];
    const text = (closed: Parameters<typeof movedInClosed>[1]): string =>
      String(movedInClosed(months, closed).least / 10n ** 11n);
    expect(text({ through: "2026-10" })).toBe("176");
    expect(text({ through: "2026-10", open: ["2026-09"] })).toBe("53");
  });
});
