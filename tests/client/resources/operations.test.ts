import type { NotificationEndpoint, CostAllocationClient } from "../../../client";
import type { Switches } from "../../../emulator";
import { body, client, clientOf, emulate, emulator, requested, tag } from "../emulated";
import { FakeClock } from "../fakeClock";

/** The metadata of a value that has none. */
const empty = { groups: [], customMetadata: {}, endpoints: [] };

describe("each operation against the emulator", () => {
  emulate();

  test.each(["long", "iso"] as const)("virtualTags: a whole life, dates %s", async (dates) => {
    emulator.control.setSwitches({ dates });
    const created = await client.virtualTags.create({ ...body, versionMetadata: { changeDescription: "first" } });
    expect(created).toMatchObject(body);
    expect(created.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await client.virtualTags.get(created.id, { fresh: true })).toMatchObject(body);
    const updated = await client.virtualTags.update(created.id, { ...body, defaultValue: "none" });
    expect(updated).toMatchObject({ id: created.id, defaultValue: "none" });
    expect(await client.virtualTags.list({ fresh: true })).toHaveLength(2);
    expect(await client.virtualTags.findByName("Team")).toHaveLength(2);
    expect(await client.virtualTags.delete(created.id)).toEqual({ id: created.id, name: "Team" });
    await expect(client.virtualTags.get(created.id)).rejects.toMatchObject({
      name: "NotFound",
      code: "VTAG_NOT_FOUND",
    });
    await expect(client.virtualTags.delete(created.id)).rejects.toMatchObject({ missing: "Virtual Tag" });
  });

  test.each([409, 422] as const)("a name that another tag has is a conflict, with status %i", async (status) => {
    emulator.control.setSwitches({ uniqueNames: true, duplicateNameStatus: status });
    const other = await client.virtualTags.create({ ...body, name: "Other" });
    const conflict = { name: "Conflict", code: "CONFLICT", status };
    await expect(client.virtualTags.create(body)).rejects.toMatchObject(conflict);
    await expect(client.virtualTags.update(other.id, body)).rejects.toMatchObject(conflict);
    await expect(client.virtualTagsV1.create(body)).rejects.toMatchObject(conflict);
  });

  test("virtualTags: what is not valid is refused before it is sent", async () => {
    const wrong = {
      ...body,
      rules: [{ to: "x", filters: { costCenter: "AWS", key: "k", type: "tag", operator: "isNot" } }],
    };
    await expect(client.virtualTags.create(wrong as unknown as typeof body)).rejects.toMatchObject({
      name: "InvalidInput",
      operation: "virtualTags.create",
      issues: [{ path: "rules[0].filters.operator" }],
    });
    expect(requested()).toEqual([]);
  });

  test("virtualTagVersions: page by page, with the same parameters on every page", async () => {
    for (const defaultValue of ["1", "2", "3", "4"]) await client.virtualTags.update(tag.id, { ...body, defaultValue });
    emulator.control.clearRequests();
    const options = { from: new Date(0), to: Date.now() + 60_000, pageSize: 2, sortDirection: "asc" as const };
    const versions = [];
    for await (const version of client.virtualTagVersions.list(tag.id, options)) versions.push(version);
    expect(versions.map(({ isLive }) => isLive)).toEqual([false, false, false, false, true]);
    expect(new Set(versions.map(({ id }) => id)).size).toBe(5);
    const queries = emulator.control.requests().map(({ query }) => query);
    expect(queries).toHaveLength(3);
    for (const query of queries) {
      expect(query).toMatchObject({
        from: "0",
        to: String(options.to),
        pageSize: "2",
        sortDirection: "asc",
      });
    }
    expect(await client.virtualTagVersions.firstPage(tag.id)).toHaveLength(5);
    await expect(client.virtualTagVersions.get(tag.id, "none")).rejects.toMatchObject({ missing: "version" });
    await expect(client.virtualTagVersions.get("none", "none")).rejects.toMatchObject({ missing: "Virtual Tag" });
  });

  test("virtualTagVersions: leaving the loop asks for no more; wrong parameters are refused", async () => {
    for (const defaultValue of ["1", "2"]) await client.virtualTags.update(tag.id, { ...body, defaultValue });
    emulator.control.clearRequests();
    for await (const version of client.virtualTagVersions.list(tag.id, { pageSize: 1 })) {
      expect(version.isLive).toBe(true);
      break;
    }
    expect(requested()).toHaveLength(1);
    for (const wrong of [{ pageSize: 101 }, { pageSize: 0 }, { from: new Date(NaN) }, { to: 1.5 }]) {
      await expect(client.virtualTagVersions.firstPage(tag.id, wrong)).rejects.toMatchObject({ name: "InvalidInput" });
    }
  });

  test("virtualTagVersions: restore saves an earlier content as a new version", async () => {
    const [first] = await client.virtualTagVersions.firstPage(tag.id);
    await client.virtualTags.update(tag.id, { name: "Renamed", rules: [], defaultValue: "other" });
    const restored = await client.virtualTagVersions.restore(tag.id, first?.id ?? "");
    expect(restored).toMatchObject({ ...body, name: "Renamed" });
    const versions = await client.virtualTagVersions.firstPage(tag.id);
    expect(versions).toHaveLength(3);
    expect(versions[0]?.changeDescription).toBe(`Restore version ${first?.id ?? ""}`);
  });

  test.each(["root", "perValue"] as const)("virtualTagMetadata: nesting %s", async (metadataNesting) => {
    emulator.control.setSwitches({ metadataNesting });
    const { virtualTagMetadata } = clientOf({ metadataNesting });
    expect(await virtualTagMetadata.get(tag.id)).toEqual({});
    const one = { groups: ["g1"], customMetadata: { owner: "ann" }, endpoints: ["e1"] };
    expect(await virtualTagMetadata.put(tag.id, { platform: one })).toEqual({ platform: one });
    const two = { groups: [], customMetadata: {}, endpoints: [] };
    const merged = await virtualTagMetadata.put(tag.id, { data: two }, { mergeValuesAndMetadata: true });
    expect(merged).toEqual({ platform: one, data: two });
    expect(await virtualTagMetadata.put(tag.id, { data: two }, { mergeValuesAndMetadata: false })).toEqual({
      data: two,
    });
    expect(await virtualTagMetadata.get(tag.id)).toEqual({ data: two });
  });

  test.each<[Partial<Switches>, body: object, left: object]>([
    [{}, { b: { groups: ["g"] } }, {}],
    [{ metadataNesting: "perValue" }, { a: empty, b: { groups: ["g"] } }, { a: empty }],
    [{ metadataNesting: "perValue", metadataValueFlags: "separate" }, { a: empty, b: { groups: ["g"] } }, { a: empty }],
  ])("virtualTagMetadata: removed values have no metadata afterwards, with %j", async (switches, sent, left) => {
    emulator.control.setSwitches(switches);
    const { virtualTagMetadata } = clientOf({ metadataNesting: switches.metadataNesting ?? "root" });
    await virtualTagMetadata.put(tag.id, { a: { groups: ["g"] } });
    emulator.control.clearRequests();
    // The service would refuse a name with a dot.
    const after = await virtualTagMetadata.put(tag.id, { b: { groups: ["g"] } }, { removedValues: ["a", "a.b"] });
    expect(after).toEqual({ ...left, b: { ...empty, groups: ["g"] } });
    expect(emulator.control.requests().map((request) => request.body)).toEqual([sent]);
  });

  test("virtualTagMetadata: the value that is an empty text can have metadata", async () => {
    const { virtualTagMetadata } = client;
    const metadata = { "": { groups: ["g1"], customMetadata: { owner: "ann" }, endpoints: ["e1"] } };
    expect(await virtualTagMetadata.put(tag.id, metadata)).toEqual(metadata);
    expect(await virtualTagMetadata.get(tag.id)).toEqual(metadata);
  });

  test.each(["root", "perValue"] as const)("virtualTagMetadata: merging nothing in, nesting %s", async (nesting) => {
    emulator.control.setSwitches({ metadataNesting: nesting });
    const { virtualTagMetadata } = clientOf({ metadataNesting: nesting });
    const one = { groups: ["g1"], customMetadata: { owner: "ann" }, endpoints: ["e1"] };
    await virtualTagMetadata.put(tag.id, { platform: one });
    expect(await virtualTagMetadata.put(tag.id, {}, { mergeValuesAndMetadata: true })).toEqual({ platform: one });
    expect(await virtualTagMetadata.get(tag.id)).toEqual({ platform: one });
    // Without merging, nothing replaces everything.
    expect(await virtualTagMetadata.put(tag.id, {}, { mergeValuesAndMetadata: false })).toEqual({});
  });

  test("virtualTagMetadata: what would be lost or misread is refused", async () => {
    const put = (metadata: unknown): Promise<unknown> => client.virtualTagMetadata.put(tag.id, metadata as never);
    for (const wrong of [
      { "a.b": {} },
      { mergeValuesAndMetadata: {} },
      { a: [] },
      { a: { groups: "g" } },
      { a: { x: 1 } },
      [],
    ]) {
      await expect(put(wrong)).rejects.toMatchObject({ name: "InvalidInput" });
    }
    expect(requested()).toEqual([]);
    // The emulator refuses __proto__ as a tag value; refused it may be, but not lost.
    await expect(put(JSON.parse('{"__proto__":{"groups":["g"]}}'))).rejects.toMatchObject({
      name: "InvalidInput",
      status: 400,
    });
  });

  test("notificationEndpoints: create and list, MS Teams without configuration", async () => {
    emulator.control.seed();
    const to = "https://hooks.example.com/T000/secret";
    const created = await client.notificationEndpoints.create({ type: "slack", name: "alerts", configuration: { to } });
    expect(created).toMatchObject({ type: "slack", name: "alerts", configuration: { to } });
    expect(created.updatedAt).toMatch(/Z$/);
    const all: readonly NotificationEndpoint[] = await client.notificationEndpoints.list();
    expect(all.find(({ id }) => id === created.id)?.createdAt).toBe(created.createdAt);
    expect(all.find(({ type }) => type === "msteams")).not.toHaveProperty("configuration");
    const wrong = { type: "msteams", name: "", configuration: {} } as never;
    await expect(client.notificationEndpoints.create(wrong)).rejects.toMatchObject({
      issues: [{ path: "type" }, { path: "name" }, { path: "configuration.to" }],
    });
  });

  test("catalog and queryLanguage: keys and values, with slashes and spaces in them", async () => {
    const keys = await client.catalog.keys();
    expect(keys.length).toBeGreaterThan(3);
    const [first = { costCenter: "", key: "" }] = keys;
    expect((await client.catalog.values(first.costCenter, first.key)).length).toBeGreaterThan(0);
    expect(await client.catalog.values("Custom Cost", "a/b c%2F?")).toEqual([]);
    expect(requested().at(-1)).toBe("GET /v1/catalog/query-language/values/Custom%20Cost/a%2Fb%20c%252F%3F");

    const typed = await client.queryLanguage.keys();
    expect(typed.every(({ types }) => Array.isArray(types))).toBe(true);
    const values = await client.queryLanguage.values(first.costCenter, first.key);
    expect(values.length).toBeGreaterThan(0);
    expect(await client.queryLanguage.values(first.costCenter, first.key, { type: "no such type" })).toEqual([]);
  });

  test("scans: list and recommendations, at the paths of the settings", async () => {
    const [scan] = await client.scans.list();
    expect(scan?.scanMetadata.type).toEqual(expect.any(String));
    const answer = await client.scans.recommendations({ scanId: scan?.scanId });
    expect(answer["recommendations"]).toHaveLength(1);
    emulator.control.setSwitches({ scansPath: "/v3/scans" });
    expect((await clientOf({ scansPath: "/v3/scans" }).scans.list()).length).toBeGreaterThan(0);
    await expect(client.scans.list()).rejects.toMatchObject({ name: "UnexpectedAnswer", status: 404 });
  });
});

describe("V1", () => {
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
});
