/** Which requests carry a decision out, what they leave in the state, and how a lost answer is settled. */
import { act, routeOf } from "../../../provider/virtualTag/act";
import { decide, type Decision } from "../../../provider/virtualTag/decide";
import { observe } from "../../../provider/virtualTag/observe";
import { stateOf, type VirtualTagInputs, type VirtualTagState } from "../../../stack/state/virtualTag";
import { wantedOf } from "../../../provider/virtualTag/wanted";
import {
  account,
  changed,
  create,
  editByOther,
  inputs,
  madeByOther,
  mark,
  newRun,
  reads,
  refresh,
  remove,
  requests,
  stageByOther,
  staging,
  start,
  update,
  urn,
  versions,
} from "./account";

const { history, version } = reads;
const put = (isLive: boolean): string => `PUT /v2/virtual-tags/{id} setAsLive=${isLive}`;
const post = (isLive: boolean): string => `POST /v2/virtual-tags setAsLive=${isLive}`;
const otherUrn = urn("team", "prod");

beforeEach(() => start());

/** Observes, decides, and carries out: the decision, and the requests that it took. */
async function carryOut(
  goal: "create" | "update" | "delete",
  given: VirtualTagInputs,
  before?: { id: string; state: VirtualTagState },
): Promise<{ kind: Decision["kind"]; requests: string[]; result: { id: string; state?: VirtualTagState } }> {
  newRun();
  const { client, memory, policy } = account.context;
  const wanted = wantedOf(goal, given.__resourceUrn, given, before);
  const decision = decide(await observe(wanted, account.context), wanted, memory, policy);
  const reservation = await client.reserve(routeOf(decision) ?? "PUT /v2/virtual-tags/{id}");
  account.emulator.control.clearRequests();
  const slot = { reservation, sendBefore: Infinity };
  const { id, kept } = await act(decision, wanted, { context: account.context, slot });
  reservation.release();
  const result = { id, ...(kept && { state: stateOf(kept.tag, given, kept) }) };
  return { kind: decision.kind, requests: requests(), result };
}
const described = (changeDescription: string): object => ({ versionMetadata: { changeDescription } });

describe("the requests of each decision", () => {
  test("create", async () => {
    expect(await carryOut("create", inputs)).toMatchObject({ kind: "create", requests: [post(true)] });
    expect(account.lastBody()).toMatchObject(described(mark));
  });

  test("create, staged: also the version that it made", async () => {
    const { result, ...made } = await carryOut("create", staging);
    expect(made).toEqual({ kind: "create", requests: [post(false), history, version] });
    const [saved] = await versions(result.id);
    expect(result.state).toMatchObject({ stagedVersionId: saved?.id, __memory: { mark, formerLive: null } });
  });

  test("save", async () => {
    const before = await create();
    const saved = await carryOut("update", { ...changed, changeDescription: "why" }, before);
    expect(saved).toMatchObject({ kind: "save", requests: [put(true)] });
    expect(account.lastBody()).toMatchObject(described(`why ${mark}`));
    expect(saved.result.state?.__memory).toEqual({ mark, seenAt: saved.result.state?.updatedAt, versionCount: 2 });
  });

  test("stage: also the version that it made", async () => {
    const before = await create();
    const [live] = await versions(before.id);
    const { result, ...staged } = await carryOut("update", { ...staging, name: "Squad" }, before);
    expect(staged).toEqual({ kind: "stage", requests: [put(false), history, version] });
    expect(account.lastBody()).toMatchObject({ name: "Squad", ...described(`(named "Squad") ${mark}`) });
    const [newest] = await versions(before.id);
    const formerLive = { versionId: live?.id, name: "Team" };
    expect(result.state).toMatchObject({
      stagedVersionId: newest?.id,
      __memory: { mark, versionCount: 2, formerLive },
    });
  });

  test("promote", async () => {
    const { id, state } = await create();
    const staged = await update(id, state, staging);
    const promoted = await carryOut("update", { ...staging, setAsLive: true }, { id, state: staged });
    expect(promoted).toMatchObject({ kind: "promote", requests: [put(true)] });
    expect(promoted.result.state).not.toHaveProperty("stagedVersionId");
    expect(promoted.result.state?.__memory).not.toHaveProperty("formerLive");
  });

  test("takeOver: the new mark", async () => {
    const { id } = await create();
    const taken = await carryOut("create", { ...inputs, adopt: true, __resourceUrn: otherUrn });
    expect(taken).toMatchObject({ kind: "takeOver", requests: [put(true)], result: { id } });
    expect(account.lastBody()).toMatchObject(described("(pulumi bill/prod#team)"));
    expect(taken.result.state?.__memory?.mark).toBe("(pulumi bill/prod#team)");
    expect(account.context.memory.takerOf(id)).toBe(otherUrn);
  });

  test("keep: none, and an adopted tag has no mark in the state", async () => {
    const id = await madeByOther();
    const kept = await carryOut("create", { ...inputs, adopt: true });
    expect(kept).toMatchObject({ kind: "keep", requests: [], result: { id } });
    expect(kept.result.state?.__memory).toEqual({ seenAt: kept.result.state?.updatedAt, versionCount: 1 });
    expect(account.context.memory.takerOf(id)).toBe(inputs.__resourceUrn);
  });

  test("delete", async () => {
    const before = await create();
    const deleted = await carryOut("delete", before.state, before);
    expect(deleted).toEqual({ kind: "delete", requests: ["DELETE /v2/virtual-tags/{id}"], result: { id: before.id } });
    expect(account.context.memory.wasDeleted(before.id)).toBe(true);
  });

  test("release: none", async () => {
    const before = await create();
    await account.asOther("DELETE", `/v2/virtual-tags/${before.id}`);
    const released = await carryOut("delete", before.state, before);
    expect(released).toEqual({ kind: "release", requests: [], result: { id: before.id } });
    expect(account.messages).toMatchObject([{ kind: "info", code: "CA2207" }]);
  });

  test("refuse: none", async () => {
    await madeByOther();
    await expect(carryOut("create", inputs)).rejects.toMatchObject({ name: "Refused", code: "CA2001" });
    expect(requests()).toEqual([]);
  });
});

