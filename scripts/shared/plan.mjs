/** What a command is going to do, and about how long that takes. */

/** @typedef {{ title: string, seconds: number, after: readonly string[], started?: number, took?: number }} Planned In seconds. */

/**
 * Each step with its usual seconds on two cores, where npm has the packages in its cache, and the steps that it waits for.
 *
 * @satisfies {Record<string, Planned>}
 */
const usual = {
  install: { title: "install the dependencies", seconds: 30, after: [] },
  engine: { title: "download the Pulumi engine, or build it from Go modules, once", seconds: 280, after: [] },
  compile: { title: "compile the package", seconds: 8, after: ["install"] },
  deploy: { title: "bring up the stack, and preview it again", seconds: 15, after: ["engine", "compile"] },
  test: { title: "checks and tests", seconds: 440, after: ["engine", "compile"] },
  full: { title: "the rest of the tests", seconds: 720, after: ["engine", "compile"] },
};

/** @typedef {keyof typeof usual} Name */

/** What this process has announced. @type {Record<string, Planned>} */
const plan = {};

const now = () => performance.now() / 1000;

/** @param {number} seconds */
const about = (seconds) =>
  seconds < 55 ? `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s` : `about ${Math.round(seconds / 60)} min`;

/**
 * How long the rest of a plan takes. Where the steps took longer than usual so far, so will the rest. The reverse says little: an engine is
 * downloaded in seconds.
 *
 * @param {Record<string, Planned>} steps
 * @param {number} time In seconds, as in `started`.
 */
export function remaining(steps, time) {
  const elapsed = (/** @type {Planned} */ { took, started = time }) => took ?? time - started;
  const known = Object.values(steps).filter((step) => step.took !== undefined || elapsed(step) > step.seconds);
  const sum = (/** @type {(step: Planned) => number} */ of) => known.reduce((total, step) => total + of(step), 0);
  const factor = Math.max(
    1,
    sum(elapsed) /
      Math.max(
        1,
        sum(({ seconds }) => seconds),
      ),
  );
  /** @type {(name: string) => number} */
  const end = (name) => {
    const step = steps[name];
    if (step === undefined || step.took !== undefined) return 0;
    return Math.max(0, ...step.after.map(end)) + Math.max(0, step.seconds * factor - elapsed(step));
  };
  return about(Math.max(0, ...Object.keys(steps).map(end)));
}

/**
 * Says what is going to be done.
 *
 * @param {readonly Name[]} names
 */
export function announce(names) {
  for (const name of names) plan[name] = { ...usual[name] };
  const lines = names.map((name) => `- ${usual[name].title}: ${about(usual[name].seconds)}`);
  if (names.length > 0) process.stderr.write(`${["Steps:", ...lines, `In all: ${remaining(plan, 0)}`].join("\n")}\n`);
}

/** What is left of the announced steps: `about 4 min left`. Undefined if there are none. */
export function timeLeft() {
  return Object.keys(plan).length === 0 ? undefined : `${remaining(plan, now())} left in all`;
}

/**
 * Does a step. It may be one that wasn't announced, because it was done before.
 *
 * @template T
 * @param {Name} name
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function track(name, task) {
  const step = plan[name] ?? { ...usual[name] };
  const started = now();
  step.started = started;
  try {
    return await task();
  } finally {
    step.took = now() - started;
  }
}
