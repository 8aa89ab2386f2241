/** `check` on an account: what it finds, what it doesn't, and what it requests. */
import type { CheckResult } from "../../../../cli/studies/check";
import { checkCommand } from "../../../../cli/commands/check";
import type { Filter, Rule, TagContent, Condition } from "../../../../rules/types";
import { account, accountForEachTest } from "../../../support/commands/account";
import { file } from "../../../support/folder";
import { unknownValue } from "../../../../stack/state/unknown";
import { condition, reference, rule } from "../../../support/rules";
import { type PlannedResource, planOf } from "../../sources/planBuilder";
import { annotations } from "../../../../cli/words/annotations";
import type { CatalogFinding } from "../../../../cli/studies/catalogFindings";

describe("tags", () => {
  accountForEachTest(checkCommand);

  const condition = (own: object): Filter => ({
    costCenter: "AWS",
    key: "team",
    type: "tag",
    operator: "exists",
    ...own,
  });
  const rule = (own: object): Rule => ({ to: "a", filters: condition(own) });
  const content = (...rules: Rule[]): TagContent => ({ rules, defaultValue: "b" });

  /** Checks one tag from a file. */
  async function check(tag: object, code: number): Promise<CheckResult> {
    const ended = await account.run(["--tags", file("tags.json", [{ name: "Team", ...tag }]), "--json"]);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code, stderr: "" });
    return JSON.parse(ended.stdout) as CheckResult;
  }

  const valueRequests = (): string[] =>
    account.emulator.control
      .requests()
      .map(({ path }) => path)
      .filter((path) => path.includes("/values/"));

  test.each<[string, object, object]>([
    ["a key in another case", { key: "Team" }, { kind: "unknown-key", closest: "team", differsInCase: true }],
    ["a key that resembles none", { key: "zzzzzz" }, { kind: "unknown-key", differsInCase: false }],
    ["a pod label of Kubernetes", { key: "pl_team" }, { kind: "unknown-key", closest: "team" }],
    ["the name of a pod label", { costCenter: "Kubernetes" }, { kind: "unknown-key", closest: "pl_team" }],
    ["a tag as AWS exports it", { key: "user:team" }, { kind: "unknown-key", closest: "team" }],
    [
      "the other spelling of a prefix",
      { key: "finrichment_usage_type" },
      { kind: "unknown-key", closest: "f_usage_type" },
    ],
    ["a key of another cost center", { costCenter: "GCP", key: "linked_account" }, { kind: "unknown-key" }],
    ["__proto__", { costCenter: "__proto__", key: "constructor" }, { kind: "unknown-cost-center" }],
  ])("%s is a finding", async (_, own, expected) => {
    const { findings } = await check(content(rule(own)), 1);
    expect(findings).toMatchObject([{ tag: { name: "Team" }, path: "rules[0].filters", ...expected }]);
  });

  test("keys in nested groups, in values and in the default value have their paths", async () => {
    const wrong = { costCenter: "AWS", key: "taem" };
    const filters = { OR: [condition({}), { AND: [condition({ key: "taem" })] }] };
    const { findings } = await check({ rules: [{ to: wrong, filters }], defaultValue: { ...wrong, type: "tag" } }, 1);
    expect(findings.map(({ path, kind, closest }) => [path, kind, closest])).toEqual([
      ["rules[0].to", "unknown-key", "team"],
      ["rules[0].filters.OR[1].AND[0]", "unknown-key", "team"],
      ["defaultValue", "unknown-key", "team"],
    ]);
  });

  test.each<[string, object, object[]]>([
    ["a part that no value has", { operator: "contains", value: ["check*"] }, [{ value: "check*" }]],
    ["the negation of a value", { operator: "notIs", value: ["paymets"] }, [{ closest: "payments" }]],
  ])("%s is a finding", async (_, own, expected) => {
    const { findings } = await check(content(rule(own)), 1);
    expect(findings).toMatchObject(expected.map((finding) => ({ kind: "unknown-value", ...finding })));
  });

  test("what the account has is no finding, and each key's values are requested once, if a condition compares them", async () => {
    const used = Array.from({ length: 20 }, () => rule({ operator: "oneOf", value: ["checkout", "search"] }));
    const { findings, notChecked, tags } = await check(
      content(
        ...used,
        rule({ operator: "contains", value: "check" }),
        rule({ key: "Environment" }),
        rule({ key: "service", type: "billing_dimension", operator: "is", value: "AmazonS3" }),
      ),
      0,
    );
    expect({ findings, notChecked, tags }).toEqual({ findings: [], notChecked: [], tags: 1 });
    expect(valueRequests().sort()).toEqual([
      "/v2/query-language/values/AWS/service",
      "/v2/query-language/values/AWS/team",
    ]);
    expect(account.writes()).toBe(0);
  });

  test("no values are requested for a key that the account doesn't have", async () => {
    await check(content(rule({ key: "taem", operator: "is", value: "x" })), 1);
    expect(valueRequests()).toEqual([]);
  });

  test("values that can't be read give no finding, and the reason is listed", async () => {
    const path = "/v2/query-language/values/AWS/team";
    account.emulator.control.placeFault({ path, kind: "status", status: 403 });
    const { notChecked } = await check(content(rule({ operator: "is", value: "new" })), 0);
    expect(notChecked).toMatchObject([{ key: { costCenter: "AWS", key: "team" } }]);
  });

  test("an empty list of values gives no finding", async () => {
    const { control } = account.emulator;
    const team = { costCenter: "AWS", key: "team", displayName: "Team", types: ["tag"], values: [] };
    control.importState({
      ...control.exportState(),
      accounts: [{ id: "account-1", tags: [], endpoints: [], catalog: [team] }],
    });
    const { notChecked } = await check(content(rule({ operator: "is", value: "new" })), 0);
    expect(notChecked).toHaveLength(1);
  });

  test("without types in the catalog, a type is no finding", async () => {
    account.emulator.control.setSwitches({ queryLanguageV2: false });
    const { findings } = await check(content(rule({ type: "resource" }), rule({ key: "taem" })), 1);
    expect(findings.map(({ kind }) => kind)).toEqual(["unknown-key"]);
  });

  describe("references to Virtual Tags", () => {
    const to = (key: string, own: object = {}): Rule =>
      rule({ costCenter: "Virtual Tags", key, type: "virtual_tag", ...own });
    const missing = "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11";

    test("a tag of the account is known, in any case of its ID; its values are compared", async () => {
      const { id } = await account.create("Other", content({ to: "One", filters: condition({}) }));
      const { findings } = await check(
        content(
          to(id.toUpperCase()),
          to(id, { operator: "is", value: "One" }),
          to(id, { operator: "is", value: "Oen" }),
        ),
        1,
      );
      expect(findings).toMatchObject([
        { kind: "unknown-value", value: "Oen", closest: "One", path: "rules[2].filters.value" },
      ]);
    });

    test("a tag of the same file is known, and the values are those of the file", async () => {
      const other = { id: missing, name: "Other", ...content({ to: "New", filters: condition({}) }) };
      const path = file("two.json", [
        other,
        { name: "Team", ...content(to(missing, { operator: "oneOf", value: ["New", "b", "Old"] })) },
      ]);
      const { code, stdout } = await account.run(["--tags", path, "--json"]);
      expect(code).toBe(1);
      expect((JSON.parse(stdout) as CheckResult).findings).toMatchObject([{ kind: "unknown-value", value: "Old" }]);
    });

    test("if a key decides a tag's values, they are not compared", async () => {
      const other = { id: missing, name: "Other", rules: [], defaultValue: { costCenter: "AWS", key: "team" } };
      const path = file("two.json", [other, { name: "Team", ...content(to(missing, { operator: "is", value: "x" })) }]);
      const { code, stdout } = await account.run(["--tags", path, "--json"]);
      expect(code).toBe(0);
      expect((JSON.parse(stdout) as CheckResult).notChecked).toMatchObject([{ key: { key: missing } }]);
    });
  });

  test("--live checks the tags of the account", async () => {
    await account.create("Team", content(rule({ key: "taem" })));
    await account.create("Fine", content(rule({})));
    const { code, stdout } = await account.run(["--live", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ tags: 2, findings: [{ tag: { name: "Team" } }] });
  });

  describe("errors", () => {
    const requests = (): number => account.emulator.control.requests().length;

    test.each([
      [["--tags", "absent.json"]],
      [["--plan", "a", "--tags", "b"]],
      [["--plan", "a", "--live"]],
      [["--tags", "a", "--live"]],
      [["--json", "--annotations", "gitlab"]],
      [["--annotations", "jenkins"]],
      [["Team"]],
    ])("wrong arguments %j: exit code 2, because 1 is a result", async (args) => {
      const { code, stdout } = await account.run(args);
      expect({ code, stdout, requests: requests() }).toEqual({ code: 2, stdout: "", requests: 0 });
    });
  });
});

