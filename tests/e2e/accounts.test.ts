// Promise: Two accounts never mix: neither in one program, nor if credentials are rotated, nor if a stack has those of another account.
import type { Credential, Emulator } from "../../emulator";
import { frontsOfSize } from "../support/fronts/fronts";
import { startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";
import { type Kept, keptIn, methodsOfWrites, tagProgram } from "./ownedTag";

describe.each(frontsOfSize)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: () => Promise<void>;
  const writes = (): string[] => methodsOfWrites(emulator);
  const kept = (): Kept[] => keptIn(emulator);

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(tagProgram("team"), {
      front,
      accountIn: "environment",
      emulator: { limits: { enabled: false } },
    }));
  }, 900_000);

  afterAll(() => dispose());

  test("two accounts in one program never mix, and one up with rotated credentials writes nothing", async () => {
    const credentialOf = (account: string, user: string): Credential =>
      emulator.control.addCredential({ account, user: `${user}@example.com` });
    const pair = ({ clientId, secretKey }: Credential): Record<string, string> => ({
      "costallocation:clientId": clientId,
      "costallocation:secretKey": secretKey,
    });
    const program = (of: Credential): string => `
import { Provider, VirtualTag } from "pulumi-cost-allocation";
const other = new Provider("other", { clientId: "${of.clientId}", secretKey: "${of.secretKey}" });
new VirtualTag("here", { name: "Team", rules: [], defaultValue: "here" });
new VirtualTag("there", { name: "Team", rules: [], defaultValue: "there" }, { provider: other });
`;
    const users = (): unknown[] => {
      const all = new Set(emulator.control.requests().map(({ clientId }) => clientId));
      emulator.control.clearRequests();
      return [...all].sort();
    };
    const first = { here: credentialOf("account-1", "old"), there: credentialOf("account-2", "old") };
    const accounts = await workspace.stack("accounts", {
      config: { "costallocation:baseUrl": emulator.url },
      secrets: pair(first.here),
    });
    workspace.write("index.ts", program(first.there));
    (await accounts.start("up").result).ok();
    // The accounts are in the order of their first write, which may differ.
    const defaults = emulator.control.exportState().accounts.map(({ id, tags }) => {
      const contents = tags.map(({ versions }) => JSON.parse(versions[0]?.content ?? "") as { defaultValue: string });
      return [id, contents.map(({ defaultValue }) => defaultValue)];
    });
    expect(Object.fromEntries(defaults)).toEqual({ "account-1": ["here"], "account-2": ["there"] });

    const rotated = { here: credentialOf("account-1", "new"), there: credentialOf("account-2", "new") };
    const fresh = [rotated.here.clientId, rotated.there.clientId].sort();
    await accounts.configure({}, pair(rotated.here));
    workspace.write("index.ts", program(rotated.there));
    writes();
    const up = (await accounts.up()).ok();
    expect(up.codes).toContain("CA1201");
    expect(users()).toEqual(fresh);
    const state = JSON.stringify(await accounts.exportState());
    for (const { secretKey } of Object.values({ ...first, ...rotated })) expect(state).not.toContain(secretKey);
    expect(kept()).toHaveLength(2);
    (await accounts.destroy()).ok();
    expect(users()).toEqual(fresh);
    expect(kept()).toEqual([]);
  }, 180_000);

  test("a stack that uses another account by mistake writes nothing there, and says so", async () => {
    const second = emulator.control.addCredential({ account: "account-2", user: "sub@example.com" });
    workspace.write("index.ts", tagProgram("team"));
    (await stack.up()).ok();
    const env = { COST_ALLOCATION_CLIENT_ID: second.clientId, COST_ALLOCATION_SECRET_KEY: second.secretKey };
    writes();
    const update = await stack.up({ env });
    expect(update.code).not.toBe(0);
    expect(update.codes).toContain("CA1002");
    const refresh = await stack.refresh({ env });
    expect(refresh.code).not.toBe(0);
    expect(refresh.codes).toEqual(["CA1003"]);
    expect(writes()).toEqual([]);
    expect(kept()).toHaveLength(1);
  }, 240_000);
});
