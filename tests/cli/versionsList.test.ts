/** `cost-allocation versions list`, and what all of its sisters share: finding the tag, settings, help, errors. */
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import type { Version } from "../../client";
import { type Account, startAccount, teamRule } from "./versionsAccount";

let account: Account;
beforeEach(async () => {
  account = await startAccount();
});
afterEach(() => account.stop());

const content = (team: string) => ({ rules: [teamRule(team, "a")], defaultValue: "None" });

test("lists the newest first, with who, when, why, and which is live", async () => {
  const tag = await account.create("Team", content("A"), "First");
  await account.save(tag, content("B"), "Second (pulumi shop/prod#team)");
  await account.save(tag, content("C"), undefined, { setAsLive: false });
  const [third, second, first] = (await account.versions(tag)).map(({ id }) => id);
  const { code, stdout, stderr } = await account.run(["list", "Team"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const id = "VERSION".padEnd(first?.length ?? 0);
  expect(stdout.split("\n")).toEqual([
    `Virtual Tag "Team" (${tag.id})`,
    "",
    `      ${id}  SAVED AT                  BY                    CHANGE`,
    `      ${third ?? ""}  2026-03-01T03:00:00.000Z  emulator@example.com`,
    `live  ${second ?? ""}  2026-03-01T02:00:00.000Z  emulator@example.com  Second (pulumi shop/prod#team)`,
    `      ${first ?? ""}  2026-03-01T01:00:00.000Z  emulator@example.com  First`,
    "",
  ]);
});

test("--json prints the versions as the API has them", async () => {
  const tag = await account.create("Team", content("A"), "First");
  await account.save(tag, content("B"));
  const { stdout } = await account.run(["list", tag.id, "--json"]);
  expect(JSON.parse(stdout)).toEqual(await account.versions(tag));
});

describe("a service that answers two versions at a time", () => {
  let slicer: http.Server;
  let env: Record<string, string>;
  beforeEach(async () => {
    slicer = http.createServer((request, response) => {
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith("x-service-"));
      const path = (request.url ?? "").replace(/pageSize=\d+/, "pageSize=2");
      void fetch(`${account.emulator.url}${path}`, { headers: headers as [string, string][] }).then(async (answer) => {
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      });
    });
    await new Promise<void>((listening) => slicer.listen(0, "127.0.0.1", listening));
    env = {
      COST_ALLOCATION_BASE_URL: `http://127.0.0.1:${(slicer.address() as AddressInfo).port}`,
      COST_ALLOCATION_CLIENT_ID: account.emulator.clientId,
      COST_ALLOCATION_SECRET_KEY: account.emulator.secretKey,
    };
  });
  afterEach(() => {
    slicer.closeAllConnections();
    slicer.close();
  });

  test("all pages are listed, and the live version is found on the last one", async () => {
    const tag = await account.create("Team", content("A"));
    for (const team of ["B", "C", "D", "E"]) await account.save(tag, content(team), undefined, { setAsLive: false });
    const versions = await account.versions(tag);
    expect(versions.map(({ isLive }) => isLive)).toEqual([false, false, false, false, true]);
    expect(JSON.parse((await account.run(["list", "Team", "--json"], { env })).stdout)).toEqual(versions);
    const shown = JSON.parse((await account.run(["show", "Team", "live", "--json"], { env })).stdout) as unknown;
    expect(shown).toMatchObject(versions[4] as object);
  });
});

test("--limit asks for no more than it shows", async () => {
  const tag = await account.create("Team", content("A"));
  const newest = [await account.save(tag, content("B")), await account.save(tag, content("C"))].reverse();
  account.emulator.control.clearRequests();
  expect(JSON.parse((await account.run(["list", "Team", "--limit", "2", "--json"])).stdout)).toMatchObject([
    { id: newest[0]?.id },
    { id: newest[1]?.id },
  ]);
  const pages = account.emulator.control.requests().filter(({ path }) => path.endsWith("/versions"));
  expect(pages.map(({ query }) => query)).toEqual([{ pageSize: "2" }]);
});

test.each([
  [
    ["--from", "2026-03-01T02:00:00Z"],
    ["C", "B"],
  ],
  [
    ["--to", "2026-03-01T02:00:00+00:00"],
    ["B", "A"],
  ],
  [
    ["--from", "2026-03-01", "--to", "2026-03-01"],
    ["C", "B", "A"],
  ],
  [["--to", "2026-02-28"], []],
])("%j", async (dates, expected) => {
  const tag = await account.create("Team", content("A"), "A");
  await account.save(tag, content("B"), "B");
  await account.save(tag, content("C"), "C");
  const { stdout } = await account.run(["list", "Team", "--json", ...dates]);
  expect((JSON.parse(stdout) as Version[]).map(({ changeDescription }) => changeDescription)).toEqual(expected);
  const text = (await account.run(["list", "Team", ...dates])).stdout;
  expect(text.includes("No versions.")).toBe(expected.length === 0);
});

test("a description can't do anything to the terminal", async () => {
  await account.create("Team", content("A"), "x\u001b[2J\r\nlive \u202edorw");
  const { stdout } = await account.run(["list", "Team"]);
  expect(stdout).toContain("x\\u001b[2J\\u000d\\u000alive \\u202edorw");
});

test("colours only where they are wanted", async () => {
  await account.create("Team", content("A"));
  expect((await account.run(["list", "Team"])).stdout).not.toContain("\u001b[");
  expect((await account.run(["list", "Team"], { colors: true })).stdout).toContain("\u001b[");
});

describe("the tag", () => {
  test("none of that ID or name is said, and nothing is printed", async () => {
    await account.create("Team", content("A"));
    for (const tag of ["team", "", "4f5fd9a5-6f3f-4b3f-9d0c-0a6d6a1c7a11"]) {
      const { code, stdout, stderr } = await account.run(["list", tag]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`The account has no Virtual Tag with the ID or name "${tag}".`);
    }
  });

  test("two of that name: both are listed, and nothing else happens", async () => {
    const tags = [await account.create("Team", content("A")), await account.create("Team", content("B"))];
    const { code, stdout, stderr } = await account.run(["restore", "Team", "x", "--yes"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('The account has 2 Virtual Tags named "Team". Give the ID of one:');
    for (const { id } of tags) expect(stderr).toContain(`  ${id}, made by emulator@example.com`);
    expect(account.writes()).toBe(2);
  });

  test("named as another's ID: the ID wins", async () => {
    const tag = await account.create("Team", content("A"));
    await account.create(tag.id, content("B"));
    expect((await account.run(["list", tag.id])).stdout).toContain(`Virtual Tag "Team" (${tag.id})`);
  });

  test("by ID or name, no whole list is completed by a request a tag", async () => {
    account.emulator.control.setSwitches({ listHasRules: false });
    for (const name of ["A", "B", "Team"]) await account.create(name, content("A"));
    account.emulator.control.clearRequests();
    await account.run(["list", "Team"]);
    expect(account.emulator.control.requests()).toHaveLength(3);
  });
});

describe("settings", () => {
  const env = { COST_ALLOCATION_CLIENT_ID: "emulator", COST_ALLOCATION_SECRET_KEY: "emulator-secret" };

  test("every variable that is missing is named, and a stack's config is not offered", async () => {
    const { code, stderr } = await account.run(["list", "Team"], { env: {} });
    expect(code).toBe(2);
    expect(stderr).toBe(
      [
        "error: These environment variables are not set:",
        "  COST_ALLOCATION_CLIENT_ID: the client ID of an API credential",
        "  COST_ALLOCATION_SECRET_KEY: the secret key of an API credential",
        "  COST_ALLOCATION_BASE_URL: an https address without query (http only for this machine itself)",
        "",
      ].join("\n"),
    );
  });

  test("--base-url wins over the environment", async () => {
    await account.create("Team", content("A"));
    const elsewhere = { ...env, COST_ALLOCATION_BASE_URL: "https://elsewhere.invalid" };
    const { code } = await account.run(["list", "Team", "--base-url", account.emulator.url], { env: elsewhere });
    expect(code).toBe(0);
  });

  test("a malformed one is named with its place", async () => {
    const { code, stderr } = await account.run(["list", "Team", "--base-url", "ftp://x"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("baseUrl (option --base-url) must be an https address");
  });

  test("wrong credentials: where they came from, never what they are", async () => {
    const wrong = { ...env, COST_ALLOCATION_SECRET_KEY: "wrong-one", COST_ALLOCATION_BASE_URL: account.emulator.url };
    const { code, stderr } = await account.run(["list", "Team"], { env: wrong });
    expect(code).toBe(2);
    expect(stderr).toContain("environment variable COST_ALLOCATION_SECRET_KEY");
    expect(stderr).not.toContain("wrong-one");
  });
});

describe("help", () => {
  test.each(["list", "show", "diff", "restore"])("%s: what it does, what it changes, an example", async (command) => {
    const { code, stdout } = await account.run([command, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: versions ${command} [options] <tag>`);
    expect(stdout).toMatch(/Changes nothing|as a new live version/);
    expect(stdout).toContain(`  cost-allocation versions ${command} Team`);
    expect(stdout).toContain("COST_ALLOCATION_SECRET_KEY");
    expect(stdout).not.toContain("--secret");
  });

  test.each([
    [["diff", "Team"]],
    [["diff", "Team", "live", "--colour"]],
    [["list", "Team", "--from", "yesterday"]],
    [["list", "Team", "--limit", "0"]],
    [["forget", "Team"]],
    [[]],
  ])("wrong arguments %j: exit code 2, since 1 is an answer of diff", async (args) => {
    const { code, stdout, stderr } = await account.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/error:|Usage:/);
  });
});
