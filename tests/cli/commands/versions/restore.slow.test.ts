/** `cost-allocation versions restore`: what it shows, what it saves, and that it never saves twice. */
import type { Fault } from "../../../../emulator";
import type { VirtualTag } from "../../../../client";
import type { RunOptions } from "../../../support/commands/runCommand";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent, teamRule } from "../../../support/rules";

accountForEachTest();

const mark = "(pulumi shop/prod#team)";

/** The command reads the versions once before it saves, and then to look for the new one. */
const laterReadsFail: Fault = { path: "/v2/virtual-tags/{id}/versions", skip: 1, kind: "status", status: 403 };
const secondReadFails: Fault = { ...laterReadsFail, times: 1 };

/** A tag with the content A at first, and B now. Returns the ID of the first version. */
async function changedTag(description?: string): Promise<{ tag: VirtualTag; first: string }> {
  const tag = await account.create("Team", teamContent("A"), description);
  await account.save(tag, teamContent("B"), description);
  return { tag, first: (await account.versions(tag)).at(-1)?.id ?? "" };
}

async function liveTeam(tag: VirtualTag): Promise<unknown> {
  return (await account.client.virtualTags.get(tag.id)).rules[0]?.to;
}

describe("the owner", () => {
  test("is the one of the newest version with a mark, and the new version keeps its mark", async () => {
    const tag = await account.create("Team", teamContent("A"), "(pulumi shop/old#team)");
    await account.save(tag, teamContent("B"), "Moved (pulumi shop/new#platform:Teams$team)");
    await account.save(tag, teamContent("C"), "By hand");
    const first = (await account.versions(tag)).at(-1)?.id ?? "";
    const { stdout } = await account.run(["restore", "Team", first, "--yes"]);
    expect((await account.versions(tag))[0]?.changeDescription).toMatch(/ \(pulumi shop\/new#platform:Teams\$team\)$/);
    expect(stdout).toContain("shop/new#platform:Teams$team\n");
    expect(stdout).toContain('new costallocation.VirtualTag("team", {');
  });

  test("is unknown without a mark: the new version gets none, and the program adopts the tag", async () => {
    const { tag, first } = await changedTag("By hand");
    const { stdout } = await account.run(["restore", "Team", first, "--yes"]);
    expect((await account.versions(tag))[0]?.changeDescription).toBe(
      `Restore version ${first} of 2026-03-01T01:00:00.000Z`,
    );
    expect(stdout).toContain(`  adopt: "${tag.id}",\n`);
    const again = await account.run(["restore", "Team", first, "--json"]);
    expect(JSON.parse(again.stdout)).toMatchObject({ owner: null });
  });
});

describe("content that is already live", () => {
  test.each(["live", "the same content in an older version"])("%s: saves nothing, exit code 0", async (which) => {
    const { tag, first } = await changedTag(mark);
    await account.save(tag, { rules: [teamRule("A", "a", "a")], defaultValue: "None" }, mark);
    const writes = account.writes();
    const id = which === "live" ? "live" : first;
    const { code, stdout } = await account.run(["restore", "Team", id]);
    expect(code).toBe(0);
    expect(stdout).toContain("already live");
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

describe("the confirmation", () => {
  test.each(["y", "Yes", " YES "])("%j saves", async (answer) => {
    const { tag, first } = await changedTag();
    const { code, stdout } = await account.run(["restore", "Team", first], { answer });
    expect(code).toBe(0);
    expect(stdout).toContain(" [y/N] ");
    expect(await liveTeam(tag)).toBe("A");
  });

  test.each(["", "n", "yess", "no"])("%j does not save, and the exit code is 1", async (answer) => {
    const { tag, first } = await changedTag();
    const { code, stdout } = await account.run(["restore", "Team", first], { answer });
    expect(code).toBe(1);
    expect(stdout).toMatch(/Nothing was saved\.\n$/);
    expect(await account.versions(tag)).toHaveLength(2);
  });

  test.each<[string[], RunOptions, RegExp]>([
    [[], {}, /Nothing was saved: no terminal.* Run again with --yes\./],
    [["--json"], {}, /Nothing was saved: --json.* Run again with --yes\./],
    [["--json"], { answer: "y" }, /Nothing was saved: --json.* Run again with --yes\./],
  ])("is impossible with %j and %j: nothing is saved without --yes", async (options, runOptions, message) => {
    const { tag, first } = await changedTag();
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, ...options], runOptions);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout.includes("~ rule 1 changed")).toBe(options.length === 0);
    expect(await account.versions(tag)).toHaveLength(2);
  });

  test("does not overwrite what somebody saved in the meantime", async () => {
    const { tag, first } = await changedTag();
    const meanwhile = () => account.save(tag, teamContent("C"));
    const { code, stderr } = await account.run(["restore", "Team", first], { answer: "y", meanwhile });
    const [newest] = await account.versions(tag);
    expect(code).toBe(2);
    expect(stderr).toContain(newest?.id ?? "no version");
    expect(await liveTeam(tag)).toBe("C");
  });
});

describe("a save without a response", () => {
  const put = { method: "PUT", path: "/v2/virtual-tags/{id}", times: 1 } as const;
  const afterCommit = { ...put, when: "afterCommit" } as const;

  test.each<Fault>([
    { ...afterCommit, kind: "reset" },
    { ...afterCommit, kind: "truncated" },
    { ...afterCommit, kind: "wrongContentType" },
    { ...afterCommit, kind: "status", status: 500 },
    { ...afterCommit, kind: "timeout" },
  ])("%j: the new version is found, and not saved again", async (fault) => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault(fault);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"]);
    const versions = await account.versions(tag);
    expect(versions).toHaveLength(3);
    expect(code).toBe(0);
    // One line says that it takes a little longer.
    expect(stderr.split("\n")).toHaveLength(2);
    expect(stdout).toContain(`Saved as version ${versions[0]?.id ?? ""}.`);
  });

  test.each<Fault>([
    { ...put, kind: "reset" },
    { ...put, kind: "status", status: 500 },
  ])("%j: nothing was saved, and the command can be run again", async (fault) => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault(fault);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"]);
    expect(code).toBe(2);
    expect(stdout).not.toContain("Saved");
    expect(stderr).toContain(`PUT /v2/virtual-tags/${tag.id}`);
    expect(stderr).toContain("run the same command again");
    expect(await account.versions(tag)).toHaveLength(2);
    expect(await account.run(["restore", "Team", first, "--yes"])).toMatchObject({ code: 0 });
    expect(await account.versions(tag)).toHaveLength(3);
  });

  test("if looking for it fails as well, the outcome is unknown", async () => {
    const { tag, first } = await changedTag(mark);
    const { control } = account.emulator;
    control.placeFault({ ...afterCommit, kind: "reset" });
    control.placeFault(laterReadsFail);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"]);
    expect(code).toBe(2);
    expect(stdout).not.toContain("Saved");
    expect(stderr).toContain(`PUT /v2/virtual-tags/${tag.id}`);
    expect(stderr).toContain(`GET /v2/virtual-tags/${tag.id}/versions`);
    expect(stderr).toContain("run the same command again");
    control.clearFaults();
    expect((await account.run(["restore", "Team", first, "--yes"])).stdout).toContain("already live");
    expect(await account.versions(tag)).toHaveLength(3);
  });

  test.each([true, false])("somebody saves at the same moment; ours was saved: %s", async (isSaved) => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault({ ...(isSaved ? afterCommit : put), kind: "reset" });
    // The first look fails, so that the second one comes after the other save.
    account.emulator.control.placeFault(secondReadFails);
    let saves = 0;
    const whileWaiting = async () => (saves++ === 0 ? account.save(tag, teamContent("C")) : undefined);
    const { code, stdout, stderr } = await account.run(["restore", "Team", first, "--yes"], { whileWaiting });
    const ours = (await account.versions(tag))[1];
    if (isSaved) {
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`Saved as version ${ours?.id ?? ""}\\. .*another version`));
    } else {
      expect(code).toBe(2);
      expect(stderr).toContain("run the same command again");
    }
    expect(await liveTeam(tag)).toBe("C");
  });

  test("the same content that somebody else staged does not count", async () => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault({ ...put, kind: "reset" });
    let saves = 0;
    const whileWaiting = async () =>
      saves++ === 0 ? account.save(tag, teamContent("A"), "Theirs", { setAsLive: false }) : undefined;
    expect(await account.run(["restore", "Team", first, "--yes"], { whileWaiting })).toMatchObject({ code: 2 });
    expect(await liveTeam(tag)).toBe("B");
  });

  test("an earlier restore of the same version does not count", async () => {
    const { tag, first } = await changedTag(mark);
    await account.run(["restore", "Team", first, "--yes"]);
    await account.save(tag, teamContent("C"));
    account.emulator.control.placeFault({ ...put, kind: "reset" });
    expect(await account.run(["restore", "Team", first, "--yes"])).toMatchObject({ code: 2 });
  });

  test("if somebody else made the same content live, their version is named, and it is not called saved", async () => {
    const { tag, first } = await changedTag(mark);
    account.emulator.control.placeFault({ ...put, kind: "reset" });
    let saves = 0;
    const whileWaiting = async () => (saves++ === 0 ? account.save(tag, teamContent("A")) : undefined);
    const { code, stdout } = await account.run(["restore", "Team", first, "--yes", "--json"], { whileWaiting });
    const [theirs] = await account.versions(tag);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ saved: false, newVersionId: theirs?.id });
    expect(await account.versions(tag)).toHaveLength(3);
  });
});

test("a certain save succeeds even if its version can't be read yet", async () => {
  const { tag, first } = await changedTag(mark);
  account.emulator.control.placeFault(secondReadFails);
  const { code, stdout } = await account.run(["restore", "Team", first, "--yes", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ saved: true, newVersionId: null });
  expect(await account.versions(tag)).toHaveLength(3);
});

test("a tag without a live version can be restored", async () => {
  const tag = await account.client.virtualTags.create({ name: "Team", ...teamContent("A") }, { setAsLive: false });
  const [staged] = await account.versions(tag);
  const { code, stdout } = await account.run(["restore", "Team", staged?.id ?? "", "--yes"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Live version +none$/m);
  expect(stdout).toContain('1. to "A"');
  expect((await account.versions(tag)).map(({ isLive }) => isLive)).toEqual([true, false]);
});
