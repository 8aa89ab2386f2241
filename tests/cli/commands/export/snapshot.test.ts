/** The copy of an account that `export --snapshot` writes, and an emulator that starts with it. */
import * as fs from "node:fs";
import * as path from "node:path";
import { exportCommand } from "../../../../cli/commands/export";
import { CostAllocationClient, type VirtualTag } from "../../../../client";
import { type Emulator, type StoredTag, startEmulator } from "../../../../emulator";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";
import { slackUrl } from "./randomAccount";
import { folder } from "../../../support/folder";

let emulator: Emulator | undefined;
accountForEachTest(exportCommand);
afterEach(async () => {
  await emulator?.stop();
  emulator = undefined;
});

const file = (): string => path.join(folder(), "copies", "account.json");

interface Copy {
  version: number;
  tags: { id: string; name: string; rules?: unknown; versions: { id: string; isLive: boolean }[] }[];
}

/** Writes the copy, without the text that the command prints. */
async function takeCopy(): Promise<Copy> {
  const { code, stderr } = await account.run(["--snapshot", file()]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(fs.readFileSync(file(), "utf8")) as Copy;
}

/** Starts an emulator with the copy, and reads from it. */
async function startCopy(): Promise<CostAllocationClient> {
  emulator = await startEmulator({ copyFile: file(), limits: { enabled: false } });
  const { url: baseUrl, clientId, secretKey } = emulator;
  return new CostAllocationClient({ baseUrl, clientId, secretKey });
}

/** Imports the account's data after a change. */
function edit(change: (tags: StoredTag[]) => void): void {
  const { control } = account.emulator;
  const state = control.exportState();
  change(state.accounts[0]?.tags ?? []);
  control.importState(state);
}

test("an emulator with the copy answers every read as the account does, except for Slack", async () => {
  const email = await account.client.notificationEndpoints.create({
    type: "email",
    name: "FinOps",
    configuration: { to: "finops@example.com" },
  });
  const slack = await account.client.notificationEndpoints.create({
    type: "slack",
    name: "#finops",
    configuration: { to: slackUrl },
  });
  const team = await account.create("Team", teamContent("Checkout"), "First (pulumi shop/prod#team)");
  const key = { costCenter: "Virtual Tags", key: team.id, type: "virtual_tag" };
  await account.create("Uses Team", {
    rules: [{ to: key, filters: { ...key, operator: "exists" } }],
    defaultValue: key,
  });
  await account.create("FOCUS/ServiceCategory", teamContent("x"));
  await account.client.virtualTagMetadata.put(team.id, {
    Checkout: { groups: ["g"], endpoints: [email.id, slack.id] },
  });
  await takeCopy();
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(file(), "utf8")).not.toContain("SECRET");
  const copy = await startCopy();
  const tags = await account.client.virtualTags.list();
  expect(await copy.virtualTags.list()).toEqual(tags);
  for (const { id } of tags) {
    expect(await copy.virtualTagMetadata.get(id)).toEqual(await account.client.virtualTagMetadata.get(id));
    expect(await copy.virtualTagVersions.newest(id)).toEqual(await account.client.virtualTagVersions.newest(id));
  }
  expect(await copy.queryLanguage.keys()).toEqual(await account.client.queryLanguage.keys());
  expect(await copy.notificationEndpoints.list()).toEqual([
    expect.objectContaining({ id: email.id, configuration: email.configuration }) as unknown,
    expect.objectContaining({
      id: slack.id,
      configuration: { to: `https://hooks.example.com/masked/${slack.id}` },
    }) as unknown,
  ]);
});

test("only reads, and of each tag its metadata and versions", async () => {
  for (const name of ["Team", "Env"]) await account.create(name, teamContent("x"));
  account.emulator.control.clearRequests();
  await account.run(["--out", path.join(folder(), "out"), "--snapshot", file()]);
  const requests = account.emulator.control.requests().map(({ method, route }) => (method === "GET" ? route : method));
  const ofTag = ["GET /v2/virtual-tags/{id}/metadata", "GET /v2/virtual-tags/{id}/versions"];
  const once = ["GET /v1/endpoints", "GET /v2/query-language/keys", "GET /v2/virtual-tags"];
  expect([...new Set(requests)].sort()).toEqual([...once, ...ofTag].sort());
  expect(requests.filter((route) => ofTag.includes(route ?? ""))).toHaveLength(4);
});

