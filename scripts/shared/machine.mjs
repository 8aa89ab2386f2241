/** What the machine does while a command runs. */
import { existsSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

/** If other processes take more than this share of the processors, the times are not reliable. */
export const busyShare = 0.2;

/** The load average of the last minute, or 0 on systems that don't have one. */
export function loadAverage() {
  return loadavg()[0] ?? 0;
}

/**
 * CPU time of all child processes that have exited, and of their children, in seconds. Undefined on systems that don't report
 * it.
 */
export function childrenCpuTime() {
  const file = "/proc/self/stat";
  if (!existsSync(file)) return undefined;
  // cutime and cstime in hundredths of a second, see proc_pid_stat(5). The second field ends with ")" and may have spaces.
  const [user, system] = readFileSync(file, "utf8").split(") ").at(-1)?.split(" ").slice(13, 15).map(Number) ?? [];
  return ((user ?? NaN) + (system ?? NaN)) / 100;
}

/** CPU time of this process and its children, and of all processes, in seconds. */
export function cpuTimes() {
  const { user, system } = process.cpuUsage();
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return { own: (user + system) / 1e6 + (childrenCpuTime() ?? NaN), all: all / 1000 };
}

/**
 * Starts to measure which share of the processors other processes take.
 *
 * @returns {() => number} The share since then: 0 to 1, or NaN on systems that don't report it.
 */
export function measureOthers() {
  const [start, before] = [performance.now(), cpuTimes()];
  return () => {
    const after = cpuTimes();
    const available = ((performance.now() - start) / 1000) * cpus().length;
    return Math.max(0, after.all - before.all - (after.own - before.own)) / available;
  };
}
