/** Notification endpoints V1. */
import { longDate, uuid } from "../matchers";
import { emulator, startForTest } from "../testEmulator";

beforeEach(startForTest);

describe("notification endpoints V1", () => {
  const email = { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } };

  test("GET /v1/endpoints returns {endpoints, requestId}", async () => {
    expect((await emulator.send("GET", "/v1/endpoints")).body).toEqual({ endpoints: [], requestId: uuid });
    await emulator.send("POST", "/v1/endpoints", { body: email });
    expect((await emulator.send("GET", "/v1/endpoints")).at("endpoints")).toEqual([
      { ...email, id: uuid, createdBy: "emulator@example.com", createdAt: longDate },
    ]);
  });

  test.each(["email", "slack"])("POST /v1/endpoints creates an endpoint of type %s", async (type) => {
    const reply = await emulator.send("POST", "/v1/endpoints", { body: { ...email, type } });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      requestId: uuid,
      endpoint: {
        ...email,
        type,
        id: uuid,
        accountId: "account-1",
        createdBy: "emulator@example.com",
        createdAt: longDate,
        updatedAt: longDate,
      },
    });
  });

  test.each([
    ["type msteams", { ...email, type: "msteams" }],
    ["no name", { ...email, name: undefined }],
    ["no destination", { ...email, configuration: {} }],
    ["an unknown field", { ...email, description: "x" }],
  ])("%s: 400", async (_what, body) => {
    expect(await emulator.send("POST", "/v1/endpoints", { body })).toMatchObject({ status: 400 });
  });

  test("configuration is absent on msteams entries", async () => {
    emulator.control.seed();
    const { endpoints } = (await emulator.send("GET", "/v1/endpoints")).body as { endpoints: { type: string }[] };
    expect(endpoints.map(({ type }) => type)).toEqual(["email", "slack", "msteams"]);
    expect(endpoints[2]).not.toHaveProperty("configuration");
    expect(endpoints[1]).toHaveProperty("configuration.to");
  });
});
