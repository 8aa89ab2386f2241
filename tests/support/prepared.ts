import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** Who installs the package, and what it runs on: see scripts/e2e/installation.mjs. */
export interface Installation {
  readonly manager: "npm" | "pnpm" | "yarn";
  readonly runtime: "own" | "node24";
}

/** What scripts/e2e/prepare.mjs made ready. */
export interface Prepared {
  /** A folder in which the packed package is installed, with Pulumi's SDK and TypeScript. */
  readonly template: string;
  /** Folders to put in front of PATH, so that `pulumi` is found. */
  readonly path: readonly string[];
}

const preparing = new Map<string, Promise<Prepared>>();

/** What `npm test` and `npm run test:full` made ready for all test files, as JSON: no further packages, and the default installation. */
const preparedBefore = process.env["COST_ALLOCATION_PREPARED"];

/**
 * Makes the engine and the packed package ready, once for each test file. This takes a second where both are there
 * already, and minutes where the engine has to be built first.
 *
 * @param packages what is installed beside the package, of this checkout's own dependencies
 * @param installation default: npm, on the Node.js that runs the tests
 */
export function prepared(
  packages: readonly string[] = [],
  { manager, runtime }: Installation = { manager: "npm", runtime: "own" },
): Promise<Prepared> {
  const args = [manager, runtime, ...packages];
  if (preparedBefore !== undefined && args.join() === "npm,own")
    return Promise.resolve(JSON.parse(preparedBefore) as Prepared);
  const known = preparing.get(args.join());
  if (known !== undefined) return known;
  const fresh = new Promise<Prepared>((done, failed) => {
    const script = resolve(__dirname, "../../scripts/e2e/prepare.mjs");
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.on("error", failed);
    child.on("close", (code) => {
      if (code === 0) done(JSON.parse(out) as Prepared);
      else failed(new Error("The end-to-end tests can't start: see what scripts/e2e/prepare.mjs said."));
    });
  });
  preparing.set(args.join(), fresh);
  return fresh;
}
