/**
 * Sets up the checkout, as `npm start` and `npm test` do first: dependencies, dist/, engine.
 *
 * Set-up installs node_modules/, so scripts must not statically import anything from there.
 */
import { setUp } from "./setup/setUp.mjs";
import { main } from "./shared/main.mjs";

await main(async () => {
  const engine = await setUp();
  console.log(`Ready: pulumi ${engine.version} (${engine.source}) in ${engine.path.join(", ")}`);
});
