/**
 * What the processes of a run tell each other. The engine starts one for each front, each explicit `Provider` and each version of the
 * plugin, and asks for a delete in the process that the state names, which doesn't know what the program declares in another one.
 * All processes of a run know its engine, and share a folder.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isSameId } from "../../stack/state/kinds";

/** What a resource of the program has in the service. */
export interface Held {
  kind: string;
  id: string;
  /** The URNs of the resource: now, and in its state. */
  urns: readonly string[];
}

/** The other processes of a run. */
export interface OtherProcesses {
  /** Tells them what a resource of the program has. */
  tell(held: Held): void;
  /** What the resources of the program have in them. */
  told(): Held[];
}

/** For a process that has no engine, as in a test. */
export const noOtherProcesses: OtherProcesses = { tell: () => undefined, told: () => [] };

/** After this time, a run has ended, in milliseconds. The engine kills its processes, so they leave their files. */
const longestRun = 24 * 60 * 60 * 1000;

/**
 * The other processes of a run, by files in Pulumi's home: one for each process.
 *
 * @param engine host and port of the engine
 */
export function otherProcesses(engine: string | undefined, { PULUMI_HOME: home }: NodeJS.ProcessEnv): OtherProcesses {
  if (engine === undefined) return noOtherProcesses;
  const folder = join(home ?? join(homedir(), ".pulumi"), "cost-allocation-runs");
  const run = `${encodeURIComponent(engine)}_`;
  const own = `${run}${String(process.pid)}_${randomUUID()}`;
  let isCleared = false;
  return {
    tell: (held) => {
      if (!isCleared) clear(folder);
      isCleared = true;
      appendFileSync(join(folder, own), `${JSON.stringify(held)}\n`);
    },
    told: () => {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const others = names.filter((name) => name.startsWith(run) && name !== own && isRunning(name));
      const lines = others.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Held);
    },
  };
}

/** Makes the folder, without the files of runs that have ended. */
function clear(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    // Another process may remove it, too.
    if (mtimeMs !== undefined && Date.now() - mtimeMs > longestRun) rmSync(path, { force: true });
  }
}

/** Whether the process of a file still runs. A later engine may have the same port. */
function isRunning(name: string): boolean {
  try {
    process.kill(Number(name.split("_")[1]), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The resource that has what is deleted, in its present URN. A tag has one owner, whatever its URN and its class are. */
export function holderAmong(told: readonly Held[], { kind, id, urns }: Held): string | undefined {
  const isTag = (one: string): boolean => one === "VirtualTag" || one === "VirtualTagV1";
  const holder = told.find(
    (one) =>
      isSameId(one.id, id) &&
      (isTag(kind) ? isTag(one.kind) : kind === one.kind && urns.some((urn) => one.urns.includes(urn))),
  );
  return holder?.urns[0];
}
