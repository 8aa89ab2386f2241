/** A state is bound to the account that it was written in: for all kinds of resources, as the engine calls them. */
import type { CostAllocationClient } from "../../../client";
import { CostAllocationClient as Client } from "../../../client";
import { accountOf } from "../../../client/http/credentials";
import type { Context, Difference, Lifecycle } from "../../../provider/shared/lifecycle";
import { RunMemory } from "../../../provider/shared/runMemory";
import { type Account, startAccount } from "../account";
import { optionsOfV1 } from "../virtualTagV1/account";
import { notificationEndpointLifecycle, virtualTagLifecycle, virtualTagMetadataLifecycle } from "../lifecycles";
import { virtualTagV1Lifecycle } from "../virtualTagV1/byInput";

let account: Account;
let opened: CostAllocationClient[];
beforeEach(async () => {
  account = await startAccount(optionsOfV1());
  opened = [];
});
afterEach(() => {
  for (const client of opened) client.close();
});

/** A run with other credentials: of this account, or of another one. */
function runIn(name: "account-1" | "account-2"): Context {
  const { clientId, secretKey } = account.emulator.control.addCredential({ account: name, user: "x@example.com" });
  const baseUrl = account.emulator.url;
  const client = new Client({ baseUrl, clientId, secretKey, listMaxAgeSeconds: 0, v1AfterEndOfLife: "allow" });
  opened.push(client);
  return { ...account.context, client, account: accountOf({ baseUrl, clientId }), memory: new RunMemory() };
}
/** The run that made the resource. */
function firstRun(): Context {
  const { url: baseUrl, clientId } = account.emulator;
  return { ...account.context, account: accountOf({ baseUrl, clientId }), memory: new RunMemory() };
}
const writes = (): string[] =>
  account.emulator.control
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

const urn = (type: string): string => `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:${type}::it`;
const content = { name: "Team", rules: [], defaultValue: "Shared" };

interface Kind {
  lifecycle: Lifecycle<object, object>;
  /** What is declared, and a change of it. */
  inputs: () => Promise<object>;
  change?: object;
}
const kinds: Record<string, Kind> = {
  VirtualTag: {
    lifecycle: virtualTagLifecycle,
    inputs: () => Promise.resolve({ ...content, __resourceUrn: urn("VirtualTag") }),
    change: { defaultValue: "Other" },
  },
  VirtualTagV1: {
    lifecycle: virtualTagV1Lifecycle,
    inputs: () => Promise.resolve({ ...content, isCaseSensitive: false, __resourceUrn: urn("VirtualTagV1") }),
    change: { defaultValue: "Other" },
  },
  VirtualTagMetadata: {
    lifecycle: virtualTagMetadataLifecycle,
    inputs: async () => ({
      virtualTagId: (await account.asOther("POST", "/v2/virtual-tags", content))["id"],
      metadata: { Web: { groups: ["g1"] } },
      __resourceUrn: urn("VirtualTagMetadata"),
    }),
    change: { metadata: { Web: { groups: ["g2"] } } },
  },
  NotificationEndpoint: {
    lifecycle: notificationEndpointLifecycle,
    inputs: () =>
      Promise.resolve({
        type: "email",
        name: "FinOps",
        configuration: { to: "finops@example.com" },
        __resourceUrn: urn("NotificationEndpoint"),
      }),
  },
};

