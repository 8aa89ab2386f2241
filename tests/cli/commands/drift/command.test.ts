/** `cost-allocation drift` on an account in the emulator, with states that are written by hand. */
import * as fs from "node:fs";
import * as path from "node:path";
import { driftJson } from "../../../../cli/commands/drift";
import { exportCommand } from "../../../../cli/commands/export";
import { accountOf } from "../../../../client/http/credentials";
import { runCommand } from "../../../support/commands/runCommand";
import { content, inState, type Scene, startScene } from "./scene";
import { encrypted, exportOf, type Resource } from "./state";
import type { DriftedResource } from "../../../../cli/studies/drift/comparison";
import { isAsLeft } from "../../../../cli/sources/account/seenStack";
import { versionsLeft } from "../../../../stack/facts/seen";
import { declared, found, own, seen, stagedBy, theirs, written } from "./sides";

describe("the command", () => {
  let account: Scene["account"];
  let create: Scene["create"];
  let drift: Scene["drift"];
  let folder: string;
  let stop: Scene["stop"];
  beforeEach(async () => {
    ({ account, create, drift, folder, stop } = await startScene());
  });
  afterEach(() => stop());

  const fingerprint = (): string | undefined => {
    const { url: baseUrl, clientId } = account.emulator;
    return accountOf({ baseUrl, clientId });
  };

  interface Printed {
    drift: boolean | null;
    same: number;
    findings: Record<string, unknown>[];
    notCompared: Record<string, unknown>[];
  }

  async function driftJson(resources: readonly Resource[]): Promise<Printed & { code: number }> {
    const { code, stderr, stdout } = await drift(resources, ["--json"]);
    expect(stderr).toBe("");
    return { ...(JSON.parse(stdout) as Printed), code };
  }

  test("a tag that the credentials can't read is not compared, and not taken for deleted", async () => {
    const [team, product] = [await create("Team"), await create("Product")];
    const nobody = { type: "private", users: ["ines@example.com"], groups: [] };
    account.emulator.control.setAcl({ id: team.id, acl: { read: nobody, write: nobody } });
    const { code, findings, notCompared, same } = await driftJson([inState(team), inState(product)]);
    expect({ code, findings, same }).toEqual({ code: 0, findings: [], same: 1 });
    expect(notCompared).toMatchObject([{ resource: "Team", reason: "unreadable" }]);
  });

  test("a tag that the stack itself deleted, to replace it, is not compared", async () => {
    const [team, product] = [await create("Team"), await create("Product")];
    await account.client.virtualTags.delete(team.id);
    const { code, notCompared } = await driftJson([
      inState(team, { more: { pendingReplacement: true } }),
      inState(product),
    ]);
    expect(code).toBe(0);
    expect(notCompared).toMatchObject([{ resource: "Team", reason: "pending" }]);
  });

  test("one list answers for all tags; one that others changed costs two more reads; nothing is written", async () => {
    const [team, product] = [await create("Team"), await create("Product")];
    const requests = (): number => account.emulator.control.requests().length;
    expect(await driftJson([inState(team), inState(product)])).toMatchObject({ code: 0, same: 2 });
    expect(requests()).toBe(1);
    await account.save(team, { ...content, defaultValue: "theirs" });
    expect(await driftJson([inState(team), inState(product)])).toMatchObject({ code: 1, same: 1 });
    expect([requests(), account.writes()]).toEqual([3, 0]);
  });

  test("a recommended command keeps --base-url, and runs as it is printed", async () => {
    const team = await create("Team");
    await account.save(team, { ...content, defaultValue: "theirs" });
    const { url, clientId, secretKey } = account.emulator;
    const env = {
      COST_ALLOCATION_BASE_URL: "https://wrong.example.com",
      COST_ALLOCATION_CLIENT_ID: clientId,
      COST_ALLOCATION_SECRET_KEY: secretKey,
    };
    const file = path.join(folder, "given.json");
    fs.writeFileSync(file, exportOf([inState(team)]));
    const { code, stdout } = await account.run(["--state", file, "--base-url", url], { env });
    expect(code).toBe(1);
    const [, args = ""] = /npx cost-allocation export (.*)` prints/u.exec(stdout) ?? [];
    expect(args).toContain(`--base-url ${url}`);
    // The address is in the command, so the environment need not have it.
    expect(stdout).not.toContain("COST_ALLOCATION_BASE_URL");
    const exported = await runCommand(exportCommand, args.split(" "), { env });
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('"theirs"') as string });
  });

  test("what a refresh found is drift as long as it is live, by the version with what the stack wrote", async () => {
    const team = await create("Team");
    const [written] = await account.versions(team);
    await account.save(team, { ...content, defaultValue: "theirs" });
    const refreshed = inState(await account.client.virtualTags.get(team.id), {
      inputs: { name: "Team", ...content, defaultValue: "theirs" },
      outputs: { __report: { drift: { previous: written?.id } } },
    });
    expect(await driftJson([refreshed])).toMatchObject({
      code: 1,
      findings: [{ content: { defaultValue: { before: "x", after: "theirs" } } }],
    });
    await account.save(team, content);
    expect(await driftJson([refreshed])).toMatchObject({ code: 0, findings: [] });
  });

  describe("the account", () => {
    const missing = "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11";
    const ofAccount = (known: string | undefined): Resource => ({
      id: missing,
      inputs: { name: "Team", ...content },
      ...(known === undefined ? {} : { outputs: { __report: { account: known } } }),
    });

    test.each([["another one"], [undefined]])(
      "%s: if nothing of the stack is there, it is an error, and no file is written",
      async (known) => {
        const file = path.join(folder, "drift.md");
        const { code, stderr, stdout } = await drift([ofAccount(known)], ["--markdown", file]);
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
        expect(stderr).toContain("none of the 1 resources");
        expect(fs.existsSync(file)).toBe(false);
      },
    );

    test("the stack's own: what is not there was deleted", async () => {
      expect(await driftJson([ofAccount(fingerprint())])).toMatchObject({
        code: 1,
        findings: [{ drift: "deleted", name: "Team" }],
      });
    });

    test("new credentials: one resource that is there shows that the account is the right one", async () => {
      const other = await create("Other");
      const known = inState(other, { outputs: { __report: { account: "old" } } });
      expect(await driftJson([known])).toMatchObject({ code: 0 });
      expect(await driftJson([known, ofAccount("old")])).toMatchObject({ code: 1, findings: [{ drift: "deleted" }] });
    });
  });

  test("if nothing could be compared, that is neither drift nor none: exit code 2, and JSON with null", async () => {
    const [secret, locked] = [await create("Secret"), await create("Locked")];
    await account.save(locked, { ...content, defaultValue: "theirs" });
    const resources = [
      inState(secret, { inputs: { name: "Secret", ...content, rules: encrypted } }),
      inState(locked, { provider: "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::other::id" }),
    ];
    const notCompared = [
      { resource: "Secret", reason: "secret" },
      { resource: "Locked", reason: "otherProvider" },
    ];
    expect(await driftJson(resources)).toMatchObject({ code: 2, drift: null, same: 0, notCompared });
    const { code, stdout } = await drift(resources);
    expect(code).toBe(2);
    expect(stdout).not.toContain("No drift");
    expect(await driftJson([])).toMatchObject({ code: 0, drift: false });

    const other = inState(await create("Other"));
    expect(await driftJson([...resources, other])).toMatchObject({ code: 0, drift: false, same: 1, notCompared });
    await account.client.virtualTags.delete(secret.id);
    expect(await driftJson([...resources, other])).toMatchObject({
      code: 1,
      findings: [{ resource: "Secret", drift: "deleted" }],
    });
  });

  test("a tag whose versions may not be read does not hide the drift of others", async () => {
    const [closed, team] = [await create("Closed"), await create("Team")];
    for (const tag of [closed, team]) await account.save(tag, { ...content, defaultValue: "theirs" });
    account.emulator.control.placeFault({
      method: "GET",
      path: `/v2/virtual-tags/${closed.id}/versions`,
      kind: "status",
      status: 403,
      times: 9,
    });
    expect(await driftJson([inState(closed), inState(team)])).toMatchObject({
      code: 1,
      findings: [{ resource: "Team" }],
      notCompared: [{ resource: "Closed", reason: "unreadable" }],
    });
  });

  test("--state reads what PowerShell writes: UTF-16 with a byte order mark", async () => {
    const team = await create("Team");
    const file = path.join(folder, "powershell.json");
    fs.writeFileSync(file, Buffer.from(`\ufeff${exportOf([inState(team)])}`, "utf16le"));
    expect(await account.run(["--state", file])).toMatchObject({ code: 0, stdout: "No drift in 1 resource.\n" });
  });

  describe("arguments", () => {
    test.each([
      [[]],
      [["--stack", "prod", "--state", "state.json"]],
      [["--state", "nope.json"]],
      [["--stack", "prod", "--colors"]],
    ])("%j: exit code 2, nothing on stdout", async (args) => {
      const { code, stdout, stderr } = await account.run(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/error:/);
    });

    test("without `pulumi` on the PATH, the error says what to do", async () => {
      const { url, clientId, secretKey } = account.emulator;
      const env = {
        PATH: folder,
        COST_ALLOCATION_BASE_URL: url,
        COST_ALLOCATION_CLIENT_ID: clientId,
        COST_ALLOCATION_SECRET_KEY: secretKey,
      };
      const { code, stderr } = await account.run(["--stack", "prod"], { env });
      expect(code).toBe(2);
      expect(stderr).toContain("--state");
    });
  });
});

test("the JSON has each field of a finding", () => {
  const finding: DriftedResource = {
    resource: "team",
    urn: "urn",
    kind: "VirtualTag",
    id: "t",
    drift: "owner",
    owner: "shop/prod#team",
    isNewestStaged: true,
    isPartUnknown: true,
    isContentUnknown: true,
  };
  const comparison = { findings: [finding], notCompared: [], same: 0 };
  expect(JSON.parse(JSON.stringify(driftJson(comparison, "prod")))).toEqual({
    stack: "prod",
    drift: true,
    ...comparison,
  });
});

/** What has to be read of a tag besides the list. */
describe("details", () => {
  test.each([
    ["after a save of others", { updatedAt: "2026-03-02T00:00:00.000Z" }, {}, false],
    ["without its rules in the list", { rules: undefined }, {}, false],
    ["with another name", { name: "Other" }, {}, false],
    ["with another content", theirs, {}, false],
    ["if a refresh found drift", {}, found({}), false],
    ["while a version is staged", {}, stagedBy("v2"), false],
    ["as the stack left it", {}, {}, true],
  ])("details of a tag %s are read: %j %j", (_, listed, outputs, expected) => {
    const tag = {
      id: "t",
      name: "Team",
      ...written,
      updatedAt: "2026-03-01T01:00:00.000Z",
      updatedBy: "emulator@example.com",
      ...listed,
    };
    expect(isAsLeft(declared(outputs), tag as never)).toBe(expected);
  });

  test("the versions to read: what a refresh names, or those before a staged one, at most three", () => {
    const tagWith = (live: string) =>
      seen(["v7", "v6", "v5", "v4", "v3", "v2"].map((id) => ({ id, isLive: id === live })));
    const tag = tagWith("v7");
    expect(versionsLeft(tag, declared().left)).toEqual([]);
    expect(versionsLeft(tag, declared(found({ previous: "v3" })).left)).toEqual(["v3"]);
    expect(versionsLeft(tag, declared(stagedBy("v6")).left)).toEqual(["v5", "v4", "v3"]);
    // Nothing shows which versions came before one that was deleted.
    expect(versionsLeft(tag, declared(stagedBy("v1")).left)).toEqual([]);
    // A later run was interrupted. The resource has had another URN before.
    const { left } = declared(stagedBy("v3"));
    const marks = [...left.marks, "(pulumi former/dev#team)"];
    const byRun = seen([{ id: "v5", isLive: true }, { id: "v4", description: own }, { id: "v3" }, { id: "v2" }]);
    expect(versionsLeft(byRun, { ...left, marks })).toEqual(["v4", "v2"]);
    // Nothing was made live since.
    expect(versionsLeft(tagWith("v5"), declared(stagedBy("v6")).left)).toEqual([]);
  });
});
