import { CostAllocationClient, NotFound } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { callV1 } from "../../../provider/virtualTagV1/call";
import { FakeClock } from "../../client/fakeClock";

let emulator: Emulator;
beforeEach(async () => {
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  emulator = await startEmulator();
});
afterEach(() => emulator.stop());

const clientOf = (options: object = {}): CostAllocationClient => {
  const { url: baseUrl, clientId, secretKey } = emulator;
  return new CostAllocationClient({ baseUrl, clientId, secretKey, v1AfterEndOfLife: "allow", ...options });
};
const endOfLife = { code: "CA5004" };

test("after the end of life, a refusal by the client and one by the service have the same code", async () => {
  const clock = new FakeClock(Date.parse("2027-04-01T00:00:00Z"));
  const refusing = clientOf({ clock, v1AfterEndOfLife: "refuse" });
  await expect(callV1(() => refusing.virtualTagsV1.list())).rejects.toMatchObject(endOfLife);
  expect(emulator.control.requests()).toEqual([]);

  emulator.control.setClock("2027-04-01T00:00:00Z");
  const asking = clientOf();
  await expect(callV1(() => asking.virtualTagsV1.get("an-id"))).rejects.toMatchObject(endOfLife);
  expect(emulator.control.requests()).toHaveLength(1);

  emulator.control.setSwitches({ v1AfterEndOfLife: "serve" });
  expect(await callV1(() => asking.virtualTagsV1.list())).toEqual([]);
  await expect(callV1(() => asking.virtualTagsV1.get("an-id"))).rejects.toBeInstanceOf(NotFound);
  asking.close();
});

test("the client's own deprecation warning is off only while a request begins", async () => {
  process.noDeprecation = false;
  const seen: unknown[] = [];
  const request = async (): Promise<void> => {
    seen.push(process.noDeprecation);
    await Promise.resolve();
    seen.push(process.noDeprecation);
  };
  await callV1(request);
  expect(seen).toEqual([true, false]);
});
