// Promise: The programs of README.md and docs/ come up as they stand there, and README.md shows what the engine prints.
import { blocksOf, pages, type Program, programsOf } from "../docs/pages";
import { type Scene, startScene } from "../support/scene";

const programs = pages.flatMap(programsOf).filter(({ runs }) => runs);

const disposals: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const dispose of disposals) await dispose();
});

/** A stack of a program, against an emulator of its own. */
async function stackOf(program: Program): Promise<Scene> {
  const scene = await startScene(program.text, {
    project: "cloud-bill",
    emulator: { limits: { enabled: false } },
    secrets: ({ control }) => {
      const { clientId, secretKey } = control.addCredential({ account: "subsidiary", user: "jo@example.com" });
      return {
        slackWebhook: "https://hooks.slack.example/services/T0/B0/a-canary",
        subsidiaryClientId: clientId,
        subsidiarySecretKey: secretKey,
      };
    },
  });
  disposals.push(scene.dispose);
  return scene;
}

/** What went wrong with a program; undefined when nothing did. */
async function problemOf(program: Program): Promise<string | undefined> {
  const { emulator, stack } = await stackOf(program);
  const up = await stack.up();
  const refused = emulator.control.requests().filter(({ status }) => (status ?? 0) >= 400);
  if (up.code === 0 && refused.length === 0 && emulator.control.requests().length > 0) return undefined;
  return `${program.name}: ${up.output}\nrefused: ${JSON.stringify(refused)}`;
}

test("each program of a page comes up", async () => {
  const waiting = programs.filter(({ page }) => page !== "README.md");
  const problems: string[] = [];
  // Two at a time: each is busy for seconds with nothing but starting.
  const lane = async (): Promise<void> => {
    for (let program = waiting.shift(); program !== undefined; program = waiting.shift()) {
      problems.push(...[await problemOf(program)].filter((problem) => problem !== undefined));
    }
  };
  await Promise.all([lane(), lane()]);
  expect(problems).toEqual([]);
}, 900_000);

/** IDs are new at each run. */
const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>").trimEnd();

test("README.md shows what the engine prints", async () => {
  const [program] = programs.filter(({ page }) => page === "README.md");
  const [shown] = blocksOf("README.md").filter(({ words }) => words[0] === "text");
  if (program === undefined || shown === undefined) throw new Error("README.md has no program, or shows no preview.");
  const { workspace, stack } = await stackOf(program);
  (await stack.up()).ok();
  workspace.write(
    "index.ts",
    program.text.replace('"payments"]', '"payments", "cart"]').replace('"Internal"', '"Platform"'),
  );
  const { stdout } = (await stack.preview({ args: ["--diff", "--suppress-progress"] })).ok();
  expect(withoutIds(stdout)).toBe(withoutIds(shown.text));
}, 900_000);
