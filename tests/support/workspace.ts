import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type endToEndModule from "./jest/endToEnd.cjs";
import { type Installation, prepared, type Prepared } from "./prepared";
import { Result } from "./result";
import { Running } from "./running";
import { Stack } from "./stack";

/** A front of the provider: the dynamic resources of the package, or the plugin. */
export type FrontName = "dynamic" | "plugin";

/** What a workspace is made of. */
export interface WorkspaceOptions {
  /** The program, as the text of its index.ts. */
  readonly program: string;
  /** Further files, by their path below the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Name of the project. Default `e2e`. */
  readonly project?: string;
  /** What the program imports besides, of this checkout's own dependencies: `@pulumi/aws`. Default: nothing. */
  readonly packages?: readonly string[];
  /**
   * Whether the first run checks the program's types, against the declarations of the packed package. Default: none does, which
   * is seconds for each workspace. The examples have it, installed in each way that is supported.
   */
  readonly checksTypes?: boolean;
  /** How the package is installed. Default: by npm, on the Node.js that runs the tests. */
  readonly installation?: Installation;
  /**
   * Whether the program and the dynamic provider run in new processes for each command, as for users. A program needs it if one of its
   * outputs fails: in a host that stays, such a run does not end. Default: hosts that stay (tests/support/hosts), which take a third of
   * the time; but where types are checked or the installation is another one, new processes.
   */
  readonly ownProcesses?: boolean;
  /** The front that the resources of the program have. The text of a program is the same for both. Default: the dynamic one. */
  readonly front?: FrontName;
  /** Environment of every command, for example `COST_ALLOCATION_BASE_URL`. */
  readonly env?: NodeJS.ProcessEnv;
}

