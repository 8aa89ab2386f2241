/** What a command is going to do, and about how long that takes. */

/** @typedef {{ title: string, seconds: number, after: readonly string[], started?: number, took?: number }} Planned In seconds. */

/**
 * Each step with its usual seconds on two cores, where npm has the packages in its cache, and the steps that it waits for.
 *
 * @satisfies {Record<string, Planned>}
 */
const usual = {
  install: { title: "install the dependencies", seconds: 30, after: [] },
  engine: { title: "download the Pulumi engine, or build it from Go modules, once", seconds: 330, after: [] },
  compile: { title: "compile the package", seconds: 8, after: ["install"] },
  deploy: { title: "bring up the stack, and preview it again", seconds: 10, after: ["engine", "compile"] },
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
 * How long the rest of a plan takes. A step that takes longer than usual is expected to take another fifth of its usual time.
 *
 * @param {Record<string, Planned>} steps
 * @param {number} time In seconds, as in `started`.
 */
export function remaining(steps, time) {
  /** @type {(name: string) => number} */
  const end = (name) => {
    const step = steps[name];
    if (step === undefined || step.took !== undefined) return 0;
    const { after, seconds, started = time } = step;
    return Math.max(0, ...after.map(end)) + Math.max(seconds / 5, seconds - (time - started));
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

/**
 * Adds a step that was not announced, because only now it is known to be necessary.
 *
 * @param {Name} name
 */
export function expectStep(name) {
  plan[name] ??= { ...usual[name], started: now() };
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
  const started = now();
  Object.assign(plan[name] ?? {}, { started });
  try {
    return await task();
  } finally {
    Object.assign(plan[name] ?? {}, { took: now() - started });
  }
}
