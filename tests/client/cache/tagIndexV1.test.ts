import { content, TagService } from "./tagService";

const listV1 = "GET /v1/virtual-tags";
/** A list will do that is no older than this. */
const listed = { maxAgeSeconds: 10 };
// The warning of V1's age is another test's.
beforeEach(() => jest.spyOn(process, "emitWarning").mockImplementation(() => undefined));

test("reads of many tags at once are one list, and that answers further ones", async () => {
  const service = new TagService("a", "b", "c");
  const { virtualTagsV1 } = service.client();
  const tags = await service.clock.until(Promise.all(["a", "b", "c", "a"].map((id) => virtualTagsV1.get(id, listed))));
  expect(tags).toEqual(["a", "b", "c", "a"].map((id) => service.tags.get(id)));
  expect(await virtualTagsV1.get("b", listed)).toEqual(service.tags.get("b"));
  expect(service.requests).toEqual([listV1]);
  await service.clock.until(virtualTagsV1.get("b", { fresh: true }));
  expect(service.requests).toEqual([listV1, `${listV1}/b`]);
});

test("a list without rules is completed by reads by id, and one tag alone is a read of that", async () => {
  const service = new TagService("a", "b");
  service.whole = false;
  const { virtualTagsV1 } = service.client();
  const tags = await service.clock.until(Promise.all(["a", "b"].map((id) => virtualTagsV1.get(id, listed))));
  expect(tags).toMatchObject(["a", "b"].map((id) => service.tags.get(id)));
  expect(service.requests).toEqual([listV1, `${listV1}/a`, `${listV1}/b`]);
  const alone = new TagService("a");
  await alone.clock.until(alone.client().virtualTagsV1.get("a"));
  expect(alone.requests).toEqual([`${listV1}/a`]);
});

test.each(["virtualTags", "virtualTagsV1"] as const)(
  "after a write of ours by %s, the service is asked",
  async (by) => {
    const service = new TagService("a", "b");
    const client = service.client();
    const { virtualTagsV1 } = client;
    const read = (): Promise<{ name: string }[]> =>
      service.clock.until(Promise.all(["a", "b"].map((id) => virtualTagsV1.get(id, listed))));
    await read();
    await service.clock.until(client[by].update("a", { name: "newest", ...content }));
    expect((await read())[0]?.name).toBe("newest");
    expect(service.requests.filter((request) => request === listV1)).toHaveLength(2);
  },
);
