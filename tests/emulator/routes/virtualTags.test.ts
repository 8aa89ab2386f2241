/** Virtual Tags V2: routes, rules and filters, states. */
import { having, longDate, matching, uuid } from "../matchers";
import { createTag, emulator, filter, startForTest, tagBody, tags } from "../testEmulator";

beforeEach(startForTest);

describe("Virtual Tags V2", () => {
  test("GET /v2/virtual-tags returns {requestId, data: {virtualTags}}", async () => {
    const empty = await emulator.send("GET", tags);
    expect(empty.body).toEqual({ requestId: uuid, data: { virtualTags: [] } });
    const id = await createTag(emulator);
    const fetched = await emulator.send("GET", `${tags}/${id}`);
    const listed = await emulator.send("GET", tags);
    expect(listed.at("data.virtualTags")).toEqual([fetched.at("data")]);
  });

  test("GET /v2/virtual-tags/{id} returns the tag with users and long dates", async () => {
    const id = await createTag(emulator);
    const { status, body } = await emulator.send("GET", `${tags}/${id}`);
    expect(status).toBe(200);
    const everyone = { type: "public", users: [], groups: [] };
    expect(body).toEqual({
      requestId: uuid,
      data: {
        ...tagBody(),
        id,
        createdBy: "emulator@example.com",
        updatedBy: "emulator@example.com",
        createdAt: longDate,
        updatedAt: longDate,
        acl: { read: everyone, write: everyone },
      },
    });
  });

  test("POST /v2/virtual-tags creates a tag with one live version", async () => {
    const body = { ...tagBody(), versionMetadata: { changeDescription: "first" } };
    const reply = await emulator.send("POST", tags, { body });
    expect(reply).toMatchObject({ status: 200, body: { requestId: uuid, data: tagBody() } });
    const versions = await emulator.send("GET", `${tags}/${String(reply.at("data.id"))}/versions`);
    expect(versions.at("data")).toEqual([having({ isLive: true, changeDescription: "first" })]);
  });

  test("PUT /v2/virtual-tags/{id} replaces the full configuration", async () => {
    const id = await createTag(emulator);
    const body = { name: "Squad", defaultValue: { key: "team", costCenter: "AWS" }, rules: [] };
    const reply = await emulator.send("PUT", `${tags}/${id}`, { body });
    expect(reply).toMatchObject({ status: 200, body: { requestId: uuid, data: { ...body, id } } });
    expect((await emulator.send("GET", `${tags}/${id}`)).at("data")).toMatchObject(body);
  });

  test("DELETE /v2/virtual-tags/{id} returns {id, name} and deletes the versions", async () => {
    const id = await createTag(emulator);
    const versions = await emulator.send("GET", `${tags}/${id}/versions`);
    const version = String(versions.at("data.0.id"));
    expect((await emulator.send("DELETE", `${tags}/${id}`)).body).toEqual({
      requestId: uuid,
      data: { id, name: "Team" },
    });
    for (const path of [`${tags}/${id}`, `${tags}/${id}/versions`, `${tags}/${id}/versions/${version}`]) {
      expect(await emulator.send("GET", path)).toMatchObject({ status: 404, body: { error: "VTAG_NOT_FOUND" } });
    }
  });
});

describe("states and transitions", () => {
  async function liveFlags(id: string): Promise<unknown[]> {
    const reply = await emulator.send("GET", `${tags}/${id}/versions?sortDirection=asc`);
    return (reply.at("data") as { isLive: boolean }[]).map(({ isLive }) => isLive);
  }

  test.each(["", "?setAsLive=true"])("POST with %p: the new version is live", async (query) => {
    expect(await liveFlags(await createTag(emulator, "Team", "a", query))).toEqual([true]);
  });

  test.each(["", "?setAsLive=true"])("PUT with %p: the new version is live, the previous one is not", async (query) => {
    const id = await createTag(emulator);
    await emulator.send("PUT", `${tags}/${id}${query}`, { body: tagBody("Team", "b") });
    expect(await liveFlags(id)).toEqual([false, true]);
  });

  test("PUT with a prior version's content restores it as a new version", async () => {
    const id = await createTag(emulator, "Team", "a");
    await emulator.send("PUT", `${tags}/${id}`, { body: tagBody("Team", "b") });
    const first = (await emulator.send("GET", `${tags}/${id}/versions?sortDirection=asc`)).at("data.0.id");
    const prior = await emulator.send("GET", `${tags}/${id}/versions/${String(first)}`);
    await emulator.send("PUT", `${tags}/${id}`, {
      body: { name: "Team", ...(prior.at("data.versionData") as object) },
    });
    expect(await liveFlags(id)).toEqual([false, false, true]);
    expect((await emulator.send("GET", `${tags}/${id}`)).at("data.rules.0.to")).toBe("a");
  });

  test("a save changes updatedBy, but not createdBy", async () => {
    const id = await createTag(emulator);
    const other = emulator.control.addCredential({ user: "other@example.com" });
    await emulator.send("PUT", `${tags}/${id}`, { body: tagBody("Team", "b"), as: other });
    expect((await emulator.send("GET", `${tags}/${id}`)).at("data")).toMatchObject({
      createdBy: "emulator@example.com",
      updatedBy: "other@example.com",
    });
  });

  test("an account can't see the tags of another account", async () => {
    const id = await createTag(emulator);
    const other = emulator.control.addCredential({ user: "other@example.com", account: "account-2" });
    expect((await emulator.send("GET", tags, { as: other })).at("data.virtualTags")).toEqual([]);
    expect(await emulator.send("GET", `${tags}/${id}`, { as: other })).toMatchObject({ status: 404 });
  });
});

