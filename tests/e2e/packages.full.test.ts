// Promise: The package works as npm, pnpm and yarn install it, on every supported Node.js and Pulumi SDK.
/**
 * The packed package as different people install it: by npm, pnpm (whose node_modules holds only what is asked for) and yarn;
 * on the Node.js and the `@pulumi/pulumi` of this checkout, and on Node.js 24 with the newest. `npm run test:packages` goes
 * through every combination with every example; `npm run test:full` through enough to meet each manager and each Node.js.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Example, examples, live, packageOf } from "../support/examples";
import { type Installation, prepared } from "../support/prepared";

const all = process.env["COST_ALLOCATION_PACKAGES"] === "all";

// npm on the checkout's own Node.js is what tests/e2e/examples.test.ts has, with every example.
const some: readonly Installation[] = [
  { manager: "pnpm", runtime: "node24" },
  { manager: "yarn", runtime: "own" },
];
const managers = ["npm", "pnpm", "yarn"] as const;
const every = (["own", "node24"] as const).flatMap((runtime) => managers.map((manager) => ({ manager, runtime })));

/** npm has Node.js itself for this platform only. */
const hasNode24 = process.platform === "linux" && process.arch === "x64";

/** What only that manager leaves behind. */
const traces = { npm: ".package-lock.json", pnpm: ".pnpm", yarn: ".yarn-state.yml" };

const chosen = examples.filter(({ name }) => all || ["quickstart", "metadata-for-financial-plans"].includes(name));

/** The example, which also tells what it ran on. */
function telling({ name, files }: Example): Example {
  const told = `
import { readFileSync } from "node:fs";
export const ranOn = {
  node: process.versions.node.split(".")[0],
  pulumi: JSON.parse(readFileSync(require.resolve("@pulumi/pulumi/package.json"), "utf8")).version,
};
`;
  return { name, files: { ...files, "index.ts": `${files["index.ts"] ?? ""}${told}` } };
}

test.each(examples.map((example) => [example.name, packageOf(example)] as const))(
  "%s asks for what is installed here, and for nothing else",
  (_, { dependencies, devDependencies }) => {
    const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
    expect(names.sort()).toEqual(["@pulumi/pulumi", "@types/node", "pulumi-cost-allocation", "typescript"]);
  },
);

const runs = (all ? every : some).flatMap((installation) =>
  chosen.map((example) => [example.name, installation.manager, installation.runtime, example, installation] as const),
);

test.concurrent.each(runs.filter(([, , runtime]) => runtime === "own" || hasNode24))(
  "%s, installed by %s, Node.js: %s",
  async (_, manager, runtime, example, installation) => {
    const { template } = await prepared([], installation);
    expect(existsSync(join(template, "node_modules", traces[manager]))).toBe(true);
    const { ranOn } = await live(telling(example), installation);
    const own = { node: process.versions.node.split(".")[0], pulumi: "3.248.0" };
    const newest = { node: "24", pulumi: expect.stringMatching(/^3\.(?:2[5-9]\d|[3-9]\d\d)\./u) as string };
    expect(ranOn).toEqual(runtime === "own" ? own : newest);
  },
  900_000,
);

if (!hasNode24) test.skip("on Node.js 24: npm has Node.js itself for Linux on x64 only", () => undefined);
