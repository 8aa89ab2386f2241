/** `npm test`: what everybody runs before a commit, including set-up of a fresh clone. `npm run test:full` runs the rest. */
import { startMeasuring } from "./shared/budget.mjs";
import { runAll, steps } from "./shared/steps.mjs";

const { tests, typesAndLint, format, imports, apiReports, package: packed, declarations } = steps;

await runAll([[tests], [typesAndLint, format, imports, apiReports, packed, declarations]], startMeasuring());
