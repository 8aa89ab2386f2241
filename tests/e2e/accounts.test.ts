/** Two accounts with the real engine: in one program, by rotated credentials, and by mistake. */
import type { Credential, Emulator } from "../../emulator";
import { frontsInTurn } from "../support/fronts/fronts";
import { startScene } from "../support/scene";
import type { Workspace } from "../support/workspace";
import { type Kept, keptIn, methodsOfWrites, tagProgram } from "./ownedTag";

describe.each(frontsInTurn)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let dispose: () => Promise<void>;
  const writes = (): string[] => methodsOfWrites(emulator);
  const kept = (): Kept[] => keptIn(emulator);

  beforeAll(async () => {
    ({ emulator, workspace, dispose } = await startScene(tagProgram("team"), {
      front,
      accountIn: "environment",
      emulator: { limits: { enabled: false } },
    }));
  }, 900_000);

  afterAll(() => dispose());

  test("two accounts in one program never mix, and rotated credentials change nothing", async () => {
    emulator.control.reset();
    const second = emulator.control.addCredential({ account: "account-2", user: "sub@example.com" });
    const rotated = emulator.control.addCredential({ account: "account-2", user: "sub@example.com" });
    const program = (of: { clientId: string; secretKey: string }): string => `
import { Provider, VirtualTag } from "pulumi-cost-allocation";
const other = new Provider("other", { clientId: "${of.clientId}", secretKey: "${of.secretKey}" });
new VirtualTag("here", { name: "Team", rules: [], defaultValue: "here" });
new VirtualTag("there", { name: "Team", rules: [], defaultValue: "there" }, { provider: other });
`;
    const accounts = await workspace.stack("accounts", { config: { "costallocation:baseUrl": emulator.url } });
    workspace.write("index.ts", program(second));
    (await accounts.start("up").result).ok();
    // The accounts are in the order of their first write, which may differ.
    const defaults = emulator.control.exportState().accounts.map(({ id, tags }) => {
      const contents = tags.map(({ versions }) => JSON.parse(versions[0]?.content ?? "") as { defaultValue: string });
      return [id, contents.map(({ defaultValue }) => defaultValue)];
    });
    expect(Object.fromEntries(defaults)).toEqual({ "account-1": ["here"], "account-2": ["there"] });
    expect(JSON.stringify(await accounts.exportState())).not.toContain(second.secretKey);

    workspace.write("index.ts", program(rotated));
    writes();
    (await accounts.up()).ok();
    expect(writes()).toEqual([]);
    (await accounts.destroy()).ok();
  }, 180_000);

  test("a destroy uses new credentials of the stack config after one up, which writes nothing", async () => {
    emulator.control.reset();
    const [old, fresh] = ["old@example.com", "new@example.com"].map((user) =>
      emulator.control.addCredential({ account: "account-1", user }),
    ) as [Credential, Credential];
    const pair = ({ clientId, secretKey }: Credential): Record<string, string> => ({
      "costallocation:clientId": clientId,
      "costallocation:secretKey": secretKey,
    });
    const users = (): unknown[] => {
      const all = new Set(emulator.control.requests().map(({ clientId }) => clientId));
      emulator.control.clearRequests();
      return [...all];
    };
    const rotated = await workspace.stack("rotated", { secrets: pair(old) });
    workspace.write("index.ts", tagProgram("team"));
    (await rotated.up()).ok();
    await rotated.configure({}, pair(fresh));
    users();
    (await rotated.pulumi(["refresh", "--preview-only"])).ok();
    expect(users()).toEqual([old.clientId]);
    writes();
    const up = (await rotated.up()).ok();
    expect(up.codes).toContain("CA1201");
    expect(users()).toEqual([fresh.clientId]);
    expect(writes()).toEqual([]);
    expect(JSON.stringify(await rotated.exportState())).not.toContain(fresh.secretKey);
    (await rotated.destroy()).ok();
    expect(users()).toEqual([fresh.clientId]);
    expect(kept()).toEqual([]);
  }, 120_000);

  test("a stack that uses another account by mistake writes nothing there, and says so", async () => {
    emulator.control.reset();
    const second = emulator.control.addCredential({ account: "account-2", user: "sub@example.com" });
    const lost = await workspace.stack("lost");
    workspace.write("index.ts", tagProgram("team"));
    (await lost.up()).ok();
    const env = { COST_ALLOCATION_CLIENT_ID: second.clientId, COST_ALLOCATION_SECRET_KEY: second.secretKey };
    writes();
    workspace.write("index.ts", tagProgram("team").replace('"x"', '"y"'));
    const update = await lost.up({ env });
    expect(update.code).not.toBe(0);
    expect(update.codes).toContain("CA1002");
    const refresh = await lost.refresh({ env });
    expect(refresh.code).not.toBe(0);
    expect(refresh.codes).toEqual(["CA1003"]);
    const destroy = await lost.destroy({ env });
    expect(destroy.code).not.toBe(0);
    expect(destroy.codes).toContain("CA1002");
    expect(writes()).toEqual([]);
    expect(kept()).toHaveLength(1);
    // With the right credentials, nothing is lost.
    (await lost.destroy()).ok();
    expect(kept()).toEqual([]);
  }, 240_000);

  test("another provider on an existing tag is refused, and its tag stays in the state", async () => {
    emulator.control.reset();
    const second = emulator.control.addCredential({ account: "account-2", user: "sub@example.com" });
    const program = (options: string): string => `
import { Provider, VirtualTag } from "pulumi-cost-allocation";
const other = new Provider("other", { clientId: "${second.clientId}", secretKey: "${second.secretKey}" });
new VirtualTag("team", { name: "Team", rules: [], defaultValue: "here" }${options});
export const unused = other.urn;
`;
    const moved = await workspace.stack("moved", { config: { "costallocation:baseUrl": emulator.url } });
    workspace.write("index.ts", program(""));
    (await moved.up()).ok();
    const before = kept();
    writes();
    workspace.write("index.ts", program(", { provider: other }"));
    const up = await moved.up();
    expect(up.code).not.toBe(0);
    expect(up.codes).toContain("CA1002");
    expect(writes()).toEqual([]);
    expect(kept()).toEqual(before);
    workspace.write("index.ts", program(""));
    (await moved.up()).ok();
    (await moved.destroy()).ok();
    expect(kept()).toEqual([]);
  }, 240_000);
});
