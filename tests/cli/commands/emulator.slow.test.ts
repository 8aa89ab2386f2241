/** `cost-allocation emulator` as a process: what it prints, how it ends, and what data it keeps. */
import { execFile, spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";
import { defaultSwitches } from "../../../emulator/options";
import { buildCommand } from "../../support/commands/buildCommand";
import { folder } from "../../support/folder";

const { main, remove } = buildCommand();
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
  }
});
afterAll(remove);

/** A running command: what it has printed so far, and its end. */
interface Started {
  child: ChildProcessWithoutNullStreams;
  printed: () => string;
  ended: Promise<unknown[]>;
}

function run(args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [main, "emulator", ...args], { env: { PATH: process.env["PATH"], ...env } });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  return { child, printed: () => text, ended: once(child, "close") };
}

/** The address that a started emulator prints. */
async function urlOf({ printed, child }: Started): Promise<string> {
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0];
    if (url !== undefined && printed().includes("Ctrl-C")) {
      return url;
    }
    if (child.exitCode !== null) {
      throw new Error(printed());
    }
    await Promise.race([once(child.stdout, "data"), once(child, "close")]);
  }
}

const credentials = { "x-service-client-id": "emulator", "x-service-secret-key": "emulator-secret" };

function post(url: string, name: string): Promise<Response> {
  return fetch(`${url}/v2/virtual-tags`, {
    method: "POST",
    headers: { ...credentials, "content-type": "application/json" },
    body: JSON.stringify({ name, rules: [], defaultValue: "x" }),
  });
}

async function names(url: string): Promise<string[]> {
  const response = await fetch(`${url}/v2/virtual-tags`, { headers: credentials });
  const { data } = (await response.json()) as { data: { virtualTags: { name: string }[] } };
  return data.virtualTags.map(({ name }) => name);
}

test("prints its address and how to configure a stack to use it", async () => {
  const started = run([]);
  const url = await urlOf(started);
  expect(started.printed()).toContain(`pulumi config set costallocation:baseUrl ${url}`);
  expect(started.printed()).toContain("pulumi config set costallocation:clientId emulator");
  expect(started.printed()).toContain("pulumi config set --secret costallocation:secretKey emulator-secret");
  expect(await names(url)).toEqual([]);
});

test.each(["SIGINT", "SIGTERM"] as const)("ends cleanly on %s, with a connection open", async (signal) => {
  const started = run(["--data", folder]);
  await names(await urlOf(started));
  started.child.kill(signal);
  expect(await started.ended).toEqual([0, null]);
  expect(fs.readdirSync(folder)).toEqual(["journal.ndjson"]);
});

test.each([
  ["options", ["--client-id", "me", "--secret-key", "mine-alone"], {}],
  ["environment", [], { COST_ALLOCATION_EMULATOR_CLIENT_ID: "me", COST_ALLOCATION_EMULATOR_SECRET_KEY: "mine-alone" }],
])("credentials from %s are accepted, and the secret is not printed", async (_from, args, env) => {
  const started = run(args, env);
  const url = await urlOf(started);
  const headers = { "x-service-client-id": "me", "x-service-secret-key": "mine-alone" };
  expect((await fetch(`${url}/v2/virtual-tags`, { headers })).status).toBe(200);
  expect((await fetch(`${url}/v2/virtual-tags`, { headers: credentials })).status).toBe(401);
  expect(started.printed()).not.toContain("mine-alone");
  // Nothing that a reader would have to replace.
  expect(started.printed()).not.toMatch(/[<>]/);
});

/** The example on the page uses curl, which nothing else in this project needs. */
const withCurl = spawnSync("curl", ["--version"]).status === 0 ? test : test.skip;

withCurl("the example in docs/emulator.md edits a tag as another user", async () => {
  const url = await urlOf(run([]));
  await post(url, "Team");
  const docs = fs.readFileSync(path.resolve(__dirname, "../../../docs/emulator.md"), "utf8");
  const [, example = ""] = /```sh\n(url=[^]*?)```/.exec(docs) ?? [];
  const { stdout } = await promisify(execFile)("sh", ["-c", example.replace(/http:\S+/, url)], {
    env: { ...process.env, no_proxy: "127.0.0.1" },
  });
  expect(JSON.parse(stdout)).toMatchObject({ data: { defaultValue: "Nobody", updatedBy: "ines@example.com" } });
});

test("--openapi prints the document and exits", async () => {
  const started = run(["--openapi"]);
  expect(await started.ended).toEqual([0, null]);
  expect(JSON.parse(started.printed())).toMatchObject({ openapi: "3.0.3" });
});

test.each([
  ["an invalid port", 2, ["--port", "70000"], /--port.* 65535/],
  ["an unknown value of a switch", 1, ["--switch", "dates=julian"], /dates/],
  ["a switch without a value", 2, ["--switch", "dates"], /name=value/],
  ["a copy that is not there", 1, ["--copy", "none.json"], /ENOENT.*none\.json/],
  ["a copy beside sample data", 2, ["--copy", "none.json", "--seed"], /--seed/],
  ["a folder that can't be created", 1, ["--data", "/dev/null/x"], /ENOTDIR/],
])("%s: exit code %i and an error without a stack trace", async (_what, exitCode, args, message) => {
  const started = run(args);
  const [code] = await started.ended;
  expect(code).toBe(exitCode);
  expect(started.printed()).toMatch(message);
  expect(started.printed()).not.toMatch(/\n\s+at /);
});

test("--help lists each switch with its default, and has examples", async () => {
  const started = run(["--help"]);
  expect(await started.ended).toEqual([0, null]);
  for (const [name, value] of Object.entries(defaultSwitches)) {
    expect(started.printed()).toContain(`\n  ${name}=${String(value)}\n`);
  }
  expect(started.printed()).toMatch(/--no-limits .*rate limits/);
  expect(started.printed()).toContain("cost-allocation emulator --port 4010 --data .emulator");
});

test("the emulator starts with --no-limits, --switch and --seed", async () => {
  const url = await urlOf(run(["--no-limits", "--switch", "dates=iso", "--switch", "maxRules=7", "--seed"]));
  const control = async (name: string): Promise<unknown> => (await fetch(`${url}/_emulator/${name}`)).json();
  expect(await control("switches")).toMatchObject({ dates: "iso", maxRules: 7 });
  expect(await control("limits")).toMatchObject({ enabled: false });
  expect(await names(url)).toContain("Team");
});

test("every write that got a response survives a SIGKILL", async () => {
  const answered: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const started = run(["--data", folder, "--no-limits"]);
    const url = await urlOf(started);
    expect(await names(url)).toEqual(expect.arrayContaining(answered));
    const writer = async (lane: number): Promise<void> => {
      for (let number = 0; ; number += 1) {
        const name = `${round}-${lane}-${number}`;
        if ((await post(url, name)).status === 200) {
          answered.push(name);
        }
        if (answered.length >= (round + 1) * 60) {
          started.child.kill("SIGKILL");
        }
      }
    };
    // Each lane ends when the kill breaks its connection.
    await Promise.allSettled([0, 1, 2].map(writer));
    await started.ended;
  }
  const last = await names(await urlOf(run(["--data", folder])));
  expect(last).toEqual(expect.arrayContaining(answered));
  expect(last.length - answered.length).toBeLessThanOrEqual(9);
}, 30_000);
