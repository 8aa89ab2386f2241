/**
 * `npm run soak`: plays the random histories (tests/histories), 10,000 by default. It also compares what a review and a dry run say
 * before random runs with what then happens. To play some of them: `npm run soak -- --from 1 --seeds 500`. Continues after a failure,
 * and then exits with code 1.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { main } from "./shared/main.mjs";
import { duration } from "./shared/progress.mjs";
import { run } from "./shared/run.mjs";
import { steps } from "./shared/steps.mjs";

const tests = ["tests/histories", "tests/provider/dry", "tests/cli/commands/review/live/stops"];

/** The number of seeds in a jest run. Progress is printed after each run. */
const batchSize = 500;

/**
 * @param {string} name
 * @param {string} text
 */
function positiveInteger(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a positive integer, not "${text}".`);
  return number;
}

/**
 * Runs seeds in one jest process. Prints its output if a seed fails: the output includes the shrunk history.
 *
 * @param {number} from
 * @param {number} seeds
 */
async function runBatch(from, seeds) {
  const { script } = steps.tests;
  const env = { ...process.env };
  for (const name of ["SOAK", "DRY", "REVIEW"]) {
    env[`${name}_FROM`] = String(from);
    env[`${name}_SEEDS`] = String(seeds);
  }
  const result = await run(process.execPath, [join(checkout, script), ...tests, "--selectProjects=slow"], {
    cwd: checkout,
    env,
  });
  if (result.code !== 0) console.log(`${result.stdout}${result.stderr}`);
  return result.code === 0;
}

await main(async () => {
  const { values } = parseArgs({
    options: { from: { type: "string", default: "1" }, seeds: { type: "string", default: "10000" } },
  });
  const from = positiveInteger("from", values.from);
  const seeds = positiveInteger("seeds", values.seeds);
  await setUpPackage();
  const started = Date.now();
  let failed = 0;
  for (let done = 0; done < seeds; done += batchSize) {
    const count = Math.min(batchSize, seeds - done);
    if (!(await runBatch(from + done, count))) failed += 1;
    console.log(`${done + count} of ${seeds} seeds (${duration(Date.now() - started)})`);
  }
  const outcome = failed === 0 ? "all passed" : `${failed} of ${Math.ceil(seeds / batchSize)} batches failed`;
  console.log(`Seeds ${from} to ${from + seeds - 1}: ${outcome}.`);
  if (failed > 0) process.exitCode = 1;
});
