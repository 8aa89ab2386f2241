/**
 * `npm run mutants`: whether tests fail if the sources are changed. Makes 200 changes, one at a time, in a copy of the checkout, and runs the
 * unit tests that reach the place, then the slow tests. Exits with code 1 if fewer than 92 % of the mutants that change behavior die.
 *
 * A run that was stopped goes on where it was. After an edit, each mutant first meets the test that killed it last time.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { findReaching, killerOf, withCopy } from "./mutants/copy.mjs";
import { groups, keyOf, sample } from "./mutants/sample.mjs";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { contentHash } from "./shared/contentHash.mjs";
import { main } from "./shared/main.mjs";
import { duration, withProgress } from "./shared/progress.mjs";
import { table } from "./shared/table.mjs";

const required = 0.92;

/** @typedef {ReturnType<typeof sample>[number]} Mutant */
/** @typedef {"unit" | "slow"} Kind */
/** @typedef {"dead: unit" | "dead: slow" | "dead: timeout" | "survived: unit" | "survived"} State */
/** @typedef {import("./mutants/copy.mjs").Reaching} Reaching */
/** @typedef {{ hash: string, mutants: Mutant[], reaching: Partial<Record<Kind, Reaching[]>>, states: Record<string, State> }} Progress */

const memoryFile = join(checkout, "node_modules/.cache/pulumi-cost-allocation/mutants.json");
/** What is kept from run to run: of the same sources all, of others the killers. @type {{ progress?: Progress, killers: Record<string, string> }} */
const memory = existsSync(memoryFile) ? JSON.parse(readFileSync(memoryFile, "utf8")) : { killers: {} };

function save() {
  mkdirSync(dirname(memoryFile), { recursive: true });
  writeFileSync(memoryFile, JSON.stringify(memory));
}

/** The mutants that change no behavior. @type {(Parameters<typeof keyOf>[0] & { reason: string })[]} */
const equivalent = JSON.parse(readFileSync(join(checkout, "scripts/mutants/equivalent.json"), "utf8"));
const equivalentKeys = new Set(equivalent.map(keyOf));
const isEquivalent = (/** @type {Mutant} */ mutant) => equivalentKeys.has(keyOf(mutant));

async function begin() {
  const folders = ["rules", "cost", "client", "stack", "provider", "plugin", "sdk", "emulator", "cli", "tests"];
  const hash = contentHash(checkout, [...folders, "jest.config.cjs", "package-lock.json"]);
  if (memory.progress?.hash === hash) return memory.progress;
  const mutants = await withProgress("Choosing mutants that compile", () => Promise.resolve(sample(20)));
  memory.progress = { hash, mutants, reaching: {}, states: {} };
  save();
  return memory.progress;
}

/**
 * The tests to run: first the one that killed the mutant last time, then the nearest ones, then the shortest ones.
 *
 * @type {(mutant: Mutant, id: number, reaching: readonly Reaching[]) => { test: string, ms: number }[]}
 */
function testsOf(mutant, id, reaching) {
  const folder = `tests/${posix.dirname(mutant.file)}/`;
  const killer = memory.killers[keyOf(mutant)];
  const starts = [`${folder}${posix.basename(mutant.file, ".ts")}.`, folder, mutant.tests, ""];
  const distance = ({ test = "" }) => (test === killer ? -1 : starts.findIndex((start) => test.startsWith(start)));
  const nearest = reaching
    // Slow tests of other folders would take too long.
    .filter(({ test, reached }) => reached.includes(id) && (!isSlow(test) || test.startsWith(mutant.tests)))
    .sort((a, b) => distance(a) - distance(b) || a.ms - b.ms);
  // A slow test is known to the unit tests only as the killer.
  const isElsewhere = killer !== undefined && isSlow(killer) && existsSync(join(checkout, killer));
  return isElsewhere && nearest[0]?.test !== killer ? [{ test: killer, ms: 60_000 }, ...nearest] : nearest;
}

const isSlow = (/** @type {string} */ test) => test.endsWith(".slow.test.ts");

/**
 * Runs the tests of a kind with each mutant that is still alive.
 *
 * @param {import("./mutants/copy.mjs").Copy} copy
 * @param {Progress} progress
 * @param {Kind} kind
 */
async function play(copy, { mutants, reaching, states }, kind) {
  const isOpen = (/** @type {Mutant} */ mutant) =>
    !isEquivalent(mutant) &&
    [undefined, ...(kind === "slow" ? ["survived: unit"] : [])].includes(states[keyOf(mutant)]);
  const open = mutants.filter(isOpen);
  const tests = copy.files.filter(
    (file) =>
      /^tests\/(?!e2e\/).*(?<![.]full)[.]test[.]ts$/u.test(file) &&
      isSlow(file) === (kind === "slow") &&
      (kind === "unit" || open.some((mutant) => file.startsWith(mutant.tests))),
  );
  const known = (reaching[kind] ??= await withProgress(`Which ${kind} tests reach a mutant`, (setDetail) =>
    findReaching(copy, tests, mutants, setDetail),
  ));
  save();
  await withProgress(`${open.length} mutants against the ${kind} tests`, async (setDetail) => {
    for (const [done, mutant] of open.entries()) {
      setDetail(`${done} done, now ${mutant.file}`);
      const killer = await killerOf(copy, mutant, testsOf(mutant, mutants.indexOf(mutant), known));
      if (killer === undefined) states[keyOf(mutant)] = kind === "unit" ? "survived: unit" : "survived";
      else {
        states[keyOf(mutant)] = killer.isTimeout ? "dead: timeout" : isSlow(killer.test) ? "dead: slow" : "dead: unit";
        memory.killers[keyOf(mutant)] = killer.test;
      }
      save();
    }
  });
}

/** Prints the survivors and the table. Returns the share that died. @param {Progress} progress */
function report({ mutants, states }) {
  const columns = ["dead: unit", "dead: slow", "dead: timeout", "equivalent", "survived"];
  const stateOf = (/** @type {Mutant} */ mutant) =>
    isEquivalent(mutant) ? "equivalent" : (states[keyOf(mutant)] ?? "survived");
  const row = (/** @type {string} */ name, /** @type {readonly Mutant[]} */ some) => {
    const counts = columns.map((column) => some.filter((mutant) => stateOf(mutant).startsWith(column)).length);
    const [equivalents = 0, survivors = 0] = counts.slice(3);
    const share = 1 - survivors / (some.length - equivalents);
    return { share, cells: [name, ...counts.map(String), `${(100 * share).toFixed(1)} %`] };
  };
  for (const mutant of mutants.filter((one) => stateOf(one).startsWith("survived")))
    console.log(`Survived in ${mutant.file}: ${mutant.line}\n  ${mutant.what}`);
  const rows = groups.map(
    ({ name }) =>
      row(
        name,
        mutants.filter(({ group }) => group === name),
      ).cells,
  );
  const all = row("all", mutants);
  console.log(table([["folder", ...columns, "dead"], ...rows, all.cells]));
  return all.share;
}

await main(async () => {
  const started = Date.now();
  await setUpPackage();
  const progress = await begin();
  await withCopy(async (copy) => {
    for (const kind of /** @type {const} */ (["unit", "slow"])) await play(copy, progress, kind);
  });
  if (report(progress) < required) process.exitCode = 1;
  console.log(`Time: ${duration(Date.now() - started)}`);
});
