import { formatPath, tagValidator } from "../../rules/validate";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const validate = tagValidator();

const condition = { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["web"] };
const content = (rule: unknown): unknown => ({ name: "Team", rules: [rule], defaultValue: "Shared" });
const withFilters = (filters: unknown): unknown => content({ to: "Web", filters });
const paths = (value: unknown): string[] => validate(value).map(({ path }) => path);

describe("valid content", () => {
  test.each<[string, unknown]>([
    ["a condition", withFilters(condition)],
    ["a string as value", withFilters({ ...condition, value: "web" })],
    ["several values", withFilters({ ...condition, operator: "oneOf", value: ["web", "shop"] })],
    [
      "a presence operator without a value",
      withFilters({ costCenter: "AWS", key: "team", type: "tag", operator: "exists" }),
    ],
    [
      "a presence operator with an empty value, which a read can return",
      withFilters({ ...condition, operator: "notExists", value: [] }),
    ],
    ["a display name", withFilters({ ...condition, displayName: "Team" })],
    ["an undocumented type", withFilters({ ...condition, type: "k8s_pod_label" })],
    ["nested groups", withFilters({ AND: [{ OR: [condition, condition] }, { AND: [condition] }] })],
    ["a key as the value", content({ to: { key: "team", costCenter: "AWS", type: "tag" }, filters: condition })],
    [
      "a timeframe in milliseconds",
      content({ to: "Web", filters: condition, timeframe: { from: 1_767_225_600_000, to: 1_798_761_600_000 } }),
    ],
    ["an open timeframe as a date", content({ to: "Web", filters: condition, timeframe: { from: "2026-01-01" } })],
    ["no rules", { name: "Team", rules: [], defaultValue: "Shared" }],
    ["a default from the catalog", { name: "Team", rules: [], defaultValue: { key: "team", costCenter: "AWS" } }],
    ["other arguments", { name: "Team", rules: [], defaultValue: "", setAsLive: 7 }],
  ])("%s", (_, value) => {
    expect(validate(value)).toEqual([]);
  });
});

describe("a problem has the path of the value", () => {
  const subject = { costCenter: "AWS", key: "team", type: "tag" };
  const withoutOperator = { ...subject, value: ["web"] };
  const withoutValue = { ...subject, operator: "is" };
  test.each<[string, unknown, string, RegExp]>([
    ["a missing name", { rules: [], defaultValue: "" }, "name", /^is missing\./],
    ["an empty name", { name: "", rules: [], defaultValue: "" }, "name", /is empty$/],
    ["a name of the wrong kind", { name: 5, rules: [], defaultValue: "" }, "name", /but is a number$/],
    ["missing rules", { name: "T", defaultValue: "" }, "rules", /^is missing\./],
    ["rules that are not an array", { name: "T", rules: {}, defaultValue: "" }, "rules", /but is an object$/],
    ["a missing default", { name: "T", rules: [] }, "defaultValue", /^is missing\./],
    [
      "a default of the wrong kind",
      { name: "T", rules: [], defaultValue: 1 },
      "defaultValue",
      /a number\. .*leading zeros/,
    ],
    [
      "a default without a cost center",
      { name: "T", rules: [], defaultValue: { key: "a" } },
      "defaultValue.costCenter",
      /^is missing\./,
    ],
    ["a rule that is not an object", content("x"), "rules[0]", /but is a string$/],
    [
      "an unknown field of a rule",
      content({ to: "a", filters: condition, priority: 1 }),
      "rules[0]",
      /^has the unknown field "priority"\. The fields of a rule are /,
    ],
    ["a rule without a value", content({ filters: condition }), "rules[0].to", /^is missing\./],
    ["missing filters", content({ to: "a" }), "rules[0].filters", /^is missing\./],
    ["filters of the wrong kind", withFilters("all"), "rules[0].filters", /but is a string$/],
    ["a missing operator", withFilters(withoutOperator), "rules[0].filters.operator", /^is missing\./],
    [
      "an unknown operator",
      withFilters({ ...condition, operator: "like" }),
      "rules[0].filters.operator",
      /Did you mean "contains"\?/,
    ],
    [
      "V1's spelling of an operator",
      withFilters({ ...condition, operator: "isNot" }),
      "rules[0].filters.operator",
      /Did you mean "notIs"\?/,
    ],
    [
      "an operator that is a property of Object.prototype",
      withFilters({ ...condition, operator: "toString" }),
      "rules[0].filters.operator",
      /^is not an operator\. It must be one of /,
    ],
    ["a missing value", withFilters(withoutValue), "rules[0].filters.value", /^is missing\./],
    ["no values", withFilters({ ...condition, value: [] }), "rules[0].filters.value", /at least one/],
    [
      "a value of the wrong kind",
      withFilters({ ...condition, value: [5] }),
      "rules[0].filters.value[0]",
      /but is a number\. .*leading zeros/,
    ],
    [
      "a value that is not allowed",
      withFilters({ ...condition, operator: "exists" }),
      "rules[0].filters.value",
      /^must be omitted/,
    ],
    ["an empty cost center", withFilters({ ...condition, costCenter: "" }), "rules[0].filters.costCenter", /is empty$/],
    [
      "an unknown field of a condition",
      withFilters({ ...condition, not: true }),
      "rules[0].filters",
      /^has the unknown field "not"/,
    ],
    [
      "AND in a condition",
      withFilters({ ...condition, AND: [condition] }),
      "rules[0].filters",
      /" beside AND\. A group has only /,
    ],
    [
      "AND and OR in one group",
      withFilters({ AND: [condition], OR: [condition] }),
      "rules[0].filters",
      /"OR" beside AND/,
    ],
    ["a group of the wrong kind", withFilters({ OR: condition }), "rules[0].filters.OR", /but is an object$/],
    [
      "an error in a nested group",
      withFilters({ AND: [condition, { OR: [condition, { ...condition, operator: "regex" }] }] }),
      "rules[0].filters.AND[1].OR[1].operator",
      /^is not an operator\. It must be one of /,
    ],
    [
      "a timeframe without a start",
      content({ to: "a", filters: condition, timeframe: {} }),
      "rules[0].timeframe.from",
      /must be/,
    ],
    [
      "a timeframe in seconds",
      content({ to: "a", filters: condition, timeframe: { from: 1_767_225_600 } }),
      "rules[0].timeframe.from",
      /looks like seconds/,
    ],
    [
      "a time without a time zone",
      content({ to: "a", filters: condition, timeframe: { from: "2026-01-01T00:00:00" } }),
      "rules[0].timeframe.from",
      /with a time zone/,
    ],
    [
      "a day that does not exist",
      content({ to: "a", filters: condition, timeframe: { from: "2026-13-01" } }),
      "rules[0].timeframe.from",
      /ISO 8601/,
    ],
    [
      "a timeframe that ends before it begins",
      content({ to: "a", filters: condition, timeframe: { from: "2026-02-01", to: "2026-01-01" } }),
      "rules[0].timeframe.to",
      /before from/,
    ],
    [
      "an unknown field of a timeframe",
      content({ to: "a", filters: condition, timeframe: { from: "2026-02-01", until: 1 } }),
      "rules[0].timeframe",
      /^has the unknown field "until"/,
    ],
  ])("%s", (_, value, path, message) => {
    expect(validate(value)).toEqual([{ path, message: expect.stringMatching(message) as string }]);
  });

  test.each([
    ["Is", "is"],
    ["ONEOF", "oneOf"],
    ["oneof", "oneOf"],
    ["one_of", "oneOf"],
    ["not-one-of", "notOneOf"],
    ["notis", "notIs"],
    ["isnt", "notIs"],
    ["IS NOT", "notIs"],
    ["contain", "contains"],
    ["Not_Exists", "notExists"],
  ])("%s is not an operator, and the message suggests %s", (operator, meant) => {
    const [problem] = validate(withFilters({ ...condition, operator }));
    expect(problem?.message).toContain(`is not an operator. Did you mean "${meant}"? `);
  });

  test("several problems have their own paths", () => {
    const mistakes = { rules: [{ to: 1, filters: { ...condition, operator: "??" } }, { to: "a" }], defaultValue: null };
    expect(paths(mistakes)).toEqual([
      "name",
      "rules[0].to",
      "rules[0].filters.operator",
      "rules[1].filters",
      "defaultValue",
    ]);
  });

  test("no message repeats a value", () => {
    const canary = "hooks.example.com/s3cr3t";
    const problems = validate({
      name: "T",
      rules: [{ to: [canary], filters: { ...condition, operator: canary, value: { x: canary } } }],
      defaultValue: [canary],
    });
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain(canary);
  });
});

