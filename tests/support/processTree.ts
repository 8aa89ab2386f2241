/** Which processes a process has started, as far as its descendants still hang on it. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A running process. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** Its command line. */
  readonly command: string;
}

/** Small images have no `ps`, but every Linux has /proc. */
function fromProc(): ProcessInfo[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        // pid (name, which may hold anything) state parent ...
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return [{ pid: Number(name), parent, command }];
      } catch {
        return []; // It ended in between.
      }
    });
}

function fromPs(): ProcessInfo[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

/** All processes of the machine. Not on Windows: the tests that kill something are skipped there. */
export function processes(): ProcessInfo[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

/** The descendants of a process, nearest first. */
export function descendants(pid: number): ProcessInfo[] {
  const all = processes();
  const found: ProcessInfo[] = [];
  let parents = new Set([pid]);
  while (parents.size > 0) {
    const generation = all.filter((one) => parents.has(one.parent));
    found.push(...generation);
    parents = new Set(generation.map((one) => one.pid));
  }
  return found;
}

/** Whether a process still runs. One that has ended and was not waited for does not. */
export function runs(one: ProcessInfo): boolean {
  return processes().some((other) => other.pid === one.pid && other.command === one.command);
}
