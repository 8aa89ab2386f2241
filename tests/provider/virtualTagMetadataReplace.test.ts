import { virtualTagMetadataLifecycle as lifecycle } from "../../provider/virtualTagMetadata";
import type { VirtualTagMetadataInputs } from "../../provider/virtualTagMetadataState";
import {
  account,
  create,
  declare,
  enter,
  full,
  held,
  merging,
  puts,
  read,
  remove,
  start,
  update,
  virtualTagId,
} from "./virtualTagMetadataAccount";

describe("replace", () => {
  beforeEach(() => start());

  test("refuses to be the first to write over what others entered, and lists what would go", async () => {
    await enter({ Web: { groups: ["theirs"] }, Api: { groups: ["theirs"] }, Same: { groups: ["g"] } });
    const refused = create(declare({ Web: { groups: ["ours"] }, Same: { groups: ["g"] } }));
    await expect(refused).rejects.toThrow(/entered for "Web", "Api" would go\. Nothing was written\. .*adopt: true/);
    expect(puts()).toEqual([]);
  });

  test("refuses to own what others entered beside it as well, since it would go with the resource", async () => {
    await enter({ Api: { groups: ["theirs"] } });
    await expect(create(declare({ Api: { groups: ["theirs"] }, Web: { groups: ["g"] } }))).rejects.toThrow(
      'entered for "Api" would be this resource\'s',
    );
  });

  test("with adopt, takes it over and says so", async () => {
    await enter({ Web: { groups: ["theirs"] } });
    await create(declare({ Api: { groups: ["ours"] } }, { adopt: true }));
    expect(await held()).toEqual({ Api: { groups: ["ours"] } });
    expect(account.messages).toEqual([expect.stringMatching(/^info: .*was taken over: .*"Web" will go\.$/)]);
  });

  test("an equal map is no write: an interrupted run made it", async () => {
    const first = await create(declare(full));
    const second = await create(declare(full));
    expect(second).toEqual(first);
    expect(puts()).toHaveLength(1);
  });

  test("an update is one PUT of the whole map", async () => {
    const { state } = await create(declare(full));
    await update(state, declare({ Web: { groups: ["g2"] } }));
    expect(puts()).toHaveLength(2);
    expect(await held()).toEqual({ Web: { groups: ["g2"] } });
    expect(account.messages).toEqual([]);
  });

  test("an update over an outside edit warns of what is written over, and never shows it", async () => {
    const { state } = await create(declare(full));
    await enter({ Web: { customMetadata: { owner: "s3cr3t" } }, Api: { groups: ["theirs"] } });
    await update(state, declare({ ...full, Web: { ...full["Web"], groups: ["g3"] } }));
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: .*changed outside this stack: metadata\["Web"\]\.customMetadata\["owner"\], metadata\["Api"\]\.groups\./,
      ),
    ]);
    expect(account.messages.join()).not.toContain("s3cr3t");
  });

  test("an update over an outside edit is refused where the settings say so", async () => {
    const { state } = await create(declare(full));
    await enter({ Api: { groups: ["theirs"] } });
    account.context.settings = { driftPolicy: "refuse" };
    await expect(update(state, declare({}))).rejects.toThrow(/changed outside this stack: .*Nothing was written/);
    await expect(remove(state)).rejects.toThrow("Nothing was written");
    expect(puts()).toHaveLength(1);
  });

  test("drift shows in the inputs; other words for the same keep the program's own", async () => {
    const { state } = await create(declare({ Web: { groups: ["b", "a", "a"], endpoints: [] } }));
    expect((await read(state))?.inputs).toEqual(state);
    await enter({ Api: { groups: ["theirs"] } });
    const drifted = await read(state);
    expect(Object.keys(drifted?.inputs.metadata ?? {})).toEqual(["Web", "Api"]);
    expect(lifecycle.diff(drifted?.state as VirtualTagMetadataInputs, state)).toEqual({
      replaces: [],
      deleteBeforeReplace: true,
    });
  });

  test("an up --refresh warns of what it writes over, or stops where the settings say so", async () => {
    const { state } = await create(declare(full));
    await enter({ ...full, Api: { groups: ["theirs"] } });
    const drifted = (await read(state))?.state as VirtualTagMetadataInputs;
    const facts = /changed outside this stack: metadata\["Api"\]\.groups\./;
    expect(account.messages).toEqual([expect.stringMatching(facts)]);
    account.context.settings = { driftPolicy: "refuse" };
    await expect(update(drifted, state)).rejects.toThrow(facts);
    await expect(remove(drifted)).rejects.toThrow(facts);
    expect(puts()).toHaveLength(1);

    // The same command once more, as for a red job: nobody need have looked at anything.
    account.context.claims.clear();
    const again = (await read(drifted))?.state as VirtualTagMetadataInputs;
    await expect(update(again, state)).rejects.toThrow(facts);
    expect(account.messages).toHaveLength(1);

    // A run without a refresh takes what was found as seen.
    account.context.claims.clear();
    await update(again, state);
    expect(await held()).toEqual(full);
    expect(account.messages.at(-1)).toMatch(
      /metadata\["Api"\]\.groups\. It is written over; the service keeps no history/,
    );
  });

  test("drift shows the field that was changed, and nothing that is only said in other words", async () => {
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

  test("without any state, all comes from the service", async () => {
    await enter(full);
    const { inputs } = (await read({})) ?? {};
    expect(inputs).toMatchObject({ virtualTagId, metadata: full });
  });

  test("and a refresh of what is only read, by VirtualTagMetadata.get, finds no drift: nobody here declares it", async () => {
    await create(declare(full));
    const { state = {} } = (await read({ resourceUrn: "urn:pulumi:dev::bill::t::read" })) ?? {};
    await enter({ Theirs: { groups: ["t"] } });
    const { inputs, state: after = {} } = (await read(state)) ?? {};
    expect(inputs?.metadata).toMatchObject({ Theirs: { groups: ["t"] } });
    expect(Object.keys(after).sort()).toEqual(Object.keys(state).sort());
    expect(account.messages).toEqual([]);
    expect([...account.context.claims]).toEqual([]);
  });

  test("turned into merge, gives up what it does not declare and leaves the rest", async () => {
    const { state } = await create(declare({ Web: { groups: ["g"] }, Api: { groups: ["g"] } }));
    await enter({ Theirs: { groups: ["t"] } });
    await update(state, merging({ Web: { groups: ["g"] } }));
    expect(await held()).toEqual({ Web: { groups: ["g"] }, Theirs: { groups: ["t"] } });
  });
});
