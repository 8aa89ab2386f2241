// Promise: With many tags, or a large one, as little reaches the service as it can.
import type { Emulator } from "../../emulator";
import { startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

const count = 500;
const many = `
import { tag, VirtualTag } from "pulumi-cost-allocation";
for (let number = 0; number < ${count}; number++) {
  const rules = ["web", "data", "ops"].map((to) => ({ to, filters: tag("AWS", "team").is(\`\${to}-\${number}\`) }));
  new VirtualTag(\`tag-\${number}\`, { name: \`Tag \${number}\`, rules, defaultValue: "Shared" });
}
`;
const large = `
import { allOf, anyOf, tag, VirtualTag } from "pulumi-cost-allocation";
const rules = Array.from({ length: 10_000 }, (_, number) => ({
  to: \`team-\${number}\`,
  filters: allOf(
    tag("AWS", "team").oneOf([\`team-\${number}\`, \`squad-\${number}\`]),
    anyOf(tag("AWS", "environment").is("production"), tag("GCP", "environment").exists()),
  ),
}));
new VirtualTag("large", { name: "Large", rules, defaultValue: "Shared" });
`;

let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;
let dispose: () => Promise<void>;

beforeAll(async () => {
  ({ emulator, workspace, stack, dispose } = await startScene(many, {
    ownProcesses: true,
    accountIn: "environment",
    emulator: { limits: { perRoute: { "*": 1_000_000 } }, switches: { maxRules: null } },
    // The engine would write the whole state after each of the tags, which is what most of the time went into.
    env: { PULUMI_SKIP_CHECKPOINTS: "true" },
  }));
}, 900_000);

afterAll(() => dispose());

/** How many requests a route had since the last call, by route. */
function requests(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { route } of emulator.control.requests()) counts[String(route)] = (counts[String(route)] ?? 0) + 1;
  emulator.control.clearRequests();
  return counts;
}

describe(`${count} tags`, () => {
  test("the first up makes each by one request; the second makes none; a refresh costs one or two lists", async () => {
    expect((await stack.up()).ok().changes.create).toBe(count + 1);
    const first = requests();
    expect(first["POST /v2/virtual-tags"]).toBe(count);
    expect(Object.keys(first).sort()).toEqual(["GET /v2/virtual-tags", "POST /v2/virtual-tags"]);

    expect((await stack.up()).ok().changes.same).toBe(count + 1);
    expect(requests()).toEqual({});

    expect((await stack.refresh()).ok().changes.same).toBe(count + 1);
    const { "GET /v2/virtual-tags": lists = 0, ...others } = requests();
    expect(others).toEqual({});
    expect(lists).toBeGreaterThanOrEqual(1);
    expect(lists).toBeLessThanOrEqual(2);
  }, 600_000);
});

test("a tag with 10,000 rules is made by one request, and changes nothing at the next preview", async () => {
  workspace.write("index.ts", large);
  const other = await workspace.stack("large");
  // Not by stack.up(): an event log of 10,000 rules takes the engine longer than all the rest.
  (await other.pulumi(["up", "--yes", "--skip-preview"])).ok();
  expect(requests()).toEqual({ "GET /v2/virtual-tags": 1, "POST /v2/virtual-tags": 1 });
  (await other.pulumi(["preview", "--expect-no-changes"])).ok();
  expect(requests()).toEqual({});
}, 900_000);
