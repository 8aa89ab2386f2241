import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A language host that waits for a command of the engine. */
export interface ProgramHost {
  /** For `--client`. */
  readonly address: string;
  /** Call it when the command has ended. */
  readonly release: () => void;
}

/** The processes of tests/support/programProcess.cjs that run no program at the moment. */
const idle: ChildProcess[] = [];

/** Ends the processes that run no program. */
export async function endIdleHosts(): Promise<void> {
  for (const child of idle.splice(0)) {
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  }
}

function start(): ChildProcess {
  const child = fork(join(__dirname, "programProcess.cjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  // A test that forgets it must not wait for it. The process ends with its channel.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Prepares a run of a program in a process that has loaded Pulumi's SDK already, if there is an idle one.
 *
 * @param folder the program's
 * @param env all of the program's environment
 */
export async function hostProgram(folder: string, env: NodeJS.ProcessEnv): Promise<ProgramHost> {
  const child = idle.pop() ?? start();
  child.channel?.ref();
  const answer = once(child, "message") as Promise<[{ port: number } | { error: string }]>;
  child.send({ folder, env });
  const [said] = await answer;
  child.channel?.unref();
  if ("error" in said) throw new Error(`The program can't be hosted: ${said.error}`);
  return { address: `127.0.0.1:${said.port}`, release: () => idle.push(child) };
}
