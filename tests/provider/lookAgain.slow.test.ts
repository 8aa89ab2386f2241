/** What someone else does while a write waits to be sent: it is heeded as if it had been there at the first look. */
import { type Clock, systemClock } from "../../client/clock";
import { notificationEndpointLifecycle } from "../../provider/notificationEndpoint";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1";
import { startAccount } from "./account";
import {
  account,
  content,
  create,
  editByOther,
  inputs,
  mark,
  remove,
  start,
  update,
  urn,
  versions,
} from "./virtualTagAccount";

/** What happens during the next wait of half a minute or so, which then is over. */
let meanwhile: () => Promise<unknown>;
let skipped: number;
const clock: Clock = {
  now: () => systemClock.now() + skipped,
  elapsed: () => systemClock.elapsed() + skipped,
  after: (milliseconds, callback) => {
    // The ends of a request and of an operation are further off, or nearer.
    if (milliseconds < 20_000 || milliseconds > 50_000) return systemClock.after(milliseconds, callback);
    let isOff = false;
    const happens = meanwhile;
    meanwhile = () => Promise.resolve();
    void happens().then(() => {
      skipped += isOff ? 0 : milliseconds;
      if (!isOff) callback();
    });
    return () => {
      isOff = true;
    };
  },
};

beforeEach(() => {
  skipped = 0;
  meanwhile = () => Promise.resolve();
  return start(
    startAccount({
      emulator: { switches: { v1AfterEndOfLife: "serve" }, limits: { perRoute: { "*": 60_000 } } },
      client: { clock, v1AfterEndOfLife: "allow" },
    }),
  );
});

/** Has the next write of that method wait for half a minute. */
const holdBack = (
  method: "POST" | "PUT" | "DELETE",
  happens: () => Promise<unknown> = () => Promise.resolve(),
): void => {
  account.emulator.control.placeFault({ method, kind: "status", status: 429, retryAfter: 30, times: 1 });
  account.emulator.control.clearRequests();
  meanwhile = happens;
};
/** Our own requests since then. */
const routes = (): string[] =>
  account.emulator.control
    .requests()
    .filter(({ clientId }) => clientId === account.emulator.clientId)
    .map(({ route, status }) => `${String(route)} ${String(status)}`);
const refuse = (): void => {
  account.context.settings = { driftPolicy: "refuse" };
};
const changed = { ...inputs, defaultValue: "Other" };
const isRefused = /was changed outside this stack by ines@example\.com/;