describe("rules and filters", () => {
  const withFilter = (filters: unknown): object => ({ ...tagBody(), rules: [{ to: "a", filters }] });
  const operators = ["oneOf", "notOneOf", "is", "notIs", "contains", "notContains"];

  test.each(operators)("operator %s requires a value", async (operator) => {
    expect(await emulator.send("POST", tags, { body: withFilter({ ...filter, operator }) })).toMatchObject({
      status: 200,
    });
    const without = { costCenter: "AWS", key: "team", type: "tag" };
    const refused = await emulator.send("POST", tags, { body: withFilter({ ...without, operator }) });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: "UNPROCESSABLE_ENTITY", message: matching(/^rules\[0\]\.filters\.value: /) },
    });
  });

  test.each(["exists", "notExists"])("operator %s requires no value", async (operator) => {
    const without = { costCenter: "AWS", key: "team", type: "tag" };
    expect(await emulator.send("POST", tags, { body: withFilter({ ...without, operator }) })).toMatchObject({
      status: 200,
    });
  });

  test.each(["exists", "notExists"])("operator %s accepts an empty array as the value", async (operator) => {
    const filters = { ...filter, operator, value: [] };
    const reply = await emulator.send("POST", tags, { body: withFilter(filters) });
    expect(reply).toMatchObject({ status: 200, body: { data: { rules: [{ filters }] } } });
    expect(await emulator.send("POST", "/v1/virtual-tags", { body: withFilter(filters) })).toMatchObject({
      status: 200,
    });
  });

  test("groups can be nested, and are returned as sent", async () => {
    const body = withFilter({ AND: [filter, { OR: [filter, { AND: [filter] }] }] });
    const reply = await emulator.send("POST", tags, { body });
    expect(reply.at("data")).toMatchObject(body);
  });

  test("timeframe, key references and displayName are returned as sent", async () => {
    const body = {
      name: "Team",
      defaultValue: { key: "team", costCenter: "AWS" },
      rules: [
        {
          to: { key: "env", costCenter: "GCP", type: "tag" },
          filters: { ...filter, displayName: "Team" },
          timeframe: { from: 1_700_000_000_000, to: 1_800_000_000_000 },
        },
        { to: "a", filters: filter, timeframe: { from: 1_700_000_000_000 } },
      ],
    };
    expect((await emulator.send("POST", tags, { body })).at("data")).toMatchObject(body);
  });

  test.each([
    ["an unknown operator", { ...filter, operator: "isNot" }],
    ["an unknown field", { ...filter, negate: true }],
    ["a missing cost center", { ...filter, costCenter: undefined }],
    ["a missing key", { ...filter, key: undefined }],
    ["a missing type", { ...filter, type: undefined }],
    ["a value that is not an array", { ...filter, value: "a" }],
    ["a number among the values", { ...filter, value: ["a", 1] }],
    ["two groups in one object", { AND: [filter], OR: [filter] }],
    ["a group beside a condition", { ...filter, AND: [filter] }],
    ["an empty group", { AND: [] }],
    ["a group that is not an array", { OR: filter }],
    ["an array instead of a filter", [filter]],
  ])("422 for %s", async (_what, filters) => {
    const reply = await emulator.send("POST", tags, { body: withFilter(filters) });
    expect(reply).toMatchObject({ status: 422, body: { error: "UNPROCESSABLE_ENTITY" } });
  });
});
