// Promise: `pulumi up` makes notification endpoints once, leaves them in the account if they are replaced or destroyed, and never shows a destination.
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { filesWith } from "../support/filesWith";
import { frontsOfSize } from "../support/fronts/fronts";
import type { Result } from "../support/result";
import { type Scene, startScene } from "../support/scene";
import type { Stack, StateResource } from "../support/stack";
import type { Workspace } from "../support/workspace";

const canary = "canary-of-the-slack-address";
const address = `https://hooks.slack.example/services/T000/B000/${canary}`;
const program = (name: string): string => `
import { NotificationEndpoint, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";
const slack = new NotificationEndpoint("slack", { type: "slack", name: "${name}", configuration: { to: "${address}" } });
const again = new NotificationEndpoint("again", { type: "slack", name: "${name}", configuration: { to: "${address}" } });
const email = new NotificationEndpoint("email", { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } });
const tag = new VirtualTag("team", { name: "Team", rules: [], defaultValue: "x" });
new VirtualTagMetadata("team", { virtualTagId: tag.id, metadata: { x: { endpoints: [slack.id, email.id] } } });
export const ids = { slack: slack.id, again: again.id, email: email.id };
export const shown = slack.configuration.apply((configuration) => "to " + configuration?.to);
`;

describe.each(frontsOfSize)("through the $front front", ({ front, typeOf }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: Scene["dispose"] | undefined;
  const results: Result[] = [];

  /** A result, kept for the search for secrets at the end. */
  async function kept(running: Promise<Result>): Promise<Result> {
    const result = await running;
    results.push(result);
    return result;
  }

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(program("#finops"), { front }));
  }, 900_000);

  afterAll(() => dispose?.());

  const posts = (): number =>
    emulator.control.requests().filter(({ method, path }) => method === "POST" && path === "/v1/endpoints").length;
  const held = (): { id: string; type: string; name: string }[] =>
    emulator.control.exportState().accounts.flatMap(({ endpoints }) => endpoints);
  const endpointsIn = async (): Promise<StateResource[]> =>
    ((await stack.exportState()).deployment.resources ?? []).filter(
      (resource) => resource.type === typeOf("NotificationEndpoint"),
    );

  test("up creates each endpoint once, two identical ones by one call, and encrypts every destination", async () => {
    (await kept(stack.up())).ok();
    expect(posts()).toBe(2);
    const ids = (await stack.outputs())["ids"] as Record<string, string>;
    expect(ids["again"]).toBe(ids["slack"]);

    const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
    for (const { inputs, outputs } of await endpointsIn()) {
      for (const properties of [inputs, outputs]) expect(properties?.["configuration"]).toMatchObject(encrypted);
    }
  }, 180_000);

  test("the next preview, and an up with a refresh, find nothing to do", async () => {
    (await kept(stack.preview({ args: ["--expect-no-changes"] }))).ok();
    (await kept(stack.up({ args: ["--refresh", "--expect-no-changes"] }))).ok();
    expect(posts()).toBe(2);
  }, 180_000);

  test("a change previews a replacement that leaves the old endpoint, and updates what refers to it", async () => {
    workspace.write("index.ts", program("#cost"));
    const stays = expect.stringMatching(/"#finops".*\(CA4102\)/s) as string;
    const preview = (await kept(stack.preview())).ok();
    expect(preview.diagnostics.filter((said) => said.startsWith("warning"))).toEqual([stays, stays]);
    expect(preview.steps.filter(({ op }) => op === "replace").map(({ changed }) => changed)).toEqual([
      ["name"],
      ["name"],
    ]);

    const [old] = held().filter(({ name }) => name === "#finops");
    const up = (await kept(stack.up())).ok();
    expect(up.diagnostics).toContainEqual(
      expect.stringMatching(new RegExp(`"#finops".*${String(old?.id)}.*\\(CA4101\\)`, "su")),
    );
    expect(posts()).toBe(3);
    expect(
      held()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["#cost", "#finops", "FinOps"]);
    const [made] = held().filter(({ name }) => name === "#cost");
    const metadata = emulator.control.exportState().accounts[0]?.tags[0]?.metadata;
    expect(metadata?.["x"]?.endpoints).toContain(made?.id);
  }, 180_000);

  test("after the change is reverted, the endpoint that stayed is used", async () => {
    workspace.write("index.ts", program("#finops"));
    (await kept(stack.up())).ok();
    expect(posts()).toBe(3);
  }, 180_000);

  test("the name of an existing endpoint with another destination is refused, and nothing is created", async () => {
    const second =
      'new NotificationEndpoint("second", { type: "email", name: "FinOps", configuration: { to: "b@example.com" } });';
    workspace.write("index.ts", `${program("#finops")}${second}`);
    const refused = await kept(stack.up());
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA4003");
    expect(posts()).toBe(3);
  }, 180_000);

  test("a destination of the wrong kind fails in preview, and is not shown", async () => {
    const args = `{ type: "email", name: "x", configuration: { to: "${address}" } }`;
    workspace.write(
      "index.ts",
      `import { NotificationEndpoint } from "pulumi-cost-allocation"; new NotificationEndpoint("wrong", ${args});`,
    );
    const preview = await kept(stack.preview());
    expect(preview.code).not.toBe(0);
    expect(preview.output).toMatch(/configuration\.to .*must be one email address/u);
  }, 180_000);

  test("an error of the service shows no destination, even where the service repeats it", async () => {
    workspace.write("index.ts", program("#new"));
    emulator.control.placeFault({ method: "POST", path: "/v1/endpoints", kind: "status", status: 400 });
    const up = await kept(stack.up());
    emulator.control.clearFaults();
    expect(up.code).not.toBe(0);
  }, 180_000);

  test("get reads an endpoint that others made, an MS Teams one too, and keeps its destination secret", async () => {
    emulator.control.seed();
    const theirs = held().filter(({ name }) => ["#finops", "Engineering / General"].includes(name));
    const gets = theirs.map(({ id }, n) => `export const got${n} = NotificationEndpoint.get("got${n}", "${id}").name;`);
    workspace.write("index.ts", `${program("#finops")}\n${gets.join("\n")}`);
    (await kept(stack.up())).ok();
    expect(Object.values(await stack.outputs())).toContain("Engineering / General");
    expect(filesWith("not-a-real-one", join(workspace.folder, "state"))).toEqual([]);
  }, 180_000);

  test("destroy leaves the endpoints and names each with its ID", async () => {
    const before = held();
    const destroy = (await kept(stack.destroy())).ok();
    expect(held()).toEqual(before);
    const [email] = before.filter(({ name }) => name === "FinOps");
    expect(destroy.diagnostics).toContainEqual(
      expect.stringMatching(new RegExp(`"FinOps".*${String(email?.id)}.*\\(CA4101\\)`, "su")),
    );
  }, 180_000);

  test("nothing of this showed a destination: not state, history, events, output or errors", () => {
    expect(results.filter(({ output }) => output.includes(canary))).toEqual([]);
    expect(filesWith(canary, join(workspace.folder, "state"))).toEqual([]);
    expect(filesWith("finops@example.com", join(workspace.folder, "state"))).toEqual([]);
    // The engine's own debug messages hold every secret; they are shown only to who asks for them by --debug.
    const said = results.flatMap(({ events }) =>
      events.filter((event) => String(event.diagnosticEvent?.severity) !== "debug"),
    );
    expect(said.length).toBeGreaterThan(100);
    expect(JSON.stringify(said)).not.toContain(canary);
  });
});
