import { virtualTagLifecycle } from "../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import type { VirtualTagV1State } from "../../provider/virtualTagV1State";
import type { Rule } from "../../rules/types";
import { account, condition, editByOther, inputs, lifecycle, start, urnOf } from "./virtualTagV1Account";

const mark = "(pulumi bill/dev#team)";
const rule: Rule = { to: "Web", filters: { ...condition, type: "tag" } };
/** What the program says once its class is VirtualTag: the same. */
const declared: VirtualTagInputs = {
  name: "Team",
  rules: [rule],
  defaultValue: "Shared",
  resourceUrn: urnOf("team", "VirtualTag"),
};

let id: string;
let state: VirtualTagV1State;
beforeEach(async () => {
  await start();
  ({ id, state } = await lifecycle.create({ ...inputs, rules: [rule] }));
});

/** V2's lifecycle meets the state that V1 has kept. */
const diff = (given = declared): unknown => virtualTagLifecycle.diff(state, given);
const update = (given = declared, from: VirtualTagState = state): Promise<VirtualTagState> =>
  virtualTagLifecycle.update(id, from, given, account.context);
const versions = async (): Promise<{ changeDescription?: string; isLive: boolean }[]> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}/versions`)) as never;
const putV2 = (): string => `PUT /v2/virtual-tags/${id}`;

test("is an update in place, not a replacement, also where the content is the same", () => {
  expect(diff()).toEqual({ replaces: [], deleteBeforeReplace: true });
  expect(diff({ ...declared, defaultValue: "Other" })).toEqual({ replaces: [], deleteBeforeReplace: true });
});

test("is one save with the mark, and the next run finds nothing to do", async () => {
  const after = await update();
  expect(after).toMatchObject({ ...declared, mark, versionCount: 2 });
  expect(after).not.toHaveProperty("isCaseSensitive");
  expect(after).not.toHaveProperty("accountId");
  expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
  expect(await versions()).toMatchObject([{ changeDescription: mark, isLive: true }, { isLive: false }]);
  expect(account.messages).toEqual([]);

  const read = await virtualTagLifecycle.read(id, after, account.context);
  expect(virtualTagLifecycle.diff(read?.state as VirtualTagState, declared)).toBe("none");
});

test("brings the content up to date with the same save", async () => {
  const after = await update({ ...declared, name: "Teams", defaultValue: "Other" });
  expect(after).toMatchObject({ name: "Teams", defaultValue: "Other", mark });
  expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
  expect(account.messages).toEqual([]);
});

test("a type that V1 was made without, and what the service has done to the casing, is nobody's change", async () => {
  const cased = { ...inputs, name: "Cased", rules: [{ to: "Web", filters: { ...condition, key: "TEAM" } }] };
  const made = await lifecycle.create(cased);
  id = made.id;
  await update({ ...declared, name: "Cased" }, made.state);
  expect(account.messages).toEqual([]);
});

test("an edit of the name alone, between the read of the tag and that of its versions, is refused, or told", async () => {
  const { virtualTags } = account.context.client;
  const get = virtualTags.get.bind(virtualTags);
  const rename = (): unknown =>
    jest.spyOn(virtualTags, "get").mockImplementationOnce(async (...given) => {
      const tag = await get(...given);
      await editByOther(id, { name: "Theirs" });
      return tag;
    });
  account.context.settings = { driftPolicy: "refuse" };
  rename();
  await expect(update()).rejects.toThrow(/was changed outside this stack by ines@example\.com/);
  expect(account.writes()).toEqual(["POST /v1/virtual-tags"]);
  account.context.settings = { driftPolicy: "overwrite" };
  await editByOther(id, {});
  rename();
  await update();
  expect(account.messages).toEqual([expect.stringMatching(/^warning: .* was changed outside this stack by ines@/)]);
});

test("may stage: the live content stays, and the mark stands", async () => {
  const after = await update({ ...declared, setAsLive: false, defaultValue: "Other" });
  expect(after).toMatchObject({ mark, stagedVersionId: expect.any(String) as string });
  expect(await versions()).toMatchObject([{ changeDescription: mark, isLive: false }, { isLive: true }]);
  expect(account.writes()).toHaveLength(2);
});

test("over an outside edit warns, or refuses where the settings say so", async () => {
  await editByOther(id, { defaultValue: "Theirs" });
  account.context.settings = { driftPolicy: "refuse" };
  await expect(update()).rejects.toThrow(/changed outside this stack by ines@example\.com .* Nothing was written/);
  account.context.settings = { driftPolicy: "overwrite" };
  await update();
  expect(account.messages).toEqual([expect.stringMatching(/^warning: .* versions restore/) as string]);
  expect(account.writes()).toHaveLength(2);
});

test("over an edit that a refresh of the same run has found is refused where the settings say so", async () => {
  await editByOther(id, { defaultValue: "Theirs" });
  const read = await lifecycle.read(id, state);
  account.context.settings = { driftPolicy: "refuse" };
  await expect(update(declared, read?.state)).rejects.toThrow(
    /changed outside this stack by ines@example\.com .* Nothing was written/,
  );
  expect(account.writes()).toHaveLength(1);
  // Another run: it has been looked at.
  account.context.claims.clear();
  expect(await update(declared, read?.state)).toMatchObject({ mark });
});

// `adopt` counts only while a resource is created, and may stay in the program: were it to count here, a class name changed
// months later would take the tag from the stack that has it by now, without a word.
test.each([undefined, true, "by ID"])(
  "of a tag that another stack has taken over since is refused, with adopt left in as %s",
  async (adopt) => {
    const prod = declared.resourceUrn?.replace(":dev::", ":prod::") ?? "";
    const theirs = { ...declared, resourceUrn: prod, adopt: true, defaultValue: "Theirs" };
    await virtualTagLifecycle.create(theirs, account.context);
    account.context.claims.clear();
    const given = adopt === undefined ? declared : { ...declared, adopt: adopt === "by ID" ? id : adopt };
    await expect(update(given)).rejects.toThrow(
      /belongs to \(pulumi bill\/prod#team\), another resource\. Nothing was written\. It has taken the tag over since/,
    );
    expect(account.writes()).toHaveLength(2);
    expect(await account.asOther("GET", `/v2/virtual-tags/${id}`)).toMatchObject({ defaultValue: "Theirs" });
  },
);

test("of a tag that an interrupted takeover has marked by the resource's earlier name goes on", async () => {
  await update();
  const renamed = { ...declared, resourceUrn: urnOf("renamed", "VirtualTag") };
  expect(await update(renamed)).toMatchObject({ mark: "(pulumi bill/dev#renamed)" });
});

test("of a tag that can't be written back is refused by reason", async () => {
  await editByOther(id, { name: "FOCUS/Team" });
  await expect(update()).rejects.toThrow("it is predefined (FOCUS)");
  expect(account.writes()).toHaveLength(1);
});

test("of a tag that is gone says so and writes nothing", async () => {
  await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
  await expect(update()).rejects.toThrow(/has no Virtual Tag .* points at another account/);
  expect(account.writes()).toHaveLength(1);
});

describe("interrupted", () => {
  const lose = (when: "afterCommit" | "afterReading"): void => {
    account.emulator.control.placeFault({ method: "PUT", when, kind: "reset", times: 1 });
  };

  test("after its save, the next run writes nothing more", async () => {
    await update();
    expect(await update()).toMatchObject({ ...declared, mark });
    expect(account.writes()).toHaveLength(2);
  });

  test("after its save, the next run with another content saves that", async () => {
    await update();
    expect(await update({ ...declared, defaultValue: "Other" })).toMatchObject({ defaultValue: "Other", mark });
    expect(await versions()).toHaveLength(3);
  });

  // What V1 left is in the state: it is nobody else's, though the newest mark in the history is older.
  test("after its save, and changed by V1 once more: the next move goes on where edits are refused", async () => {
    await update();
    const again = await lifecycle.update(id, state, { ...inputs, rules: [rule], defaultValue: "By V1" });
    account.context.settings = { driftPolicy: "refuse" };
    expect(await update({ ...declared, defaultValue: "Other" }, again)).toMatchObject({ defaultValue: "Other", mark });
    expect(account.messages).toEqual([]);
  });

  test("after its save, and edited by someone since: the next move heeds the edit, until a refresh has shown it", async () => {
    await update();
    await editByOther(id, { defaultValue: "Theirs" });
    account.context.settings = { driftPolicy: "refuse" };
    const given = { ...declared, defaultValue: "Other" };
    await expect(update(given)).rejects.toThrow(
      /changed outside this stack by ines@example\.com .* Nothing was written/,
    );
    const read = await lifecycle.read(id, state);
    account.context.claims.clear();
    expect(await update(given, read?.state)).toMatchObject({ defaultValue: "Other", mark });
  });

  test("by a lost answer, it is settled by looking", async () => {
    lose("afterCommit");
    expect(await update()).toMatchObject({ mark });
    expect(await versions()).toHaveLength(2);
  });

  test("before its save, equal content is not taken for the save: the mark is what counts", async () => {
    lose("afterReading");
    await expect(update()).rejects.toThrow("it is not known whether this was carried out");
    expect(await update()).toMatchObject({ mark });
    expect(await versions()).toHaveLength(2);
  });
});

test("a refresh by V2 leaves the takeover to be done", async () => {
  const read = await virtualTagLifecycle.read(id, state, account.context);
  expect(virtualTagLifecycle.diff(read?.state as VirtualTagState, declared)).not.toBe("none");
});

test("after V1's end of life needs no request to V1", async () => {
  account.emulator.control.setSwitches({ v1AfterEndOfLife: "gone" });
  account.emulator.control.setClock("2027-06-01T00:00:00Z");
  await expect(lifecycle.read(id, state)).rejects.toThrow("Change the class VirtualTagV1");
  await update();
  expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
});

test("after V1's end of life, of a tag that is gone, the error names no way that leads nowhere: a refresh would ask V1", async () => {
  await account.asOther("DELETE", `/v2/virtual-tags/${id}`);
  account.emulator.control.setSwitches({ v1AfterEndOfLife: "gone" });
  account.emulator.control.setClock("2027-06-01T00:00:00Z");
  const refusal = await update().catch((error: unknown) => (error as Error).message);
  expect(refusal).toMatch(/has no Virtual Tag .* run "pulumi state delete" for the resource, .* creates it anew/);
  expect(refusal).not.toContain("refresh");
  expect(account.writes()).toHaveLength(1);
});

describe("after V1's end of life, over an edit that the settings refuse to write over", () => {
  const theirs = { defaultValue: "Theirs" };
  beforeEach(async () => {
    await editByOther(id, theirs);
    account.emulator.control.setSwitches({ v1AfterEndOfLife: "gone" });
    account.emulator.control.setClock("2027-06-01T00:00:00Z");
    account.context.settings = { driftPolicy: "refuse" };
  });

  test("the refusal names no way that leads nowhere: a refresh would ask V1", async () => {
    const refusal = await update().catch((error: unknown) => (error as Error).message);
    expect(refusal).toMatch(/by ines@example\.com .* Nothing was written, .* Put what is live into the program/);
    expect(refusal).not.toContain("refresh");
    expect(account.writes()).toHaveLength(1);
  });

  test("putting the edit into the program is a way on: one save, for the mark", async () => {
    expect(await update({ ...declared, ...theirs })).toMatchObject({ ...theirs, mark });
    expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
    expect(account.messages).toEqual([]);
  });

  // No version tells its name: what `versions show` prints is the content.
  test.each(["Team", "Teams"])(
    "and so it is in V2's words for an edit by V1, without types and cased otherwise (%s)",
    async (name) => {
      account.emulator.control.setSwitches({ v1AfterEndOfLife: "serve" });
      const rules = [{ to: "Web", filters: { ...condition, key: "Team" } }];
      await account.asOther("PUT", `/v1/virtual-tags/${id}`, { name: "Team", rules, ...theirs });
      expect(await update({ ...declared, ...theirs, name })).toMatchObject({ ...theirs, name, mark });
      expect(account.writes()).toEqual(["POST /v1/virtual-tags", putV2()]);
      expect(account.messages).toEqual([expect.stringMatching(/^warning: .* by ines@example\.com .*versions restore/)]);
    },
  );

  test("but not where the edit is another casing, which has a meaning in V2", async () => {
    const rules = [{ to: "Web", filters: { ...condition, key: "Team", type: "tag" } }] as Rule[];
    await editByOther(id, { rules, ...theirs });
    await expect(update({ ...declared, ...theirs })).rejects.toThrow(/by ines@example\.com .* Nothing was written/);
    expect(await update({ ...declared, rules, ...theirs })).toMatchObject({ rules, ...theirs, mark });
  });

  test("but not where somebody has renamed the tag as well", async () => {
    await editByOther(id, { ...theirs, name: "Theirs" });
    const given = { ...declared, ...theirs };
    await expect(update(given)).rejects.toThrow(/by ines@example\.com .* Nothing was written/);
    expect(await update({ ...given, name: "Theirs" })).toMatchObject({ name: "Theirs", mark });
  });

  test("and so is one run that overwrites", async () => {
    account.context.settings = { driftPolicy: "overwrite" };
    expect(await update()).toMatchObject({ defaultValue: "Shared", mark });
  });
});

test("V1 and V2 of one name in one program are refused in preview", () => {
  const claims = new Map<string, string>();
  expect(lifecycle.check(inputs, claims).problems).toEqual([]);
  expect(virtualTagLifecycle.check({ ...declared }, claims).problems).toEqual([
    { path: "name", message: expect.stringContaining(`is also the name that ${urnOf("team")} declares`) as string },
  ]);
});