/** `check --plan`: what a plan declares, and what is unknown until deployment. */
describe("a plan", () => {
  accountForEachTest(checkCommand);

  const when = (filters: Condition): object => rule("a", filters);
  const misspelled = when(condition("exists", undefined, { key: "taem" }));
  /** The arguments of a tag. */
  const of = (name: string, rules: unknown, more: object = {}): object => ({ name, rules, defaultValue: "b", ...more });

  async function check(...planned: PlannedResource[]): Promise<CheckResult & { code: number }> {
    const { code, stdout, stderr } = await account.run(["--plan", file("preview.json", planOf(planned)), "--json"]);
    expect(stderr).toBe("");
    return { code, ...(JSON.parse(stdout) as CheckResult) };
  }

  test("what the program declares is checked; what it deletes or only reads is not", async () => {
    const { code, tags, findings } = await check(
      { resource: "new", after: of("new", [misspelled]) },
      { resource: "same", id: "s", before: of("same", [misspelled]) },
      { resource: "gone", op: "delete", id: "g", before: of("gone", [misspelled]) },
      { resource: "read", op: "read", id: "r", before: of("read", [misspelled]) },
    );
    expect({ code, tags }).toEqual({ code: 1, tags: 2 });
    expect(findings.map(({ tag }) => tag)).toEqual([{ name: "new" }, { id: "s", name: "same" }]);
  });

  test("a reference to a tag of the plan is known before the tag has an ID, with the values that the tag will have", async () => {
    const refers = when(reference(unknownValue, "oneOf", ["New", "b", "Old"]));
    const { findings, notChecked } = await check(
      { resource: "one", after: of("one", [rule("New", condition("exists"))]) },
      { resource: "two", after: of("two", [refers]), dependsOn: { rules: ["one"] } },
    );
    expect(notChecked).toEqual([]);
    expect(findings).toMatchObject([{ kind: "unknown-value", tag: { name: "two" }, value: "Old" }]);
  });

  test.each(["delete", "replace"])("a reference to a tag that the plan deletes is a finding: %s", async (op) => {
    const { id } = await account.create("Gone", { rules: [], defaultValue: "x" });
    const { findings } = await check(
      { resource: "gone", op, id, before: of("gone", []), ...(op === "replace" ? { after: of("new", []) } : {}) },
      { resource: "other", after: of("other", [when(reference(id, "exists"))]) },
    );
    expect(findings).toMatchObject([{ kind: "missing-tag", key: id }]);
  });

  test("while a change is only staged, conditions are compared with the live values", async () => {
    const { id } = await account.create("Team", { rules: [], defaultValue: "Live" });
    const staged = of("team", [], { defaultValue: "Staged", setAsLive: false });
    const { findings } = await check(
      { resource: "team", op: "update", id, before: staged, after: staged },
      { resource: "other", after: of("other", [when(reference(id, "oneOf", ["Live", "Staged"]))]) },
    );
    expect(findings).toMatchObject([{ value: "Staged" }]);
  });

  test("what is unknown until deployment is listed, and everything else is checked", async () => {
    const rules = [
      when(condition("exists", undefined, { key: unknownValue })),
      when(condition("oneOf", ["checkout", unknownValue, "chekout"])),
      { ...misspelled, to: unknownValue },
    ];
    const after = of("team", rules, { defaultValue: unknownValue });
    const { code, findings, notChecked } = await check({ resource: "team", after });
    expect(code).toBe(1);
    expect(findings.map(({ path, closest }) => [path, closest])).toEqual([
      ["rules[1].filters.value[2]", "checkout"],
      ["rules[2].filters", "team"],
    ]);
    expect(notChecked.map(({ tag, path }) => [tag, path])).toEqual([
      ["team", "rules[0].filters"],
      ["team", "rules[1].filters.value[1]"],
    ]);
  });

  test.each([
    ["secret rules", "[secret]"],
    ["unknown rules", unknownValue],
    ["rules in another shape", [{ to: 5 }]],
  ])("a tag with %s is listed, and references to it are known", async (_, rules) => {
    const refers = of("other", [when(reference(unknownValue, "exists"))]);
    const { code, findings, notChecked } = await check(
      { resource: "hidden", after: of("hidden", rules) },
      { resource: "other", after: refers, dependsOn: { rules: ["hidden"] } },
    );
    expect({ code, findings }).toEqual({ code: 0, findings: [] });
    expect(notChecked).toMatchObject([{ tag: "hidden" }]);
  });
});