describe.each(Object.entries(kinds))("%s", (kind, { lifecycle, inputs: declared, change }) => {
  let inputs: object;
  let id: string;
  let state: object;
  beforeEach(async () => {
    inputs = await declared();
    ({ id, state } = await lifecycle.create(inputs, firstRun()));
    account.emulator.control.clearRequests();
  });
  const diffIn = ({ account: now }: Context, of = state): Difference =>
    lifecycle.diff(of, inputs, { id, account: now });

  test("in the same account shows no difference, and its state does not hold the client ID", () => {
    expect(diffIn(firstRun()).kind).toBe("none");
    expect(JSON.stringify(state)).toContain(String(firstRun().account));
    expect(firstRun().account).not.toContain(account.emulator.clientId);
    expect(state).toHaveProperty("__report.account", firstRun().account);
  });

  test("with new credentials of the account is an update that writes nothing, once", async () => {
    const rotated = runIn("account-1");
    // A preview shows this without a request, so it names what tries the credentials.
    const text = expect.stringContaining("`pulumi refresh --preview-only --run-program`") as string;
    expect(diffIn(rotated)).toMatchObject({ kind: "remember", notes: [{ code: "CA1201", text }] });
    const after = await lifecycle.update(id, state, inputs, rotated);
    expect(diffIn(rotated, after).kind).toBe("none");
    expect(writes()).toEqual([]);
    expect((await lifecycle.read(id, after, rotated))?.inputs).toEqual(inputs);
    // A refresh of a state that an earlier release wrote must not be a change.
    const earlier = { ...after, __report: undefined };
    expect((await lifecycle.read(id, earlier, rotated))?.state).not.toHaveProperty("__report");
    expect((await lifecycle.read(id, after, rotated))?.state).toHaveProperty("__report.account", rotated.account);
  });

  test("in another account is not updated", async () => {
    const other = runIn("account-2");
    for (const given of [inputs, { ...inputs, ...change }]) {
      await expect(lifecycle.update(id, state, given, other)).rejects.toMatchObject({ code: "CA1002" });
    }
    expect(writes()).toEqual([]);
  });

  test("in another account is not taken for deleted, and the command of the message names it", async () => {
    const message = expect.stringContaining(`pulumi state delete ${urn(kind)}\``) as string;
    const refused = expect(lifecycle.delete(id, state, runIn("account-2"))).rejects;
    await refused.toMatchObject({ code: "CA1002", message });
    // A destroy does not want it here, so nothing sends its reader to an update.
    await expect(lifecycle.delete(id, state, runIn("account-2"))).rejects.not.toThrow("`pulumi up`");
    expect(writes()).toEqual([]);
  });

  test("stops a refresh in another account with one message, and keeps its state otherwise", async () => {
    const other = runIn("account-2");
    await expect(lifecycle.read(id, state, other)).rejects.toMatchObject({ code: "CA1003" });
    expect(await lifecycle.read(id, state, other)).toEqual({ inputs, state });
  });

  test("with new credentials keeps the account of the state in a refresh: only an update changes it", async () => {
    const rotated = runIn("account-1");
    const found = await lifecycle.read(id, state, rotated);
    expect(found?.inputs).toEqual(inputs);
    expect(diffIn(rotated, found?.state).kind).not.toBe("none");
    expect(diffIn(firstRun(), found?.state).kind).toBe("none");
  });
});

test("a replacement in another account looks for the old endpoint first, so that none is created beside it", async () => {
  const { lifecycle, inputs } = kinds["NotificationEndpoint"] as Kind;
  const declared = await inputs();
  const { id, state } = await lifecycle.create(declared, firstRun());
  const changed = { ...declared, name: "Finance" };
  const other = runIn("account-2");
  expect(lifecycle.diff(state, changed, { id, account: other.account })).toMatchObject({
    kind: "replace",
    because: ["name"],
  });
  await lifecycle.confirm?.(id, state, firstRun());
  await expect(lifecycle.confirm?.(id, state, other)).rejects.toMatchObject({ code: "CA1002" });
});

test("a state without an account gets the one that a refresh finds its tag in", async () => {
  const { lifecycle, inputs } = kinds["VirtualTag"] as Kind;
  const { id, state } = await lifecycle.create(await inputs(), { ...firstRun(), account: undefined });
  expect(JSON.stringify(state)).not.toContain("account");
  const found = await lifecycle.read(id, state, firstRun());
  expect(found?.state).toMatchObject({ __memory: { account: firstRun().account } });
});

test("a tag that was deleted is found to be, if the account is the one in the state", async () => {
  const { lifecycle } = kinds["VirtualTag"] as Kind;
  const { id, state } = await lifecycle.create({ ...content, __resourceUrn: urn("VirtualTag") }, firstRun());
  await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
  account.context.client.virtualTags.forget();
  expect(await lifecycle.read(id, state, firstRun())).toBeUndefined();
  await expect(lifecycle.read(id, state, runIn("account-1"))).rejects.toMatchObject({ code: "CA1003" });
  await lifecycle.delete(id, state, firstRun());
  await expect(lifecycle.delete(id, state, runIn("account-1"))).rejects.toMatchObject({ code: "CA1002" });
});

test("an account is told apart by address and client ID, and is unknown as long as one of them is", () => {
  const one = { baseUrl: "https://a.example.com", clientId: "a" };
  const all = [one, { ...one, baseUrl: "https://b.example.com" }, { ...one, clientId: "b" }].map(accountOf);
  expect(new Set(all).size).toBe(3);
  expect(accountOf({ clientId: "a" })).toBeUndefined();
  expect(accountOf({ baseUrl: "https://a.example.com" })).toBeUndefined();
});
