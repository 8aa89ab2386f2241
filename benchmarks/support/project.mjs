import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureTemplate } from "../../scripts/e2e/template.mjs";
import { setUp } from "../../scripts/setup/setUp.mjs";
import { lastLines, run } from "../../scripts/shared/run.mjs";

/**
 * What an operation took, in seconds.
 *
 * @typedef {object} Taken
 * @property {number} elapsed By the clock.
 * @property {number} busy Processor time of engine, program and provider together; where the system does not tell it, the
 *   same as `elapsed`. The machine may have other things to do, and this figure does not mind.
 */

/** Processor time of all processes that this one has started and seen the end of, theirs included, in seconds. */
function busyChildren() {
  const file = "/proc/self/stat";
  if (!existsSync(file)) return undefined;
  // See proc_pid_stat(5): cutime and cstime, in hundredths; the second field may have spaces in it, and ends with ")".
  const [user, system] = readFileSync(file, "utf8").split(") ").at(-1)?.split(" ").slice(13, 15).map(Number) ?? [];
  return ((user ?? NaN) + (system ?? NaN)) / 100;
}

/**
 * A resource as the exported state has it, as far as it is of interest here.
 *
 * @typedef {{ type: string, outputs?: Record<string, unknown> }} Resource
 */

/** A Pulumi project in a folder of its own, with the packed package, and one stack at a time whose state is a file. */
export class Project {
  #folder;
  #env;
  #stacks = 0;

  /**
   * @param {string} program the text of its index.ts
   * @param {NodeJS.ProcessEnv} env beside what every project needs
   */
  static async create(program, env = {}) {
    const { path } = await setUp();
    const project = new Project(await ensureTemplate(), path, env);
    writeFileSync(join(project.#folder, "index.ts"), program);
    return project;
  }

  /**
   * @param {string} template
   * @param {readonly string[]} path
   * @param {NodeJS.ProcessEnv} env
   */
  constructor(template, path, env) {
    this.#folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-bench-"));
    mkdirSync(join(this.#folder, "state"));
    symlinkSync(join(template, "node_modules"), join(this.#folder, "node_modules"), "junction");
    writeFileSync(join(this.#folder, "package.json"), '{ "private": true, "main": "index.ts" }');
    // JSON is YAML.
    const runtime = { name: "nodejs", options: { typescript: true } };
    writeFileSync(join(this.#folder, "Pulumi.yaml"), JSON.stringify({ name: "bench", main: ".", runtime }));
    const own = Object.entries(process.env).filter(([name]) => !/^(?:COST_ALLOCATION_|PULUMI_|npm_)/iu.test(name));
    this.#env = {
      ...Object.fromEntries(own),
      PATH: [...path, process.env["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: pathToFileURL(join(this.#folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_HOME: join(this.#folder, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      ...env,
    };
  }

  /** Goes on with a new, empty stack; nothing can be done before the first. */
  async newStack() {
    this.#stacks += 1;
    await this.#pulumi("stack", "init");
  }

  /**
   * Runs an operation without a preview before it.
   *
   * @param {"up" | "refresh"} operation
   * @returns {Promise<Taken>}
   */
  async time(operation) {
    const [start, busyBefore] = [performance.now(), busyChildren()];
    await this.#pulumi(operation, "--yes", "--skip-preview");
    const elapsed = (performance.now() - start) / 1000;
    const busyAfter = busyChildren();
    const isKnown = busyBefore !== undefined && busyAfter !== undefined;
    return { elapsed, busy: isKnown ? busyAfter - busyBefore : elapsed };
  }

  /** @returns {Promise<Resource[]>} what the stack's state holds */
  async resources() {
    /** @type {{ deployment: { resources?: Resource[] } }} */
    const state = JSON.parse(await this.#pulumi("stack", "export"));
    return state.deployment.resources ?? [];
  }

  /** Removes the folder, whatever the stacks still have. */
  dispose() {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * @param {string[]} args
   * @returns {Promise<string>} what it printed
   */
  async #pulumi(...args) {
    const all = [...args, "--stack", `bench-${this.#stacks}`, "--non-interactive", "--color", "never"];
    const result = await run("pulumi", all, { cwd: this.#folder, env: this.#env });
    if (result.code !== 0) throw new Error(`pulumi ${args[0]} failed:\n${lastLines(result)}`);
    return result.stdout;
  }
}
