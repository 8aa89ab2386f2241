// Promise: A new release finds nothing to change in the stacks that older releases left behind.
/**
 * A fixture is what a release left: the program, the exported state, and what the service then had. (tsc holds the programs to today's
 * types.) `npm run state-fixture` makes the fixture of the version in package.json.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, type EmulatorState, startEmulator } from "../../emulator";
import { fixtures, isWriting, releasesWith, version, writeFixture } from "../support/fixtures";
import type { Stack } from "../support/stack";
import { Workspace } from "../support/workspace";

/** What the program is given; the state holds some of it, encrypted by the passphrase of every {@link Workspace}. */
const secrets = {
  clientId: "fixture",
  secretKey: "fixture-secret-key",
  partner: "Fixture Partner",
  webhook: "https://hooks.slack.example/services/T0/B0/fixture",
};
const { clientId, secretKey } = secrets;

/** Always the same: a state remembers the address of its account. */
const port = 41_271;

/** What the service had, and when: a version is kept for a year only, and V1 ends. */
interface ServiceData {
  readonly now: number;
  readonly state: EmulatorState;
}

let emulator: Emulator;
let workspace: Workspace | undefined;

async function stackOf(program: string): Promise<Stack> {
  // The address goes by the environment: a Provider's inputs hold what the stack's config says of it.
  const env = { COST_ALLOCATION_BASE_URL: emulator.url, COST_ALLOCATION_V1_AFTER_END_OF_LIFE: "allow" };
  workspace = await Workspace.create({ program, env });
  const own = { "costallocation:clientId": clientId, "costallocation:secretKey": secretKey };
  return workspace.stack("dev", { secrets: { ...secrets, ...own } });
}

beforeEach(async () => {
  emulator = await startEmulator({ clientId, secretKey, port });
});

afterEach(async () => {
  await emulator.stop();
  await workspace?.dispose();
});

if (isWriting) {
  test("the fixture of this version is written", async () => {
    const program = readFileSync(join(fixtures, "program.ts"), "utf8");
    const stack = await stackOf(program);
    (await stack.up()).ok();
    const data: ServiceData = { now: emulator.control.now(), state: emulator.control.exportState() };
    writeFixture("program.ts", program);
    writeFixture("state.json", await stack.exportState());
    writeFixture("service.json", data);
  }, 900_000);
}

const releases = releasesWith("state.json");

test("this version has a fixture", () => {
  expect(releases).toContain(version);
});

test.each(releases)(
  "a stack of %s has nothing to do, and writes nothing",
  async (release) => {
    const read = (name: string): string => readFileSync(join(fixtures, release, name), "utf8");
    const data = JSON.parse(read("service.json")) as ServiceData;
    emulator.control.setClock(data.now);
    emulator.control.importState(data.state);
    const stack = await stackOf(read("program.ts"));
    const resources = async (): Promise<number> => (await stack.exportState()).deployment.resources?.length ?? 0;
    (await stack.pulumi(["stack", "import", "--file", join(fixtures, release, "state.json")])).ok();
    const before = await resources();

    const nothing = ["--expect-no-changes"];
    (await stack.up({ args: nothing })).ok();
    // Once more, now that a refresh has put today's reading of the service into the state.
    (await stack.up({ args: [...nothing, "--refresh"] })).ok();

    const requests = emulator.control.requests();
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(await resources()).toBe(before);

    // What the release made can still be deleted by what it left in the state.
    (await stack.destroy()).ok();
    expect(emulator.control.exportState().accounts.flatMap(({ tags }) => tags)).toEqual([]);
  },
  900_000,
);

test.each(releases)("the fixture of %s keeps the secrets encrypted", (release) => {
  const state = readFileSync(join(fixtures, release, "state.json"), "utf8");
  for (const secret of Object.values(secrets)) expect(state).not.toContain(`"${secret}"`);
});