/** Which versions are in the copy, as numbers in the order of saving. */
async function keptOf(tag: VirtualTag): Promise<number[]> {
  const { tags } = await takeCopy();
  const all = (await account.versions(tag)).map(({ id }) => id).reverse();
  return (tags.find(({ id }) => id === tag.id)?.versions ?? []).map(({ id }) => all.indexOf(id) + 1);
}

const mark = "(pulumi shop/prod#team)";

test("of a staged tag, the live content is copied; the owner's mark survives", async () => {
  const team = await account.create("Team", teamContent("First"));
  await account.save(team, teamContent("Marked"), `Marked ${mark}`);
  await account.save(team, teamContent("Live"));
  await account.save(team, teamContent("Staged"), "By Ines", { setAsLive: false });
  account.emulator.control.setSwitches({ stagedRead: "latest" });
  expect(await keptOf(team)).toEqual([4, 3, 2]);
  const copy = await startCopy();
  expect(await copy.virtualTags.get(team.id)).toMatchObject(teamContent("Live"));
  const versions = await copy.virtualTagVersions.newest(team.id);
  expect(versions.map(({ isLive, changeDescription }) => [isLive, changeDescription])).toEqual([
    [false, "By Ines"],
    [true, undefined],
    [false, `Marked ${mark}`],
  ]);
});

test("a name that a stack has staged is copied if the service shows it, and the command says so", async () => {
  const team = await account.create("Team", teamContent("Live"), mark);
  await account.save({ ...team, name: "Squad" }, teamContent("Staged"), `(named "Squad") ${mark}`, {
    setAsLive: false,
  });
  const left = async (): Promise<object[]> => {
    const { stdout } = await account.run(["--snapshot", file(), "--json"]);
    return (JSON.parse(stdout) as { snapshot: { left: object[] } }).snapshot.left;
  };
  expect(await left()).toEqual([]);
  account.emulator.control.setSwitches({ stagedRead: "latest" });
  const reason = expect.stringContaining("its live name") as string;
  expect(await left()).toEqual([{ id: team.id, name: "Squad", reason }]);
  expect((await takeCopy()).tags).toMatchObject([{ id: team.id, name: "Squad", ...teamContent("Live") }]);
});

test("a restore bears the owner's mark, but is no save of the owner: both are copied", async () => {
  const team = await account.create("Team", teamContent("A"), mark);
  await account.save(team, teamContent("B"), `Change ${mark}`);
  await account.save(team, teamContent("A"), `Restore version x of 2026-03-01T00:00:00.000Z ${mark}`);
  expect(await keptOf(team)).toEqual([3, 2]);
});

test("a live version beyond the newest hundred is copied", async () => {
  const team = await account.create("Team", teamContent("Live"), mark);
  edit(([tag]) => {
    const [live] = tag?.versions ?? [];
    if (tag === undefined || live === undefined) return;
    const { createdAt, createdBy, content: same } = live;
    const head = { createdAt, createdBy, content: same, isLive: false };
    tag.versions = [live, ...Array.from({ length: 100 }, (_, index) => ({ ...head, id: `staged-${index}` }))];
  });
  const { tags } = await takeCopy();
  expect(tags[0]?.versions.map(({ id, isLive }) => [id, isLive])).toEqual([
    ["staged-99", false],
    [expect.any(String), true],
  ]);
  expect(await (await startCopy()).virtualTags.get(team.id)).toMatchObject(teamContent("Live"));
});

test("a tag that was never live has no live version in the copy either", async () => {
  await account.client.virtualTags.create({ name: "Team", ...teamContent("x") }, { setAsLive: false });
  await takeCopy();
  const [tag] = await (await startCopy()).virtualTags.list();
  expect(tag).toMatchObject({ name: "Team", ...teamContent("x") });
  expect(emulator?.control.exportState().accounts[0]?.tags[0]?.versions).toMatchObject([{ isLive: false }]);
});

