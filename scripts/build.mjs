/**
 * `npm run build`: compiles the package into dist/, even if nothing has changed. `npm pack` runs it too, possibly in a fresh clone, so
 * it installs the dependencies first.
 */
import { ensureDependencies } from "./setup/dependencies.mjs";
import { buildDist } from "./setup/dist.mjs";
import { withSetupLock } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";
import { withProgress } from "./shared/progress.mjs";

await main(() =>
  withSetupLock(async () => {
    await ensureDependencies();
    await withProgress("Compiling the package", () => buildDist());
  }),
);
