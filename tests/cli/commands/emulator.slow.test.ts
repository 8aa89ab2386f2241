/** `cost-allocation emulator` as a process: what it prints, how it ends, and what data it keeps. */
import { execFile, spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";
import { defaultSwitches } from "../../../emulator/options";
import { emulatorCommand } from "../../../cli/commands/emulator";
import { helpOf } from "../../docs/commandLine/uses";
import { blocksOf } from "../../docs/pages";
import { buildCommand } from "../../support/commands/buildCommand";
import { folder } from "../../support/folder";
import { atSize } from "../../support/size";

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

function run(args: readonly string[], env: Record<string, string> = {}): Started {
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

test("the image of docs/emulator.md starts it for other machines, with a warning", async () => {
  const image = blocksOf("docs/emulator.md").find(({ words }) => words[0] === "dockerfile")?.text ?? "";
  const [, line = "[]"] = /^CMD (.*)$/mu.exec(image) ?? [];
  const [command, ...args] = JSON.parse(line) as string[];
  const isPort = (arg: string): boolean => /^\d+$/u.test(arg);
  const entry = /^ENTRYPOINT (.*)$/mu.exec(image)?.[1] ?? "[]";
  expect(JSON.parse(entry)).toEqual(["npx", "cost-allocation", "emulator"]);
  const started = run([command ?? "", ...args].map((arg) => (isPort(arg) ? "0" : arg)));
  expect((await fetch(`${await urlOf(started)}/_emulator/now`)).status).toBe(200);
  expect(started.printed()).toContain("warning:");
  expect(image.trim().split("\n").length).toBeLessThanOrEqual(15);
});

test("on this machine only, it warns of nothing", async () => {
  const started = run([]);
  await urlOf(started);
  expect(started.printed()).not.toContain("warning:");
});

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

test("prints its address and how to configure a stack to use it; the example on the page edits a tag as another user", async () => {
  const started = run([]);
  const url = await urlOf(started);
  expect(started.printed()).toContain(`pulumi config set costallocation:baseUrl ${url}`);
  expect(started.printed()).toContain("pulumi config set costallocation:clientId emulator");
  expect(started.printed()).toContain("pulumi config set --secret costallocation:secretKey emulator-secret");
  expect(await names(url)).toEqual([]);

  // The example uses curl, which nothing else in this project needs.
  if (spawnSync("curl", ["--version"]).status !== 0) return;
  await post(url, "Team");
  const docs = fs.readFileSync(path.resolve(__dirname, "../../../docs/emulator-control.md"), "utf8");
  const [, example = ""] = /```sh\n(url=[^]*?)```/.exec(docs) ?? [];
  const { stdout } = await promisify(execFile)("sh", ["-c", example.replace(/http:\S+/, url)], {
    env: { ...process.env, no_proxy: "127.0.0.1" },
  });
  expect(JSON.parse(stdout)).toMatchObject({ data: { defaultValue: "Nobody", updatedBy: "ines@example.com" } });
});

const own = { "x-service-client-id": "me", "x-service-secret-key": "mine-alone" };

test.each([
  ["options", "SIGINT", ["--client-id", "me", "--secret-key", "mine-alone"], {}],
  [
    "environment",
    "SIGTERM",
    [],
    { COST_ALLOCATION_EMULATOR_CLIENT_ID: "me", COST_ALLOCATION_EMULATOR_SECRET_KEY: "mine-alone" },
  ],
] as const)(
  "with credentials from %s, accepts only these, doesn't print the secret, and ends cleanly on %s with a connection open",
  async (_from, signal, args, env) => {
    const started = run(["--data", folder(), ...args], env);
    const url = await urlOf(started);
    expect((await fetch(`${url}/v2/virtual-tags`, { headers: credentials })).status).toBe(401);
    expect((await fetch(`${url}/v2/virtual-tags`, { headers: own })).status).toBe(200);
    expect(started.printed()).not.toContain("mine-alone");
    // Nothing that a reader would have to replace.
    expect(started.printed()).not.toMatch(/[<>]/);
    started.child.kill(signal);
    expect(await started.ended).toEqual([0, null]);
    expect(fs.readdirSync(folder())).toEqual(["journal.ndjson"]);
  },
);

test("--openapi prints the document", async () => {
  const printed = jest.spyOn(console, "log").mockImplementation();
  await emulatorCommand().parseAsync(["--openapi"], { from: "user" });
  expect(JSON.parse(String(printed.mock.calls[0]?.[0]))).toMatchObject({ openapi: "3.0.3" });
  printed.mockRestore();
});

test("a copy that is not there: exit code 1 and an error without a stack trace", async () => {
  const started = run(["--copy", "none.json"]);
  expect(await started.ended).toEqual([1, null]);
  expect(started.printed()).toMatch(/ENOENT.*none\.json/);
  expect(started.printed()).not.toMatch(/\n\s+at /);
});

test("--help lists each switch with its default", () => {
  for (const [name, value] of Object.entries(defaultSwitches))
    expect(helpOf("emulator")).toContain(`\n  ${name}=${String(value)}\n`);
});

test("the emulator starts with --no-limits, --switch and --seed", async () => {
  const url = await urlOf(run(["--no-limits", "--switch", "dates=iso", "--switch", "maxRules=7", "--seed"]));
  const control = async (name: string): Promise<unknown> => (await fetch(`${url}/_emulator/${name}`)).json();
  expect(await control("switches")).toMatchObject({ dates: "iso", maxRules: 7 });
  expect(await control("limits")).toMatchObject({ enabled: false });
  expect(await names(url)).toContain("Team");
});

const rounds = atSize(1, 3);

test("every write that got a response survives a SIGKILL", async () => {
  const answered: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = run(["--data", folder(), "--no-limits"]);
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
  const last = await names(await urlOf(run(["--data", folder()])));
  expect(last).toEqual(expect.arrayContaining(answered));
  expect(last.length - answered.length).toBeLessThanOrEqual(9);
}, 30_000);
