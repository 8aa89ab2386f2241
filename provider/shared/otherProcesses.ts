/**
 * What the processes of a run tell each other. The engine starts one for each front, each explicit `Provider` and each version of the
 * plugin, and asks for a delete in the process that the state names, which doesn't know what the program declares in another one.
 * All processes of a run know its engine, and share a folder.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isSameId, isTag } from "../../stack/state/kinds";

/** A resource of the program. */
export interface Told {
  kind: string;
  /** What it has in the service. Undefined until its difference or its create. */
  id?: string;
  /** Its URNs: now, and in its state. */
  urns: readonly string[];
}

/** The other processes of a run. */
export interface OtherProcesses {
  /** Tells them of a resource of the program. */
  tell(one: Told): void;
  /** What they have told. */
  told(): Told[];
}

/** For a process that has no engine, as in a test. */
export const noOtherProcesses: OtherProcesses = { tell: () => undefined, told: () => [] };

/** After this time, a run has ended, in milliseconds. The engine kills its processes, so they leave their files. */
const longestRun = 24 * 60 * 60 * 1000;

/**
 * The other processes of a run, by files in Pulumi's home: one for each process. Where files can't be written, nobody is told, since a run
 * must not stop after a write.
 *
 * @param engine host and port of the engine
 */
export function otherProcesses(
  engine: string | undefined,
  { PULUMI_HOME: home = "" }: NodeJS.ProcessEnv,
): OtherProcesses {
  if (engine === undefined) return noOtherProcesses;
  const folder = join(home === "" ? join(homedir(), ".pulumi") : home, "cost-allocation-runs");
  const run = `${encodeURIComponent(engine)}_`;
  const own = `${run}${String(process.pid)}_${randomUUID()}`;
  const read = new Map<string, { size: number; told: Told[] }>();
  let isCleared = false;
  const toldIn = (name: string): Told[] => {
    const path = join(folder, name);
    const { size } = statSync(path);
    const known = read.get(name);
    if (known?.size === size) return known.told;
    const lines = readFileSync(path, "utf8").split("\n");
    // The last line may not be complete yet.
    const told = lines.slice(0, -1).map((line) => JSON.parse(line) as Told);
    read.set(name, { size, told });
    return told;
  };
  return {
    tell: (one) => {
      unlessUnusable(() => {
        if (!isCleared) clear(folder);
        isCleared = true;
        appendFileSync(join(folder, own), `${JSON.stringify(one)}\n`);
      });
    },
    told: () =>
      unlessUnusable(() => {
        const names = existsSync(folder) ? readdirSync(folder) : [];
        return names.filter((name) => name.startsWith(run) && name !== own && isRunning(name)).flatMap(toldIn);
      }) ?? [],
  };
}

function unlessUnusable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return undefined;
  }
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

/**
 * The resource that has what is deleted, under its present URN. A tag has one owner, whatever its URN and its class are. A resource that
 * has not got an ID yet keeps what is deleted under its own URN.
 */
export function holderAmong(told: readonly Told[], { kind, id, urns }: Told): string | undefined {
  const isNamed = (one: Told): boolean => kind === one.kind && urns.some((urn) => one.urns.includes(urn));
  const named = told.filter(isNamed);
  const holder = told.find((one) => isSameId(one.id, id) && (isTag(kind) ? isTag(one.kind) : isNamed(one)));
  return (holder ?? (named.some((one) => one.id !== undefined) ? undefined : named[0]))?.urns[0];
}
