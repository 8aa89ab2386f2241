import type { CostAllocationClient } from "../../../client";
import { body, client, clientOf, emulate, emulator, requested, tag } from "../emulated";
import { FakeClock } from "../fakeClock";

emulate();

test.each(["bare", "data", "virtualTag"] as const)("virtualTagsV1: a whole life, tags %s", async (v1Body) => {
  emulator.control.setSwitches({ v1Body, v1CreateStatus: 201, v1DeleteBody: "text" });
  emulator.control.setClock("2026-11-20T12:00:00Z");
  const created = await client.virtualTagsV1.create({ ...body, name: "Old", isCaseSensitive: true });
  expect(created.name).toBe("Old");
  const read = await client.virtualTagsV1.get(created.id);
  // What a read returns can be sent back: the labels, which V1 refuses, are taken out.
  expect(JSON.stringify(read.rules)).toContain("displayName");
  const { name, defaultValue } = read;
  await client.virtualTagsV1.update(created.id, { name, rules: read.rules, defaultValue });
  expect(await client.virtualTagsV1.list()).toHaveLength(2);
  await client.virtualTagsV1.delete(created.id);
  await expect(client.virtualTagsV1.get(created.id)).rejects.toMatchObject({
    name: "NotFound",
    missing: "Virtual Tag",
  });
});

test("virtualTagsV1: a filter of which a part would be lost is refused; no timeframe may be null", async () => {
  emulator.control.setClock("2026-11-20T12:00:00Z");
  const condition = { costCenter: "AWS", key: "team", operator: "exists" };
  const create = (filters: unknown, timeframe?: unknown): Promise<unknown> =>
    client.virtualTagsV1.create({ ...body, name: "Old", rules: [{ to: "x", filters, timeframe } as never] });
  const both = { AND: [condition], OR: [condition] };
  await expect(create({ AND: [condition, { ...both }] })).rejects.toMatchObject({
    name: "InvalidInput",
    issues: [{ path: "rules[0].filters.AND[1]" }],
  });
  await expect(create({ OR: [condition], ...condition })).rejects.toMatchObject({
    issues: [{ path: "rules[0].filters" }],
  });
  expect(requested()).toEqual([]);
  const typed = { ...condition, type: "tag" };
  expect(await create({ AND: [typed] }, null)).toMatchObject({ rules: [{ to: "x", filters: { AND: [typed] } }] });
});

test("virtualTagsV1: a write makes the list of V2 stale", async () => {
  await client.virtualTags.list();
  await client.virtualTagsV1.create({ ...body, name: "Old" });
  expect(await client.virtualTags.findByName("Old")).toHaveLength(1);
});

test("virtualTagsV1: warns once a process, and ends after the end of life", async () => {
  const emitWarning = jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const clock = new FakeClock(Date.parse("2027-03-31T23:59:59Z"));
  const late = clientOf({ clock });
  const calls: Promise<unknown>[] = [];
  jest.isolateModules(() => {
    const isolated = jest.requireActual<{ CostAllocationClient: typeof CostAllocationClient }>("../../../client");
    const { clientId, secretKey, url: baseUrl } = emulator;
    const { virtualTagsV1 } = new isolated.CostAllocationClient({ clientId, secretKey, baseUrl });
    calls.push(virtualTagsV1.list(), virtualTagsV1.get(tag.id));
  });
  await Promise.all(calls);
  const deprecation = expect.objectContaining({ type: "DeprecationWarning", code: "COST_ALLOCATION_V1" }) as object;
  expect(emitWarning.mock.calls).toEqual([[expect.stringContaining("2027-03-31"), deprecation]]);
  emitWarning.mockRestore();

  emulator.control.clearRequests();
  await late.virtualTagsV1.list();
  await clock.advance(1000);
  await expect(late.virtualTagsV1.list()).rejects.toMatchObject({ name: "InvalidInput", code: "V1_END_OF_LIFE" });
  await clientOf({ clock, v1AfterEndOfLife: "allow" }).virtualTagsV1.list();
  expect(requested()).toHaveLength(2);
  // A service that is gone says 410, on its last day already: that is no tag that is not there.
  emulator.control.setClock("2027-03-31T00:00:00Z");
  const gone = { name: "InvalidInput", code: "V1_END_OF_LIFE", status: 410 };
  await expect(client.virtualTagsV1.get(tag.id)).rejects.toMatchObject(gone);
  await expect(client.virtualTagsV1.delete(tag.id)).rejects.toMatchObject(gone);
});
