/** The policies, with the proxy through which Pulumi passes the arguments of a resource. */
import { unknownCheckingProxy, type ResourceValidationArgs } from "@pulumi/policy";
import { policies } from "../../policy/policies";
import { kindOf } from "../../policy/resources";
import { kinds, pluginKinds, pluginTypeOf, typeOf } from "../../stack/state/kinds";
import { unknownValue } from "../../stack/state/unknown";

const team = { costCenter: "AWS", type: "tag", key: "team" };
const exists = { ...team, operator: "exists" };

/** The arguments as Pulumi passes them. It exports this function and doesn't declare it. */
const proxied = unknownCheckingProxy as (props: object) => object;

interface Given {
  type?: string;
  config?: object;
  provider?: object;
}

/** What a policy reports about a resource; an error about an unknown value comes last. */
function judge(
  policy: string,
  props: object,
  { type = typeOf("VirtualTag"), config = {}, provider }: Given = {},
): string[] {
  const found = policies.find(({ name }) => name === policy);
  const { validateResource } = found ?? {};
  if (typeof validateResource !== "function") throw new Error(`There is no policy ${policy}.`);
  const messages: string[] = [];
  const args = {
    type,
    props: proxied(props),
    getConfig: () => config,
    ...(provider === undefined ? {} : { provider: { props: proxied(provider) } }),
  } as unknown as ResourceValidationArgs;
  try {
    void validateResource(args, (message) => messages.push(message));
  } catch (error) {
    messages.push(String(error));
  }
  return messages;
}

const isAdvice = expect.stringContaining("can't be known during preview") as string;

/** The same tag, as a program in TypeScript and one in another language declare it. */
const fronts = [
  { type: typeOf("VirtualTag"), to: "to", defaultValue: "defaultValue" },
  { type: pluginTypeOf("VirtualTag"), to: "toKey", defaultValue: "defaultValueKey" },
];

test("the kinds of both fronts", () => {
  for (const kind of kinds) expect(kindOf(typeOf(kind))).toBe(kind);
  for (const kind of pluginKinds) expect(kindOf(pluginTypeOf(kind))).toBe(kind);
  expect(kindOf("aws:s3/bucket:Bucket")).toBe("");
});

test("resources of other packages are not judged", () => {
  const props = { name: "x", rules: [], defaultValue: "y" };
  const config = { pattern: "Z", values: { x: [] } };
  const provider = { driftPolicy: "overwrite" };
  for (const { name } of policies) expect(judge(name, props, { type: "acme:index:Tag", config, provider })).toEqual([]);
});

describe("rule-analysis", () => {
  const twice = (rule: object): object => ({ rules: [rule, rule], defaultValue: "x" });

  test.each(fronts)("a rule that never wins, $type", ({ type, to, defaultValue }) => {
    const props = {
      rules: [
        { to: "A", filters: exists },
        { [to]: team, filters: exists },
      ],
      [defaultValue]: team,
    };
    expect(judge("rule-analysis", props, { type })).toEqual([expect.stringMatching(/^rules\[1\] never wins/u)]);
  });

  test("a key as value is no unreadable value", () => {
    const props = { rules: [{ toKey: team, filters: exists }], defaultValueKey: team };
    const config = { kinds: ["no-effect", "not-decided"] };
    expect(judge("rule-analysis", props, { type: pluginTypeOf("VirtualTag"), config })).toEqual([
      expect.stringMatching(/^rules\[0\] has no effect/u),
    ]);
  });

  test("only the configured kinds are violations", () => {
    expect(
      judge("rule-analysis", twice({ to: "A", filters: exists }), { config: { kinds: ["default-unused"] } }),
    ).toEqual([]);
  });

  test("what an unknown value can change is not judged, and Pulumi is told", () => {
    const open = { to: "A", filters: { ...team, operator: "is", value: unknownValue } };
    expect(judge("rule-analysis", twice(open))).toEqual([isAdvice]);
    expect(judge("rule-analysis", { rules: unknownValue, defaultValue: "x" })).toEqual([isAdvice]);
    const rules = [
      { to: "A", filters: exists },
      { to: unknownValue, filters: exists },
    ];
    expect(judge("rule-analysis", { rules, defaultValue: "x" })).toEqual([
      expect.stringMatching(/^rules\[1\] never wins/u),
      isAdvice,
    ]);
  });

  test("malformed rules are the provider's to refuse", () => {
    expect(judge("rule-analysis", { rules: [null, "x", {}], defaultValue: null })).toEqual([]);
    expect(judge("rule-analysis", { rules: "x" })).toEqual([]);
  });

  test("V1, where letter case may not matter, is not judged", () => {
    const type = typeOf("VirtualTagV1");
    expect(judge("rule-analysis", twice({ to: "A", filters: exists }), { type })).toEqual([]);
  });
});