test("what can't be read is listed, and the rest of its tag copied", async () => {
  const team = await account.create("Team", teamContent("x"));
  const odd = await account.create("Odd", teamContent("x"));
  const hidden = await account.create("Hidden", teamContent("x"));
  edit((tags) => {
    for (const version of tags[1]?.versions ?? [])
      version.content = '{"name":"Odd","rules":[{"to":5}],"defaultValue":"x"}';
  });
  const { control } = account.emulator;
  control.placeFault({ path: `/v2/virtual-tags/${team.id}/metadata`, kind: "status", status: 403 });
  control.placeFault({ path: `/v2/virtual-tags/${hidden.id}/versions`, kind: "status", status: 403 });
  const { code, stdout } = await account.run(["--snapshot", file(), "--json"]);
  const { snapshot } = JSON.parse(stdout) as { snapshot: { left: { id: string; reason: string }[] } };
  expect(code).toBe(0);
  expect(snapshot.left.map(({ id, reason }) => [id, reason.split(":")[0]])).toEqual([
    [team.id, "its metadata"],
    [odd.id, "its content"],
    [hidden.id, "its versions"],
  ]);
  const tags = await (await startCopy()).virtualTags.list();
  expect(tags.map(({ id }) => id)).toEqual([team.id, odd.id, hidden.id]);
  expect(tags[1]).toMatchObject({ name: "Odd", rules: [] });
});

test("a private tag is in neither, and a tag that the API can't save can't be saved in the copy", async () => {
  await account.create("Private", teamContent("x"));
  const team = await account.create("Relational", teamContent("x"));
  edit(([first, second]) => {
    if (first !== undefined) first.acl.read.type = "private";
    if (second !== undefined) second.category = "shown in V1 only";
  });
  expect((await takeCopy()).tags.map(({ id }) => id)).toEqual([team.id]);
  const focus = await account.create("FOCUS/Service", teamContent("x"));
  await takeCopy();
  const copy = await startCopy();
  const save = copy.virtualTags.update(focus.id, { name: "FOCUS/Service", ...teamContent("y") });
  await expect(save).rejects.toMatchObject({ status: 422 });
});

test("the commands for a dry run name the program's secrets, also beside an export", async () => {
  await account.create("FinOps", teamContent("x"));
  const { id } = await account.client.notificationEndpoints.create({
    type: "slack",
    name: "finops",
    configuration: { to: slackUrl },
  });
  const out = path.join(folder(), "out");
  // An exported project that has other names.
  const alone = await account.run(["--snapshot", file()]);
  const beside = await account.run(["--out", out, "--snapshot", path.join(out, "account.json")]);
  const command = `pulumi config set --secret finops-destination https://hooks.example.com/masked/${id} --stack dry-run`;
  expect(beside.stdout).toContain(`  ${command}\n`);
  expect(alone.stdout).toContain(`  ${command}\n`);
  expect(beside.stdout).toContain("Exported 1 of 1 Virtual Tags");
  expect(fs.readFileSync(path.join(out, "endpoints.ts"), "utf8")).toContain('requireSecret("finops-destination")');
  const json = await account.run(["--out", out, "--snapshot", file(), "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    folder: out,
    snapshot: { tags: 1, endpoints: 1, dryRun: [command] },
  });
});

test("a file that others can read becomes private", async () => {
  fs.mkdirSync(path.dirname(file()));
  fs.writeFileSync(file(), "", { mode: 0o644 });
  await takeCopy();
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
});

test.each([["--tag", "Team"], ["--match", "T*"], ["--strict"], ["--force"], ["--v1"]])(
  "without --out, %j with --snapshot ends with 2, and writes nothing",
  async (...args) => {
    await account.create("Team", teamContent("x"));
    const { code, stdout } = await account.run(["--snapshot", file(), ...args.filter(Boolean)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(fs.readdirSync(folder())).toEqual([]);
  },
);

test("an error of the service ends with 2, and writes nothing", async () => {
  await account.create("Team", teamContent("x"));
  account.emulator.control.placeFault({ path: "/v2/virtual-tags/{id}/versions", kind: "status", status: 400 });
  const { code } = await account.run(["--snapshot", file(), "--out", path.join(folder(), "out")]);
  expect(code).toBe(2);
  expect(fs.readdirSync(folder())).toEqual([]);
});
