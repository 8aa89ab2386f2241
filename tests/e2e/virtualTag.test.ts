// Promise: `pulumi up` makes the Virtual Tags what the program declares, and stops before it overwrites a change of somebody else.
import type { Emulator } from "../../emulator";
import { frontsOfSize } from "../support/fronts/fronts";
import type { Result } from "../support/result";
import { asOther } from "../support/asOther";
import { environmentOf, newRequests, newWrites, type Scene, startScene } from "../support/scene";
import type { ExportedState, Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

const imports = 'import * as costallocation from "pulumi-cost-allocation";';
const program = (checkout: string): string => `
${imports}
const { allOf, anyOf, dimension, tag, virtualTagKey, VirtualTag } = costallocation;
const team = new VirtualTag("team", {
  name: "Team",
  rules: [
    { to: "${checkout}", filters: anyOf(tag("AWS", "team").oneOf(["checkout", "payments"]), tag("GCP", "team").is("checkout")) },
    { to: "Search", filters: dimension("AWS", "linked_account").is("210987654321"), timeframe: { from: new Date("2026-01-01") } },
  ],
  defaultValue: { key: "team", costCenter: "AWS" },
});
const product = new VirtualTag("product", {
  name: "Product",
  rules: [{ to: "Web Shop", filters: allOf(virtualTagKey(team).is("Search")) }],
  defaultValue: "Internal",
});
export const ids = { team: team.id, product: product.id };
`;

describe.each(frontsOfSize)("through the $front front", ({ front, typeOf }) => {
  const isPlugin = front === "plugin";
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: Scene["dispose"] | undefined;

  const secretKey = "a-secret-key-that-must-not-show";
  // The config of the stack wins over them.
  const misleading = { COST_ALLOCATION_BASE_URL: "http://127.0.0.1:1", COST_ALLOCATION_SECRET_KEY: "wrong" };

  beforeAll(async () => {
    ({ emulator, workspace, stack, dispose } = await startScene(program("Checkout"), {
      front,
      emulator: { secretKey },
      env: misleading,
    }));
  }, 900_000);

  afterAll(() => dispose?.());

  const requests = (): string[] => newRequests(emulator);
  const writes = (): string[] => newWrites(emulator);
  const tagsIn = ({ deployment }: ExportedState): Record<string, unknown>[] =>
    (deployment.resources ?? []).filter((resource) => resource.type === typeOf("VirtualTag")) as never;

  const idOf = async (name: string): Promise<string> => {
    const { virtualTags } = (await asOther(emulator, "GET", "/v2/virtual-tags")) as {
      virtualTags: { id: string; name: string }[];
    };
    return virtualTags.find((tag) => tag.name === name)?.id ?? "";
  };

  test("up creates each tag once; the state holds plain values, a constant stub and no secret", async () => {
    // In new processes, as for users; most other runs attach to hosts that stay.
    const up = (await stack.start("up").result).ok();
    expect(up.steps.map(({ op }) => op)).toEqual(["create", "create"]);
    expect(writes()).toEqual(["POST /v2/virtual-tags", "POST /v2/virtual-tags"]);

    const state = await stack.exportState();
    expect(JSON.stringify(state)).not.toContain(secretKey);
    const [team, product] = tagsIn(state);
    expect(team).toMatchObject({
      inputs: { name: "Team", [isPlugin ? "defaultValueKey" : "defaultValue"]: { key: "team", costCenter: "AWS" } },
      outputs: {
        // What the provider remembers may hold what the program has marked as a secret.
        __memory: { ciphertext: expect.any(String) as string },
        createdBy: "emulator@example.com",
        createdAt: expect.stringMatching(/Z$/) as string,
      },
    });
    expect(product).toMatchObject({
      outputs: {
        rules: [{ filters: { AND: [{ costCenter: "Virtual Tags", key: team?.["id"], type: "virtual_tag" }] } }],
      },
    });
    const stub = 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTag;';
    // The plugin needs none. Its state has it, with which the dynamic front can take it over.
    for (const { inputs, outputs } of [team, product] as Record<"inputs" | "outputs", { __provider?: string }>[])
      expect([inputs.__provider, outputs.__provider]).toEqual([isPlugin ? undefined : stub, stub]);
  }, 120_000);

  test("the next preview, and an up with a refresh, find nothing to do and write nothing", async () => {
    requests();
    expect((await stack.preview({ args: ["--expect-no-changes"] })).ok().changes).toEqual({ same: 3 });
    expect(requests()).toEqual([]);
    const up = (await stack.start("up", { args: ["--refresh", "--expect-no-changes"] }).result).ok();
    expect(up.steps.map(({ op }) => op).sort()).toEqual(["refresh", "refresh", "same", "same"]);
    expect(writes()).toEqual([]);
  }, 120_000);

  test("an edit shows the rule that changed, and is one PUT and one version", async () => {
    requests();
    workspace.write("index.ts", program("Payments"));
    const preview = (await stack.preview()).ok();
    expect(preview.steps.filter(({ op }) => op === "update")).toMatchObject([{ changed: ["rules[0].to"] }]);
    // The engine of dynamic resources would show each rule as changed.
    const first = 'rules: [{ to: "New", filters: tag("AWS", "team").is("new") },';
    workspace.write("index.ts", program("Checkout").replace("rules: [", first));
    const codes = (await stack.preview()).ok().codes;
    expect(codes).toEqual(isPlugin ? [] : ["CA2210"]);
    workspace.write("index.ts", program("Payments"));
    expect(writes()).toEqual([]);

    (await stack.up()).ok();
    expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}"]);
    expect(await asOther(emulator, "GET", `/v2/virtual-tags/${await idOf("Team")}/versions`)).toHaveLength(2);
  }, 120_000);

  test("without any setting, an up on a changed tag refuses, writes nothing and names who changed it, once", async () => {
    const id = await idOf("Team");
    await asOther(emulator, "PUT", `/v2/virtual-tags/${id}`, { name: "Team", rules: [], defaultValue: "Theirs" });
    workspace.write("index.ts", program("Checkout"));
    requests();
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(up.codes).toContain("CA2013");
    expect(up.output).toContain("ines@example.com");
    // The engine prints the error again at the end of the run.
    expect(new Set(up.diagnostics.filter((said) => said.includes("To undo it"))).size).toBe(1);
    expect(writes()).toEqual([]);
  }, 180_000);

  test("a refresh shows a change in the application and is no consent: every up stops until the policy is overwrite", async () => {
    const id = await idOf("Product");
    await asOther(emulator, "PUT", `/v2/virtual-tags/${id}`, { name: "Product", rules: [], defaultValue: "Theirs" });
    requests();
    const preview = (await stack.preview({ args: ["--refresh"] })).ok();
    expect(preview.steps.filter(({ op, urn }) => op === "update" && urn.endsWith("::product"))).toMatchObject([
      { changed: expect.arrayContaining(["defaultValue", "rules[0]"]) as string[] },
    ]);
    expect((await stack.refresh()).ok().codes).toEqual(["CA2103"]);
    const refused = await stack.up();
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA2013");
    expect(refused.output).toContain("npx cost-allocation versions restore");
    expect(writes()).toEqual([]);

    await stack.configure({ "costallocation:driftPolicy": "overwrite" });
    const up = (await stack.up()).ok();
    expect(up.codes).toContain("CA2101");
    expect(up.steps.filter(({ op }) => op === "update")).toHaveLength(2);
    expect(writes()).toEqual(["PUT /v2/virtual-tags/{id}", "PUT /v2/virtual-tags/{id}"]);
    expect(await asOther(emulator, "GET", `/v2/virtual-tags/${id}`)).toMatchObject({ defaultValue: "Internal" });
  }, 180_000);

  test("with `overwrite` and without a refresh, an up warns beside the resource", async () => {
    const id = await idOf("Team");
    await asOther(emulator, "PUT", `/v2/virtual-tags/${id}`, { name: "Team", rules: [], defaultValue: "Theirs" });
    workspace.write("index.ts", program("Payments"));
    const up = (await stack.up()).ok();
    const warnings = up.events.flatMap(({ diagnosticEvent: said }) =>
      said?.severity === "warning" && said.urn?.endsWith("::team") === true ? [said.message] : [],
    );
    expect(warnings).toEqual([
      expect.stringMatching(/ines@example\.com.*\(CA2101\).*npx cost-allocation versions restore/s),
    ]);
  }, 120_000);

  test("a program with five mistakes fails in preview with five messages, each with its path, and writes nothing", async () => {
    requests();
    workspace.write(
      "wrong.ts",
      `${imports}
export const rules: any = [
  { to: "A", filters: { AND: [costallocation.tag("AWS", "team").exists(), { costCenter: "AWS", key: "team", type: "tag", operator: "like", value: ["a"] }] } },
  { to: "B", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is" } },
  { to: "C", filters: { OR: [], AND: [] } },
  { filters: costallocation.tag("AWS", "team").exists() },
];`,
    );
    workspace.write(
      "index.ts",
      `${imports}
import { rules } from "./wrong";
new costallocation.VirtualTag("team", { name: "", rules, defaultValue: "Shared" });`,
    );
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    for (const path of [
      "name",
      "rules[0].filters.AND[1].operator",
      "rules[1].filters.value",
      "rules[2].filters",
      "rules[3].to",
    ]) {
      // For the name of an argument, the engine would print its value, which may be a secret.
      expect(preview.output).toContain(isPlugin && path !== "name" ? ` property ${path} value ` : `: ${path} `);
    }
    expect(preview.output).not.toMatch(/^\s+at /m);
    expect(writes()).toEqual([]);
  }, 120_000);

  test("a preview names each missing setting and where to set it; environment variables are one place", async () => {
    workspace.write("index.ts", program("Checkout"));
    const bare = await workspace.stack("bare");
    const unset = { COST_ALLOCATION_BASE_URL: undefined, COST_ALLOCATION_SECRET_KEY: undefined };
    const preview = await bare.preview({ env: unset });
    expect(preview.code).not.toBe(0);
    for (const name of ["clientId", "secretKey", "baseUrl"]) {
      expect(preview.output).toContain(`costallocation:${name}`);
    }
    expect(preview.output).toContain("COST_ALLOCATION_SECRET_KEY");
    (await bare.preview({ env: { ...environmentOf(emulator), COST_ALLOCATION_SECRET_KEY: secretKey } })).ok();
  }, 120_000);

  test("a wait for the rate limit shows in the status line of the resource that waits, and disappears afterwards", async () => {
    emulator.control.placeFault({ method: "PUT", kind: "status", status: 429, retryAfter: 2, times: 1 });
    workspace.write("index.ts", program("Held up"));
    const up = (await stack.up()).ok();
    const waits = up.events.flatMap(({ diagnosticEvent: said }) =>
      said?.ephemeral === true && said.message.includes("waiting") ? [said] : [],
    );
    expect(waits).toContainEqual(
      expect.objectContaining({
        urn: expect.stringMatching(/::team$/) as string,
        message: expect.stringMatching(/waiting \d+ s: .*PUT \/v2\/virtual-tags/) as string,
      }),
    );
    // What a provider prints would stay among the stack's diagnostics.
    expect(up.diagnostics.filter((line) => line.includes("waiting"))).toEqual([]);
  }, 120_000);

  test("destroy removes the tags", async () => {
    requests();
    (await stack.destroy()).ok();
    expect(writes()).toEqual(["DELETE /v2/virtual-tags/{id}", "DELETE /v2/virtual-tags/{id}"]);
    expect(await asOther(emulator, "GET", "/v2/virtual-tags")).toEqual({ virtualTags: [] });
  }, 120_000);

  test("secret rules stay secret while a version is staged: in the state, after a refresh, and in what is printed", async () => {
    const tagOf = (value: string, more = ""): string => `
import * as pulumi from "@pulumi/pulumi";
${imports}
const filters = costallocation.tag("AWS", "team").is(pulumi.secret("canary-${value}"));
new costallocation.VirtualTag("secret", { name: "Secret", rules: [{ to: "Web", filters }], defaultValue: "x"${more} });`;
    const shown: string[] = [];
    const show = async (result: Promise<Result>): Promise<void> => {
      shown.push((await result).ok().output, JSON.stringify(await stack.exportState()));
    };
    const live = async (): Promise<string> =>
      JSON.stringify(await asOther(emulator, "GET", `/v2/virtual-tags/${await idOf("Secret")}`));
    workspace.write("index.ts", tagOf("live"));
    await show(stack.up({ args: ["--diff"] }));
    workspace.write("index.ts", tagOf("staged", ", setAsLive: false"));
    await show(stack.up({ args: ["--diff"] }));
    expect(await live()).toContain("canary-live");
    // Somebody else's change makes a refresh read, warn, and remember what is live beside the staged version.
    await asOther(emulator, "PUT", `/v2/virtual-tags/${await idOf("Secret")}`, {
      name: "Secret",
      rules: [],
      defaultValue: "y",
    });
    await show(stack.refresh({ args: ["--diff"] }));
    const [kept] = tagsIn(await stack.exportState()) as { outputs: Record<string, unknown> }[];
    expect(kept?.outputs).toMatchObject({ stagedVersionId: expect.any(String) as string });
    expect(JSON.stringify(kept?.outputs["__memory"])).toContain("ciphertext");
    workspace.write("index.ts", tagOf("staged"));
    await show(stack.up({ args: ["--diff"] }));
    expect(await live()).toContain("canary-staged");
    expect(shown).toHaveLength(8);
    expect(shown.join("\n")).not.toContain("canary");
  }, 240_000);
});
