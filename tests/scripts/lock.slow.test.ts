/** @jest-environment ./tests/scripts/environment.cjs */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Lock from "../../scripts/shared/lock.mjs";
import { load } from "./load";

const { withLock } = load("shared/lock.mjs") as typeof Lock;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cost-allocation-lock-"));
  file = join(folder, "a", "lock");
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a module in a process of its own and answers what it printed. */
function inAnotherProcess(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.on("close", (status) => {
      if (status === 0) resolve(out);
      else reject(new Error(`exit code ${String(status)}`));
    });
  });
}

const lockModule = pathToFileURL(join(__dirname, "../../scripts/shared/lock.mjs")).href;

test("of two processes at once one does the work, and the other finds it done", async () => {
  const made = join(folder, "made");
  const code = `
    import { existsSync, writeFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(lockModule)};
    const [lock, made] = ${JSON.stringify([file, made])};
    const found = await withLock(lock, async () => {
      if (existsSync(made)) return "found";
      await new Promise((resolve) => setTimeout(resolve, 50));
      writeFileSync(made, "", { flag: "wx" });
      return "made";
    }, { pollMs: 5 });
    process.stdout.write(found);`;
  const answers = await Promise.all([inAnotherProcess(code), inAnotherProcess(code), inAnotherProcess(code)]);
  expect(answers.sort()).toEqual(["found", "found", "made"]);
  expect(existsSync(file)).toBe(false);
});

test("the one who waits is told once who has the lock", async () => {
  const told: unknown[] = [];
  let release: () => void = () => undefined;
  const first = withLock(
    file,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const second = withLock(file, () => Promise.resolve("mine"), {
    pollMs: 5,
    onWait: (owner) => {
      told.push(owner?.pid);
      release();
    },
  });
  await first;
  await expect(second).resolves.toBe("mine");
  expect(told).toEqual([process.pid]);
});

test("a failure releases it", async () => {
  await expect(withLock(file, () => Promise.reject(new Error("no compiler")))).rejects.toThrow("no compiler");
  await expect(withLock(file, () => Promise.resolve(1))).resolves.toBe(1);
});

test("the lock of a process that is gone is taken over", async () => {
  const pid = Number(await inAnotherProcess("process.stdout.write(String(process.pid))"));
  await withLock(file, () => Promise.resolve()); // makes the folder
  writeFileSync(file, JSON.stringify({ pid, host: hostname() }));
  await withLock(file, () => {
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ pid: process.pid, host: hostname() });
    return Promise.resolve();
  });
  expect(existsSync(file)).toBe(false);
});

test("the lock of another machine is taken over once nobody touches it any more", async () => {
  await withLock(file, () => Promise.resolve());
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: "elsewhere" }));
  let waited = 0;
  const taken = withLock(file, () => Promise.resolve("taken"), {
    pollMs: 5,
    onWait: () => {
      waited += 1;
      utimesSync(file, new Date(0), new Date(0));
    },
  });
  await expect(taken).resolves.toBe("taken");
  expect(waited).toBe(1);
});
