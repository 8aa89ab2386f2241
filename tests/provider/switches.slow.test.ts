/**
 * What the API documentation leaves open, one answer at a time: a tag and its metadata live through the same steps with each, without a
 * message, without drift and with the same content at the end.
 */
import type { MetadataMap } from "../../client";
import { defaultSwitches, type Switches, switchTable } from "../../emulator/switches";
import type { VirtualTagInputs, VirtualTagState } from "../../stack/state/virtualTag";
import type { VirtualTagMetadataInputs, VirtualTagMetadataState } from "../../stack/state/virtualTagMetadata";
import type { TagContent } from "../../rules/types";
import { atSize } from "../support/size";
import { type Account, startAccount } from "./account";
import { virtualTagLifecycle as tags, virtualTagMetadataLifecycle as metadata } from "./lifecycles";

/** Values to test of the switches that take any. */
const samples: Partial<Record<keyof Switches, readonly unknown[]>> = {
  clientIdHeader: ["x-acme-client-id"],
  secretKeyHeader: ["x-acme-secret-key"],
  maxRules: [null, 2],
  maxChangeDescription: [null, 0, 30],
  scansPath: ["/v1/scans"],
  recommendationsPath: ["/v1/advice"],
};

/** Switches that have an effect only together with others. */
const together: Partial<Record<keyof Switches, Partial<Switches>>> = {
  metadataValueFlags: { metadataNesting: "perValue" },
  duplicateNameStatus: { uniqueNames: true },
  stagedCreateIsLive: { stagedRead: "latest" },
};

const cases = (Object.keys(switchTable) as (keyof Switches)[]).flatMap((name) => {
  const { values } = switchTable[name];
  const tested: readonly unknown[] = typeof values === "string" ? (samples[name] ?? []) : values;
  expect(tested).not.toEqual([]);
  return tested.map((value): [Partial<Switches>] => [{ ...together[name], [name]: value }]);
});

// In Unicode's decomposed form, which a service may not keep.
const [team, web, data] = ["E\u0301quipe", "Cafe\u0301", "Donne\u0301es"];

const urn = (type: string, name: string): string =>
  `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:${type}::${name}`;

const condition = { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value: ["a", "b"] } as const;
const live: VirtualTagInputs = {
  name: team,
  rules: [
    { to: "Web", filters: { OR: [condition, { costCenter: "AWS", key: "team", type: "tag", operator: "exists" }] } },
    { to: { key: "env", costCenter: "GCP" }, filters: { ...condition, operator: "is", value: ["c"] } },
  ],
  defaultValue: { key: "env", costCenter: "GCP" },
  __resourceUrn: urn("VirtualTag", team),
};
const staged: VirtualTagInputs = { ...live, name: `${team}s`, defaultValue: "Shared", setAsLive: false };
const promoted: VirtualTagInputs = { ...staged, setAsLive: true };

let account: Account;
const begin = async (switches: Partial<Switches>): Promise<void> => {
  const { clientIdHeader, secretKeyHeader, metadataNesting } = { ...defaultSwitches, ...switches };
  account = await startAccount({
    emulator: { switches },
    client: { clientIdHeader, secretKeyHeader, metadataNesting },
  });
};

/** The live content of the account's tags. */
const liveContents = (): unknown[] =>
  account.emulator.control
    .exportState()
    .accounts.flatMap((found) => found.tags)
    .map(({ versions }): unknown =>
      JSON.parse((versions.findLast(({ isLive }) => isLive)?.content ?? "null").normalize()),
    );

const contentOf = ({ name, rules, defaultValue }: VirtualTagInputs): TagContent & { name: string } =>
  JSON.parse(JSON.stringify({ name, rules, defaultValue }).normalize()) as TagContent & { name: string };

/** A refresh, and the preview after it. */
const expectNoTagDrift = async (
  id: string,
  state: VirtualTagState,
  inputs: VirtualTagInputs,
): Promise<VirtualTagState> => {
  account.newRun();
  account.context.client.virtualTags.forget();
  expect(tags.diff(state, inputs).kind).toBe("none");
  const found = await tags.read(id, state, account.context);
  expect(found?.inputs).toEqual(inputs);
  expect(tags.diff(found?.state as VirtualTagState, inputs).kind).toBe("none");
  account.newRun();
  return found?.state as VirtualTagState;
};

