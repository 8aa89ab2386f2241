/** What a look before or after a write must not take for something else. */
import { virtualTagLifecycle } from "../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import type { Rule } from "../../rules/types";
import { type Account, startAccount } from "./account";

const urn = (name: string): string => `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::${name}`;
const rule: Rule = { to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } };
const content = { name: "Team", rules: [rule], defaultValue: "Shared" };
const inputs: VirtualTagInputs = { ...content, resourceUrn: urn("team") };

let account: Account;
beforeEach(async () => {
  account = await startAccount({}, { switches: { stagedRead: "latest" }, limits: { enabled: false } });
});
afterEach(() => account.stop());

const create = (given: VirtualTagInputs): ReturnType<typeof virtualTagLifecycle.create> =>
  virtualTagLifecycle.create(given, account.context);
const update = (id: string, state: VirtualTagState, given: VirtualTagInputs): Promise<VirtualTagState> =>
  virtualTagLifecycle.update(id, state, given, account.context);
const versions = async (id: string): Promise<{ isLive: boolean }[]> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}/versions`)) as never;
const loseNextPut = (): void => {
  account.emulator.control.placeFault({ method: "PUT", when: "afterReading", kind: "reset", times: 1 });
};
const unknown = "it is not known whether this was carried out";

describe("a save whose answer is lost, and that was not carried out, is not taken for done", () => {
  test("where a name alone was staged: what was live before holds the same, with our mark", async () => {
    const { id, state } = await create(inputs);
    const staged = await update(id, state, { ...inputs, name: "Squad", setAsLive: false });
    const promoted = { ...inputs, name: "Squad" };
    loseNextPut();
    await expect(update(id, staged, promoted)).rejects.toThrow(unknown);
    await update(id, staged, promoted);
    expect(await versions(id)).toMatchObject([{ isLive: true }, { isLive: false }, { isLive: false }]);
  });

  test("where another resource has staged over what we had made live", async () => {
    const { id } = await create(inputs);
    account.context.claims.clear();
    await create({ ...inputs, defaultValue: "Staged", setAsLive: false, adopt: true, resourceUrn: urn("other") });
    account.context.claims.clear();
    loseNextPut();
    await expect(create({ ...inputs, adopt: true })).rejects.toThrow(unknown);
    expect((await create({ ...inputs, adopt: true })).id).toBe(id);
    expect(await versions(id)).toHaveLength(3);
  });
});
