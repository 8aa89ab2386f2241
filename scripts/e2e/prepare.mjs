/**
 * Makes ready what the end-to-end tests need, and prints where it is, as JSON: `{ template, path }`. `path` are the folders
 * to put in front of PATH. Progress goes to standard error.
 */
import { setUp } from "../setup/setUp.mjs";
import { messageOf } from "../shared/messageOf.mjs";
import { ensureTemplate } from "./template.mjs";

try {
  const engine = await setUp();
  const template = await ensureTemplate(process.argv.slice(2));
  console.log(JSON.stringify({ template, path: engine.path }));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
