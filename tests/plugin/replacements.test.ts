/**
 * A replacement (`--replace`, `replaceOnChanges`) creates first, and deletes what it replaced last of all. With the same name, the create
 * is an update of what exists, so the delete must leave it alone, also in the run after one that was killed between the two.
 */
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { virtualTagLifecycle } from "../../provider/virtualTag/lifecycle";
import { asOther } from "../support/asOther";
import {
  call,
  check,
  configure,
  create,
  emulator,
  passed,
  plain,
  read,
  type Properties,
  start,
  stop,
  struct,
  tag,
  urn,
  urnOf,
  writes,
} from "./plugin";

const { DIFF_SOME } = messages.DiffResponse.DiffChanges;

/** What the state has of a resource. */
interface Known {
  urn: string;
  id: string;
  state: Properties;
}

async function startRun(): Promise<void> {
  stop();
  await start();
  await configure();
}

/** A resource of the program in a run, under its own URN or a new one. Answers its state afterwards. */
async function declare({ id, state }: Known, inputs: Properties, of: string): Promise<Known> {
  await check(inputs, of);
  const request = new messages.DiffRequest().setUrn(of).setId(id).setOlds(struct(state)).setOldInputs(struct(inputs));
  const difference: messages.DiffResponse = await call("diff", request.setNews(struct(inputs)));
  if (difference.getChanges() !== DIFF_SOME) return { urn: of, id, state };
  const update = new messages.UpdateRequest().setUrn(of).setId(id).setOlds(struct(state)).setNews(struct(inputs));
  const answer: messages.UpdateResponse = await call("update", update);
  return { urn: of, id, state: passed(plain(answer.getProperties())) };
}

const remove = ({ urn: of, id, state }: Known): Promise<unknown> =>
  call("delete", new messages.DeleteRequest().setUrn(of).setId(id).setProperties(struct(state)));

beforeEach(() => configure());

test("a tag stays, also if the resource has got a new name, until the program does not declare it", async () => {
  const { id, state } = await create(tag);
  const known = { urn, id, state: passed(state) };
  await startRun();
  await declare(known, tag, urn);
  await remove(known);
  expect(writes()).toEqual(["POST"]);
  await startRun();
  const renamed = await declare(known, tag, urnOf("VirtualTag", "renamed"));
  await remove(known);
  expect(writes()).toEqual(["POST", "PUT"]);
  await startRun();
  await remove(renamed);
  expect(writes()).toEqual(["POST", "PUT", "DELETE"]);
});

test("a tag stays if its update failed, or did not begin, and the engine continues", async () => {
  const { id, state } = await create(tag);
  const known = { urn, id, state: passed(state) };
  const changed = { ...tag, rules: [] };
  await startRun();
  await check(changed);
  const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(known.state));
  await call("diff", request.setOldInputs(struct(tag)).setNews(struct(changed)));
  await remove(known);
  expect(writes()).toEqual(["POST"]);
});

test("what a failed replacement would replace is not deleted, and stays in the state", async () => {
  const { id, state } = await create(tag);
  await startRun();
  await check({ ...tag, name: "New" });
  emulator.control.placeFault({ method: "POST", kind: "status", status: 403 });
  await expect(create({ ...tag, name: "New" })).rejects.toThrow();
  await expect(remove({ urn, id, state: passed(state) })).rejects.toMatchObject({
    details: expect.stringContaining("CA1005") as string,
  });
  expect(writes()).not.toContain("DELETE");
});

test.each([
  {
    way: "a create",
    replace: async () => {
      await check({ ...tag, name: "New" });
      await create({ ...tag, name: "New" });
    },
  },
  {
    way: "an import",
    replace: async () => {
      const made = await asOther(emulator, "POST", "/v2/virtual-tags", {
        name: "Manual",
        rules: [],
        defaultValue: "x",
      });
      const imported = await read(String(made["id"]));
      await check(plain(imported.getInputs()));
    },
  },
])("a tag is deleted if the resource gets another one: $way", async ({ replace }) => {
  const { id, state } = await create(tag);
  await startRun();
  await replace();
  await remove({ urn, id, state: passed(state) });
  expect(writes().at(-1)).toBe("DELETE");
});

test("a replacement that the program wants creates first, too, and the tag keeps its history", async () => {
  const { id, state } = await create(tag);
  const known = { urn, id, state: passed(state) };
  const changed = { ...tag, rules: [] };
  await startRun();
  await check(changed);
  const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(known.state));
  const answer: messages.DiffResponse = await call("diff", request.setOldInputs(struct(tag)).setNews(struct(changed)));
  expect(answer.getDeletebeforereplace()).toBe(false);
  expect(await create(changed)).toMatchObject({ id });
  await remove(known);
  expect(writes()).toEqual(["POST", "PUT"]);
});

