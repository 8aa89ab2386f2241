/** Each program in TypeScript under examples/ passes `check` against the package's own emulator, as somebody tries it who has no account. */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { transformSync } from "@swc/core";
import { checkCommand } from "../../../../cli/commands/check";
import type { CheckResult } from "../../../../cli/studies/check";
import { type Emulator, startEmulator } from "../../../../emulator";
import * as sdk from "../../../../sdk";
import * as aws from "../../../../sdk/aws";
import { runCommand } from "../../../support/commands/runCommand";

const examples = path.resolve(__dirname, "../../../../examples");
const packages: Record<string, unknown> = {
  "node:fs": fs,
  "node:path": path,
  "@pulumi/pulumi": pulumi,
  "pulumi-cost-allocation": sdk,
  "pulumi-cost-allocation/aws": aws,
};

let emulator: Emulator;
let written: string;
let env: Record<string, string>;
beforeEach(async () => {
  emulator = await startEmulator({ limits: { enabled: false } });
  emulator.control.seed();
  written = fs.mkdtempSync(path.join(tmpdir(), "cost-allocation-examples-"));
  env = {
    COST_ALLOCATION_BASE_URL: emulator.url,
    COST_ALLOCATION_CLIENT_ID: emulator.clientId,
    COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
  };
  Object.assign(process.env, env);
});
afterEach(async () => {
  for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name);
  fs.rmSync(written, { recursive: true });
  await emulator.stop();
});

/** What the programs ask of their config. */
function config(): Record<string, string> {
  const { clientId, secretKey } = emulator.control.addCredential({ account: "subsidiary", user: "jo@example.com" });
  return {
    slackWebhook: "https://hooks.slack.example/services/T0/B0/a-canary",
    subsidiaryClientId: clientId,
    subsidiarySecretKey: secretKey,
    externalId: "an-external-id",
    serviceAccountId: "111122223333",
  };
}

/** Runs the program with a mock engine. Returns the tags that it declares, as `--tags` reads them. */
async function tagsOf(name: string): Promise<object[]> {
  const tags: object[] = [];
  const mocks: Pick<pulumi.runtime.Mocks, "newResource"> = {
    newResource: ({ type, name: resource, inputs }) => {
      const state = { ...(inputs as object) };
      const id = `${resource}-id`;
      if (type === "pulumi-nodejs:dynamic/costallocation:VirtualTag") tags.push({ id, ...state });
      return { id, state };
    },
    // Functions of AWS need a mock. Without one, those of this package read the account.
    ...(name === "storage-bucket" ? { call: () => ({}) } : {}),
  };
  await pulumi.runtime.setMocks(mocks as pulumi.runtime.Mocks, "bill", "dev", false);
  for (const [key, value] of Object.entries(config())) pulumi.runtime.setConfig(`bill:${key}`, value);
  const folder = path.join(examples, name);
  const { code } = transformSync(fs.readFileSync(path.join(folder, "index.ts"), "utf8"), {
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  });
  await pulumi.runtime.runInPulumiStack(() => {
    const exported = {};
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is an example of this repository
    const load = new Function("require", "exports", "__dirname", code) as (...args: unknown[]) => void;
    load((asked: string) => packages[asked], exported, folder);
    return Promise.resolve(exported);
  });
  await pulumi.runtime.disconnect();
  return tags;
}

const inTypeScript = fs.readdirSync(examples).filter((name) => fs.existsSync(path.join(examples, name, "index.ts")));

test.each(inTypeScript)("%s", async (name) => {
  const file = path.join(written, "tags.json");
  fs.writeFileSync(file, JSON.stringify(await tagsOf(name)));
  const { code, stderr, stdout } = await runCommand(checkCommand, ["--tags", file, "--json"], { env });
  const { tags, findings } = JSON.parse(stdout) as CheckResult;
  expect({ code, stderr, findings }).toEqual({ code: 0, stderr: "", findings: [] });
  expect(tags).toBeGreaterThan(0);
});