test.each(cases)("a tag with %j", async (switches) => {
  await begin(switches);
  const { id, state } = await tags.create(live, account.context);
  const created = await expectNoTagDrift(id, state, live);
  expect(liveContents()).toMatchObject([contentOf(live)]);

  const whileStaged = await expectNoTagDrift(id, await tags.update(id, created, staged, account.context), staged);
  expect(whileStaged.stagedVersionId).toEqual(expect.any(String));
  expect(liveContents()).toMatchObject([contentOf(live)]);

  const after = await expectNoTagDrift(id, await tags.update(id, whileStaged, promoted, account.context), promoted);
  expect(after.stagedVersionId).toBeUndefined();
  expect(liveContents()).toMatchObject([contentOf(promoted)]);

  const back = await expectNoTagDrift(id, await tags.update(id, after, live, account.context), live);
  expect(liveContents()).toMatchObject([contentOf(live)]);
  await tags.delete(id, back, account.context);
  expect(liveContents()).toEqual([]);
  expect(await tags.read(id, back, account.context)).toBeUndefined();
  expect(account.writes().map((write) => write.split(" ")[0])).toEqual(["POST", "PUT", "PUT", "PUT", "DELETE"]);
  expect(account.messages).toEqual([]);
});

/** What the service has, without empty fields and values. */
const held = (): unknown => {
  const [tag] = account.emulator.control.exportState().accounts.flatMap((found) => found.tags);
  const values = Object.entries(tag?.metadata ?? {}).map(
    ([value, entry]) =>
      [
        value.normalize(),
        Object.fromEntries(Object.entries(entry).filter(([, content]) => Object.keys(content as object).length > 0)),
      ] as const,
  );
  return Object.fromEntries(values.filter(([, entry]) => Object.keys(entry).length > 0));
};

const before: MetadataMap = {
  [web]: { groups: ["g1", "g2"], customMetadata: { owner: "ines" }, endpoints: ["e1"] },
  [data]: { customMetadata: { owner: "jo" } },
};
const afterwards: MetadataMap = {
  [web]: { groups: ["g2", "g3"], customMetadata: { team: "web" } },
  App: { groups: ["g1"] },
  "": { endpoints: ["e2"] },
};

describe.each(atSize([true], [true, false]))("metadata with mergeValuesAndMetadata: %p", (mergeValuesAndMetadata) => {
  const theirs: MetadataMap = mergeValuesAndMetadata
    ? { Theirs: { groups: ["t"] }, [web]: { customMetadata: { note: "t" } } }
    : {};
  const normalized = (map: MetadataMap): MetadataMap =>
    Object.fromEntries(Object.entries(map).map(([value, entry]) => [value.normalize(), entry]));
  const heldWith = (declared: MetadataMap): MetadataMap =>
    normalized(
      mergeValuesAndMetadata
        ? {
            ...theirs,
            ...declared,
            [web]: { ...declared[web], customMetadata: { note: "t", ...declared[web]?.customMetadata } },
          }
        : declared,
    );

  test.each(cases)("with %j", async (switches) => {
    await begin(switches);
    const { id } = await account.context.client.virtualTags.create({
      name: "Team",
      rules: [],
      defaultValue: "x",
      versionMetadata: { changeDescription: "x" },
    });
    await account.context.client.virtualTagMetadata.put(id, theirs);
    const declare = (declared: MetadataMap): VirtualTagMetadataInputs => ({
      virtualTagId: id,
      metadata: declared,
      mergeValuesAndMetadata,
      __resourceUrn: urn("VirtualTagMetadata", "plans"),
    });
    const expectNoDrift = async (
      state: VirtualTagMetadataState,
      inputs: VirtualTagMetadataInputs,
    ): Promise<VirtualTagMetadataState> => {
      expect(metadata.diff(state, inputs).kind).toBe("none");
      const found = await metadata.read(id, state, account.context);
      expect(found?.inputs).toEqual(inputs);
      account.newRun();
      return found?.state as VirtualTagMetadataState;
    };

    const { state } = await metadata.create(declare(before), account.context);
    expect(held()).toEqual(heldWith(before));
    const created = await expectNoDrift(state, declare(before));
    const updated = await metadata.update(id, created, declare(afterwards), account.context);
    expect(held()).toEqual(heldWith(afterwards));
    const end = await expectNoDrift(updated, declare(afterwards));
    await metadata.delete(id, end, account.context);
    expect(held()).toEqual(normalized(theirs));
    expect(account.messages).toEqual([]);
  });
});