test("what a replacement left behind, because its delete failed, is deleted in the next run", async () => {
  const { id, state } = await create(tag);
  const old = { urn, id, state: passed(state) };
  const renamed = { ...tag, name: "New" };
  await startRun();
  await check(renamed);
  const made = await create(renamed);
  emulator.control.placeFault({ method: "DELETE", kind: "status", status: 403, times: 1 });
  await expect(remove(old)).rejects.toThrow();
  await startRun();
  await declare({ urn, id: made.id, state: passed(made.state) }, renamed, urn);
  await remove(old);
  expect(writes()).toEqual(["POST", "POST", "DELETE", "DELETE"]);
});

/** A run that compares a resource with its state, and replaces it. */
async function replace({ id, state }: Known, inputs: Properties): ReturnType<typeof create> {
  await startRun();
  await check(inputs);
  const request = new messages.DiffRequest().setUrn(urn).setId(id).setOlds(struct(state));
  await call("diff", request.setOldInputs(struct(tag)).setNews(struct(inputs)));
  return create(inputs);
}

test("a tag that an earlier run deleted to replace it is created again", async () => {
  const { id, state } = await create(tag);
  await asOther(emulator, "DELETE", `/v2/virtual-tags/${id}`);
  const made = await replace({ urn, id, state: passed(state) }, { ...tag, rules: [] });
  expect(made.id).not.toBe(id);
});

test("a tag is kept under the name that was written last, too, if a refresh has found another one", () => {
  const content = { rules: [], defaultValue: "x" };
  const found = { ...content, name: "Crew", __memory: { written: { ...content, name: "Team" } } };
  const isKept = ["Team", "Crew", "New"].map((name) =>
    virtualTagLifecycle.isKept?.(found as never, { ...content, name }),
  );
  expect(isKept).toEqual([true, true, false]);
});

describe("metadata", () => {
  const metadata = { Checkout: { groups: ["g"], customMetadata: { owner: "ines" } } };
  const own = urnOf("VirtualTagMetadata");
  const held = (id: string): Promise<unknown> => asOther(emulator, "GET", `/v2/virtual-tags/${id}/metadata`);

  test("stays in the same run, and in the next one", async () => {
    const { id } = await create(tag);
    const inputs = { virtualTagId: id, metadata };
    const { state } = await create(inputs, own);
    const known = { urn: own, id, state: passed(state) };
    const before = await held(id);
    await check(inputs, own);
    await create(inputs, own);
    await remove(known);
    expect(await held(id)).toEqual(before);
    await startRun();
    await declare(known, inputs, own);
    await remove(known);
    expect(await held(id)).toEqual(before);
  });

  test("is changed in place by a replacement that the program wants, which finds its own fields", async () => {
    const { id } = await create(tag);
    const inputs = { virtualTagId: id, metadata };
    const changed = { virtualTagId: id, metadata: { Checkout: { groups: ["other"] } } };
    const { state } = await create(inputs, own);
    const known = { urn: own, id, state: passed(state) };
    await startRun();
    await check(changed, own);
    const request = new messages.DiffRequest().setUrn(own).setId(id).setOlds(struct(known.state));
    const asked = request.setOldInputs(struct(inputs)).setNews(struct(changed));
    const answer: messages.DiffResponse = await call("diff", asked);
    expect(answer.getDeletebeforereplace()).toBe(false);
    await create(changed, own);
    await remove(known);
    expect(await held(id)).toMatchObject({ metadata: { Checkout: { groups: ["other"] } } });
  });

  test("stays if another tag's could not be created in its place", async () => {
    const [{ id }, other] = [await create(tag), await create({ ...tag, name: "Other" }, urnOf("VirtualTag", "other"))];
    const inputs = { virtualTagId: id, metadata };
    const { state } = await create(inputs, own);
    const before = await held(id);
    await startRun();
    const moved = { virtualTagId: other.id, metadata };
    await check(moved, own);
    const request = new messages.DiffRequest()
      .setUrn(own)
      .setId(id)
      .setOlds(struct(passed(state)));
    await call("diff", request.setOldInputs(struct(inputs)).setNews(struct(moved)));
    emulator.control.placeFault({ method: "PUT", kind: "status", status: 403 });
    await expect(create(moved, own)).rejects.toThrow();
    emulator.control.clearFaults();
    await expect(remove({ urn: own, id, state: passed(state) })).rejects.toMatchObject({
      details: expect.stringContaining("CA1005") as string,
    });
    expect(await held(id)).toEqual(before);
  });

  test("is removed if a refresh has compared it, and the program does not declare it", async () => {
    const { id } = await create(tag);
    const none = await held(id);
    const inputs = { virtualTagId: id, metadata };
    const { state } = await create(inputs, own);
    const known = { urn: own, id, state: passed(state) };
    await startRun();
    const request = new messages.DiffRequest().setUrn(own).setId(id).setOlds(struct(known.state));
    await call("diff", request.setOldInputs(struct(inputs)).setNews(struct(inputs)));
    await remove(known);
    expect(await held(id)).toEqual(none);
  });
});
