import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A language host that waits for a command of the engine. */
export interface ProgramHost {
  /** For `--client`. */
  readonly address: string;
  /**
   * Call it when the command has ended.
   *
   * @param isReusable false if the program may still run, because the command was killed
   * @returns what the program's process printed
   */
  readonly release: (isReusable: boolean) => string;
}

/** The processes of tests/support/programProcess.cjs that run no program at the moment. */
const idle = new Set<ChildProcess>();

/** Ends the processes that run no program. */
export async function endIdleHosts(): Promise<void> {
  const ended = [...idle].map((child) => once(child, "exit"));
  for (const child of idle) child.kill();
  await Promise.all(ended);
}

function start(): ChildProcess {
  const child = fork(join(__dirname, "programProcess.cjs"), { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  child.on("exit", () => idle.delete(child));
  return child;
}

/** A test that forgets a host must not wait for it. The process ends with its channel. */
function hold(child: ChildProcess, isHeld: boolean): void {
  for (const handle of [child, child.channel, child.stdout, child.stderr] as { ref(): void; unref(): void }[]) {
    if (isHeld) handle.ref();
    else handle.unref();
  }
}

/**
 * Prepares a run of a program in a process that has loaded Pulumi's SDK already, if there is an idle one.
 *
 * @param folder the program's
 * @param env all of the program's environment
 */
export async function hostProgram(folder: string, env: NodeJS.ProcessEnv): Promise<ProgramHost> {
  const [child = start()] = idle;
  idle.delete(child);
  hold(child, true);
  let output = "";
  const collect = (text: Buffer): void => {
    output += text.toString();
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", collect);
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, "exit", { signal }).then(() => ({ error: `its process has ended:\n${output}` }));
  const answer = once(child, "message", { signal }) as Promise<[{ port: number } | { error: string }]>;
  child.send({ folder, env });
  const said = await Promise.race([answer.then(([first]) => first), ended]);
  // A child serves many runs, whose listeners must not add up.
  waiting.abort();
  if ("error" in said) {
    child.kill();
    throw new Error(`The program can't be hosted: ${said.error}`);
  }
  const release = (isReusable: boolean): string => {
    for (const stream of [child.stdout, child.stderr]) stream?.off("data", collect);
    hold(child, false);
    if (isReusable && child.exitCode === null) idle.add(child);
    else child.kill();
    return output;
  };
  return { address: `127.0.0.1:${said.port}`, release };
}