test("messages are warnings or information by their code, and are not repeated when a write is sent again", async () => {
  const { id, state } = await create();
  await editByOther(id, { defaultValue: "Theirs" });
  account.emulator.control.placeFault({ method: "PUT", kind: "status", status: 429, retryAfter: 0, times: 1 });
  await update(id, state, changed);
  expect(account.writes().filter((write) => write.startsWith("PUT"))).toHaveLength(2);
  expect(account.messages).toMatchObject([{ kind: "warning", code: "CA2101" }]);
});

describe("a save that was not carried out, and whose answer is lost, is not taken for done, but sent again", () => {
  const loseNextPut = (): void => {
    account.emulator.control.placeFault({ method: "PUT", when: "afterReading", kind: "reset", times: 1 });
  };

  test.each(["live", "latest"] as const)(
    "if only a name was staged before (a read shows the %s)",
    async (stagedRead) => {
      account.emulator.control.setSwitches({ stagedRead });
      const { id, state } = await create();
      const staged = await update(id, state, { ...inputs, name: "Squad", setAsLive: false });
      const promoted = { ...inputs, name: "Squad" };
      loseNextPut();
      await update(id, staged, promoted);
      expect(await versions(id)).toMatchObject([{ isLive: true }, { isLive: false }, { isLive: false }]);
    },
  );

  test("if another resource staged a version over ours", async () => {
    const { id } = await create();
    newRun();
    await create({ ...staging, adopt: true, __resourceUrn: otherUrn });
    newRun();
    loseNextPut();
    expect((await create({ ...inputs, adopt: true })).id).toBe(id);
    expect(await versions(id)).toHaveLength(3);
  });

  test("if a colleague stages the same content meanwhile", async () => {
    const { id, state } = await create();
    loseNextPut();
    const { virtualTags } = account.context.client;
    const save = virtualTags.update.bind(virtualTags);
    jest.spyOn(virtualTags, "update").mockImplementationOnce(async (...given) => {
      const lost = await save(...given).catch((error: unknown) => error);
      await stageByOther(id, { defaultValue: "Staged" });
      throw lost as Error;
    });
    expect(await update(id, state, staging)).toMatchObject({ __memory: { mark, versionCount: 3 } });
  });
});

test("a staged version that the list does not show is waited for, and found by a later refresh", async () => {
  const { id, state } = await create();
  const { virtualTagVersions } = account.context.client;
  const newest = virtualTagVersions.newest.bind(virtualTagVersions);
  const hiding = jest
    .spyOn(virtualTagVersions, "newest")
    .mockImplementation(async (...given) => (await newest(...given)).filter(({ isLive }) => isLive));
  const staged = await update(id, state, staging);
  expect(staged.stagedVersionId).toBe("unknown");
  hiding.mockRestore();
  const [saved] = await versions(id);
  expect((await refresh(id, staged)).state.stagedVersionId).toBe(saved?.id);
});

test("a delete that a proxy answers is settled by looking", async () => {
  const { id, state } = await create();
  account.emulator.control.placeFault({ method: "DELETE", when: "afterCommit", kind: "wrongContentType", times: 1 });
  await remove(id, state);
  expect(account.writes().filter((write) => write.startsWith("DELETE"))).toHaveLength(1);
});
