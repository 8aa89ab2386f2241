"use strict";

/** The hosts of a jest worker. The environment of each test file hands them on, so that a file begins with hosts that have loaded the SDK. */

const { fork } = require("node:child_process");
const events = require("node:events");
const path = require("node:path");

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */
/** @typedef {"program" | "provider"} Kind */

/**
 * A host that waits for a command of the engine.
 *
 * @typedef {object} Host
 * @property {number} port
 * @property {(isReusable: boolean) => string} release Call it when the command has ended; false if the host may still be at work,
 *   because the command was killed. Returns what the host printed.
 */

/** The hosts that serve no command at the moment. @type {Record<Kind, Set<ChildProcess>>} */
const idle = { program: new Set(), provider: new Set() };

// Who measures processor time counts a process only if its parent has waited for its end.
process.on("beforeExit", () => {
  for (const child of [...idle.program, ...idle.provider]) {
    child.ref();
    child.kill();
  }
});

/** @param {Kind} kind */
function start(kind) {
  const child = fork(path.join(__dirname, `${kind}.cjs`), { stdio: ["pipe", "pipe", "pipe", "ipc"] });
  child.on("exit", () => idle[kind].delete(child));
  return child;
}

/**
 * A test that forgets a host must not wait for it, and neither must a worker that has ended its tests. The host ends with its channel.
 *
 * @param {ChildProcess} child
 * @param {boolean} isHeld
 */
function hold(child, isHeld) {
  /** @type {unknown[]} */
  const handles = [child, child.channel, child.stdin, child.stdout, child.stderr];
  for (const handle of /** @type {{ ref(): void, unref(): void }[]} */ (handles)) {
    if (isHeld) handle.ref();
    else handle.unref();
  }
}

/**
 * Prepares a host for one command: an idle one, if there is one.
 *
 * @param {Kind} kind
 * @param {{ folder: string, env: NodeJS.ProcessEnv }} order The program's folder, and all of the command's environment.
 * @returns {Promise<Host>}
 */
exports.host = async (kind, order) => {
  const [child = start(kind)] = idle[kind];
  idle[kind].delete(child);
  hold(child, true);
  let output = "";
  const collect = (/** @type {Buffer} */ text) => {
    output += text.toString();
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", collect);
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = events.once(child, "exit", { signal }).then(() => ({ error: `its process has ended:\n${output}` }));
  /** @type {Promise<{ port: number } | { error: string }>} */
  const answer = events.once(child, "message", { signal }).then(([first]) => first);
  child.send(order);
  const said = await Promise.race([answer, ended]);
  // A child serves many commands, whose listeners must not add up.
  waiting.abort();
  if ("error" in said) {
    child.kill();
    throw new Error(`The ${kind} can't be hosted: ${said.error}`);
  }
  const release = (/** @type {boolean} */ isReusable) => {
    for (const stream of [child.stdout, child.stderr]) stream?.off("data", collect);
    hold(child, false);
    if (isReusable && child.exitCode === null) idle[kind].add(child);
    else child.kill();
    return output;
  };
  return { port: said.port, release };
};
