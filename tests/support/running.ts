import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { descendants, runs, type ProcessInfo } from "./processTree";
import { Result } from "./result";

/** What is needed to run `pulumi`. */
export interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where it logs its events. */
  readonly eventLog?: string;
}

function eventsIn(file: string | undefined): EngineEvent[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return []; // It failed before its first event.
  }
  // A killed command leaves half a line at the end.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as EngineEvent);
}

/** A `pulumi` command under way. */
export class Running {
  /** How it ends. Never rejects for what the command does. */
  readonly result: Promise<Result>;
  private readonly child: ChildProcess;
  private readonly known = new Map<number, ProcessInfo>();
  private ended = false;

  constructor({ args, cwd, env, eventLog }: Command) {
    // A process group of its own: a Ctrl-C at the tests, or a signal to their group, is no signal to the engine.
    this.child = spawn("pulumi", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const { child } = this;
    this.result = new Promise((resolve, reject) => {
      const said = { stdout: "", stderr: "" };
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        said.stdout += text;
      });
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said.stderr += text;
      });
      const finish = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.ended = true;
        resolve(new Result({ code, signal, ...said, events: eventsIn(eventLog) }));
      };
      child.on("error", reject);
      child.on("close", finish);
      // A dynamic provider that outlives a killed CLI holds its pipes open, and "close" does not come.
      child.on("exit", (code, signal) => {
        if (signal !== null) finish(code, signal);
      });
    });
  }

  /** Process id of the CLI. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error("pulumi did not start.");
    return this.child.pid;
  }

  /** Sends a signal to the CLI, and to it alone. */
  signal(name: NodeJS.Signals): void {
    // Once the CLI is dead, nothing tells any more which processes were its own.
    this.remember();
    this.child.kill(name);
  }

  /** The Node.js processes of the provider at the moment: those in which dynamic resources live, and the plugin's. */
  hosts(): ProcessInfo[] {
    return this.remember().filter(({ command }) =>
      /^\S*node\S* .*(?:dynamic-provider|pulumi-resource-costallocation)/u.test(command),
    );
  }

  /** Ends the CLI, and whatever it started that outlived it. */
  async end(): Promise<void> {
    if (!this.ended) {
      this.signal("SIGKILL");
      await this.result;
    }
    for (const one of this.known.values()) {
      if (!runs(one)) continue;
      process.kill(one.pid, "SIGKILL");
      // It is no child of this process, so there is nothing to wait on but the list of processes.
      while (runs(one)) await delay(5);
    }
  }

  private remember(): ProcessInfo[] {
    if (this.ended || process.platform === "win32") return [];
    const now = descendants(this.pid);
    for (const one of now) this.known.set(one.pid, one);
    return now;
  }
}
