/**
 * `npm run test:full`: what `npm test` has no time for. Kills, every way to install the package, other engines, other compilers, the
 * emulator's contract, and the tests of `npm test` at full size, except where that has run at full size itself, as in CI. Fails, too, if
 * the last `npm test` took too much processor time.
 */
import { judgeProcessorTime } from "./shared/budget.mjs";
import { isFull } from "./shared/size.mjs";
import { runAll, steps } from "./shared/steps.mjs";

const { full, fullSize, contract, allDeclarations } = steps;
const ofTest = isFull() ? [] : [allDeclarations, fullSize];
process.env["COST_ALLOCATION_TESTS"] = "full";

await runAll("full", [[full], [contract, ...ofTest]], judgeProcessorTime);
