/** Every value of every V1 switch. */
import { matching, uuid } from "../matchers";
import { createTag, tags, type Reply, type TestEmulator } from "../testEmulator";
import { expectAllValuesTested, status, testSwitch } from "./switchCases";

const v1 = "/v1/virtual-tags";
const body = {
  name: "Team",
  defaultValue: "x",
  rules: [{ to: "a", filters: { costCenter: "aws", key: "Team", operator: "exists" } }],
};
const create = (emulator: TestEmulator): Promise<Reply> => emulator.send("POST", v1, { body });

testSwitch("v1Body", async (emulator) => Object.keys((await create(emulator)).body as object).slice(0, 3), [
  { switches: {}, result: ["requestId", "id", "name"] },
  { switches: { v1Body: "data" }, result: ["requestId", "data"] },
  { switches: { v1Body: "virtualTag" }, result: ["requestId", "virtualTag"] },
]);
testSwitch("v1CreateStatus", (emulator) => status(create(emulator)), [
  { switches: {}, result: 200 },
  { switches: { v1CreateStatus: 201 }, result: 201 },
]);
testSwitch(
  "v1DeleteBody",
  async (emulator) => {
    const { body, text, headers } = await emulator.send("DELETE", `${v1}/${await createTag(emulator)}`);
    return [headers.get("content-type"), body ?? text];
  },
  [
    {
      switches: {},
      result: ["application/json; charset=utf-8", { requestId: uuid, message: matching(/\bTeam\b/) }],
    },
    { switches: { v1DeleteBody: "empty" }, result: ["text/plain; charset=utf-8", ""] },
    { switches: { v1DeleteBody: "text" }, result: ["text/plain; charset=utf-8", matching(/\bTeam\b/)] },
  ],
);
testSwitch(
  "v1TolerantPut",
  async (emulator) => {
    const id = String((await create(emulator)).at("id"));
    const { body: tag } = await emulator.send("GET", `${v1}/${id}`);
    const put = await emulator.send("PUT", `${v1}/${id}`, { body: tag });
    const saved = await emulator.send("GET", `${tags}/${id}`);
    return [put.status, saved.at("data.rules.0.filters.displayName")];
  },
  [
    { switches: {}, result: [400, undefined] },
    { switches: { v1TolerantPut: true }, result: [200, undefined] },
  ],
);
testSwitch("v1Casing", async (emulator) => (await create(emulator)).at("rules.0.filters"), [
  { switches: {}, result: { costCenter: "AWS", key: "team", type: "tag", operator: "exists", displayName: "Team" } },
  {
    switches: { v1Casing: "lower" },
    result: { costCenter: "aws", key: "team", type: "tag", operator: "exists", displayName: "team" },
  },
  {
    switches: { v1Casing: "keep" },
    result: { costCenter: "aws", key: "Team", type: "tag", operator: "exists", displayName: "Team" },
  },
]);
testSwitch(
  "v1AfterEndOfLife",
  async (emulator) => {
    emulator.control.freezeClock();
    emulator.control.setClock("2027-03-30T23:59:59.999Z");
    const before = await status(emulator.send("GET", v1));
    emulator.control.advanceClock(1);
    return [before, await status(emulator.send("GET", v1)), await status(emulator.send("GET", "/v1/endpoints"))];
  },
  [
    { switches: {}, result: [200, 410, 200] },
    { switches: { v1AfterEndOfLife: "serve" }, result: [200, 200, 200] },
  ],
);

test("every value of every V1 switch has a test", () => {
  expectAllValuesTested((name) => name.startsWith("v1"));
});
