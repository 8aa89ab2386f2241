/** `npm run build`: compiles the package into dist/, even if nothing has changed. */
import { buildDist } from "./setup/dist.mjs";
import { withSetupLock } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";
import { withProgress } from "./shared/progress.mjs";

await main(() => withSetupLock(() => withProgress("Compiling the package", buildDist)));
