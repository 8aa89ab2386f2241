import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureTemplate } from "../../scripts/e2e/template.mjs";
import { setUp } from "../../scripts/setup/setUp.mjs";
import { must } from "../../scripts/shared/run.mjs";
import { childrenCpuTime } from "../../scripts/shared/machine.mjs";

/**
 * How long an operation took, in seconds.
 *
 * @typedef {object} Duration
 * @property {number} elapsed Wall-clock time.
 * @property {number} cpu CPU time of the engine, the program and the provider together. It doesn't depend on what else the
 *   machine does. Equal to `elapsed` on systems that don't report it.
 */

/**
 * A resource in the exported state.
 *
 * @typedef {{ type: string, outputs?: Record<string, unknown> }} Resource
 */

/** A Pulumi project in a temporary folder, with the packed package and one stack at a time. */
export class Project {
  #folder;
  #env;
  #stacks = 0;

  /**
   * @param {string} program The text of index.ts.
   * @param {NodeJS.ProcessEnv} env Additional environment variables.
   */
  static async create(program, env = {}) {
    const { path } = await setUp();
    const project = new Project(await ensureTemplate(), path, env);
    project.write("index.ts", program);
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
    this.write("package.json", '{ "private": true, "main": "index.ts" }');
    const runtime = { name: "nodejs", options: { typescript: true } };
    // JSON is valid YAML.
    this.write("Pulumi.yaml", JSON.stringify({ name: "bench", main: ".", runtime }));
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(?:COST_ALLOCATION_|PULUMI_|npm_)/iu.test(name),
    );
    this.#env = {
      ...Object.fromEntries(inherited),
      PATH: [...path, process.env["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: pathToFileURL(join(this.#folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: "bench",
      PULUMI_HOME: join(this.#folder, "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      ...env,
    };
  }

  /**
   * Writes a file of the project.
   *
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    writeFileSync(join(this.#folder, name), text);
  }

  /** Switches to a new, empty stack. Call this before anything else. */
  async newStack() {
    this.#stacks += 1;
    await this.#pulumi("stack", "init");
  }

  /**
   * Runs an operation without a preview.
   *
   * @param {"up" | "refresh"} operation
   * @returns {Promise<Duration>}
   */
  async time(operation) {
    const [start, cpuBefore] = [performance.now(), childrenCpuTime()];
    await this.#pulumi(operation, "--yes", "--skip-preview");
    const elapsed = (performance.now() - start) / 1000;
    const cpuAfter = childrenCpuTime();
    const isKnown = cpuBefore !== undefined && cpuAfter !== undefined;
    return { elapsed, cpu: isKnown ? cpuAfter - cpuBefore : elapsed };
  }

  /** @returns {Promise<Resource[]>} The resources in the stack's state. */
  async resources() {
    /** @type {{ deployment: { resources?: Resource[] } }} */
    const state = JSON.parse(await this.#pulumi("stack", "export"));
    return state.deployment.resources ?? [];
  }

  /** Removes the folder. Doesn't delete the stacks' resources. */
  dispose() {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * @param {string[]} args
   * @returns {Promise<string>} Standard output.
   */
  async #pulumi(...args) {
    const all = [...args, "--stack", `bench-${this.#stacks}`, "--non-interactive", "--color", "never"];
    return must("pulumi", all, { cwd: this.#folder, env: this.#env });
  }
}
