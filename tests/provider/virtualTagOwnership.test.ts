import { virtualTagLifecycle } from "../../provider/virtualTag";
import {
  account,
  create,
  deletes,
  editByOther,
  inputs,
  madeByOther,
  newRun,
  remove,
  rule,
  start,
  update,
  urn,
  versions,
} from "./virtualTagAccount";

beforeEach(() => start());

describe("adopt", () => {
  test("true takes the one tag of that name; equal content is not written", async () => {
    const id = await madeByOther();
    const adopted = await create({ ...inputs, adopt: true });
    expect(adopted.id).toBe(id);
    expect(adopted.state).not.toHaveProperty("mark");
    expect(account.writes()).toEqual([]);
    expect(account.messages).toEqual([`info: "Team" (${id}) was taken over; it is as declared.`]);
  });

  test("true writes other content over, and says how to have the old back", async () => {
    const id = await madeByOther({ defaultValue: "Theirs" });
    const [theirs] = await versions(id);
    const { state } = await create({ ...inputs, adopt: true });
    expect(state).toMatchObject({ mark: "(pulumi bill/dev#team)", versionCount: 2 });
    expect(account.writes()).toEqual([`PUT /v2/virtual-tags/${id}`]);
    expect(account.messages[0]).toMatch(
      /was taken over: what it held, saved last by ines@example\.com at .*, is written over\./,
    );
    expect(account.messages[0]).toContain(`cost-allocation versions restore ${id} ${String(theirs?.id)}`);
  });

  test("true with setAsLive: false stages beside what is live, and says that it stays", async () => {
    const id = await madeByOther({ defaultValue: "Theirs" });
    await create({ ...inputs, adopt: true, setAsLive: false });
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^info: "Team" .* was taken over: what it held, saved last by ines@example\.com at .*, stays live, and the declared content is staged beside it\.$/,
      ),
    ]);
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ defaultValue: "Theirs" });
  });

  test("true of another stack's tag that is as declared is saved for the mark, and says that nothing else changes", async () => {
    const { id } = await create(inputs);
    newRun();
    await create({ ...inputs, adopt: true, resourceUrn: urn("team", "prod") });
    expect(account.messages).toEqual([
      `info: "Team" (${id}) was taken over from (pulumi bill/dev#team): it is as declared, and one save says whose it is.`,
    ]);
  });

  test("true makes the tag when there is none", async () => {
    await create({ ...inputs, adopt: true });
    expect(account.writes()).toEqual(["POST /v2/virtual-tags"]);
  });

  test("true with two tags of that name lists both", async () => {
    const ids = [await madeByOther(), await madeByOther()];
    const attempt = create({ ...inputs, adopt: true });
    await expect(attempt).rejects.toThrow(
      /has 2 Virtual Tags named "Team": .* Set adopt to the ID of the one that is meant/,
    );
    await expect(create({ ...inputs, adopt: true })).rejects.toThrow(
      new RegExp(ids.join(".*") + "|" + [...ids].reverse().join(".*")),
    );
    expect(account.writes()).toEqual([]);
  });

  test("an ID takes that tag, and gives it the declared name", async () => {
    const id = await madeByOther({ name: "Old name" });
    const adopted = await create({ ...inputs, adopt: id });
    expect(adopted.id).toBe(id);
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ name: "Team" });
  });

  test("an ID that the account does not have is an error", async () => {
    await expect(create({ ...inputs, adopt: "nothing" })).rejects.toThrow(
      /adopt names the Virtual Tag nothing, which this account does not have/,
    );
    expect(account.writes()).toEqual([]);
  });

  test("an ID beside another tag of the declared name is an error", async () => {
    const id = await madeByOther({ name: "Old name" });
    const other = await madeByOther();
    await expect(create({ ...inputs, adopt: id })).rejects.toThrow(`"Team" is the name of ${other}`);
  });

  test("from another resource is a save even when the content is equal, so that the new mark stands", async () => {
    const first = await create(inputs);
    const second = await create({ ...inputs, resourceUrn: urn("team", "prod"), adopt: true });
    expect(second.id).toBe(first.id);
    expect(second.state.mark).toBe("(pulumi bill/prod#team)");
    expect((await versions(first.id))[0]?.changeDescription).toBe("(pulumi bill/prod#team)");
  });

  test.each([
    ["predefined", "FOCUS/Team", {}, /it is predefined/],
    ["reallocation", "Team", { reallocation: { method: "even" } }, /the tag has "reallocation"/],
    ["a rule of another shape", "Team", { rules: [{ allocations: [] }] }, /rules\[0\] has another shape/],
    [
      "a rule of a relational tag",
      "Team",
      { rules: [{ ...rule, relationalKey: "x" }] },
      /rules\[0\] has "relationalKey"/,
    ],
    ["a kind that says so", "Team", { tagType: "RELATIONAL" }, /its tagType is "RELATIONAL"/],
  ])("of a tag that V2 can't write back is refused by its reason: %s", async (_, name, change, reason) => {
    const tag = { id: "1", name, rules: [], defaultValue: "x", ...change };
    const list = (): Promise<object[]> => Promise.resolve([tag]);
    const client = { virtualTags: { findByName: list }, virtualTagVersions: { firstPage: () => Promise.resolve([]) } };
    const context = { ...account.context, client: client as never };
    await expect(virtualTagLifecycle.create({ ...inputs, name, adopt: true }, context)).rejects.toThrow(reason);
  });
});

