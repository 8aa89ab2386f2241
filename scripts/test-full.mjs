/**
 * `npm run test:full`: what `npm test` has no time for. Kills, every way to install the package, other engines, other compilers, the
 * emulator's contract, and random tests at full size.
 */
import { runAll, steps } from "./shared/steps.mjs";

process.env["COST_ALLOCATION_TESTS"] = "full";
const { full, fullSize, contract, declarations } = steps;

await runAll([[full], [contract, { ...declarations, args: ["--all"] }, fullSize]]);