/** Annotations: the formats of GitHub and GitLab, with hostile names. */
describe("annotations", () => {
  const finding: CatalogFinding = {
    kind: "unknown-key",
    tag: { id: "an-id", name: "Team" },
    path: "rules[0].filters",
    costCenter: "AWS",
    key: "taem",
    type: "tag",
    closest: "team",
    differsInCase: false,
  };

  /** Reads a workflow command as GitHub's runner does. */
  function parseCommand(line: string): { command: string; properties: Record<string, string>; message: string } {
    const [, command = "", list = "", message = ""] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
    const unescape = (text: string): string =>
      text
        .replaceAll("%0D", "\r")
        .replaceAll("%0A", "\n")
        .replaceAll("%3A", ":")
        .replaceAll("%2C", ",")
        .replaceAll("%25", "%");
    const pairs = list.split(",").map((pair) => pair.split("=").map(unescape) as [string, string]);
    return { command, properties: Object.fromEntries(pairs), message: unescape(message) };
  }

  test("GitHub: names and paths can't end a property, the message or the line", () => {
    const hostile = "a,b:c::d%0A\n::error::\r%";
    const lines = annotations(
      [{ ...finding, key: hostile, tag: { name: hostile } }],
      { path: hostile, text: "" },
      "github",
    );
    expect(lines.split("\n")).toHaveLength(1);
    const { command, properties, message } = parseCommand(lines);
    expect(command).toBe("warning");
    expect(Object.keys(properties)).toEqual(["file", "line", "title"]);
    expect(properties["file"]).toBe(hostile);
    expect(message).toContain("a,b:c::d%0A");
  });

  test("GitLab: a report without findings", () => {
    expect(annotations([], { path: "index.ts", text: "" }, "gitlab")).toBe("[]");
  });

  test.each<[string, Partial<CatalogFinding>, string, number]>([
    ["the wrong value", { kind: "unknown-value", value: "x" }, '"taem"\n"x"', 2],
    ["single quotes", {}, "\n\n'taem'", 3],
    ["escaped quotes", { key: 'a"b' }, '\n"a\\"b"', 2],
    ["the name of the tag", {}, 'a\n"Team"', 2],
    ["nothing of it", {}, "", 1],
  ])("the line: %s", (_, own, text, line) => {
    const [only] = JSON.parse(annotations([{ ...finding, ...own }], { path: "a", text }, "gitlab")) as {
      location: { lines: { begin: number } };
    }[];
    expect(only?.location.lines.begin).toBe(line);
  });
});
