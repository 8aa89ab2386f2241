import type { Switches } from "../../../emulator";
import type { VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import { account, condition, inputs, lifecycle, start } from "./account";

/** Content in another case than the key catalog's. */
const content = {
  rules: [{ to: { key: "TEAM", costCenter: "aws" }, filters: { ...condition, costCenter: "aws", key: "TEAM" } }],
  defaultValue: "Shared",
};

// The API documentation leaves these questions open. Whatever the answer is, the declared content stays, and nothing is written twice.
test.each<[Partial<Switches>]>([
  [{ v1Body: "bare" }],
  [{ v1Body: "data" }],
  [{ v1Body: "virtualTag" }],
  [{ v1CreateStatus: 200 }],
  [{ v1CreateStatus: 201 }],
  [{ v1DeleteBody: "message" }],
  [{ v1DeleteBody: "empty" }],
  [{ v1DeleteBody: "text" }],
  [{ v1TolerantPut: false }],
  [{ v1TolerantPut: true }],
  [{ v1Casing: "catalog" }],
  [{ v1Casing: "lower" }],
  [{ v1Casing: "keep" }],
  [{ dates: "iso" }],
  [{ aclIn: "none" }],
  [{ aclIn: "all" }],
  [{ uniqueNames: true }],
])("create, read, update and delete with %j", async (switches) => {
  await start(switches);
  for (const isCaseSensitive of [false, true]) {
    const given = { ...inputs, ...content, isCaseSensitive };
    const { id, state } = await lifecycle.create(given);
    const read = await lifecycle.read(id, state);
    expect(read?.inputs).toEqual(given);
    expect(lifecycle.diff(read?.state as VirtualTagV1State, given).kind).toBe("none");

    const renamed = { ...given, name: "Teams" };
    const after = await lifecycle.update(id, read?.state as VirtualTagV1State, renamed);
    expect(after).toMatchObject(renamed);
    await lifecycle.update(id, after, renamed);
    expect((await lifecycle.read(id, after))?.inputs).toEqual(renamed);
    await lifecycle.delete(id, after);
    expect(await lifecycle.read(id, after)).toBeUndefined();
  }
  expect(account.writes().map((write) => write.split(" ")[0])).toEqual([
    "POST",
    "PUT",
    "DELETE",
    "POST",
    "PUT",
    "DELETE",
  ]);
  expect(account.messages).toEqual([]);
});

test("if the service changes the case of a key that was sent with isCaseSensitive, that is a difference", async () => {
  await start({ v1Casing: "lower" });
  const { id, state } = await lifecycle.create({ ...inputs, ...content });
  const sensitive = { ...inputs, ...content, isCaseSensitive: true };
  const read = await lifecycle.read(id, { ...state, isCaseSensitive: true });
  expect(lifecycle.diff(read?.state as VirtualTagV1State, sensitive).kind).not.toBe("none");
});

// Reads return enrichment keys with another prefix. Whether they do so everywhere is not shown.
test.each(["as sent", "with the prefix f_"])("enrichment keys are no drift, returned %s", async (form) => {
  await start({});
  const key = "finrichment_usage_type";
  const reference = { key, costCenter: "AWS" };
  const rules = [{ to: reference, filters: { OR: [condition, { ...condition, costCenter: "AWS", key }] } }];
  const given = { ...inputs, rules, defaultValue: reference };
  const { id, state } = await lifecycle.create(given);
  if (form === "as sent") {
    const { virtualTagsV1 } = account.context.client;
    const returned = await virtualTagsV1.get(id);
    jest.spyOn(virtualTagsV1, "get").mockResolvedValue({ ...returned, rules, defaultValue: reference });
  }
  const read = await lifecycle.read(id, state);
  expect(read?.inputs).toEqual(given);
  expect(lifecycle.diff(read?.state as VirtualTagV1State, given).kind).toBe("none");
  await lifecycle.update(id, read?.state as VirtualTagV1State, { ...given, defaultValue: "x" });
  expect(account.writes()).toHaveLength(2);
  expect(account.messages).toEqual([]);
});
