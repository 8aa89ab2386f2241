/**
 * Plays the random histories (tests/histories) of many seeds, 10,000 by default: `npm run soak -- --from 1 --seeds 10000`. Goes on
 * after a seed that failed, and ends with 1 when there was one.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setUpPackage } from "./setup/setUp.mjs";
import { checkout } from "./shared/checkout.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { duration } from "./shared/progress.mjs";
import { run } from "./shared/run.mjs";
import { steps } from "./shared/steps.mjs";

/** Seeds between two lines of progress. */
const piece = 500;

/**
 * @param {string} name
 * @param {string} text
 */
function wholeNumber(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1, not ${text}.`);
  return number;
}

/**
 * Plays the seeds one after another, in a process of jest's; a seed that fails is told with its shrunk story.
 *
 * @param {number} from
 * @param {number} seeds
 */
async function play(from, seeds) {
  const { script, args } = steps.slow;
  const env = { ...process.env, SOAK_FROM: String(from), SOAK_SEEDS: String(seeds) };
  const result = await run(process.execPath, [join(checkout, script), "tests/histories", ...args], {
    cwd: checkout,
    env,
  });
  if (result.code !== 0) console.log(`${result.stdout}${result.stderr}`);
  return result.code === 0;
}

try {
  const { values } = parseArgs({
    options: { from: { type: "string", default: "1" }, seeds: { type: "string", default: "10000" } },
  });
  const from = wholeNumber("from", values.from);
  const seeds = wholeNumber("seeds", values.seeds);
  await setUpPackage();
  const started = Date.now();
  let failed = 0;
  for (let done = 0; done < seeds; done += piece) {
    const count = Math.min(piece, seeds - done);
    if (!(await play(from + done, count))) failed += 1;
    console.log(`${done + count} of ${seeds} seeds (${duration(Date.now() - started)})`);
  }
  const last = from + seeds - 1;
  const outcome = failed === 0 ? "all is well" : `something is wrong in ${failed} of the pieces of ${piece} seeds`;
  console.log(`Seeds ${from} to ${last}: ${outcome}.`);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
