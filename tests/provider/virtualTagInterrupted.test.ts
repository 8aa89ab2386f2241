/** Runs that were killed after a staged save: the next one knows what was staged, under which name, and beside what. */
import { virtualTagLifecycle } from "../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import type { Rule } from "../../rules/types";
import { type Account, startAccount } from "./account";

const urn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team";
const rule: Rule = { to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "exists" } };
const live: VirtualTagInputs = { name: "Team", rules: [rule], defaultValue: "Live", resourceUrn: urn };
const staged: VirtualTagInputs = { ...live, defaultValue: "Staged", setAsLive: false };

let account: Account;
beforeEach(async () => {
  account = await startAccount({}, { limits: { enabled: false } });
});
afterEach(() => account.stop());

const create = (given: VirtualTagInputs): ReturnType<typeof virtualTagLifecycle.create> => {
  account.context.claims.clear();
  return virtualTagLifecycle.create(given, account.context);
};
const update = (id: string, state: VirtualTagState, given: VirtualTagInputs): Promise<VirtualTagState> =>
  virtualTagLifecycle.update(id, state, given, account.context);
const made = async (): Promise<string> => {
  const theirs = { name: "Team", rules: [rule], defaultValue: "Theirs" };
  return String((await account.asOther("POST", "/v2/virtual-tags", theirs))["id"]);
};
const edit = async (id: string, defaultValue: string): Promise<unknown> => {
  account.emulator.control.advanceClock(60_000);
  return account.asOther("PUT", `/v2/virtual-tags/${id}`, { name: "Team", rules: [rule], defaultValue });
};
const versions = async (id: string): Promise<{ id: string; changeDescription?: string }[]> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}/versions`)) as never;
const liveDefault = async (id: string): Promise<unknown> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}`))["defaultValue"];

describe("an adoption that was killed after its staged save, where outside changes are refused", () => {
  beforeEach(() => {
    account.context.settings = { outsideChanges: "refuse" };
  });

  test("goes on while the program says adopt, and says what is written over", async () => {
    const id = await made();
    await create({ ...staged, adopt: true });
    await create({ ...live, adopt: true });
    expect(await liveDefault(id)).toBe("Live");
    expect(account.messages.at(-1)).toMatch(/^info: .* saved last by ines@example\.com at .*versions restore/);
  });

  test("is refused when the program does not say so any more, and that is how to go on", async () => {
    const id = await made();
    await create({ ...staged, adopt: true });
    const refused = /"Team" .* by ines@example\.com .*Nothing was written.*To write over it, set adopt: true\./s;
    await expect(create(live)).rejects.toThrow(refused);
    expect(await liveDefault(id)).toBe("Theirs");
  });

  test("heeds what someone has made live since then, and says how to go on", async () => {
    const id = await made();
    await create({ ...staged, adopt: true });
    await edit(id, "Edited");
    const refused = /changed outside this stack by ines@example\.com .*Nothing was written.*takes the tag back/s;
    await expect(create({ ...live, adopt: true })).rejects.toThrow(refused);
    expect(await liveDefault(id)).toBe("Edited");

    const { state } = await create({ ...live, adopt: true, defaultValue: "Edited" });
    expect(account.writes()).toHaveLength(1);
    await update(id, state, live);
    expect(await liveDefault(id)).toBe("Live");
  });
});

describe.each(["live", "latest"] as const)("a staged rename that was killed (a read shows the %s)", (stagedRead) => {
  beforeEach(() => {
    account.emulator.control.setSwitches({ stagedRead });
  });

  test("is taken for done by a plain re-run", async () => {
    const { id, state } = await create(live);
    const renamed = { ...staged, name: "Squad", changeDescription: "why" };
    const first = await update(id, state, renamed);
    expect((await update(id, state, renamed)).stagedVersionId).toBe(first.stagedVersionId);
    expect(await versions(id)).toHaveLength(2);
    expect((await versions(id))[0]?.changeDescription).toBe('why (named "Squad") (pulumi bill/dev#team)');
  });

  test.each(["Team", "Crew"])("is not taken for the same content under the name %s", async (name) => {
    const { id, state } = await create(live);
    const first = await update(id, state, { ...staged, name: "Squad" });
    const second = await update(id, state, { ...staged, name });
    expect(second.stagedVersionId).not.toBe(first.stagedVersionId);
    expect(await versions(id)).toHaveLength(3);
    expect((await update(id, state, { ...staged, name })).stagedVersionId).toBe(second.stagedVersionId);
    expect(await versions(id)).toHaveLength(3);
  });

  test("of an adoption by ID is taken for done as well, and not for another name", async () => {
    const id = await made();
    const adopting = { ...staged, adopt: id, name: 'The "Squad" \\' };
    const { state } = await create(adopting);
    expect((await create(adopting)).state.stagedVersionId).toBe(state.stagedVersionId);
    expect(await versions(id)).toHaveLength(2);
    await create({ ...adopting, name: "Crew" });
    expect(await versions(id)).toHaveLength(3);
  });
});

describe("going back to what is live from a staged rename", () => {
  test.each([
    ["live", 2],
    ["latest", 3],
  ] as const)("saves only where the tag shows another name than is declared (%s)", async (stagedRead, count) => {
    account.emulator.control.setSwitches({ stagedRead });
    const { id, state } = await create(live);
    const after = await update(id, state, { ...staged, name: "Squad" });
    await update(id, after, live);
    expect(await versions(id)).toHaveLength(count);
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({
      name: "Team",
      defaultValue: "Live",
    });
    expect(account.messages).toEqual([]);
  });
});
