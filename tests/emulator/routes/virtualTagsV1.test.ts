/** Section 4.4 of the API document, and what sections 2.1 and 2.3 say about V1. */
import { having, longDate, matching, uuid } from "../matchers";
import { emulator, filter, startForTest, tagBody, tags } from "../testEmulator";

const v1 = "/v1/virtual-tags";

beforeEach(startForTest);

describe("section 4.4, Virtual Tags V1", () => {
  const body = {
    ...tagBody(),
    rules: [{ to: "a", filters: { costCenter: "AWS", key: "team", operator: "is", value: "x" } }],
  };
  const create = async (): Promise<string> => String((await emulator.send("POST", v1, { body })).at("id"));

  test("GET /v1/virtual-tags returns {accountId, requestId, virtualTags}", async () => {
    const id = await create();
    const listed = await emulator.send("GET", v1);
    expect(listed.body).toEqual({
      accountId: "account-1",
      requestId: uuid,
      virtualTags: [having({ id, name: "Team" })],
    });
  });

  test("POST /v1/virtual-tags creates a tag that V2 returns too", async () => {
    const reply = await emulator.send("POST", v1, { body });
    expect(reply).toMatchObject({ status: 200, body: { requestId: uuid, name: "Team", accountId: "account-1" } });
    expect((await emulator.send("GET", tags)).at("data.virtualTags.0.rules")).toEqual(body.rules);
  });

  test("GET /v1/virtual-tags/{id} returns displayName on reads", async () => {
    const id = await create();
    const reply = await emulator.send("GET", `${v1}/${id}`);
    expect(reply.at("rules.0.filters")).toEqual({ ...body.rules[0]?.filters, displayName: "Team" });
    expect(reply.body).toMatchObject({ accountId: "account-1", createdAt: longDate });
  });

  test("PUT /v1/virtual-tags/{id} saves a live version", async () => {
    const id = await create();
    const changed = { ...body, defaultValue: "changed" };
    expect(await emulator.send("PUT", `${v1}/${id}`, { body: changed })).toMatchObject({ status: 200 });
    expect((await emulator.send("GET", `${v1}/${id}`)).at("defaultValue")).toBe("changed");
    expect((await emulator.send("GET", `${tags}/${id}/versions`)).at("data")).toHaveLength(2);
  });

  test("DELETE /v1/virtual-tags/{id} deletes the tag", async () => {
    const id = await create();
    const reply = await emulator.send("DELETE", `${v1}/${id}`);
    expect(reply.body).toEqual({ requestId: uuid, message: matching(/\bTeam\b/) });
    expect(await emulator.send("GET", `${v1}/${id}`)).toMatchObject({ status: 404 });
  });

  test("section 2.3: displayName must not be sent on create or update", async () => {
    const id = await create();
    const sent = { ...tagBody(), rules: [{ to: "a", filters: { ...filter, displayName: "Team" } }] };
    expect(await emulator.send("POST", v1, { body: sent })).toMatchObject({ status: 422 });
    expect(await emulator.send("PUT", `${v1}/${id}`, { body: sent })).toMatchObject({ status: 422 });
  });

  test("section 2.3: the operator isNot, and a value that is a string or an array", async () => {
    for (const change of [{ operator: "isNot" }, { value: "x" }, { value: ["x"] }, { type: "tag" }]) {
      const sent = { ...tagBody(), rules: [{ to: "a", filters: { ...filter, ...change } }] };
      expect(await emulator.send("POST", v1, { body: sent })).toMatchObject({ status: 200 });
    }
  });

  test.each([
    [undefined, { costCenter: "AWS", key: "Environment" }],
    [false, { costCenter: "AWS", key: "Environment" }],
    [true, { costCenter: "aws", key: "environment" }],
  ])("section 2.1: isCaseSensitive %p", async (isCaseSensitive, expected) => {
    const filters = { costCenter: "aws", key: "environment", operator: "exists" };
    const sent = { ...tagBody(), rules: [{ to: "a", filters }], isCaseSensitive };
    const id = String((await emulator.send("POST", v1, { body: sent })).at("id"));
    expect((await emulator.send("GET", `${v1}/${id}`)).at("rules.0.filters")).toMatchObject(expected);
  });
});
