/** `cost-allocation versions restore`: what it shows, what it saves, and that it never saves twice. */
import type { Fault } from "../../emulator";
import type { VirtualTag } from "../../client";
import { type Account, type RunOptions, startAccount, teamRule } from "./versionsAccount";

let account: Account;
beforeEach(async () => {
  account = await startAccount();
});
afterEach(() => account.stop());

const content = (team: string) => ({ rules: [teamRule(team, "a")], defaultValue: "None" });
const mark = "(pulumi shop/prod#team)";

/** A tag whose content was A at first and is B now. Tells the first version. */
async function changedTag(description?: string): Promise<{ tag: VirtualTag; first: string }> {
  const tag = await account.create("Team", content("A"), description);
  await account.save(tag, content("B"), description);
  return { tag, first: (await account.versions(tag)).at(-1)?.id ?? "" };
}

async function liveTeam(tag: VirtualTag): Promise<unknown> {
  return (await account.client.virtualTags.get(tag.id)).rules[0]?.to;
}

test("shows what will change, saves one new version, and prints the program text", async () => {
  const { tag, first } = await changedTag(`Why ${mark}`);
  const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [newest, second, ...others] = await account.versions(tag);
  expect(others).toHaveLength(1);
  expect(newest).toMatchObject({
    isLive: true,
    changeDescription: `Restore version ${first} of 2026-03-01T01:00:00.000Z ${mark}`,
  });
  expect(await liveTeam(tag)).toBe("A");
  expect(stdout).toBe(`Virtual Tag "Team" (${tag.id})
It belongs to a stack: shop/prod#team

Restore version ${first} (saved at 2026-03-01T01:00:00.000Z by emulator@example.com); live is version ${second?.id ?? ""} (live, saved at 2026-03-01T02:00:00.000Z by emulator@example.com).

What will change:
~ rule 1 changed: to "A"
    to: "B" -> "A"

rules: 1 changed; default value unchanged

Saved as version ${newest?.id ?? ""}, live now.

If the program of shop/prod#team declares another content, the next "pulumi up" that changes the tag, or runs with --refresh, puts that back. To make it agree, declare this (other arguments and options of the resource can stay):

import * as costallocation from "pulumi-cost-allocation";

new costallocation.VirtualTag("team", {
  name: "Team",
  rules: [{ to: "A", filters: costallocation.tag("AWS", "team").oneOf(["a"]) }],
  defaultValue: "None",
});
`);
});

test("--json prints what was saved, whose the tag is, the difference and the program text", async () => {
  const { tag, first } = await changedTag(`Why ${mark}`);
  const { code, stdout } = await account.run(["restore", tag.id, first, "--yes", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    virtualTag: { id: tag.id, name: "Team" },
    restoredVersionId: first,
    saved: true,
    newVersionId: (await account.versions(tag))[0]?.id,
    owner: "shop/prod#team",
    equal: false,
    rules: [{ change: "changed" }],
    program: expect.stringContaining('new costallocation.VirtualTag("team", {') as unknown,
  });
});