/** What a stack starts with. */
export interface StackOptions {
  readonly config?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** Whatever on this machine or in jest could change what a program does. */
const foreign = /^(?:COST_ALLOCATION_|PULUMI_|AWS_|JEST_|npm_|NODE_OPTIONS$|NODE_ENV$|PATH$)/iu;

/** Writes a file, and makes its folder. */
function writeIn(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** What this jest worker keeps from file to file (tests/support/jest/environment.cjs). */
declare const endToEnd: typeof endToEndModule;

/** The commands that start a dynamic provider. */
const operations: ReadonlySet<string | undefined> = new Set(["up", "preview", "refresh", "destroy"]);

/** Where a command finds the hosts that stay. */
export interface Attached {
  /** What its environment needs besides. */
  readonly env: NodeJS.ProcessEnv;
  /**
   * Call it when the command has ended.
   *
   * @param ended how the command did. Default: well
   * @returns what the program and the provider printed
   */
  readonly release: (ended?: "well" | "failed" | "killed") => string;
}

/** A project in a folder of its own, with state, passphrase and Pulumi home of its own. */
export class Workspace {
  /** Everything of the workspace is in here. */
  readonly folder: string;
  /** The Pulumi project, and so the program's folder. */
  readonly projectFolder: string;
  /** The front of the programs that are written from now on. A workspace that was made for the plugin can have both. */
  front: FrontName;
  /** The environment of every command, with the engine on its PATH. */
  readonly env: NodeJS.ProcessEnv;
  private readonly commands: Running[] = [];
  /** Whether a run has yet to be made, and to go well, that checks the program's types. */
  private typesAreToCheck: boolean;
  private readonly attaches: boolean;
  private count = 0;

  private constructor({ template, path }: Prepared, options: WorkspaceOptions) {
    // On macOS the temporary folder is a link; the engine and Node.js would name it differently.
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-e2e-"));
    this.projectFolder = join(this.folder, "project");
    for (const name of ["project", "state", "home"]) mkdirSync(join(this.folder, name));
    this.front = options.front ?? "dynamic";
    const plugin = { name: "costallocation", path: "node_modules/pulumi-cost-allocation/dist/plugin" };
    const project = {
      name: options.project ?? "e2e",
      main: ".",
      runtime: { name: "nodejs", options: { typescript: true } },
      ...(this.front === "plugin" ? { plugins: { providers: [plugin] } } : {}),
    };
    // The engine writes a log of every property of every resource, encrypted, where it can make this folder; with large tags
    // that is half of its work.
    writeFileSync(join(this.folder, "home", "logs"), "");
    // JSON is YAML.
    this.write("Pulumi.yaml", JSON.stringify(project));
    this.write("package.json", JSON.stringify({ private: true, main: "index.ts" }));
    if (this.front === "plugin")
      copyFileSync(join(__dirname, "fronts", "pluginClasses.ts"), join(this.projectFolder, "pluginClasses.ts"));
    this.write("index.ts", options.program);
    for (const [name, text] of Object.entries(options.files ?? {})) this.write(name, text);
    this.typesAreToCheck = options.checksTypes ?? false;
    this.attaches = !(options.ownProcesses ?? (this.typesAreToCheck || options.installation !== undefined));
    symlinkSync(join(template, "node_modules"), join(this.projectFolder, "node_modules"), "junction");
    this.env = {
      ...ownEnvironment(),
      PATH: [...path, process.env["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: pathToFileURL(join(this.folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "e2e",
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      // Without it the CLI knows no --event-log.
      PULUMI_DEBUG_COMMANDS: "true",
      // Every command is short, and has memory to spare.
      GOGC: "400",
      ...options.env,
    };
  }

  /** Makes a workspace; {@link dispose} removes it. */
  static async create(options: WorkspaceOptions): Promise<Workspace> {
    return new Workspace(await prepared(options.packages, options.installation), options);
  }

  /** The project's name. An example brings its own Pulumi.yaml. */
  private get project(): string {
    const text = readFileSync(join(this.projectFolder, "Pulumi.yaml"), "utf8");
    return /^\W*name\W+(?<name>[\w.-]+)/u.exec(text)?.groups?.["name"] ?? "";
  }

  /** The file of a stack's state. */
  stateFile(stack: string): string {
    return join(this.folder, "state", ".pulumi", "stacks", this.project, `${stack}.json`);
  }

  /** Makes a stack, and selects it. */
  async stack(name = "dev", { config = {}, secrets = {} }: StackOptions = {}): Promise<Stack> {
    const stack = new Stack(this, name);
    const { project } = this;
    const files = [
      join(this.folder, "state", ".pulumi", "meta.yaml"),
      this.stateFile(name),
      join(this.projectFolder, `Pulumi.${name}.yaml`),
    ];
    const key = JSON.stringify([project, name, secrets]);
    const made = endToEnd.stacks.get(key);
    if (made === undefined) {
      (await this.start(["stack", "init", name, "--non-interactive", "--color", "never"]).result).ok();
      await stack.configure({}, secrets);
      endToEnd.stacks.set(
        key,
        files.map((file) => readFileSync(file, "utf8")),
      );
    } else {
      // A copy of what Pulumi made before, which names no folder.
      for (const [i, file] of files.entries()) writeIn(file, made[i] ?? "");
      const settings = createHash("sha1").update(join(this.projectFolder, "Pulumi.yaml")).digest("hex");
      const selected = `${project}-${settings}-workspace.json`;
      writeIn(
        join(this.folder, "home", "workspaces", selected),
        JSON.stringify({ stack: `organization/${project}/${name}` }),
      );
    }
    await stack.configure(config);
    return stack;
  }

  /** Writes a file below the project, a changed program above all. */
  write(name: string, text: string): void {
    const isOfPlugin = this.front === "plugin" && name.endsWith(".ts");
    writeIn(
      join(this.projectFolder, name),
      isOfPlugin ? text.replaceAll('"pulumi-cost-allocation"', '"./pluginClasses"') : text,
    );
  }

  /** Sets plain values in a stack's configuration, as `pulumi config set` does in a quarter of a second. The keys have their namespace. */
  setPlain(stack: string, values: Readonly<Record<string, string>>): void {
    const file = join(this.projectFolder, `Pulumi.${stack}.yaml`);
    const isSet = (line: string): boolean => Object.keys(values).some((key) => line.startsWith(`  ${key}:`));
    const lines = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .filter((line) => !isSet(line));
    if (!lines.includes("config:")) lines.push("config:");
    const set = Object.entries(values).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
    lines.splice(lines.indexOf("config:") + 1, 0, ...set);
    writeFileSync(file, `${lines.join("\n")}\n`);
  }

  /** Runs any `pulumi` command in the project. */
  async run(args: readonly string[], env: NodeJS.ProcessEnv = {}, eventLog?: string): Promise<Result> {
    if (!this.attaches || !operations.has(args[0])) return this.start(args, env, eventLog).result;
    const attached = await this.attach(env);
    const running = this.start(args, { ...env, ...attached.env }, eventLog);
    const { code, signal, stdout, stderr, events } = await running.result;
    const ended = signal !== null ? "killed" : code === 0 ? "well" : "failed";
    // In processes of their own, the engine shows what both print.
    return new Result({ code, signal, stdout, stderr: `${stderr}${attached.release(ended)}`, events });
  }

  /** Prepares hosts for one command that is, or starts, one operation of the engine. */
  async attach(env: NodeJS.ProcessEnv = {}): Promise<Attached> {
    const order = { folder: this.projectFolder, env: { ...this.env, ...env } };
    const program = await endToEnd.host("program", order);
    const provider = this.front === "dynamic" ? await endToEnd.host("provider", order) : undefined;
    return {
      env: {
        PULUMI_DEBUG_LANGUAGES: `nodejs:${program.port}`,
        ...(provider === undefined ? {} : { PULUMI_DEBUG_PROVIDERS: `pulumi-nodejs:${provider.port}` }),
      },
      // A program of which an output failed goes on waiting for it, and its late errors are no errors of the next program.
      release: (ended = "well") => program.release(ended === "well") + (provider?.release(ended !== "killed") ?? ""),
    };
  }

  /** Starts any `pulumi` command in the project, so that it can be watched and signaled. It has new processes. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}, eventLog?: string): Running {
    const log = eventLog === undefined ? {} : { eventLog };
    // To check types anew for each edit of a program takes longer than all the rest of a run.
    const quick = this.typesAreToCheck ? {} : { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
    const running = new Running({ args, cwd: this.projectFolder, env: { ...this.env, ...quick, ...env }, ...log });
    if (this.typesAreToCheck && (args[0] === "up" || args[0] === "preview")) void this.noteTypesChecked(running);
    this.commands.push(running);
    return running;
  }

  private noteTypesChecked({ result }: Running): Promise<void> {
    return result.then(
      ({ code }) => {
        if (code === 0) this.typesAreToCheck = false;
      },
      () => undefined, // It could not be started, and whoever waits for it is told.
    );
  }

  /** A number that was not given before, for names of files. */
  nextNumber(): number {
    this.count += 1;
    return this.count;
  }

  /** Ends what still runs and removes the folder. */
  async dispose(): Promise<void> {
    for (const command of this.commands) await command.end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
