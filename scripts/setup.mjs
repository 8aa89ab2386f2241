/**
 * Makes everything ready to run, as `npm start` and `npm test` do first: dependencies, dist/, engine.
 *
 * Nothing that scripts import at their top may come from node_modules/, since this is what makes it.
 */
import { setUp } from "./setup/setUp.mjs";
import { messageOf } from "./shared/messageOf.mjs";

try {
  const engine = await setUp();
  console.log(`Ready: pulumi ${engine.version} (${engine.source}).`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