describe("the owner", () => {
  test("of the newest version that bears a mark stays visible, not that of the restored one", async () => {
    const tag = await account.create("Team", content("A"), "(pulumi shop/old#team)");
    await account.save(tag, content("B"), "Moved (pulumi shop/new#platform:Teams$team)");
    await account.save(tag, content("C"), "By hand");
    const first = (await account.versions(tag)).at(-1)?.id ?? "";
    const { stdout } = await account.run(["restore", "Team", first, "--yes"]);
    expect((await account.versions(tag))[0]?.changeDescription).toMatch(/ \(pulumi shop\/new#platform:Teams\$team\)$/);
    expect(stdout).toContain("It belongs to a stack: shop/new#platform:Teams$team\n");
    expect(stdout).toContain('new costallocation.VirtualTag("team", {');
  });

  test("is nobody: the description has no mark, and the program text takes the tag over", async () => {
    const { tag, first } = await changedTag("By hand");
    const { stdout } = await account.run(["restore", "Team", first, "--yes"]);
    expect((await account.versions(tag))[0]?.changeDescription).toBe(
      `Restore version ${first} of 2026-03-01T01:00:00.000Z`,
    );
    expect(stdout).toContain("No stack owns it.");
    expect(stdout).toContain(`  adopt: "${tag.id}",\n`);
  });
});

describe("content that is live already", () => {
  test.each(["live", "the same content in an older version"])("%s: a word, no save, exit code 0", async (which) => {
    const { tag, first } = await changedTag(mark);
    await account.save(tag, { rules: [teamRule("A", "a", "a")], defaultValue: "None" }, mark);
    const writes = account.writes();
    const id = which === "live" ? "live" : first;
    const { code, stdout } = await account.run(["restore", "Team", id]);
    expect(code).toBe(0);
    expect(stdout).toContain("is live already. There is nothing to save.");
    expect(stdout).toContain('new costallocation.VirtualTag("team", {');
    const json = JSON.parse((await account.run(["restore", "Team", id, "--json"])).stdout) as unknown;
    expect(json).toMatchObject({ saved: false, newVersionId: null, equal: true });
    expect(account.writes()).toBe(writes);
  });

  test("a second restore saves nothing", async () => {
    const { tag, first } = await changedTag();
    await account.run(["restore", "Team", first, "--yes"]);
    expect(await account.run(["restore", "Team", first, "--yes"])).toMatchObject({ code: 0 });
    expect(await account.versions(tag)).toHaveLength(3);
  });
});

describe("being asked", () => {
  test.each(["y", "Yes", " YES "])("%j saves", async (answer) => {
    const { tag, first } = await changedTag();
    const { code, stdout } = await account.run(["restore", "Team", first], { answer });
    expect(code).toBe(0);
    expect(stdout).toContain("Save it as a new live version? [y/N] ");
    expect(await liveTeam(tag)).toBe("A");
  });

  test.each(["", "n", "yess", "no"])("%j does not, and the exit code is 1", async (answer) => {
    const { tag, first } = await changedTag();
    const { code, stdout } = await account.run(["restore", "Team", first], { answer });
    expect(code).toBe(1);
    expect(stdout).toMatch(/Nothing was saved\.\n$/);
    expect(await account.versions(tag)).toHaveLength(2);
  });

  test.each<[string[], RunOptions]>([
    [[], {}],
    [["--json"], {}],
    [["--json"], { answer: "y" }],
  ])("nobody can be asked (%j): nothing is saved without --yes", async (options, runOptions) => {
    const { tag, first } = await changedTag();
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, ...options], runOptions);
    expect(code).toBe(2);
    expect(stderr).toBe("error: Nothing was saved. Add --yes to save without being asked.\n");
    expect(stdout.includes("What will change:")).toBe(options.length === 0);
    expect(await account.versions(tag)).toHaveLength(2);
  });

  test("what another saves meanwhile is not written over unseen", async () => {
    const { tag, first } = await changedTag();
    const meanwhile = () => account.save(tag, content("C"));
    const { code, stderr } = await account.run(["restore", "Team", first], { answer: "y", meanwhile });
    expect(code).toBe(2);
    expect(stderr).toMatch(/Meanwhile version .* was saved\. Nothing was saved by this command/);
    expect(await liveTeam(tag)).toBe("C");
  });
});

