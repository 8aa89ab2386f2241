import { Cancelled, type Listed, type VirtualTagV1 } from "../../../client";
import { content, TagService } from "./tagService";

/** Whether neither a value nor anything in it can be changed. */
function isFrozenThroughout(value: unknown): boolean {
  return (
    Object.isFrozen(value) &&
    (typeof value === "string" || Object.values(Object(value) as object).every(isFrozenThroughout))
  );
}

const list = "GET /v2/virtual-tags";
const listV1 = "GET /v1/virtual-tags";

describe("many readers, one request", () => {
  test("reads of many tags at once are one list", async () => {
    const service = new TagService("a", "b", "c");
    const client = service.client();
    const tags = await service.clock.until(Promise.all(["a", "b", "c", "a"].map((id) => client.virtualTags.get(id))));
    expect(tags.map(({ id }) => id)).toEqual(["a", "b", "c", "a"]);
    expect(service.requests).toEqual([list]);
    expect(await client.virtualTags.findByName("name of b")).toHaveLength(1);
    expect(await client.virtualTags.list()).toHaveLength(3);
    expect(service.requests).toEqual([list]);
  });

  test("who says how old a list may be gets none that is older", async () => {
    const service = new TagService("a");
    const client = service.client();
    const find = (): Promise<unknown> =>
      service.clock.until(client.virtualTags.findByName("name of a", { maxAgeSeconds: 5 }));
    await find();
    await service.clock.advance(4_000);
    await find();
    expect(service.requests).toEqual([list]);
    await service.clock.advance(2_000);
    await service.clock.until(client.virtualTags.findByName("name of a"));
    expect(service.requests).toEqual([list]);
    await find();
    expect(service.requests).toEqual([list, list]);
  });

  test("a list that can't be read keeps nobody from a tag, and is not asked for again at once", async () => {
    const service = new TagService("a", "b", "c");
    service.tags.set("odd", { id: "odd", name: 7, ...content } as never);
    const client = service.client();
    const read = (...ids: string[]): Promise<unknown[]> =>
      service.clock.until(Promise.all(ids.map((id) => client.virtualTags.get(id))));
    expect(await read("a", "b")).toEqual(["a", "b"].map((id) => service.tags.get(id)));
    const before = service.requests.length;
    expect(await read("b", "c")).toEqual(["b", "c"].map((id) => service.tags.get(id)));
    expect(service.requests.slice(before)).toEqual([`${list}/b`, `${list}/c`]);
  });

  test("the read of one tag is a read of that tag, unless a list will do that is no older than the caller accepts", async () => {
    const service = new TagService("a", "b", "c");
    const client = service.client();
    await service.clock.until(client.virtualTags.get("a"));
    expect(service.requests).toEqual([`${list}/a`]);
    // An engine that refreshes many tags asks for them one after the other.
    for (const id of ["a", "b", "c"]) await service.clock.until(client.virtualTags.get(id, { maxAgeSeconds: 10 }));
    expect(service.requests).toEqual([`${list}/a`, list]);
  });

  test("the same read at the same time is sent once, and its readers share a frozen object", async () => {
    const service = new TagService("a");
    const client = service.client({ listMaxAgeSeconds: 0 });
    const [one, other] = await service.clock.until(
      Promise.all([client.virtualTags.get("a"), client.virtualTags.get("a")]),
    );
    expect(service.requests).toEqual([`${list}/a`]);
    expect(one).toBe(other);
    expect(isFrozenThroughout(one)).toBe(true);
    expect((await service.clock.until(client.virtualTags.list()))[0]).toEqual(one);
  });

  test("a list is parsed once for all readers, who share its tags", async () => {
    const service = new TagService("a", "b");
    const client = service.client();
    const parse = jest.spyOn(JSON, "parse");
    const readers = Array.from({ length: 16 }, () => client.virtualTags.findByName("name of b"));
    const named = await service.clock.until(Promise.all(readers));
    const found = [...named.flat(), (await client.virtualTags.list())[1], await client.virtualTags.get("b")];
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
    expect(found).toHaveLength(18);
    expect(new Set(found).size).toBe(1);
    expect(isFrozenThroughout(found[0])).toBe(true);
  });

  test("a name is looked up without going through the list", async () => {
    const service = new TagService(...Array.from({ length: 100 }, (_, number) => `t${number}`));
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    const normalize = jest.spyOn(String.prototype, "normalize");
    const found = await client.virtualTags.findByName("name of t7");
    const count = normalize.mock.calls.length;
    normalize.mockRestore();
    expect(found).toEqual([service.tags.get("t7")]);
    expect(count).toBe(1);
  });

  test("after a rename of ours, a tag has its new name only", async () => {
    const service = new TagService("a", "b");
    const client = service.client();
    const named = async (name: string): Promise<string[]> =>
      (await client.virtualTags.findByName(name)).map(({ id }) => id);
    await service.clock.until(client.virtualTags.list());
    await service.clock.until(client.virtualTags.update("a", { name: "name of b", ...content }));
    expect(await named("name of a")).toEqual([]);
    expect((await named("name of b")).sort()).toEqual(["a", "b"]);
    await service.clock.until(client.virtualTags.delete("b"));
    expect(await named("name of b")).toEqual(["a"]);
    expect(service.requests.filter((request) => request === list)).toHaveLength(1);
  });

  test("what a write answers is frozen, because the index keeps it", async () => {
    const service = new TagService("a");
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    const created = await service.clock.until(client.virtualTags.create({ name: "new", ...content }));
    expect(() => (created.name = "spoilt")).toThrow(TypeError);
    expect(await client.virtualTags.get(created.id)).toBe(created);
  });

  test("a list without rules is completed by reads by id, of the tags that are asked for", async () => {
    const service = new TagService("a", "b", "c");
    service.whole = false;
    const client = service.client();
    expect(await service.clock.until(client.virtualTags.findByName("name of b"))).toEqual([service.tags.get("b")]);
    expect(service.requests).toEqual([list, `${list}/b`]);
    expect(await service.clock.until(client.virtualTags.list())).toEqual([...service.tags.values()]);
    expect(service.requests).toHaveLength(4);
  });

  test("that a tag is not there is asked of the service, whatever a list says", async () => {
    const service = new TagService("a", "b");
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    service.tags.set("late", { id: "late", name: "late", ...content });
    expect(await service.clock.until(client.virtualTags.get("late"))).toMatchObject({ id: "late" });
    await expect(service.clock.until(client.virtualTags.get("none"))).rejects.toMatchObject({ name: "NotFound" });
    expect(service.requests).toEqual([list, `${list}/late`, `${list}/none`]);
  });

  test("fresh asks the service", async () => {
    const service = new TagService("a");
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    service.tags.set("a", { id: "a", name: "changed elsewhere", ...content });
    expect((await client.virtualTags.get("a")).name).toBe("name of a");
    expect((await service.clock.until(client.virtualTags.get("a", { fresh: true }))).name).toBe("changed elsewhere");
    // And who asks after that does not get the older one.
    expect((await client.virtualTags.get("a")).name).toBe("changed elsewhere");
    expect((await service.clock.until(client.virtualTags.list({ fresh: true })))[0]?.name).toBe("changed elsewhere");
  });

  test("age makes a list stale", async () => {
    const service = new TagService("a");
    const client = service.client({ listMaxAgeSeconds: 10 });
    await service.clock.until(client.virtualTags.list());
    await service.clock.advance(9000);
    await client.virtualTags.list();
    expect(service.requests).toHaveLength(1);
    await service.clock.advance(1000);
    await service.clock.until(client.virtualTags.list());
    expect(service.requests).toHaveLength(2);
  });

  test("our own writes are folded in", async () => {
    const service = new TagService("a", "b");
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    await service.clock.until(client.virtualTags.create({ name: "new", ...content }));
    await service.clock.until(client.virtualTags.update("a", { name: "updated", ...content }));
    await service.clock.until(client.virtualTags.delete("b"));
    service.requests.length = 0;
    expect((await client.virtualTags.list()).map(({ name }) => name)).toEqual(["updated", "new"]);
    expect(service.requests).toEqual([]);
  });

  test.each([
    ["is folded in", undefined, [list]],
    ["throws the list away when it is unclear", 500, [list, list]],
  ])("a write that ends while a list is on its way %s", async (_, trouble, lists) => {
    const service = new TagService("a");
    const client = service.client();
    if (trouble !== undefined) service.trouble.push(trouble);
    service.latency = () => [1, 100]; // the list is made before the update, and arrives after it
    const reading = client.virtualTags.list();
    await service.clock.advance(5);
    service.latency = () => [1, 1];
    const update = client.virtualTags.update("a", { name: "updated", ...content });
    await service.clock.until(update.catch(() => undefined));
    await service.clock.until(reading);
    expect((await service.clock.until(client.virtualTags.list()))[0]?.name).toBe("updated");
    expect(service.requests.filter((request) => request === list)).toEqual(lists);
  });

  test("a refused update changes nothing, also not for the next update of that tag", async () => {
    const service = new TagService("a");
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    service.trouble.push(409);
    const update = (): Promise<unknown> =>
      service.clock.until(client.virtualTags.update("a", { name: "updated", ...content }));
    await expect(update()).rejects.toMatchObject({ name: "Conflict" });
    await update();
    await client.virtualTags.list();
    expect(service.requests.filter((request) => request === list)).toHaveLength(1);
  });

  test.each([
    ["an unclear outcome", 500, undefined],
    ["a staged version", undefined, false],
  ])("%s makes a list stale", async (_, trouble, setAsLive) => {
    const service = new TagService("a");
    const client = service.client();
    await service.clock.until(client.virtualTags.list());
    if (trouble !== undefined) service.trouble.push(trouble);
    const update = client.virtualTags.update("a", { name: "x", ...content }, { setAsLive });
    await service.clock.until(update.catch(() => undefined));
    await service.clock.until(client.virtualTags.list());
    expect(service.requests.filter((request) => request === list)).toHaveLength(2);
  });

  test.each([
    ["an update of the created tag", "virtualTags"],
    ["an update by V1", "virtualTagsV1"],
  ] as const)("an answer that %s overtook is not folded in", async (_, name) => {
    const service = new TagService("a");
    const client = service.client();
    service.latency = () => [1, 100];
    const id = name === "virtualTags" ? "new1" : "a";
    const { virtualTags } = client;
    const slow =
      id === "a"
        ? virtualTags.update("a", { name: "old", ...content })
        : virtualTags.create({ name: "old", ...content });
    await service.clock.advance(5);
    service.latency = () => [1, 1];
    await service.clock.until(client[name].update(id, { name: "newest", ...content }));
    await service.clock.until(virtualTags.list());
    await service.clock.until(slow);
    expect((await service.clock.until(virtualTags.get(id))).name).toBe("newest");
  });

  test("an id in other letters is the same tag", async () => {
    const service = new TagService("a", "b");
    const client = service.client();
    service.sameLetters = true;
    await service.clock.until(client.virtualTags.list());
    expect(await client.virtualTags.get("A")).toMatchObject({ id: "a" });
    await service.clock.until(client.virtualTags.get("A", { fresh: true }));
    expect(await client.virtualTags.list()).toHaveLength(2);
    await service.clock.until(client.virtualTags.delete("A"));
    expect((await client.virtualTags.list()).map(({ id }) => id)).toEqual(["b"]);
    expect(service.requests).toEqual([list, `${list}/A`, `DELETE /v2/virtual-tags/A`]);
  });

  test("who leaves a shared read leaves alone; the last one ends it", async () => {
    const service = new TagService("a");
    const client = service.client();
    const controllers = [new AbortController(), new AbortController()];
    const [one, other] = controllers.map(({ signal }) => client.virtualTags.list({ signal }));
    await service.clock.advance(5);
    controllers[0]?.abort();
    await expect(one).rejects.toThrow(Cancelled);
    expect(await service.clock.until(other ?? Promise.reject(new Error()))).toHaveLength(1);

    const controller = new AbortController();
    const alone = client.virtualTags.list({ fresh: true, signal: controller.signal });
    await service.clock.advance(5);
    controller.abort();
    await expect(alone).rejects.toThrow(Cancelled);
    // The service's own timer is left; the client's are not.
    await service.clock.advance(0);
    expect(service.requests).toHaveLength(2);
    expect(service.clock.timers).toBe(1);
  });

  test("who asks right after the last one has left is not cancelled with it", async () => {
    const service = new TagService("a");
    const client = service.client();
    const controller = new AbortController();
    const left = client.virtualTags.list({ signal: controller.signal });
    await service.clock.advance(5);
    controller.abort();
    const next = client.virtualTags.list();
    await expect(left).rejects.toThrow(Cancelled);
    expect(await service.clock.until(next)).toHaveLength(1);
  });
});

