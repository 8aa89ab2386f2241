/** Which requests an operation makes before it decides, and what it does about saves that happen in between. */
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import {
  account,
  changed,
  create,
  editByOther,
  inputs,
  later,
  madeByOther,
  mark,
  newRun,
  reads,
  remove,
  requests,
  setDriftPolicy,
  start,
  update,
  urn,
} from "./account";

const { list, tag, history, version } = reads;
const post = "POST /v2/virtual-tags setAsLive=true";
const put = "PUT /v2/virtual-tags/{id} setAsLive=true";

beforeEach(() => start());

/** The requests of an operation in a run of its own. */
async function requestsOf(operation: () => Promise<unknown>): Promise<string[]> {
  newRun();
  account.emulator.control.clearRequests();
  await operation();
  return requests();
}

describe("a create", () => {
  test("of a free name reads the list", async () => {
    expect(await requestsOf(() => create())).toEqual([list, post]);
  });

  test("of a name that a tag has reads its versions, and then the tag", async () => {
    await create();
    expect(await requestsOf(() => create())).toEqual([list, history, tag, version]);
  });

  test("of a name that several tags have looks for its mark in each", async () => {
    const { id } = await create();
    await madeByOther();
    const read = await requestsOf(async () => {
      expect(await create()).toMatchObject({ id });
    });
    expect(read.slice(-3)).toEqual([history, tag, version]);
    expect(read.filter((request) => request === history).length).toBeLessThanOrEqual(3);
  });

  test("with an adopt ID reads that tag only", async () => {
    await madeByOther();
    const id = await madeByOther();
    const read = await requestsOf(async () => {
      expect(await create({ ...inputs, adopt: id.toUpperCase() })).toMatchObject({ id });
    });
    expect(read).toEqual([list, history, tag, version]);
  });

  test("with an adopt ID reads no tag if only others have the name", async () => {
    const id = await madeByOther({ name: "Old name" });
    await madeByOther();
    const read = requestsOf(() => expect(create({ ...inputs, adopt: id })).rejects.toMatchObject({ code: "CA2005" }));
    expect(await read).toEqual([list]);
  });

  test("shares its list with the creates of other tags", async () => {
    const read = await requestsOf(() =>
      Promise.all(["a", "b", "c"].map((name) => create({ ...inputs, name, __resourceUrn: urn(name) }))),
    );
    expect(read).toEqual([list, post, post, post]);
  });
});

describe("an update", () => {
  test("of a tag that is as the stack left it reads the list and the versions", async () => {
    const { id, state } = await create();
    expect(await requestsOf(() => update(id, state, changed))).toEqual([list, history, put]);
  });

  test("of an edited tag also reads the tag and what is live", async () => {
    const { id, state } = await create();
    later();
    await editByOther(id, { defaultValue: "Theirs" });
    // Two versions: what is live, and the one to go back to.
    expect(await requestsOf(() => update(id, state, changed))).toEqual([list, history, tag, version, version, put]);
  });

  test("with another name looks whether that is free", async () => {
    const { id, state } = await create();
    expect(await requestsOf(() => update(id, state, { ...inputs, name: "Squad" }))).toEqual([list, history, put]);
    const other = await madeByOther();
    const rename = requestsOf(() => expect(update(id, state, inputs)).rejects.toMatchObject({ code: "CA2022" }));
    expect(await rename).not.toContain(put);
    expect(other).not.toBe(id);
  });

  test("reads what is live if a version is staged", async () => {
    const { id, state } = await create();
    const staged = await update(id, state, { ...changed, setAsLive: false });
    expect(await requestsOf(() => update(id, staged, changed))).toEqual([list, history, tag, version, version, put]);
  });

  test.each([
    ["is forbidden", { kind: "status", status: 403 }],
    ["can't be understood", { kind: "wrongContentType" }],
  ] as const)("needs no list if that %s", async (_, fault) => {
    const { id, state } = await create();
    account.emulator.control.placeFault({ path: "/v2/virtual-tags", method: "GET", ...fault });
    const made = await requestsOf(() => update(id, state, changed));
    expect(made.filter((request) => request !== list)).toEqual([history, tag, put]);
  });
});

