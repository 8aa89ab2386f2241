/** What the plugin answers about settings, inputs and tags, over gRPC, against the emulator. */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import schema from "../../plugin/schema.json";
import { unknownValue } from "../../stack/state/unknown";
import {
  stop,
  start,
  type Properties,
  struct,
  plain,
  call,
  secret,
  configure,
  urnOf,
  urn,
  providerUrn,
  key,
  filters,
  tag,
  check,
  create,
  diff,
  read,
  writes,
  editByOther,
  passed,
} from "./plugin";

const { DIFF_UNKNOWN, DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;

describe("the provider", () => {
  test("answers the handshake, its schema and its version", async () => {
    const shaken: messages.ProviderHandshakeResponse = await call("handshake", new messages.ProviderHandshakeRequest());
    expect(shaken.getAcceptSecrets()).toBe(false);
    const answer: messages.GetSchemaResponse = await call("getSchema", new messages.GetSchemaRequest());
    expect((JSON.parse(answer.getSchema()) as { name: string }).name).toBe("costallocation");
    const info: { getVersion: () => string } = await call("getPluginInfo", new Empty());
    expect(info.getVersion()).toBe(schema.version);
    await call("cancel", new Empty());
  });

  const checkConfig = async (name: string, news: Properties, project?: string): Promise<string[]> => {
    const request = new messages.CheckRequest().setUrn(providerUrn(name, project)).setNews(struct(news));
    const answer: messages.CheckResponse = await call("checkConfig", request);
    return answer.getFailuresList().map((one) => one.getReason());
  };
  test("refuses unknown settings, with the one that was meant", async () => {
    const news = { driftPolcy: "refuse", version: "0.1.0", __internal: {} };
    const named = [expect.stringMatching(/costallocation:driftPolcy.*Did you mean driftPolicy\?$/m)];
    expect(await checkConfig("default", news)).toEqual(named);
    expect(await checkConfig("second", { ...news, clientId: "c", secretKey: "s" })).toEqual([
      expect.stringMatching(/driftPolcy.*Did you mean driftPolicy\?$/),
    ]);
    // In such a project, the program's own config has the same namespace.
    expect(await checkConfig("default", news, "costallocation")).toEqual([]);
  });
  test("takes no credentials of the stack for another account", async () => {
    expect(await checkConfig("default", {})).toEqual([]);
    expect(await checkConfig("second", { baseUrl: "https://api.example.com" })).toEqual([
      expect.stringContaining("clientId"),
      expect.stringContaining("secretKey"),
    ]);
  });
  test.each([
    { problem: "null", name: "second", clientId: null },
    { problem: "blanks", name: "second", clientId: " " },
    { problem: "a name like that of the stack's provider", name: "default-eu", clientId: undefined },
  ])("a second account without credentials is refused: $problem", async ({ name, clientId }) => {
    const given = { ...(clientId === undefined ? {} : { clientId }), secretKey: "s" };
    expect(await checkConfig(name, given)).toEqual([expect.stringContaining("clientId")]);
    expect(await checkConfig("default_0_1_0", {})).toEqual([]);
  });
  test("never asks to be replaced when settings change", async () => {
    const of = (olds: Properties, news: Properties): Promise<messages.DiffResponse> =>
      call(
        "diffConfig",
        new messages.DiffRequest().setUrn(providerUrn("default")).setOlds(struct(olds)).setNews(struct(news)),
      );
    const changed = await of({ baseUrl: "https://a" }, { baseUrl: "https://b" });
    expect([changed.getChanges(), changed.getReplacesList()]).toEqual([DIFF_SOME, []]);
    expect((await of({ baseUrl: "https://a" }, { baseUrl: "https://a" })).getChanges()).toBe(DIFF_NONE);
  });
  test("says which settings are missing, and where to set them", async () => {
    await configure({ secretKey: "" });
    const { failures } = await check(tag);
    expect(failures).toEqual([expect.stringMatching(/costallocation:secretKey.*COST_ALLOCATION_SECRET_KEY/)]);
  });
  test("has no resource of an unknown type", async () => {
    await configure();
    await expect(check(tag, urnOf("VirtualTagV1"))).rejects.toMatchObject({
      details: expect.stringContaining("VirtualTagV1") as string,
    });
  });
});

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
    // The engine compares the inputs, and shows what differs.
    expect((await diff(id, known, tag, changed)).getChanges()).toBe(DIFF_UNKNOWN);
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

  test("an error has its message, and no stack trace", async () => {
    await create(tag);
    const failure = create(tag, urnOf("VirtualTag", "second"));
    await expect(failure).rejects.toMatchObject({
      details: expect.stringMatching(/^(?![\s\S]*\n\s+at )[\s\S]*CA2002/) as string,
    });
  });
});
