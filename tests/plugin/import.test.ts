/** What the plugin answers to an import, over gRPC, against the emulator. */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { asOther } from "../support/asOther";
import {
  emulator,
  type Properties,
  struct,
  plain,
  call,
  configure,
  urnOf,
  urn,
  key,
  filters,
  tag,
  check,
  create,
  diff,
  read,
  writes,
  editByOther,
  passed,
  start,
  stop,
} from "./plugin";

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;

describe("an import", () => {
  beforeEach(() => configure());
  const made = {
    name: "Manual",
    rules: [{ to: "A", filters, timeframe: { from: 1_700_000_000_000 } }],
    defaultValue: key,
  };
  const madeByOther = async (): Promise<string> => {
    const { virtualTag } = (await asOther(emulator, "POST", "/v2/virtual-tags", made)) as {
      virtualTag?: { id: string };
    };
    if (virtualTag !== undefined) return virtualTag.id;
    const { virtualTags } = (await asOther(emulator, "GET", "/v2/virtual-tags")) as { virtualTags: { id: string }[] };
    return virtualTags[0]?.id ?? "";
  };

  test("reads a tag in the schema's form. Its program has no difference, and nothing is saved", async () => {
    const id = await madeByOther();
    const answer = await read(id);
    const inputs = plain(answer.getInputs());
    expect(inputs).toEqual({
      name: "Manual",
      rules: [{ to: "A", filters, timeframe: { from: "2023-11-14T22:13:20Z" } }],
      defaultValueKey: key,
    });
    // From now on, the tag is one of this account.
    const account = { account: expect.stringMatching(/./u) as string };
    expect(plain(answer.getProperties())).toMatchObject({ __memory: { value: account }, __report: account });
    expect((await check(inputs)).failures).toEqual([]);
    expect((await diff(id, passed(plain(answer.getProperties())), inputs, inputs)).getChanges()).toBe(DIFF_NONE);
    expect(writes()).toEqual([]);
  });

  test("drift of an imported tag is reported from the first refresh on, and its first save adds the mark", async () => {
    const id = await madeByOther();
    const imported = await read(id);
    const [state, inputs] = [passed(plain(imported.getProperties())), plain(imported.getInputs())];
    const change = new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(state));
    await editByOther(`/v2/virtual-tags/${id}`, { ...made, defaultValue: "Theirs" });
    const refreshed = passed(plain((await read(id, state, inputs)).getProperties()));
    expect(refreshed["__memory"]).toHaveProperty("drift");
    const own = { ...inputs, defaultValueKey: undefined, defaultValue: "Ours" };
    const news = struct(JSON.parse(JSON.stringify(own)) as Properties);
    await expect(call("update", change.setNews(news))).rejects.toMatchObject({
      details: expect.stringContaining("CA2013") as string,
    });

    await editByOther(`/v2/virtual-tags/${id}`, made);
    await call("update", change.setNews(news));
    const versions = (await asOther(emulator, "GET", `/v2/virtual-tags/${id}/versions`)) as unknown as {
      changeDescription?: string;
    }[];
    expect(versions[0]?.changeDescription).toBe("(pulumi bill/dev#team)");
  });

  test("a tag is deleted if an import gives its resource another one", async () => {
    const { id, state } = await create(tag);
    stop();
    await start();
    await configure();
    const other = await asOther(emulator, "POST", "/v2/virtual-tags", made);
    const imported = await read(String(other["id"]));
    await check(plain(imported.getInputs()));
    await call(
      "delete",
      new messages.DeleteRequest()
        .setUrn(urn)
        .setId(id)
        .setProperties(struct(passed(state))),
    );
    expect(writes()).toEqual(["POST", "DELETE"]);
  });

  test("what a program only reads has no change in a refresh", async () => {
    const { id } = await create(tag);
    for (const one of [urnOf("VirtualTag"), urnOf("VirtualTagMetadata")]) {
      const state = passed(plain((await read(id, {}, {}, one)).getProperties()));
      expect(passed(plain((await read(id, state, {}, one)).getProperties()))).toEqual(state);
    }
  });

  test("a tag of another resource is refused with its owner. A program may still read it", async () => {
    const { id } = await create(tag, urnOf("VirtualTag", "owner"));
    const answer = await read(id);
    expect(answer.getId()).toBe(id);
    await expect(check(plain(answer.getInputs()))).rejects.toMatchObject({
      details: expect.stringMatching(/bill\/dev#owner.*CA2007/) as string,
    });
    expect(writes()).toEqual(["POST"]);
  });

  describe("of a tag of another resource, by the option `import`", () => {
    let id: string;
    let imported: { state: Properties; inputs: Properties };
    const update = (adoption: Properties, preview = false, ignored: string[] = []): Promise<messages.UpdateResponse> =>
      call(
        "update",
        new messages.UpdateRequest()
          .setUrn(urn)
          .setIgnorechangesList(ignored)
          .setId(id)
          .setOlds(struct(imported.state))
          .setNews(struct({ ...imported.inputs, ...adoption }))
          .setPreview(preview),
      );
    const refusal = (code: string) => ({ details: expect.stringContaining(code) as string });
    beforeEach(async () => {
      ({ id } = await create(tag, urnOf("VirtualTag", "owner")));
      stop();
      await start();
      await configure();
      const answer = await read(id);
      imported = { state: passed(plain(answer.getProperties())), inputs: plain(answer.getInputs()) };
      emulator.control.clearRequests();
    });

    test.each([
      { adoption: (): Properties => ({ adopt: true }) },
      { adoption: (): Properties => ({ adoptId: id.toUpperCase() }) },
    ])("`adopt` takes it over, by one save in `up`", async ({ adoption }) => {
      const { state, inputs } = imported;
      const news = (await check({ ...inputs, ...adoption() })).inputs;
      expect((await diff(id, state, inputs, news)).getChanges()).toBe(DIFF_SOME);
      await update(adoption(), true);
      expect(writes()).toEqual([]);
      const saved = passed(plain((await update(adoption())).getProperties()));
      expect(writes()).toEqual(["PUT"]);
      expect(saved).toMatchObject({ ...adoption(), __memory: { mark: "(pulumi bill/dev#team)" } });
      expect((await diff(id, saved, news, news)).getChanges()).toBe(DIFF_NONE);
    });

    test("`adopt` of another tag doesn't allow it", async () => {
      const news = { ...imported.inputs, adoptId: "00000000-0000-4000-8000-000000000000" };
      await expect(check(news)).rejects.toMatchObject(refusal("CA2007"));
    });

    test("`adopt` doesn't allow it beside ignored changes, which are older than what the owner saves meanwhile", async () => {
      for (const preview of [true, false])
        await expect(update({ adopt: true }, preview, ["rules"])).rejects.toMatchObject(refusal("CA2007"));
      expect(writes()).toEqual([]);
    });

    test("if the engine keeps it in spite of the refusal, each run refuses it, and a delete leaves it to its owner", async () => {
      stop();
      await start();
      await configure();
      const { state, inputs } = imported;
      expect((await diff(id, state, inputs, inputs)).getChanges()).toBe(DIFF_SOME);
      await expect(update({}, true)).rejects.toMatchObject(refusal("CA2007"));
      await expect(update({})).rejects.toMatchObject(refusal("CA2007"));
      // Without `adopt`, not even a name that no tag has makes another tag.
      await expect(update({ name: "Renamed" })).rejects.toMatchObject(refusal("CA2007"));
      await call("delete", new messages.DeleteRequest().setUrn(urn).setId(id).setProperties(struct(state)));
      expect(writes()).toEqual([]);
      await update({ adopt: true });
      expect(writes()).toEqual(["PUT"]);
    });

    test("`adopt` doesn't allow what V2 can't save", async () => {
      await editByOther(`/v2/virtual-tags/${id}`, { ...made, name: "FOCUS/Team" });
      const inputs = plain((await read(id)).getInputs());
      await expect(check({ ...inputs, adopt: true })).rejects.toMatchObject(refusal("CA2023"));
    });
  });

  describe.each([
    {
      what: "a tag without a live version",
      code: "CA2034",
      before: () => asOther(emulator, "POST", "/v2/virtual-tags?setAsLive=false", made),
      later: made,
    },
    {
      what: "a predefined tag",
      code: "CA2023",
      before: () => asOther(emulator, "POST", "/v2/virtual-tags", { ...made, name: "FOCUS/Team" }),
      later: made,
    },
  ])("of $what", ({ code, before, later }) => {
    const refusal = { details: expect.stringContaining(code) as string };
    const update = (id: string, state: Properties, inputs: Properties): Promise<unknown> =>
      call("update", new messages.UpdateRequest().setUrn(urn).setId(id).setOlds(struct(state)).setNews(struct(inputs)));

    test("is refused by each run, also if the engine has kept it, until the reason is gone", async () => {
      const id = String((await before())["id"]);
      const imported = await read(id);
      const [state, inputs] = [passed(plain(imported.getProperties())), plain(imported.getInputs())];
      await expect(check(inputs)).rejects.toMatchObject(refusal);
      stop();
      await start();
      await configure();
      expect((await check(inputs)).failures).toEqual([]);
      expect((await diff(id, state, inputs, inputs)).getChanges()).toBe(DIFF_SOME);
      await expect(update(id, state, inputs)).rejects.toMatchObject(refusal);
      const refreshed = passed(plain((await read(id, state, inputs)).getProperties()));
      expect((await diff(id, refreshed, inputs, inputs)).getChanges()).toBe(DIFF_SOME);
      await editByOther(`/v2/virtual-tags/${id}`, later);
      const now = plain((await read(id, state, inputs)).getInputs());
      await update(id, state, now);
      expect(writes()).toEqual([]);
    });
  });

  test("two resources of a program can't have the same tag", async () => {
    const id = await madeByOther();
    const [one, two] = [urn, urnOf("VirtualTag", "two")];
    const difference = async (of: string, name: string): Promise<unknown> => {
      const imported = await read(id, {}, {}, of);
      const inputs = plain(imported.getInputs());
      const { inputs: news } = await check({ ...inputs, name }, of);
      const request = new messages.DiffRequest().setUrn(of).setId(id).setOlds(imported.getProperties());
      return call("diff", request.setOldInputs(struct(inputs)).setNews(struct(news)));
    };
    await difference(one, "One");
    await expect(difference(two, "Two")).rejects.toMatchObject({
      details: expect.stringContaining("CA2021") as string,
    });
  });

  test("nothing is found for an unknown ID, and a path is no ID", async () => {
    expect((await read("00000000-0000-4000-8000-000000000000")).getId()).toBe("");
    await expect(read("../scans")).rejects.toMatchObject({ details: expect.stringContaining("CA1004") as string });
  });

  test("a tag that a program only reads has no drift in a refresh", async () => {
    const id = await madeByOther();
    const state = passed(plain((await read(id)).getProperties()));
    await editByOther(`/v2/virtual-tags/${id}`, { ...made, defaultValue: "Theirs" });
    const refreshed = passed(plain((await read(id, state)).getProperties()));
    expect(refreshed).toMatchObject({ defaultValue: "Theirs" });
    expect(refreshed["__memory"]).toEqual(state["__memory"]);
  });
});
