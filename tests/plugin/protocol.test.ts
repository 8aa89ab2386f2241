/** What the plugin answers about inputs and tags, over gRPC, against the emulator. */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { pluginKinds } from "../../stack/state/kinds";
import { unknownValue } from "../../stack/state/unknown";
import {
  stop,
  start,
  struct,
  plain,
  call,
  secret,
  configure,
  urnOf,
  urn,
  key,
  filters,
  tag,
  type Properties,
  check,
  create,
  diff,
  read,
  writes,
  editByOther,
  passed,
} from "./plugin";

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;

describe("check", () => {
  beforeEach(() => configure());
  test("returns the inputs in the schema's form", async () => {
    expect(await check(tag)).toEqual({ inputs: tag, failures: [] });
  });
  test.each([
    { problem: "an unknown property", news: { ...tag, nam: "x" }, path: "nam" },
    {
      problem: "one inside of a key",
      news: { ...tag, rules: [{ toKey: { ...key, costCentre: "x" }, filters }] },
      path: "rules[0].toKey",
    },
    { problem: "both of two", news: { ...tag, defaultValue: "x" }, path: "defaultValueKey" },
    { problem: "what the provider adds", news: { ...tag, __ignoreChanges: ["rules"] }, path: "__ignoreChanges" },
    {
      problem: "an operator",
      news: { ...tag, rules: [{ to: "a", filters: { ...filters, operator: "in" } }] },
      path: "rules[0].filters.operator",
    },
  ])("a failure names the path in the schema: $problem", async ({ news, path }) => {
    const { failures } = await check(news);
    expect(failures).toEqual([expect.stringContaining(path)]);
    expect(failures[0]).toContain("CA1101");
  });
  test("failures of the schema's form and others are found at once", async () => {
    const { failures } = await check({ name: "Team", rules: [{ to: key, filters: { ...filters, operator: "in" } }] });
    expect(failures.map((text) => text.split(" ")[0]).sort()).toEqual([
      "defaultValue",
      "rules[0].filters.operator",
      "rules[0].to",
    ]);
  });
  test.each<[string, Properties, string, boolean[]]>([
    ["an argument of a tag", { rules: [], defaultValue: "x" }, "VirtualTag", [true]],
    ["one of two arguments", { name: "Team", rules: [], defaultValue: null }, "VirtualTag", [true]],
    ["an argument inside", { ...tag, rules: [{ to: "a", filters: { ...key, operator: "is" } }] }, "VirtualTag", [true]],
    ["a type", { name: "a", configuration: { to: "a@b.example" } }, "NotificationEndpoint", [true]],
    ["a tag of metadata", { metadata: {} }, "VirtualTagMetadata", [true]],
    [
      "none, in a name that says so",
      { virtualTagId: "1", metadata: { 'a is missing."]': 1 } },
      "VirtualTagMetadata",
      [false, false],
    ],
    ["none, in an unknown argument that says so", { ...tag, " is missing": 1 }, "VirtualTag", [false]],
  ])(
    "a failure about a value that is missing says that a resource may lack it: %s",
    async (_, news, kind, expected) => {
      const { failures } = await check(news, urnOf(kind));
      expect(failures.map((text) => text.includes("--target"))).toEqual(expected);
    },
  );
  test.each<[string, Properties, string, string[]]>([
    [
      "a part of an argument",
      { ...tag, rules: [{ to: "a", filters: { OR: [{ ...filters, operator: "in" }] } }] },
      "VirtualTag",
      ["rules[0].filters.OR[0].operator"],
    ],
    ["one that is missing", { rules: [], defaultValue: "x" }, "VirtualTag", ["name"]],
    ["none that has a value: it may be a secret", { ...tag, name: 7 }, "VirtualTag", [""]],
    ["none with a name that looks like a part", { ...tag, "a.b": "canary" }, "VirtualTag", [""]],
    [
      "a part of a secret",
      { type: "email", name: "Mail", configuration: { to: "canary" } },
      "NotificationEndpoint",
      ["configuration.to"],
    ],
    ["none of a secret", { type: "email", name: "Mail", configuration: "canary" }, "NotificationEndpoint", [""]],
    ["an argument with escapes", { ...tag, "a\u001B[31m": "" }, "VirtualTag", ["a\\u001b[31m"]],
  ])("a failure has the path of %s, and no value", async (_, news, kind, expected) => {
    const request = new messages.CheckRequest().setUrn(urnOf(kind)).setOlds(struct({})).setNews(struct(news));
    const { failuresList } = (await call<messages.CheckResponse>("check", request)).toObject();
    expect(failuresList.map(({ property }) => property)).toEqual(expected);
    expect(failuresList.map(({ reason }) => reason).join("\n")).not.toContain("canary");
  });
  test("what other languages leave out is null at any depth", async () => {
    const nulls = { adopt: null, setAsLive: null, defaultValue: null };
    const news = {
      ...tag,
      ...nulls,
      rules: [{ to: null, toKey: { ...key, type: null }, filters: { ...filters, AND: null }, timeframe: null }],
    };
    const { costCenter, key: of } = key;
    expect(await check(news)).toEqual({
      inputs: { ...tag, rules: [{ toKey: { costCenter, key: of }, filters }] },
      failures: [],
    });
  });
  test("unknown flags and lists are known by their own placeholders", async () => {
    const news = {
      ...tag,
      setAsLive: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
      rules: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    };
    expect((await check(news)).failures).toEqual([]);
  });
  test("unknown values are valid, and stay where they are", async () => {
    const news = { ...tag, rules: [{ toKey: unknownValue, filters }], defaultValueKey: unknownValue };
    expect(await check(news)).toEqual({ inputs: news, failures: [] });
    const both = { ...news, defaultValue: unknownValue, rules: [{ to: "A", toKey: unknownValue, filters }] };
    expect((await check(both)).failures).toEqual([]);
  });
  test("a destination is a secret, also as plain text", async () => {
    const of = urnOf("NotificationEndpoint");
    const news = { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } };
    expect((await check(news, of)).inputs).toEqual({ ...news, configuration: secret(news.configuration) });
    expect((await create(news, of)).state["configuration"]).toEqual(secret(news.configuration));
  });
});

