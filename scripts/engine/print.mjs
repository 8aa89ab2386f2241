/** Finds or makes the engine and prints where it is: for people, or as JSON with `--json`. */
import { messageOf } from "../shared/messageOf.mjs";
import { ensureEngine } from "./engine.mjs";

try {
  const engine = await ensureEngine();
  console.log(
    process.argv.includes("--json")
      ? JSON.stringify(engine)
      : `pulumi ${engine.version} (${engine.source}) in ${engine.path.join(", ")}`,
  );
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
