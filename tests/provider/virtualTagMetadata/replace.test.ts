/** A resource that owns the whole map, in full runs. decide.test.ts has every case. */
import {
  account,
  create,
  declare,
  enter,
  full,
  held,
  puts,
  read,
  refresh,
  remove,
  start,
  update,
  urnOf,
  virtualTagId,
} from "./account";
import { virtualTagMetadataLifecycle as lifecycle } from "../lifecycles";

beforeEach(() => start());

describe("create", () => {
  test("is refused if it would overwrite what others entered, and adopt takes that over", async () => {
    await enter({ Web: { groups: ["theirs"] }, Api: { groups: ["theirs"] }, Same: { groups: ["g"] } });
    const inputs = declare({ Web: { groups: ["ours"] }, Same: { groups: ["g"] } });
    const message = expect.stringContaining('for "Web", "Api".') as string;
    await expect(create(inputs)).rejects.toMatchObject({ code: "CA3001", message });
    expect(puts()).toEqual([]);
    await create({ ...inputs, adopt: true });
    expect(await held()).toEqual(inputs.metadata);
    const text = expect.stringContaining('for "Web", "Api" is overwritten') as string;
    expect(account.messages).toEqual([{ kind: "info", code: "CA3201", text }]);
  });
});

describe("refresh", () => {
  test("keeps the program's spelling, and shows drift as a difference", async () => {
    const inputs = declare({ Web: { groups: ["b", "a", "a"], endpoints: [] } });
    const { state } = await create(inputs);
    expect((await read(state))?.inputs).toEqual(inputs);
    await enter({ Api: { groups: ["theirs"] } });
    const drifted = await refresh(state);
    expect(Object.keys(drifted.metadata)).toEqual(["Web", "Api"]);
    expect(drifted.__memory).toEqual({ declared: inputs.metadata });
    expect(lifecycle.diff(drifted, inputs)).toMatchObject({ kind: "update" });
  });

  test("shows the field that was changed, and no other difference in spelling", async () => {
    const web = { groups: ["b", "a"], customMetadata: { owner: "o", limits: { b: 1, a: 2 } } };
    const { state } = await create(declare({ Web: web, Api: { groups: ["g"], endpoints: [] }, Jobs: {} }));
    await enter({ Web: { customMetadata: { owner: "t" } }, Theirs: { groups: ["t"] } });
    expect((await read(state))?.inputs.metadata).toEqual({
      Web: { ...web, customMetadata: { ...web.customMetadata, owner: "t" } },
      Api: { groups: ["g"], endpoints: [] },
      Jobs: {},
      Theirs: { groups: ["t"] },
    });
  });

  test("that finds drift is no consent: every run stops if the policy is refuse", async () => {
    const inputs = declare(full);
    const { state } = await create(inputs);
    await enter({ ...full, Api: { groups: ["theirs"] } });
    account.context.policy.driftPolicy = "refuse";
    let drifted = await refresh(state);
    const text = expect.stringContaining('metadata["Api"].groups.') as string;
    expect(account.messages).toEqual([{ kind: "warning", code: "CA3102", text }]);
    for (let run = 1; run <= 2; run++) {
      account.newRun();
      drifted = await refresh(drifted);
      await expect(update(drifted, inputs)).rejects.toMatchObject({ code: "CA3003", message: text });
      await expect(remove(drifted)).rejects.toMatchObject({ code: "CA3003" });
    }
    expect(puts()).toHaveLength(1);
    expect(account.codes()).toEqual(["CA3102", "CA3102", "CA3102"]);
    expect(lifecycle.diff(drifted, inputs)).toMatchObject({ warnings: [{ code: "CA3102" }] });

    account.context.policy.driftPolicy = "overwrite";
    await update(drifted, inputs);
    expect(await held()).toEqual(full);
    expect(account.codes().at(-1)).toBe("CA3101");
  });

  test("that finds drift undone since has nothing left to say", async () => {
    const inputs = declare(full);
    const { state } = await create(inputs);
    await enter({ ...full, Api: { groups: ["theirs"] } });
    account.context.policy.driftPolicy = "refuse";
    const drifted = await refresh(state);
    await enter(full, false);
    expect(lifecycle.diff(await refresh(drifted), inputs).kind).toBe("none");
    await update(drifted, inputs);
    expect(account.codes()).toEqual(["CA3102"]);
    expect(puts()).toHaveLength(1);
  });

  test("without a state takes everything from the service", async () => {
    await enter(full);
    expect((await read({}))?.inputs).toMatchObject({ virtualTagId, metadata: full });
  });

  test("finds no drift in what VirtualTagMetadata.get reads: nobody here declares it", async () => {
    await create(declare(full));
    const state = await refresh({ __resourceUrn: urnOf("read") } as never);
    await enter({ Theirs: { groups: ["t"] } });
    const after = await refresh(state);
    expect(after.metadata).toMatchObject({ Theirs: { groups: ["t"] } });
    expect(Object.keys(after).sort()).toEqual(Object.keys(state).sort());
    expect(account.messages).toEqual([]);
  });
});