describe("a tag", () => {
  beforeEach(() => configure());

  test("in a preview, nothing is written, and what the service decides is unknown", async () => {
    expect(await create(tag, urn, true)).toMatchObject({
      id: "",
      state: { ...tag, createdAt: unknownValue, stagedVersionId: unknownValue },
    });
    const { id, state } = await create(tag);
    expect(writes()).toEqual(["POST"]);
    const request = new messages.UpdateRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(passed(state)));
    const answer: messages.UpdateResponse = await call(
      "update",
      request.setNews(struct({ ...tag, name: "Teams" })).setPreview(true),
    );
    expect(plain(answer.getProperties())).toMatchObject({ name: "Teams", updatedAt: unknownValue });
    expect(writes()).toEqual(["POST"]);
  });

  test("is created, updated and deleted once, and in between nothing differs", async () => {
    const { id, state } = await create(tag);
    expect(state).toMatchObject(tag);
    expect(state["__memory"]).toEqual(secret(expect.anything()));
    const known = passed(state);
    expect((await diff(id, known, tag, tag)).getChanges()).toBe(DIFF_NONE);
    const changed = { ...tag, defaultValueKey: { ...key, key: "owner" } };
    const { detaileddiffMap, ...difference } = (await diff(id, known, tag, changed)).toObject();
    // With `diffs`, the option `replaceOnChanges` names the argument.
    expect(difference).toMatchObject({ changes: DIFF_SOME, hasdetaileddiff: true, diffsList: ["defaultValueKey"] });
    expect(detaileddiffMap).toEqual([
      ["defaultValueKey.key", { kind: messages.PropertyDiff.Kind.UPDATE, inputdiff: true }],
    ]);
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(known)).setNews(struct(changed));
    const updated: messages.UpdateResponse = await call("update", request);
    const refreshed = await read(id, passed(plain(updated.getProperties())), changed);
    expect(plain(refreshed.getInputs())).toEqual(changed);
    stop();
    await start();
    await configure();
    await call(
      "delete",
      new messages.DeleteRequest()
        .setUrn(urn)
        .setId(id)
        .setProperties(struct(passed(plain(updated.getProperties())))),
    );
    expect((await read(id, known, tag)).getId()).toBe("");
    expect(writes()).toEqual(["POST", "PUT", "DELETE"]);
  });

  test("drift is a difference of the inputs, and an update refuses to overwrite it", async () => {
    const { id, state } = await create(tag);
    stop();
    await start();
    // The client of the first run, which this process shares, remembers its own save.
    await configure({ maxConcurrency: 4 });
    await editByOther(`/v2/virtual-tags/${id}`, {
      name: "Team",
      rules: [{ to: "Theirs", filters }],
      defaultValue: "Theirs",
    });
    const refreshed = await read(id, passed(state), tag);
    expect(plain(refreshed.getInputs())).toEqual({
      name: "Team",
      rules: [{ to: "Theirs", filters }],
      defaultValue: "Theirs",
    });
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setNews(struct(tag));
    await expect(
      call("update", request.setOlds(struct(passed(plain(refreshed.getProperties()))))),
    ).rejects.toMatchObject({ details: expect.stringContaining("CA2013") as string });
    expect(writes()).toEqual(["POST"]);
  });

  test("ignored changes are refused under the names of the schema, and drift knows them", async () => {
    await configure({ driftPolicy: "overwrite", maxConcurrency: 3 });
    const { id, state } = await create(tag);
    const theirs = { ...key, key: "owner" };
    const rules = [
      { to: "Checkout", filters },
      { to: key, filters: { ...key, operator: "exists" } },
    ];
    await editByOther(`/v2/virtual-tags/${id}`, { name: "Team", rules, defaultValue: theirs });
    const news = struct({ ...tag, rules: [{ to: "Payments", filters }] });
    const request = new messages.UpdateRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(passed(state)))
      .setNews(news);
    await expect(call("update", request.setIgnorechangesList(["defaultValueKey"]))).rejects.toMatchObject({
      details: expect.stringContaining("CA2019") as string,
    });
    expect(writes()).toEqual(["POST"]);
  });

  test("a state of the dynamic front is written again in the schema's form, without a save", async () => {
    const { id, state } = await create(tag);
    const { defaultValueKey, ...rest } = passed(state);
    const old = {
      ...rest,
      defaultValue: defaultValueKey,
      rules: [
        { to: "Checkout", filters: { ...filters, value: "checkout" } },
        { to: key, filters: { ...key, operator: "exists" } },
      ],
    };
    expect((await diff(id, old, tag, tag)).getChanges()).toBe(DIFF_SOME);
    const request = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(old)).setNews(struct(tag));
    const updated: messages.UpdateResponse = await call("update", request);
    const now = passed(plain(updated.getProperties()));
    expect(now).toMatchObject(tag);
    // With the stub, the dynamic front can take it back.
    expect(now["__provider"]).toContain("virtualTag");
    expect((await diff(id, now, tag, tag)).getChanges()).toBe(DIFF_NONE);
    expect(writes()).toEqual(["POST"]);
  });

  test("a tag of which nothing is live yet has no difference", async () => {
    const staged = { ...tag, setAsLive: false };
    const { id, state } = await create(staged);
    expect((await diff(id, passed(state), staged, staged)).getChanges()).toBe(DIFF_NONE);
  });

  test("a new owner's mark is a difference that the inputs don't show", async () => {
    const { id, state } = await create(tag);
    const renamed = urnOf("VirtualTag", "renamed");
    const request = new messages.DiffRequest()
      .setUrn(renamed)
      .setId(id)
      .setOlds(struct(passed(state)));
    const answer: messages.DiffResponse = await call("diff", request.setOldInputs(struct(tag)).setNews(struct(tag)));
    expect(answer.getChanges()).toBe(DIFF_SOME);
  });

  test("`pulumi do --stateless` has one URN for all tags, which is no owner: it neither creates nor patches", async () => {
    const { id, state } = await create(tag);
    for (const kind of pluginKinds) {
      const stateless = urnOf(kind, kind).replace("::bill::", "::default::");
      const refused = { details: expect.stringContaining("CA1007") as string };
      await expect(create({}, stateless)).rejects.toMatchObject(refused);
      await expect(create({}, stateless, true)).rejects.toMatchObject(refused);
      const request = new messages.UpdateRequest().setUrn(stateless).setId(id);
      await expect(
        call("update", request.setOlds(struct(passed(state))).setNews(struct({ ...tag, defaultValue: "x" }))),
      ).rejects.toMatchObject(refused);
    }
    expect(writes()).toEqual(["POST"]);
    // Another resource of such a project has an owner of its own.
    await create({ ...tag, name: "Other" }, urnOf("VirtualTag").replace("::bill::", "::default::"));
    expect(writes()).toEqual(["POST", "POST"]);
  });

  test("an error has its message, and no stack trace", async () => {
    await create(tag);
    const failure = create(tag, urnOf("VirtualTag", "second"));
    await expect(failure).rejects.toMatchObject({
      details: expect.stringMatching(/^(?![\s\S]*\n\s+at )[\s\S]*CA2002/) as string,
    });
  });
});