describe("tag-names", () => {
  const config = { pattern: "[A-Z][a-z]+" };

  test.each([...fronts, { type: typeOf("VirtualTagV1") }])("the whole name must match, $type", ({ type }) => {
    expect(judge("tag-names", { name: "Team" }, { type, config })).toEqual([]);
    expect(judge("tag-names", { name: "Team 2" }, { type, config })).toHaveLength(1);
  });

  test("without a pattern, and of an unknown name, nothing is judged", () => {
    expect(judge("tag-names", { name: "team" })).toEqual([]);
    expect(judge("tag-names", { name: unknownValue }, { config })).toEqual([isAdvice]);
  });
});

describe("allowed-values", () => {
  const config = { values: { Team: ["Checkout", "Shared"], Café: [] } };
  const rules = [
    { to: "Checkout", filters: exists },
    { to: "Chekout", filters: exists },
    { to: team, filters: exists },
  ];

  test.each([...fronts, { type: typeOf("VirtualTagV1") }])("values and the default, $type", ({ type }) => {
    expect(judge("allowed-values", { name: "Team", rules, defaultValue: "Other" }, { type, config })).toEqual([
      expect.stringMatching(/^defaultValue /u),
      expect.stringMatching(/^rules\[1\]\.to /u),
    ]);
    expect(judge("allowed-values", { name: "Product", rules, defaultValue: "Other" }, { type, config })).toEqual([]);
  });

  test("without lists, nothing is judged", () => {
    expect(judge("allowed-values", { name: unknownValue, rules, defaultValue: "Other" })).toEqual([]);
  });

  test("no message has the value, which may be a secret", () => {
    expect(judge("allowed-values", { name: "Team", rules, defaultValue: "Shared" }, { config }).join()).not.toContain(
      "Chekout",
    );
  });

  test("the name in another Unicode form", () => {
    const name = "Cafe\u0301";
    expect(judge("allowed-values", { name, rules: [], defaultValue: "x" }, { config })).toHaveLength(1);
  });

  test("unknown values are not judged, and the others are", () => {
    const some = [{ to: unknownValue }, unknownValue, { to: "Chekout" }];
    expect(judge("allowed-values", { name: "Team", rules: some, defaultValue: unknownValue }, { config })).toEqual([
      expect.stringMatching(/^rules\[2\]\.to /u),
      isAdvice,
    ]);
    expect(judge("allowed-values", { name: "Team", rules: unknownValue, defaultValue: "Other" }, { config })).toEqual([
      expect.stringMatching(/^defaultValue /u),
      isAdvice,
    ]);
    expect(judge("allowed-values", { name: unknownValue, rules, defaultValue: "Other" }, { config })).toEqual([
      isAdvice,
    ]);
  });
});

describe("drift-policy", () => {
  const variable = "COST_ALLOCATION_DRIFT_POLICY";
  afterEach(() => {
    Reflect.deleteProperty(process.env, variable);
  });

  test.each([
    ["the stack config", { "costallocation:driftPolicy": "overwrite" }, typeOf("VirtualTag")],
    ["a provider of the plugin", { driftPolicy: "overwrite" }, pluginTypeOf("NotificationEndpoint")],
  ])("%s", (_, provider, type) => {
    expect(judge("drift-policy", {}, { provider, type })).toHaveLength(1);
    expect(judge("drift-policy", {}, { provider, type, config: { required: "overwrite" } })).toEqual([]);
  });

  test("the environment, and the default", () => {
    expect(judge("drift-policy", {}, { provider: {} })).toEqual([]);
    process.env[variable] = "overwrite";
    expect(judge("drift-policy", {}, { provider: {} })).toHaveLength(1);
    expect(judge("drift-policy", {}, { provider: { driftPolicy: "refuse" } })).toEqual([]);
  });

  test("an unknown setting is not judged", () => {
    expect(judge("drift-policy", {}, { provider: { "costallocation:driftPolicy": unknownValue } })).toEqual([isAdvice]);
  });
});
