/** `cost-allocation versions list`, and what all `versions` commands share: settings, help, errors. */
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import type { Version } from "../../../../client";
import { account, accountForEachTest } from "../../../support/commands/account";
import { teamContent } from "../../../support/rules";

accountForEachTest();

describe("with two versions per page", () => {
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

  test("all pages are listed, and a live version on the last page is found", async () => {
    const tag = await account.create("Team", teamContent("A"));
    for (const team of ["B", "C", "D", "E"])
      await account.save(tag, teamContent(team), undefined, { setAsLive: false });
    const versions = await account.versions(tag);
    expect(versions.map(({ isLive }) => isLive)).toEqual([false, false, false, false, true]);
    expect(JSON.parse((await account.run(["list", "Team", "--json"], { env })).stdout)).toEqual(versions);
    const shown = JSON.parse((await account.run(["show", "Team", "live", "--json"], { env })).stdout) as unknown;
    expect(shown).toMatchObject(versions[4] as object);
  });
});

test("--limit requests only the versions that it shows", async () => {
  const tag = await account.create("Team", teamContent("A"));
  const newest = [await account.save(tag, teamContent("B")), await account.save(tag, teamContent("C"))].reverse();
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
])("%j lists the versions of that time", async (dates, expected) => {
  const tag = await account.create("Team", teamContent("A"), "A");
  await account.save(tag, teamContent("B"), "B");
  await account.save(tag, teamContent("C"), "C");
  const { stdout } = await account.run(["list", "Team", "--json", ...dates]);
  expect((JSON.parse(stdout) as Version[]).map(({ changeDescription }) => changeDescription)).toEqual(expected);
  const text = (await account.run(["list", "Team", ...dates])).stdout;
  expect(text.includes("No versions.")).toBe(expected.length === 0);
});

describe("settings", () => {
  const env = { COST_ALLOCATION_CLIENT_ID: "emulator", COST_ALLOCATION_SECRET_KEY: "emulator-secret" };

  test("the error names every missing variable, and not the stack config", async () => {
    const { code, stderr } = await account.run(["list", "Team"], { env: {} });
    expect(code).toBe(2);
    expect(stderr.match(/^ {2}COST_ALLOCATION_\w+(?=: )/gm)).toEqual([
      "  COST_ALLOCATION_CLIENT_ID",
      "  COST_ALLOCATION_SECRET_KEY",
      "  COST_ALLOCATION_BASE_URL",
    ]);
    expect(stderr).not.toContain("pulumi config");
  });

  test("--base-url takes precedence over the environment", async () => {
    await account.create("Team", teamContent("A"));
    const elsewhere = { ...env, COST_ALLOCATION_BASE_URL: "https://elsewhere.invalid" };
    const { code } = await account.run(["list", "Team", "--base-url", account.emulator.url], { env: elsewhere });
    expect(code).toBe(0);
  });

  test("the error for a malformed setting says where the value came from", async () => {
    const { code, stderr } = await account.run(["list", "Team", "--base-url", "ftp://x"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain("baseUrl (option --base-url) must be an https address");
  });

  test("the error for wrong credentials says where they came from, and does not show them", async () => {
    const wrong = { ...env, COST_ALLOCATION_SECRET_KEY: "wrong-one", COST_ALLOCATION_BASE_URL: account.emulator.url };
    const { code, stderr } = await account.run(["list", "Team"], { env: wrong });
    expect(code).toBe(2);
    expect(stderr).toContain("environment variable COST_ALLOCATION_SECRET_KEY");
    expect(stderr).not.toContain("wrong-one");
  });
});

describe("help", () => {
  test.each(["list", "show", "diff", "restore"])(
    "%s: says what it changes, names the variables, and has an example",
    async (command) => {
      const { code, stdout } = await account.run([command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: versions ${command} [options] <tag>`);
      expect(stdout).toMatch(/Changes\s+nothing|as a new live version/);
      expect(stdout).toContain(`  npx cost-allocation versions ${command} Team`);
      expect(stdout).toContain("COST_ALLOCATION_SECRET_KEY");
      expect(stdout).not.toContain("--secret");
    },
  );

  test.each([
    [["diff", "Team"]],
    [["diff", "Team", "live", "--colors"]],
    [["list", "Team", "--from", "yesterday"]],
    [["list", "Team", "--limit", "0"]],
    [["forget", "Team"]],
    [[]],
  ])("wrong arguments %j: exit code 2, because 1 is a result of diff", async (args) => {
    const { code, stdout, stderr } = await account.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/error:|Usage:/);
  });
});