describe("two names of one tag", () => {
  test("a rename to a name that another tag has is refused", async () => {
    const { id, state } = await create(inputs);
    const other = await madeByOther({ name: "Taken" });
    const rename = update(id, state, { ...inputs, name: "Taken" });
    await expect(rename).rejects.toThrow(new RegExp(`can't be named "Taken": ${other} .* has that name already`));
    expect(account.writes()).toHaveLength(1);
  });
});

describe("delete", () => {
  test("leaves a tag alone that another resource has taken over since", async () => {
    const { id, state } = await create(inputs);
    await create({ ...inputs, resourceUrn: urn("renamed"), adopt: true });
    await remove(id, state);
    expect(deletes()).toEqual([]);
    expect(account.messages.at(-1)).toBe(
      `warning: "Team" (${id}) belongs to (pulumi bill/dev#renamed) by now: it is left alone, not deleted.`,
    );
  });

  test("of an adopted tag that was never written, once another resource has it, leaves it alone as well", async () => {
    const id = await madeByOther();
    const { state } = await create({ ...inputs, adopt: true });
    newRun();
    await create({ ...inputs, resourceUrn: urn("renamed"), adopt: true, defaultValue: "Other" });
    await remove(id, state);
    expect(deletes()).toEqual([]);
  });

  test("warns when it takes someone else's change with it", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { defaultValue: "Theirs" });
    await remove(id, state);
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: "Team" .* changed outside this stack by ines@example\.com .* deleted all the same/,
      ),
    ]);
    await expect(account.asOther("GET", `/v2/virtual-tags/${id}`)).rejects.toThrow("404");
  });

  test("warns when it takes a tag with it that someone else has renamed", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { name: "Theirs" });
    await remove(id, state);
    expect(account.messages).toEqual([
      expect.stringMatching(
        /^warning: "Theirs" .* changed outside this stack by ines@example\.com .* deleted all the same/,
      ),
    ]);
  });

  test("refuses to take someone else's change with it, where the settings say so", async () => {
    const { id, state } = await create(inputs);
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    await expect(remove(id, state)).rejects.toThrow("It was not deleted");
    expect(account.writes()).toHaveLength(1);
  });

  test("asks whose the tag is, and reads no version of a tag that is as we left it", async () => {
    const { id, state } = await create(inputs);
    account.emulator.control.clearRequests();
    await remove(id, state);
    expect(account.emulator.control.requests().map(({ method, route }) => [method, route])).toEqual([
      ["GET", "GET /v2/virtual-tags/{id}"],
      ["GET", "GET /v2/virtual-tags/{id}/versions"],
      ["DELETE", "DELETE /v2/virtual-tags/{id}"],
    ]);
  });
});

test("a tag near the limit of its history: the next save says which version is about to go", async () => {
  const { id, state } = await create(inputs);
  for (let n = 0; n < 94; n += 1) {
    await editByOther(id, { defaultValue: `v${n}` });
    account.emulator.control.advanceClock(60_000);
  }
  const late = { ...state, versionCount: 95 };
  const after = await update(id, late, { ...inputs, defaultValue: "Last" });
  expect(after.versionCount).toBe(96);
  expect(account.messages.at(-1)).toMatch(/^warning: "Team" .* has 96 versions, and the service keeps 100/);
}, 30_000);
