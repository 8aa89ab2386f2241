import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "./result";
import type { Running } from "./running";
import type { Workspace } from "./workspace";

/** What can be given to one command. */
export interface CommandOptions {
  /** Further arguments, for example `["--refresh"]`. */
  readonly args?: readonly string[];
  /** Further environment; undefined removes a variable. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A resource as the exported state has it. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
}

/** What `pulumi stack export` prints. */
export interface ExportedState {
  readonly version: number;
  readonly deployment: {
    readonly resources?: readonly StateResource[];
    readonly pending_operations?: readonly { readonly resource: StateResource; readonly type: string }[];
  };
}

/** One entry of `pulumi stack history`. */
export interface HistoryEntry {
  readonly kind: string;
  readonly result: string;
  readonly resourceChanges?: Readonly<Record<string, number>>;
}

const unattended = {
  up: ["--yes", "--skip-preview"],
  preview: [],
  refresh: ["--yes", "--skip-preview"],
  destroy: ["--yes", "--skip-preview"],
} as const;

/** The commands that act on resources. */
export type Operation = keyof typeof unattended;

/** A stack of a workspace. Methods that answer a {@link Result} never reject for what the command does. */
export class Stack {
  readonly name: string;
  private readonly workspace: Workspace;

  constructor(workspace: Workspace, name: string) {
    this.workspace = workspace;
    this.name = name;
  }

  /** Starts an operation and answers at once, so that it can be watched, signalled and killed. */
  start(operation: Operation, options: CommandOptions = {}): Running {
    return this.workspace.start(...this.command(operation, options));
  }

  up(options?: CommandOptions): Promise<Result> {
    return this.run("up", options);
  }

  preview(options?: CommandOptions): Promise<Result> {
    return this.run("preview", options);
  }

  refresh(options?: CommandOptions): Promise<Result> {
    return this.run("refresh", options);
  }

  destroy(options?: CommandOptions): Promise<Result> {
    return this.run("destroy", options);
  }

  /** Any other command about this stack: `stack.pulumi(["stack", "rename", "other"])`. */
  pulumi(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
    return this.workspace.run([...args, ...this.common()], env);
  }

  /** Sets configuration, the secrets encrypted. */
  async configure(
    plain: Readonly<Record<string, string>>,
    secret: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const secrets = Object.entries(secret).flatMap(([key, value]) => ["--secret", `${key}=${value}`]);
    if (secrets.length > 0) (await this.pulumi(["config", "set-all", ...secrets])).ok();
    if (Object.keys(plain).length > 0) this.workspace.setPlain(this.name, plain);
  }

  /** The state, secrets encrypted as they are stored. */
  exportState(): Promise<ExportedState> {
    // As `pulumi stack export` prints it, a quarter of a second sooner.
    const { version, checkpoint } = JSON.parse(readFileSync(this.workspace.stateFile(this.name), "utf8")) as {
      version: number;
      checkpoint: { latest?: ExportedState["deployment"] };
    };
    return Promise.resolve({ version, deployment: checkpoint.latest ?? {} });
  }

  /** The stack's outputs, secrets in plain text. */
  async outputs(): Promise<Record<string, unknown>> {
    const { stdout } = (await this.pulumi(["stack", "output", "--json", "--show-secrets"])).ok();
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Removes the lock that a killed command left. */
  async cancel(): Promise<void> {
    (await this.pulumi(["cancel", "--yes"])).ok();
  }

  /** What happened to the stack, the latest first. */
  async history(): Promise<HistoryEntry[]> {
    return JSON.parse((await this.pulumi(["stack", "history", "--json"])).ok().stdout) as HistoryEntry[];
  }

  private run(operation: Operation, options: CommandOptions = {}): Promise<Result> {
    return this.workspace.run(...this.command(operation, options));
  }

  private command(operation: Operation, { args = [], env = {} }: CommandOptions): Parameters<Workspace["run"]> {
    const eventLog = join(this.workspace.folder, `events-${this.workspace.nextNumber()}.json`);
    return [[operation, ...unattended[operation], "--event-log", eventLog, ...this.common(), ...args], env, eventLog];
  }

  private common(): string[] {
    return ["--stack", this.name, "--non-interactive", "--color", "never"];
  }
}
