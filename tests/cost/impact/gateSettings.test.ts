import { limitsOf, readGates } from "../../../cost/impact/gateFile";
import type { GateLimits } from "../../../cost/impact/gateLimits";
import { content, cost, data, gate, key } from "./gated";
import type { SmallRow } from "./smallCube";

const acknowledged = { by: "Ann", reason: "Agreed with finance", until: "2026-12-31" };
const lastMoment = Date.parse("2026-12-31T23:59:59.999Z");
const moving = cost(data, content("a"), content("a", "b", "c"));

describe("an acknowledgment", () => {
  const limits: GateLimits = { "max-moved": { limit: "1", acknowledged } };

  test("lets a gate pass to the end of its last day in UTC, and not longer", () => {
    const [during] = gate(moving, limits, lastMoment);
    expect(during).toMatchObject({ actual: "10", acknowledged: true, acknowledgment: acknowledged, passed: true });
    const [afterwards] = gate(moving, limits, lastMoment + 1);
    expect(afterwards).toMatchObject({ acknowledgment: acknowledged, passed: false });
    expect(afterwards).not.toHaveProperty("acknowledged");
  });

  test("counts in every currency, and for a figure that is not known", () => {
    const both: SmallRow[] = [...data, { keys: { [key]: "b" }, cost: "9", currency: "EUR" }];
    const results = gate(cost(both, content("a"), content("a", "b")), limits, lastMoment);
    expect(results.map((result) => [result.currency, result.acknowledged])).toEqual([
      ["EUR", true],
      ["USD", true],
    ]);
    expect(gate("unreadable", limits, lastMoment)).toMatchObject([
      { actual: null, reason: "unreadable", acknowledged: true, passed: true },
    ]);
  });

  test("is only shown if the gate would fail", () => {
    const [result] = gate(moving, { "max-moved": { limit: "10", acknowledged } }, lastMoment);
    expect(result).toEqual({
      gate: "max-moved",
      tag: "Team",
      currency: "USD",
      limit: "10",
      actual: "10",
      passed: true,
    });
    // The rest of the default is not new, so nobody needs to acknowledge it.
    const sparse = { "max-unallocated": { limit: "1%", acknowledged }, onlyNew: true };
    const [excused] = gate(cost(data, content("a"), content("a")), sparse, lastMoment);
    expect(excused).toMatchObject({ onlyNew: true, passed: true });
    expect(excused).not.toHaveProperty("acknowledged");
  });
});

describe("a gate of level warn", () => {
  test("does not pass, and says that it is a warning", () => {
    expect(gate(moving, { "max-moved": { limit: "1", level: "warn" } })).toMatchObject([
      { level: "warn", actual: "10", passed: false },
    ]);
    expect(gate("cycle", { "unmatched-rules": { limit: true, level: "warn" } })).toMatchObject([
      { level: "warn", reason: "cycle", passed: false },
    ]);
  });

  test("can be acknowledged, and warns again afterwards", () => {
    const limits: GateLimits = { "max-moved": { limit: "1", level: "warn", acknowledged } };
    expect(gate(moving, limits, lastMoment)).toMatchObject([{ level: "warn", acknowledged: true, passed: true }]);
    expect(gate(moving, limits, lastMoment + 1)).toMatchObject([{ level: "warn", passed: false }]);
  });
});

describe("a gates file with settings", () => {
  const setting = { limit: "1", level: "warn", acknowledged } as const;

  test("gives a tag the level and the acknowledgment, and replaces the whole gate of all tags", () => {
    const gates = readGates({ "*": { "max-moved": { limit: 5, level: "warn" } }, Team: { "max-moved": setting } }, {});
    expect(limitsOf(gates, "Team")).toEqual({ "max-moved": setting });
    expect(limitsOf(gates, "Other")).toEqual({ "max-moved": { limit: "5", level: "warn" } });
    const strict = readGates({ "*": { "max-moved": { limit: 5, level: "warn" } }, Team: { "max-moved": "1" } }, {});
    expect(limitsOf(strict, "Team")).toEqual({ "max-moved": "1" });
    // A renamed tag keeps its acknowledgment.
    expect(limitsOf(gates, "New name", "Team")).toEqual({ "max-moved": setting });
  });

  test("an object can turn a gate off, too", () => {
    const gates = readGates({ Team: { "max-moved": { limit: false } } }, { "max-moved": "1" });
    expect(gate(moving, limitsOf(gates, "Team"))).toEqual([]);
  });

  test.each([
    [{ ...setting, level: "info" }, "level"],
    [{ ...setting, limit: "ten" }, "amount"],
    [{ level: "warn" }, "no limit"],
    [{ ...setting, acknowledge: {} }, "acknowledge"],
    [{ ...setting, acknowledged: true }, "by, reason and until"],
    [{ ...setting, acknowledged: { ...acknowledged, by: undefined } }, "by, reason and until"],
    [{ ...setting, acknowledged: { ...acknowledged, reason: " " } }, "by, reason and until"],
    [{ ...setting, acknowledged: { by: "Ann", reason: "x" } }, "by, reason and until"],
    [{ ...setting, acknowledged: { ...acknowledged, unti: "2026-12-31" } }, "by, reason and until"],
    [{ ...setting, acknowledged: { ...acknowledged, until: "2026-02-30" } }, "day"],
    [{ ...setting, acknowledged: { ...acknowledged, until: "2026-12-31T00:00:00Z" } }, "day"],
  ])("is refused: %j", (given, part) => {
    expect(() => readGates({ Team: { "max-moved": given } }, {})).toThrow(part);
  });

  test("an acknowledgment for all tags is refused", () => {
    expect(() => readGates({ "*": { "max-moved": setting } }, {})).toThrow('"*"');
  });
});

describe("the gate of a tag without a limit", () => {
  test("has that of `*` or of the command line", () => {
    const gates = readGates({ "*": { "max-moved": "5" }, Team: { "max-moved": { level: "warn" } } }, {});
    expect(limitsOf(gates, "Team")).toEqual({ "max-moved": { limit: "5", level: "warn" } });
    const given = readGates({ Team: { "max-moved": { acknowledged } } }, { "max-moved": "7" });
    expect(limitsOf(given, "Team")).toEqual({ "max-moved": { limit: "7", acknowledged } });
  });

  test("is refused if there is none", () => {
    expect(() => readGates({ Team: { "max-moved": { level: "warn" } } }, {})).toThrow("no limit");
    expect(() => readGates({ "*": { "max-moved": { level: "warn" } } }, { "max-moved": "7" })).toThrow("max-moved");
  });
});

test.each([
  ["2026-08", "2026-09", "2026-09"],
  ["2026-10", "2026-09", "2026-10"],
  [{ acknowledged }, "2026-09", { acknowledged, limit: "2026-09" }],
  [{ acknowledged, limit: "2026-08" }, "2026-09", { acknowledged, limit: "2026-09" }],
  [{ acknowledged, limit: "2026-10" }, "2026-09", { acknowledged, limit: "2026-10" }],
  [false, "2026-09", undefined],
])("closed months of a tag: %j, and of all: %s", (own, general, expected) => {
  const gates = readGates({ Team: { "closed-through": own } }, { "closed-through": general });
  expect(limitsOf(gates, "Team")["closed-through"]).toEqual(expected);
});

test("more than all money can't move", () => {
  expect(() => readGates({ Team: { "max-moved": "100.1%" } }, {})).toThrow("100%");
  expect(() => readGates({ Team: { "max-moved": "100%" } }, {})).not.toThrow();
});
