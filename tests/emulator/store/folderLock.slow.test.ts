/** Only one emulator can use a data folder, also if several processes try at the same moment. */
import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import ts from "typescript";
import { lockFolder } from "../../../emulator/store/folderLock";

let base: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), "emulator-lock-"));
});
afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
  }
  fs.rmSync(base, { recursive: true, force: true });
});

/** The ID of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

function makeFolder(name: string, lock?: string): string {
  const folder = path.join(base, name);
  fs.mkdirSync(folder);
  if (lock !== undefined) {
    fs.writeFileSync(path.join(folder, "emulator.lock"), lock);
  }
  return folder;
}

/** A program that locks every folder that it is sent, and answers which of them it got. */
function writeLocker(): string {
  const source = fs.readFileSync(path.join(__dirname, "../../../emulator/store/folderLock.ts"), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const program = path.join(base, "locker.js");
  const tryAll = `process.on("message", (folders) => {
    const got = folders.filter((folder) => {
      try {
        exports.lockFolder(folder);
        return true;
      } catch (error) {
        if (!/in use/.test(error.message)) throw error;
        return false;
      }
    });
    process.send(got);
  });
  process.send("ready");`;
  fs.writeFileSync(program, `${outputText}\n${tryAll}`);
  return program;
}

async function message(child: ChildProcess): Promise<unknown> {
  const [sent] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`The process ended with ${String(code)}.`))),
  ])) as unknown[];
  return sent;
}

test.each([
  ["that nobody has used", undefined],
  ["with the lock of a process that has ended", String(deadProcess())],
])(
  "of processes that lock folders %s at the same moment, one gets each",
  async (_what, lock) => {
    const folders = Array.from({ length: 300 }, (_, number) => makeFolder(String(number), lock));
    const program = writeLocker();
    const processes = [1, 2, 3].map(() => fork(program));
    children.push(...processes);
    await Promise.all(processes.map(message));
    const got = processes.map(message);
    for (const child of processes) {
      child.send(folders);
    }
    expect((await Promise.all(got)).flat().sort()).toEqual([...folders].sort());
    expect(fs.readdirSync(folders[0] ?? "")).toEqual(["emulator.lock"]);
  },
  30_000,
);

test("the lock is released for good, and a folder with another spelling is the same folder", () => {
  const folder = makeFolder("data");
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
  const link = path.join(base, "link");
  fs.symlinkSync(folder, link, "junction");
  expect(() => lockFolder(link)).toThrow(`process ${process.pid}`);
  unlock();
  expect(fs.readdirSync(folder)).toEqual([]);
  lockFolder(link)();
});

test("a lock with this process ID is stale: after a restart, a container has the same IDs", () => {
  lockFolder(makeFolder("data", String(process.pid)))();
});

test("a lock that another process is just writing is not taken over", () => {
  const folder = makeFolder("data", "");
  expect(() => lockFolder(folder)).toThrow(path.join(folder, "emulator.lock"));
});

test("a takeover that was interrupted doesn't block the folder", () => {
  const folder = makeFolder("data", String(deadProcess()));
  fs.writeFileSync(path.join(folder, "emulator.lock.takeover"), String(deadProcess()));
  const unlock = lockFolder(folder);
  expect(fs.readdirSync(folder)).toEqual(["emulator.lock"]);
  unlock();
});