test.each(["2026-02-30", "2026-02-29T00:00:00Z", "2026-04-31T10:00:00+02:00"])(
  "%s is not a day of the calendar",
  (from) => {
    expect(paths(content({ to: "a", filters: condition, timeframe: { from } }))).toEqual(["rules[0].timeframe.from"]);
  },
);

test.each(["2028-02-29", "2026-12-31T23:59:59-12:00", 0])("%p is a moment", (from) => {
  expect(paths(content({ to: "a", filters: condition, timeframe: { from } }))).toEqual([]);
});

describe("a value that is unknown until deployment is valid at any depth", () => {
  const known = {
    name: "T",
    rules: [{ to: "a", filters: { AND: [condition] }, timeframe: { from: "2026-01-01", to: "2026-02-01" } }],
    defaultValue: "d",
  };
  const everyPlace = (value: unknown, path: (string | number)[] = []): (string | number)[][] => [
    path,
    ...(typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, child]) =>
          everyPlace(child, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : []),
  ];
  const replaceAt = (value: unknown, [step, ...rest]: (string | number)[]): unknown => {
    if (step === undefined) return unknown;
    const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
    (copy as Record<string | number, unknown>)[step] = replaceAt(
      (copy as Record<string | number, unknown>)[step],
      rest,
    );
    return copy;
  };
  const places = everyPlace(known).filter((path) => path.length > 0);
  const tolerant = tagValidator({ isUnknown: (value) => value === unknown });

  test.each(places.map((path) => [formatPath(path), path] as const))("%s", (_, path) => {
    expect(tolerant(replaceAt(known, [...path]))).toEqual([]);
  });

  test("and other values are still validated", () => {
    const problems = tolerant({
      ...known,
      rules: [unknown, { to: unknown, filters: { ...condition, operator: "?" } }],
    });
    expect(problems.map(({ path }) => path)).toEqual(["rules[1].filters.operator"]);
  });
});

test("a path is formatted as in a program", () => {
  expect(formatPath(["rules", 3, "filters", "AND", 1, "operator"])).toBe("rules[3].filters.AND[1].operator");
  expect(formatPath(["metadata", "Team A", "groups", 0])).toBe('metadata["Team A"].groups[0]');
  expect(formatPath([])).toBe("");
});
