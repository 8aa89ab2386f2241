/** Every program under examples/, from the packed package: up, an empty preview, refresh and destroy. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { Workspace } from "../support/workspace";

const folder = resolve(__dirname, "../../examples");

interface Example {
  name: string;
  files: Record<string, string>;
}

function read(name: string): Example {
  const entries = readdirSync(join(folder, name), { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => [entry.name, readFileSync(join(folder, name, entry.name), "utf8")]);
  return { name, files: Object.fromEntries(files) as Record<string, string> };
}

/** Those that need AWS are run beside its test double. */
const examples = readdirSync(folder)
  .map(read)
  .filter(({ files }) => !(files["package.json"] ?? "").includes("@pulumi/aws"));

/** What a person sets before the first `pulumi up`, as each program says. */
const secrets: Record<string, (emulator: Emulator) => Record<string, string>> = {
  "metadata-for-financial-plans": () => ({ slackWebhook: "https://hooks.slack.example/services/T0/B0/a-canary" }),
  "two-accounts": (emulator) => {
    const { clientId, secretKey } = emulator.control.addCredential({ account: "subsidiary", user: "jo@example.com" });
    return { subsidiaryClientId: clientId, subsidiarySecretKey: secretKey };
  },
};

let emulator: Emulator;
let workspace: Workspace | undefined;

beforeEach(async () => {
  emulator = await startEmulator();
});

afterEach(async () => {
  await workspace?.dispose();
  await emulator.stop();
});

test("all examples are known here", () => {
  const expected = ["catalog-driven", "metadata-for-financial-plans", "msteams-channel", "quickstart", "two-accounts"];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
});

test.each(examples.map((example) => [example.name, example] as const))(
  "%s",
  async (name, { files }) => {
    workspace = await Workspace.create({ program: "", files });
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
    (await stack.preview({ args: ["--expect-no-changes"] })).ok();
    (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
    (await stack.destroy()).ok();
    expect(tags()).toEqual(before);
  },
  900_000,
);
