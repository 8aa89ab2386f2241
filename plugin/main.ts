/**
 * The executable `pulumi-resource-costallocation`, which Pulumi starts for programs in any language. It prints its port on the first
 * line of stdout.
 */
import { messageOf } from "../rules/shared/messageOf";
import { createHost } from "../provider/engine/host";
import schema from "./schema.json";
import { answersOf, serve } from "./server";
import { spellingIn } from "./spelling";

// A plugin that has only shown its schema would otherwise survive an engine that was killed.
process.stdin.once("end", () => process.exit(1));
process.stdin.resume();

// The engine's address follows the options for its own logs.
const engine = process.argv.slice(2).at(-1);
const argv = process.argv.slice(0, 2).concat(engine === undefined ? [] : [engine]);
const spelled = spellingIn(process.cwd(), schema);
const host = createHost({ argv, env: process.env, stdin: process.stdin, exit: (code) => process.exit(code), spelled });

serve(answersOf(host, schema, spelled), spelled).then(
  ({ port }) => {
    process.stdout.write(`${port}\n`);
  },
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  },
);