test("a delete reads the versions, even of a tag that is as the stack left it: they tell who owns it", async () => {
  const { id, state } = await create();
  expect(await requestsOf(() => remove(id, state))).toEqual([list, history, "DELETE /v2/virtual-tags/{id}"]);
});

describe("an update of many tags", () => {
  const names = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
  const declare = (name: string, change: object = {}): VirtualTagInputs => ({
    ...inputs,
    name,
    ...change,
    __resourceUrn: urn(name),
  });
  const made = async (): Promise<{ id: string; state: VirtualTagState }[]> => {
    const tags = [];
    for (const name of names) tags.push(await create(declare(name)));
    return tags;
  };
  const updateAll = async (tags: { id: string; state: VirtualTagState }[]): Promise<unknown> => {
    for (const { id, state } of tags) await update(id, state, declare(state.name, { defaultValue: "Other" }));
    return undefined;
  };

  /** The versions' route has something else to do, for as long as the test takes. */
  const occupy = (): void => {
    jest.spyOn(account.context.client, "isFree").mockReturnValue(false);
  };

  test("reads one list, and the versions of the first 8 tags, even if their route is not free", async () => {
    const tags = await made();
    occupy();
    const read = await requestsOf(() => updateAll(tags));
    expect(read.filter((request) => request === list)).toHaveLength(1);
    expect(read.filter((request) => request === history)).toHaveLength(8);
    expect(read.slice(-3)).toEqual([put, put, put]);
  });

  test("reads the versions of further tags as long as their route is free", async () => {
    const tags = await made();
    const read = await requestsOf(() => updateAll(tags));
    expect(read.filter((request) => request === history)).toHaveLength(10);
  });
});

describe("a save by somebody else between two reads", () => {
  /** Lets something happen right after the next read of the list, or of the versions. */
  const afterNext = (read: "list" | "versions", happens: (id: string) => Promise<unknown>, id: string): void => {
    const { virtualTags, virtualTagVersions } = account.context.client;
    if (read === "list") {
      const snapshot = virtualTags.snapshot.bind(virtualTags);
      jest.spyOn(virtualTags, "snapshot").mockImplementationOnce(async (...given) => {
        const result = await snapshot(...given);
        await happens(id);
        return result;
      });
    } else {
      const newest = virtualTagVersions.newest.bind(virtualTagVersions);
      jest.spyOn(virtualTagVersions, "newest").mockImplementationOnce(async (...given) => {
        const result = await newest(...given);
        await happens(id);
        return result;
      });
    }
  };
  const restore = {
    defaultValue: "Theirs",
    versionMetadata: { changeDescription: `Restore version 1 of 2026-01-01T00:00:00.000Z ${mark}` },
  };

  test.each([
    ["list", "the content", { defaultValue: "Theirs" }],
    ["list", "the name", { name: "Theirs" }],
    ["list", "a restored version, which keeps the mark", restore],
    ["versions", "the content", { defaultValue: "Theirs" }],
    ["versions", "a restored version, which keeps the mark", restore],
  ] as const)("after the %s is drift: %s", async (read, _, change) => {
    const { id, state } = await create();
    // An unknown date has an update read everything.
    const known = read === "list" ? state : { ...state, __memory: { mark } };
    later();
    newRun();
    setDriftPolicy("refuse");
    afterNext(read, () => editByOther(id, change), id);
    await expect(update(id, known, changed)).rejects.toMatchObject({ code: "CA2013" });
    expect(account.writes()).toHaveLength(1);
  });

  test.each([0, 10_000])("is its own, if an interrupted run saves the declared content (after %i ms)", async (wait) => {
    const { id, state } = await create();
    newRun();
    const saved = (): Promise<unknown> => {
      account.emulator.control.advanceClock(wait);
      return editByOther(id, { defaultValue: "Other", versionMetadata: { changeDescription: mark } });
    };
    afterNext("list", saved, id);
    expect(await update(id, state, changed)).toMatchObject({ ...changed, __memory: { mark, versionCount: 2 } });
    expect(account.writes()).toHaveLength(1);
    expect(account.codes()).toEqual([]);
  });
});
