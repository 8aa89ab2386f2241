import { Cancelled } from "../../../client";
import { content, TagService } from "./tagService";
import { SingleFlight } from "../../../client/cache/singleFlight";
import { FakeClock } from "../fakeClock";

const list = "GET /v2/virtual-tags";

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

  test("the same read at the same time is sent once, and nobody shares an object", async () => {
    const service = new TagService("a");
    const client = service.client({ listMaxAgeSeconds: 0 });
    const [one, other] = await service.clock.until(
      Promise.all([client.virtualTags.get("a"), client.virtualTags.get("a")]),
    );
    expect(service.requests).toEqual([`${list}/a`]);
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
    expect((await service.clock.until(client.virtualTags.list()))[0]).toEqual(one);
  });

  test("what a caller does to an answer changes nobody else's", async () => {
    const service = new TagService("a");
    const client = service.client();
    for (const tag of await service.clock.until(client.virtualTags.list())) tag.name = "spoilt";
    expect((await client.virtualTags.list())[0]?.name).toBe("name of a");
    const created = await service.clock.until(client.virtualTags.create({ name: "new", ...content }));
    created.name = "spoilt";
    expect((await client.virtualTags.get(created.id)).name).toBe("new");
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
  const listV1 = "GET /v1/virtual-tags";
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
  test("each caller of a shared read may change its result", async () => {
    let sent = 0;
    const answer = { name: "Team" };
    const reads = new SingleFlight((call) => {
      sent += 1;
      return Promise.resolve(call.read(answer, ""));
    }, new FakeClock());
    const call = {
      operation: "virtualTags.get",
      method: "GET" as const,
      route: "GET /v2/virtual-tags/{id}" as const,
      path: "/v2/virtual-tags/t1",
      write: false,
      read: (json: unknown) => json,
    };
    const results = await Promise.all([1, 2, 3].map(async () => (await reads.read(call, {})).result));
    expect(sent).toBe(1);
    expect(results).toEqual([answer, answer, answer]);
    expect(new Set(results).size).toBe(3);
  });
});