describe("VirtualTag", () => {
  test("a save is one read more after a wait, where nobody has saved meanwhile", async () => {
    const { id, state } = await create();
    holdBack("PUT");
    await update(id, state, changed);
    expect(routes()).toEqual([
      "GET /v2/virtual-tags/{id} 200",
      "GET /v2/virtual-tags/{id}/versions 200",
      "PUT /v2/virtual-tags/{id} 429",
      "GET /v2/virtual-tags/{id}/versions 200",
      "PUT /v2/virtual-tags/{id} 200",
    ]);
    expect(account.messages).toEqual([]);
  });

  test.each([{ defaultValue: "Theirs" }, { name: "Theirs" }])("an edit is not saved over: %p", async (change) => {
    const { id, state } = await create();
    refuse();
    holdBack("PUT", () => editByOther(id, change));
    await expect(update(id, state, changed)).rejects.toThrow(isRefused);
    expect(routes().at(-1)).toMatch(/^GET/);
  });

  test("an edit is saved over with a word, where the settings let it", async () => {
    const { id, state } = await create();
    holdBack("PUT", () => editByOther(id, { defaultValue: "Theirs" }));
    expect(await update(id, state, changed)).toMatchObject(changed);
    expect(account.messages).toEqual([expect.stringMatching(/^warning: .*To have it back: cost-allocation versions/)]);
  });

  test.each([true, false])(
    "what a killed run of ours has saved late is not saved again; live: %p",
    async (setAsLive) => {
      const { id, state } = await create();
      refuse();
      const description = setAsLive ? mark : `(named "Team") ${mark}`;
      const body = { ...changed, versionMetadata: { changeDescription: description } };
      delete (body as { resourceUrn?: string }).resourceUrn;
      holdBack("PUT", () => account.asOther("PUT", `/v2/virtual-tags/${id}?setAsLive=${String(setAsLive)}`, body));
      const after = await update(id, state, { ...changed, setAsLive });
      expect(after).toMatchObject({ ...changed, mark, versionCount: 2 });
      expect(after.stagedVersionId).toBe(setAsLive ? undefined : (await versions(id))[0]?.id);
      expect(await versions(id)).toHaveLength(2);
      expect(account.messages).toEqual([]);
    },
  );

  test("a name that another tag was given meanwhile is not given a second time", async () => {
    const { id, state } = await create();
    holdBack("PUT", () => account.asOther("POST", "/v2/virtual-tags", { ...content, name: "Next" }));
    await expect(update(id, state, { ...inputs, name: "Next" })).rejects.toThrow(`can't be named "Next"`);
    expect(routes().at(-1)).toMatch(/^GET/);
  });

  test("a tag that the program adopts, and that another stack takes over first, is not saved over", async () => {
    const { id } = await create({ ...inputs, resourceUrn: urn("former") });
    holdBack("PUT", () => editByOther(id, { versionMetadata: { changeDescription: "(pulumi bill/prod#team)" } }));
    await expect(create({ ...inputs, adopt: true })).rejects.toThrow(
      /was taken over by \(pulumi bill\/prod#team\) while this save waited for its turn\. Nothing was written\./,
    );
  });

  test("a tag that another stack has taken over is not saved over, nor deleted", async () => {
    const taken = { versionMetadata: { changeDescription: "(pulumi bill/prod#team)" } };
    const { id, state } = await create();
    holdBack("PUT", () => editByOther(id, taken));
    await expect(update(id, state, changed)).rejects.toThrow("was taken over by (pulumi bill/prod#team) while");

    await editByOther(id, { versionMetadata: { changeDescription: "(pulumi bill/dev#team)" } });
    holdBack("DELETE", () => editByOther(id, taken));
    await expect(remove(id, state)).rejects.toThrow("belongs to (pulumi bill/prod#team) by now: it was not deleted");
  });

  test("an edit is not deleted, and one that is let go is told", async () => {
    const { id, state } = await create();
    refuse();
    holdBack("DELETE", () => editByOther(id, { defaultValue: "Theirs" }));
    await expect(remove(id, state)).rejects.toThrow(isRefused);
    account.context.settings = { driftPolicy: "overwrite" };
    await editByOther(id, content);
    holdBack("DELETE", () => editByOther(id, { defaultValue: "Theirs" }));
    await remove(id, state);
    expect(account.messages).toEqual([expect.stringMatching(/^warning: .* It is deleted all the same/)]);
  });

  test("a tag of that name, made by someone else, is not doubled", async () => {
    holdBack("POST", () => account.asOther("POST", "/v2/virtual-tags", content));
    await expect(create()).rejects.toThrow("already: ");
    const find = jest.spyOn(account.context.client.virtualTags, "findByName");
    holdBack("POST", () => account.asOther("POST", "/v2/virtual-tags", { ...content, name: "Next" }));
    await expect(create({ ...inputs, name: "Next", adopt: true })).rejects.toThrow(
      "was made by ines@example.com while this one waited for its turn. Nothing was written",
    );
    // An older list would be the very one of the first look.
    expect(find.mock.lastCall).toMatchObject(["Next", { maxAgeSeconds: 5 }]);
  });
});

describe("VirtualTagV1", () => {
  const old = { ...inputs, isCaseSensitive: false, resourceUrn: urn("v1") };
  beforeEach(() => {
    jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    refuse();
  });

  test("an edit is neither saved over nor deleted", async () => {
    const { id, state } = await virtualTagV1Lifecycle.create(old, account.context);
    holdBack("PUT", () => editByOther(id, { defaultValue: "Theirs" }));
    const updated = virtualTagV1Lifecycle.update(id, state, { ...old, defaultValue: "Other" }, account.context);
    await expect(updated).rejects.toThrow(isRefused);
    await editByOther(id, content);
    holdBack("DELETE", () => editByOther(id, { defaultValue: "Theirs" }));
    await expect(virtualTagV1Lifecycle.delete(id, state, account.context)).rejects.toThrow(isRefused);
  });

  test.each(["refuse", "overwrite"] as const)(
    "what a killed run of ours has saved late is not saved again: %s",
    async (setting) => {
      const { id, state } = await virtualTagV1Lifecycle.create(old, account.context);
      account.context.settings = { driftPolicy: setting };
      holdBack("PUT", () => editByOther(id, { defaultValue: "Other" }));
      const updated = await virtualTagV1Lifecycle.update(id, state, { ...old, defaultValue: "Other" }, account.context);
      expect(updated).toMatchObject({ defaultValue: "Other" });
      expect(await versions(id)).toHaveLength(2);
      expect(account.messages).toEqual([]);
    },
  );

  test("a save is one read more after a wait, where nobody has saved meanwhile", async () => {
    const { id, state } = await virtualTagV1Lifecycle.create(old, account.context);
    holdBack("PUT");
    await virtualTagV1Lifecycle.update(id, state, { ...old, defaultValue: "Other" }, account.context);
    expect(routes().slice(-3)).toEqual([
      "PUT /v1/virtual-tags/{id} 429",
      "GET /v1/virtual-tags/{id} 200",
      "PUT /v1/virtual-tags/{id} 200",
    ]);
  });

  test("a tag of that name, made by someone else, is not doubled", async () => {
    holdBack("POST", () => account.asOther("POST", "/v2/virtual-tags", content));
    await expect(virtualTagV1Lifecycle.create(old, account.context)).rejects.toThrow("already: ");
  });
});

test("metadata that someone else enters is not written over", async () => {
  const { id } = await create();
  const path = `/v2/virtual-tags/${id}/metadata`;
  holdBack("PUT", () => account.asOther("PUT", path, { Theirs: { groups: ["t"] } }));
  const declared = { virtualTagId: id, metadata: { Web: { groups: ["g"] } }, resourceUrn: urn("metadata") };
  await expect(virtualTagMetadataLifecycle.create(declared, account.context)).rejects.toThrow(
    `Someone else wrote metadata of the Virtual Tag ${id} while a write waited for its turn.`,
  );
  expect(await account.asOther("GET", path)).toMatchObject({ metadata: { Theirs: { groups: ["t"] } } });
});

describe("metadata that is merged", () => {
  const path = (id: string): string => `/v2/virtual-tags/${id}/metadata`;
  const declare = (virtualTagId: string): ReturnType<typeof virtualTagMetadataLifecycle.create> =>
    virtualTagMetadataLifecycle.create(
      {
        virtualTagId,
        metadata: { Web: { groups: ["g"] } },
        mergeValuesAndMetadata: true,
        resourceUrn: urn("metadata"),
      },
      account.context,
    );

  test.each([
    ["another value", { Theirs: { groups: ["t"] } }],
    ["another field", { Web: { endpoints: ["t"] } }],
    ["the same field", { Web: { groups: ["t"] } }],
    ["the same field, with what is declared in it", { Web: { groups: ["g", "t"] } }],
    ["just what is declared", { Web: { groups: ["g"] } }],
  ])("takes nothing away that somebody else enters meanwhile: %s", async (_, theirs) => {
    for (const metadataMerge of ["values", "fields"] as const) {
      const { id } = await create({ ...inputs, name: metadataMerge, resourceUrn: urn(metadataMerge) });
      account.context.settings = { driftPolicy: "overwrite", metadataMerge };
      holdBack("PUT", () => account.asOther("PUT", path(id), { ...theirs, mergeValuesAndMetadata: true }));
      await expect(declare(id)).rejects.toThrow("Someone else wrote metadata");
      expect(await account.asOther("GET", path(id))).toMatchObject({ metadata: theirs });
    }
  });

  test("goes with its tag, where somebody deletes that meanwhile", async () => {
    const { id } = await create();
    const { state } = await declare(id);
    holdBack("PUT", () => account.asOther("DELETE", `/v2/virtual-tags/${id}`));
    await virtualTagMetadataLifecycle.delete(id, state, account.context);
    expect(account.messages).toEqual([]);
  });
});

test("an endpoint that someone else makes is not doubled", async () => {
  const declared = { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } };
  holdBack("POST", () => account.asOther("POST", "/v1/endpoints", declared));
  await expect(notificationEndpointLifecycle.create(declared, account.context)).rejects.toThrow(
    "was made by someone else while this one waited for its turn",
  );
});
