import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import type { Installation } from "./prepared";
import { Workspace } from "./workspace";

/** A program in TypeScript of examples/. */
export interface Example {
  readonly name: string;
  /** All of its files, by their names. */
  readonly files: Readonly<Record<string, string>>;
}

/** What an example's package.json says. */
export interface ExamplePackage {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const folder = resolve(__dirname, "../../examples");

function read(name: string): Example {
  const entries = readdirSync(join(folder, name), { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => [entry.name, readFileSync(join(folder, name, entry.name), "utf8")]);
  return { name, files: Object.fromEntries(files) as Record<string, string> };
}

/** The package.json of an example. */
export function packageOf({ files }: Example): ExamplePackage {
  return JSON.parse(files["package.json"] ?? "") as ExamplePackage;
}

/**
 * All examples in TypeScript but those that need AWS: tests/e2e/aws runs them beside its test double. tests/e2e/languages.full.test.ts runs
 * those in other languages.
 */
export const examples: readonly Example[] = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, "index.ts")))
  .map(read)
  .filter((example) => packageOf(example).dependencies["@pulumi/aws"] === undefined);

/** What a person sets before the first `pulumi up`, as each program says. */
const secrets: Record<string, (emulator: Emulator) => Record<string, string>> = {
  "metadata-for-financial-plans": () => ({ slackWebhook: "https://hooks.slack.example/services/T0/B0/a-canary" }),
  "two-accounts": (emulator) => {
    const { clientId, secretKey } = emulator.control.addCredential({ account: "subsidiary", user: "jo@example.com" });
    return { subsidiaryClientId: clientId, subsidiarySecretKey: secretKey };
  },
};

async function upToDestroy(
  { name }: Example,
  workspace: Workspace,
  emulator: Emulator,
): Promise<Record<string, unknown>> {
  if (name === "msteams-channel") emulator.control.seed();
  const tags = (): string[] =>
    emulator.control.exportState().accounts.flatMap((account) => account.tags.map(({ id }) => id));
  const before = tags();
  const stack = await workspace.stack("dev", {
    config: { "costallocation:baseUrl": emulator.url },
    secrets: {
      "costallocation:clientId": emulator.clientId,
      "costallocation:secretKey": emulator.secretKey,
      ...secrets[name]?.(emulator),
    },
  });

  const up = (await stack.up()).ok();
  expect(up.changes.create).toBeGreaterThan(1);
  expect(tags().length).toBeGreaterThan(before.length);
  const outputs = await stack.outputs();
  const nothing = { args: ["--expect-no-changes"] };
  (await stack.preview(nothing)).ok();
  (await stack.refresh(nothing)).ok();
  (await stack.destroy()).ok();
  expect(tags()).toEqual(before);
  return outputs;
}

/**
 * Takes an example through its life, with an emulator of its own: up, its types checked, an empty preview, an empty refresh,
 * destroy. Several can run at once.
 *
 * @param installation how the package is installed; default: by npm, on the Node.js that runs the tests
 * @returns the stack's outputs after the up
 */
export async function live(example: Example, installation?: Installation): Promise<Record<string, unknown>> {
  const emulator = await startEmulator();
  try {
    const how = installation === undefined ? {} : { installation };
    const workspace = await Workspace.create({ program: "", files: example.files, checksTypes: true, ...how });
    try {
      return await upToDestroy(example, workspace, emulator);
    } finally {
      await workspace.dispose();
    }
  } finally {
    await emulator.stop();
  }
}
