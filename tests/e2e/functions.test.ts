// Promise: A program can read the account with functions, at the top level and as outputs, and no result of theirs is a secret.
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { filesWith } from "../support/filesWith";
import { startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

/** Calls every function in both forms, for the account of the stack and another account. */
const program = `
import * as pulumi from "@pulumi/pulumi";
import * as ca from "pulumi-cost-allocation";
const config = new pulumi.Config();
const other = new ca.Provider("other", {
  clientId: config.requireSecret("otherClientId"),
  secretKey: config.requireSecret("otherSecretKey"),
});

class Group extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("functions:index:Group", name, {}, opts);
  }
}

export = async () => {
  const tags = await ca.getVirtualTags();
  const { id: virtualTagId } = await ca.getVirtualTag({ name: "Team" });
  const [version] = await ca.getVirtualTagVersions({ virtualTagId });
  const plain = {
    tags: tags.length,
    live: (await ca.getVirtualTagVersion({ virtualTagId, id: version!.id })).isLive,
    metadata: (await ca.getVirtualTagMetadata({ virtualTagId })).metadata,
    endpoints: (await ca.getNotificationEndpoints()).map(({ name }) => name),
    channel: (await ca.getNotificationEndpoint({ type: "msteams" })).name,
    keys: (await ca.getCatalogKeys()).length > 0,
    values: (await ca.getCatalogValues({ costCenter: "AWS", key: "team" })).length > 0,
    scans: (await ca.getScans()).length > 0,
    others: (await ca.getVirtualTags({ provider: other })).length,
  };

  const made = new ca.VirtualTag("made", { name: "Made", rules: [], defaultValue: "x" });
  const id = { virtualTagId: made.id };
  const versions = ca.getVirtualTagVersionsOutput(id);
  const lifted = pulumi.output({
    name: ca.getVirtualTagOutput({ id: made.id }).name,
    live: ca.getVirtualTagVersionOutput({ ...id, id: versions.apply((all) => all[0]!.id) }).isLive,
    metadata: ca.getVirtualTagMetadataOutput(id).metadata,
    endpoints: ca.getNotificationEndpointsOutput().apply((all) => all.length),
    channel: ca.getNotificationEndpointOutput({ type: "msteams" }).type,
    keys: ca.getCatalogKeysOutput().apply((all) => all.length > 0),
    values: ca.getCatalogValuesOutput({ costCenter: "AWS", key: "team" }).apply((all) => all.length > 0),
    scans: ca.getScansOutput().apply((all) => all.length > 0),
    others: ca.getVirtualTagsOutput({ provider: other }).apply((all) => all.length),
    ofParent: ca.getVirtualTagsOutput({ parent: new Group("group", { providers: [other] }) }).apply((all) => all.length),
    afterwards: ca.getVirtualTagsOutput({ dependsOn: made }).apply((all) => all.some(({ name }) => name === "Made")),
  });
  return { plain, lifted };
};
`;

let emulator: Emulator;
let workspace: Workspace;
let stack: Stack;
let dispose: () => Promise<void>;

beforeAll(async () => {
  ({ emulator, workspace, stack, dispose } = await startScene(program, {
    ownProcesses: true,
    emulator: { secretKey: "canary-of-the-secret-key" },
    secrets: ({ control }) => {
      const { clientId, secretKey } = control.addCredential({ account: "other", user: "jo@example.com" });
      return { otherClientId: clientId, otherSecretKey: secretKey };
    },
  }));
  emulator.control.seed();
}, 900_000);

afterAll(() => dispose());

const plain = {
  tags: 4,
  live: true,
  metadata: {},
  endpoints: ["FinOps", "#finops", "Engineering / General"],
  channel: "Engineering / General",
  keys: true,
  values: true,
  scans: true,
  others: 0,
};

test("up reads the account; no result is a secret, and the state contains no secret", async () => {
  (await stack.up()).ok();
  const { plain: read, lifted } = await stack.outputs();
  expect(read).toEqual(plain);
  expect(lifted).toEqual({
    name: "Made",
    live: true,
    metadata: {},
    endpoints: 3,
    channel: "msteams",
    keys: true,
    values: true,
    scans: true,
    others: 0,
    ofParent: 0,
    afterwards: true,
  });
  const shown = JSON.parse((await stack.pulumi(["stack", "output", "--json"])).ok().stdout) as object;
  expect(JSON.stringify(shown)).not.toContain("[secret]");
  for (const secret of ["canary-of-the-secret-key", "not-a-real-one"]) {
    expect(filesWith(secret, join(workspace.folder, "state"))).toEqual([]);
  }

  // The catalog is read once in a run, and its values once for each key.
  const catalog = emulator.control.requests().filter(({ path }) => path.includes("/catalog/"));
  expect(catalog.map(({ path }) => path).sort()).toEqual([
    "/v1/catalog/query-language/keys",
    "/v1/catalog/query-language/values/AWS/team",
  ]);
}, 180_000);

test("a missing endpoint fails the preview with the existing ones, without a stack trace", async () => {
  workspace.write(
    "index.ts",
    `import { getNotificationEndpointOutput } from "pulumi-cost-allocation";
export const id = getNotificationEndpointOutput({ name: "Finance" }).id;`,
  );
  const { code, output } = await stack.preview();
  expect(code).not.toBe(0);
  expect(output).toContain('no endpoint has the name "Finance". The account has email "FinOps", slack "#finops"');
  expect(output).not.toMatch(/^\s+at /m);
}, 180_000);
