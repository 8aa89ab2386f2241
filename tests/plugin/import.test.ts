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
} from "./plugin";

const { DIFF_NONE } = messages.DiffResponse.DiffChanges;

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

  test("a tag of another resource is refused with its owner. A program may still read it", async () => {
    const { id } = await create(tag, urnOf("VirtualTag", "owner"));
    const answer = await read(id);
    expect(answer.getId()).toBe(id);
    await expect(check(plain(answer.getInputs()))).rejects.toMatchObject({
      details: expect.stringMatching(/bill\/dev#owner.*CA2007/) as string,
    });
    expect(writes()).toEqual(["POST"]);
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
    expect(refreshed["__memory"]).toBeUndefined();
  });
});
