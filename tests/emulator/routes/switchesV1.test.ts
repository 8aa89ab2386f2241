/** Every switch of V1, both ways. */
import { createTag, tags, uuid, type Reply, type Running } from "../support";
import { both, expectAllPlayed, status } from "./switchRows";

const v1 = "/v1/virtual-tags";
const body = {
  name: "Team",
  defaultValue: "x",
  rules: [{ to: "a", filters: { costCenter: "aws", key: "Team", operator: "exists" } }],
};
const create = (emulator: Running): Promise<Reply> => emulator.send("POST", v1, { body });

both("v1Body", async (emulator) => Object.keys((await create(emulator)).body as object).slice(0, 3), [
  { switches: {}, seen: ["requestId", "id", "name"] },
  { switches: { v1Body: "data" }, seen: ["requestId", "data"] },
  { switches: { v1Body: "virtualTag" }, seen: ["requestId", "virtualTag"] },
]);
both("v1CreateStatus", (emulator) => status(create(emulator)), [
  { switches: {}, seen: 200 },
  { switches: { v1CreateStatus: 201 }, seen: 201 },
]);
both(
  "v1DeleteBody",
  async (emulator) => {
    const { body: seen, text } = await emulator.send("DELETE", `${v1}/${await createTag(emulator)}`);
    return seen ?? text;
  },
  [
    { switches: {}, seen: { requestId: uuid, message: "Virtual Tag Team is deleted." } },
    { switches: { v1DeleteBody: "empty" }, seen: "" },
    { switches: { v1DeleteBody: "text" }, seen: "Virtual Tag Team is deleted." },
  ],
);
both(
  "v1TolerantPut",
  async (emulator) => {
    const id = String((await create(emulator)).at("id"));
    const { body: got } = await emulator.send("GET", `${v1}/${id}`);
    const put = await emulator.send("PUT", `${v1}/${id}`, { body: got });
    const seen = await emulator.send("GET", `${tags}/${id}`);
    return [put.status, seen.at("data.rules.0.filters.displayName")];
  },
  [
    { switches: {}, seen: [400, undefined] },
    { switches: { v1TolerantPut: true }, seen: [200, undefined] },
  ],
);
both("v1Casing", async (emulator) => (await create(emulator)).at("rules.0.filters"), [
  { switches: {}, seen: { costCenter: "AWS", key: "team", operator: "exists", displayName: "Team" } },
  {
    switches: { v1Casing: "lower" },
    seen: { costCenter: "aws", key: "team", operator: "exists", displayName: "team" },
  },
  {
    switches: { v1Casing: "keep" },
    seen: { costCenter: "aws", key: "Team", operator: "exists", displayName: "Team" },
  },
]);
both(
  "v1AfterEndOfLife",
  async (emulator) => {
    emulator.control.freezeClock();
    emulator.control.setClock("2027-03-30T23:59:59.999Z");
    const before = await status(emulator.send("GET", v1));
    emulator.control.advanceClock(1);
    return [before, await status(emulator.send("GET", v1)), await status(emulator.send("GET", "/v1/endpoints"))];
  },
  [
    { switches: {}, seen: [200, 410, 200] },
    { switches: { v1AfterEndOfLife: "serve" }, seen: [200, 200, 200] },
  ],
);

test("no switch of V1 is without a test", () => expectAllPlayed((name) => name.startsWith("v1")));