describe("a save whose answer is lost", () => {
  const put = { method: "PUT", path: "/v2/virtual-tags/{id}", times: 1 } as const;
  const afterCommit = { ...put, when: "afterCommit" } as const;

  test.each<Fault>([
    { ...afterCommit, kind: "reset" },
    { ...afterCommit, kind: "truncated" },
    { ...afterCommit, kind: "wrongContentType" },
    { ...afterCommit, kind: "status", status: 500 },
    { ...afterCommit, kind: "timeout" },
  ])("%j: it was carried out, and is not repeated", async (fault) => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault(fault);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"]);
    const versions = await account.versions(tag);
    expect(versions).toHaveLength(3);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "The answer to the save was lost. Looking whether it was carried out.\n",
    });
    expect(stdout).toContain(`Saved as version ${versions[0]?.id ?? ""}, live now.`);
  });

  test.each<Fault>([
    { ...put, kind: "reset" },
    { ...put, kind: "status", status: 500 },
  ])("%j: it was not carried out, and nothing else is claimed", async (fault) => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault(fault);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"]);
    expect(code).toBe(2);
    expect(stdout).not.toContain("Saved");
    expect(stderr).toContain("it is not known whether this was carried out");
    expect(stderr).toContain("It did not show up among the versions. Wait a minute and run the same command again");
    expect(await account.versions(tag)).toHaveLength(2);
    expect(await account.run(["restore", "Team", first, "--yes"])).toMatchObject({ code: 0 });
    expect(await account.versions(tag)).toHaveLength(3);
  });

  test("a look that fails is not taken for an answer", async () => {
    const { tag, first } = await changedTag(mark);
    const { control } = account.emulator;
    control.placeFault({ ...afterCommit, kind: "reset" });
    // The command reads the versions twice before it saves.
    control.placeFault({ path: "/v2/virtual-tags/{id}/versions", skip: 2, kind: "status", status: 403 });
    const { code, stderr } = await account.run(["restore", "Team", first, "--yes"]);
    expect(code).toBe(2);
    expect(stderr).toContain("it is not known whether this was carried out");
    expect(stderr).toContain("Looking failed: virtualTagVersions.list:");
    control.clearFaults();
    expect((await account.run(["restore", "Team", first, "--yes"])).stdout).toContain("is live already");
    expect(await account.versions(tag)).toHaveLength(3);
  });

  test.each([true, false])("another saves at the same moment, ours carried out: %s", async (carriedOut) => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault({ ...(carriedOut ? afterCommit : put), kind: "reset" });
    let saves = 0;
    const whileWaiting = async () => (saves++ === 0 ? account.save(tag, content("C")) : undefined);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"], { whileWaiting });
    const ours = (await account.versions(tag))[1];
    if (carriedOut) {
      expect(code).toBe(0);
      expect(stdout).toContain(`Saved as version ${ours?.id ?? ""}, but another version was made live since.`);
    } else {
      expect(code).toBe(2);
      expect(stderr).toContain("it is not known whether this was carried out");
    }
    expect(await liveTeam(tag)).toBe("C");
  });

  test("an earlier restore of the same version is not taken for this one", async () => {
    const { tag, first } = await changedTag(mark);
    await account.run(["restore", "Team", first, "--yes"]);
    await account.save(tag, content("C"));
    account.emulator.control.placeFault({ ...put, kind: "reset" });
    expect(await account.run(["restore", "Team", first, "--yes"])).toMatchObject({ code: 2 });
  });

  test("another makes the same content live meanwhile: it is said whose save that was", async () => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault({ ...put, kind: "reset" });
    let saves = 0;
    const whileWaiting = async () => (saves++ === 0 ? account.save(tag, content("A")) : undefined);
    const { code, stdout } = await account.run(["restore", "Team", first, "--yes"], { whileWaiting });
    const [theirs] = await account.versions(tag);
    expect(code).toBe(0);
    expect(stdout).toContain(`This content is live now: another saved it as version ${theirs?.id ?? ""} (live, `);
    expect(await account.versions(tag)).toHaveLength(3);
  });
});

test("a save that is certain is no error when the new version can't be seen yet", async () => {
  const { first } = await changedTag(mark);
  account.emulator.control.placeFault({
    path: "/v2/virtual-tags/{id}/versions",
    skip: 2,
    kind: "status",
    status: 403,
  });
  const { code, stdout } = await account.run(["restore", "Team", first, "--yes"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Saved as a new version, live now.");
});

test("a tag of which nothing is live is restored all the same, and that nothing was live is said", async () => {
  const tag = await account.client.virtualTags.create({ name: "Team", ...content("A") }, { setAsLive: false });
  const [staged] = await account.versions(tag);
  const { code, stdout } = await account.run(["restore", "Team", staged?.id ?? "", "--yes"]);
  expect(code).toBe(0);
  expect(stdout).toContain("; no version is live.");
  expect(stdout).toContain('1. to "A"');
  expect((await account.versions(tag)).map(({ isLive }) => isLive)).toEqual([true, false]);
});
