/** @jest-environment ./tests/scripts/environment.cjs */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Lock from "../../scripts/shared/lock.mjs";
import { load } from "./load";
import { folder } from "../support/folder";

const { withLock } = load("scripts/shared/lock.mjs") as typeof Lock;

let file: string;

beforeEach(() => {
  file = join(folder(), "a", "lock");
});

/** Runs a module in another process. Returns its output. */
function runInProcess(code: string): Promise<string> {
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

test("of several processes, one does the work and the others wait for it", async () => {
  const result = join(folder(), "result");
  const code = `
    import { existsSync, writeFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(lockModule)};
    const [lock, result] = ${JSON.stringify([file, result])};
    const outcome = await withLock(lock, async () => {
      if (existsSync(result)) return "found";
      await new Promise((resolve) => setTimeout(resolve, 50));
      writeFileSync(result, "", { flag: "wx" });
      return "created";
    }, { pollMs: 5 });
    process.stdout.write(outcome);`;
  const outcomes = await Promise.all([runInProcess(code), runInProcess(code), runInProcess(code)]);
  expect(outcomes.sort()).toEqual(["created", "found", "found"]);
  expect(existsSync(file)).toBe(false);
});

test("onWait is called once, with the owner of the lock", async () => {
  const owners: unknown[] = [];
  let release: () => void = () => undefined;
  const first = withLock(
    file,
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const second = withLock(file, () => Promise.resolve("second"), {
    pollMs: 5,
    onWait: (owner) => {
      owners.push(owner?.pid);
      release();
    },
  });
  await first;
  await expect(second).resolves.toBe("second");
  expect(owners).toEqual([process.pid]);
});

test("a failure releases the lock", async () => {
  await expect(withLock(file, () => Promise.reject(new Error("no compiler")))).rejects.toThrow("no compiler");
  await expect(withLock(file, () => Promise.resolve(1))).resolves.toBe(1);
});

test("the lock of a process that has exited is taken over", async () => {
  const pid = Number(await runInProcess("process.stdout.write(String(process.pid))"));
  await withLock(file, () => Promise.resolve()); // Creates the folder.
  writeFileSync(file, JSON.stringify({ pid, host: hostname() }));
  await withLock(file, () => {
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ pid: process.pid, host: hostname() });
    return Promise.resolve();
  });
  expect(existsSync(file)).toBe(false);
});

test("the lock of another machine is taken over when it is no longer touched", async () => {
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