describe("V1", () => {
  /** A list will do that is no older than this. */
  const listed = { maxAgeSeconds: 10 };
  // The warning of V1's age is another test's.
  beforeEach(() => jest.spyOn(process, "emitWarning").mockImplementation(() => undefined));

  test("reads of many tags at once are one list, and that answers further ones", async () => {
    const service = new TagService("a", "b", "c");
    const { virtualTagsV1 } = service.client();
    const tags = await service.clock.until(
      Promise.all(["a", "b", "c", "a"].map((id) => virtualTagsV1.get(id, listed))),
    );
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
});

describe("one request for all that read at the same time", () => {
  test("no caller of a shared read can change its result", async () => {
    const parse = jest.spyOn(JSON, "parse");
    const service = new TagService();
    const client = service.client();
    const read = (): Promise<readonly Listed<VirtualTagV1>[]> => client.virtualTagsV1.list();
    service.tags.set("a", { id: "a", name: "A", rules: [], defaultValue: { key: "k", costCenter: "AWS" } });
    const [one, ...others] = await service.clock.until(Promise.all([read(), read(), read()]));
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
    expect(service.requests).toEqual([listV1]);
    for (const other of others) expect(other).toBe(one);
    expect(isFrozenThroughout(one)).toBe(true);
    expect(() => (one as unknown[]).pop()).toThrow(TypeError);
  });
});
