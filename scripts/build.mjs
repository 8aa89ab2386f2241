/** Compiles the package into dist/, whether or not it has changed. */
import { buildDist } from "./setup/dist.mjs";
import { alone } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";
import { withProgress } from "./shared/progress.mjs";

try {
  await alone(() => withProgress("Compiling the package", buildDist));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
