/**
 * `npm test`: what everybody runs before a commit, including set-up of a fresh clone. `npm run test:full` runs the rest.
 * With COST_ALLOCATION_TESTS=full, as in CI, it runs its own tests at full size.
 */
import { startMeasuring } from "./shared/budget.mjs";
import { isFull } from "./shared/size.mjs";
import { runAll, steps } from "./shared/steps.mjs";

const { tests, typesAndLint, format, imports, apiReports, package: packed, declarations, allDeclarations } = steps;

await runAll(
  "test",
  [[tests], [typesAndLint, format, imports, apiReports, packed, isFull() ? allDeclarations : declarations]],
  startMeasuring(),
);
