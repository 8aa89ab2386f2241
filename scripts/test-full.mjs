/**
 * `npm run test:full`: what `npm test` has no time for. Kills, every way to install the package, other engines, other compilers, the
 * emulator's contract, and random tests at full size. Fails, too, if the last `npm test` took too much processor time.
 */
import { judgeProcessorTime } from "./shared/budget.mjs";
import { runAll, steps } from "./shared/steps.mjs";

process.env["COST_ALLOCATION_TESTS"] = "full";
const { full, fullSize, contract, declarations } = steps;

await runAll([[full], [contract, { ...declarations, args: ["--all"] }, fullSize]], judgeProcessorTime);
