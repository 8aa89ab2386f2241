/** Export and import of the state, and reset. */
import type { EmulatorState, StoredTag, StoredVersion } from "../../../emulator";
import { createTag, emulator, start, startForTest, tags } from "../testEmulator";

beforeEach(startForTest);

test("an exported state can be imported as JSON", async () => {
  const id = await createTag(emulator);
  await emulator.send("PUT", `${tags}/${id}/metadata`, { body: { platform: { groups: ["g"] } } });
  await emulator.send("POST", "/v1/endpoints", { body: { type: "email", name: "x", configuration: { to: "y" } } });
  const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
  const state = emulator.control.exportState();
  const before = (await emulator.send("GET", tags)).at("data");

  const other = await start();
  other.control.importState(JSON.parse(JSON.stringify(state)) as typeof state);
  expect(other.control.exportState()).toEqual(state);
  expect((await other.send("GET", tags, { as: colleague })).at("data")).toEqual(before);
  expect((await other.send("GET", tags)).at("data")).toEqual(before);
});

test("an exported state is a copy", async () => {
  await createTag(emulator);
  const state = emulator.control.exportState();
  state.accounts.length = 0;
  expect(emulator.control.exportState().accounts).toHaveLength(1);
});

test("an exported state contains secret keys only as hashes", () => {
  const { secretKey } = emulator.control.addCredential({ user: "a@example.com" });
  expect(JSON.stringify(emulator.control.exportState())).not.toContain(secretKey);
});

describe("an inconsistent state is rejected", () => {
  const content = JSON.stringify({ name: "Team", defaultValue: "other", rules: [] });
  const open = { type: "public", users: [], groups: [] };
  const version = (id: string, isLive: boolean, text = content): StoredVersion => ({
    id,
    createdAt: 1,
    createdBy: "a@example.com",
    isLive,
    content: text,
  });
  const tag = (id: string, ...versions: StoredVersion[]): StoredTag => ({
    id,
    createdAt: 1,
    createdBy: "a@example.com",
    acl: { read: open, write: open },
    versions,
    metadata: {},
  });
  const account = (id: string, ...stored: StoredTag[]) => ({ id, tags: stored, endpoints: [] });
  const state = (...accounts: EmulatorState["accounts"]): EmulatorState => ({ format: 1, accounts, credentials: [] });
  const credential = { clientId: "c", secretHash: "0".repeat(64), account: "a", user: "u", groups: [] };
  const endpoint = { id: "e", type: "email", name: "x", createdAt: 1 };
  const live = version("v", true);

  test.each<[string, EmulatorState, string]>([
    ["content that is not JSON", state(account("a", tag("t", version("v", true, "{")))), "versions.0.content"],
    ["content that is null", state(account("a", tag("t", version("v", true, "null")))), "versions.0.content"],
    ["content without rules", state(account("a", tag("t", live, version("w", false, "{}")))), "versions.1.content"],
    [
      "a name that is not a string",
      state(account("a", tag("t", version("v", true, content.replace('"Team"', "1"))))),
      "versions.0.content",
    ],
    ["two live versions", state(account("a", tag("t", live, version("w", true)))), "accounts.0.tags.0.versions"],
    [
      "two versions with the same ID",
      state(account("a", tag("t", live, version("v", false)))),
      "accounts.0.tags.0.versions",
    ],
    ["two tags with the same ID", state(account("a", tag("t", live), tag("t", live))), "accounts.0.tags"],
    ["two accounts with the same ID", state(account("a"), account("a")), "accounts"],
    [
      "two endpoints with the same ID",
      state({ ...account("a"), endpoints: [endpoint, endpoint] }),
      "accounts.0.endpoints",
    ],
    ["two credentials with the same ID", { ...state(), credentials: [credential, credential] }, "credentials"],
  ])("%s", async (_what, invalid, path) => {
    await createTag(emulator);
    expect(() => {
      emulator.control.importState(invalid);
    }).toThrow(new RegExp(`(^|[ .])${path}: `));
    expect((await emulator.send("GET", tags)).at("data.virtualTags")).toHaveLength(1);
  });

  test("a tag without a live version, and the same tag ID in two accounts, are accepted", () => {
    const valid = state(account("a", tag("t", version("v", false))), account("b", tag("t", live)));
    emulator.control.importState(valid);
    expect(emulator.control.exportState()).toEqual(valid);
  });
});

test("reset restores the initial data, clock, limits, switches, faults and log", async () => {
  await createTag(emulator);
  const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
  emulator.control.setClock("2030-01-01");
  emulator.control.freezeClock();
  emulator.control.setSwitches({ dates: "iso" });
  emulator.control.setLimits({ enabled: true, perRoute: { "*": 0 } });
  emulator.control.placeFault({ kind: "reset" });
  emulator.control.reset();
  expect((await emulator.send("GET", tags)).at("data.virtualTags")).toEqual([]);
  expect((await emulator.send("GET", tags, { as: colleague })).status).toBe(401);
  expect(emulator.control.switches().dates).toBe("long");
  expect(Math.abs(emulator.control.now() - Date.now())).toBeLessThan(60_000);
  expect(emulator.control.requests()).toHaveLength(2);
});
