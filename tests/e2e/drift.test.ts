// Promise: `cost-allocation drift` finds what was changed outside Pulumi in a stack, until a `pulumi up` puts it back or the program accepts it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Emulator } from "../../emulator";
import { asOther } from "../support/asOther";
import { frontsOfSize } from "../support/fronts/fronts";
import { prepared } from "../support/prepared";
import { newWrites, type Scene, startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import type { Workspace } from "../support/workspace";

const secret = "canary-of-the-secret-rule";
const program = `
import * as pulumi from "@pulumi/pulumi";
import { tag, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";
const team = new VirtualTag("team", {
  name: "Team",
  rules: [{ to: "Web", filters: tag("AWS", "team").oneOf(["web", "shop"]) }],
  defaultValue: "Shared",
});
new VirtualTag("partner", {
  name: "Partner",
  rules: [{ to: "Own", filters: tag("AWS", "partner").is(pulumi.secret("${secret}")) }],
  defaultValue: "x",
});
new VirtualTagMetadata("metadata", {
  virtualTagId: team.id,
  mergeValuesAndMetadata: true,
  metadata: { Web: { customMetadata: { owner: "ines" } } },
});
`;

describe.each(frontsOfSize)("through the $front front", ({ front }) => {
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let dispose: Scene["dispose"] | undefined;
  let path: readonly string[];
  let team: string;

  beforeAll(async () => {
    ({ path } = await prepared());
    ({ emulator, workspace, stack, dispose } = await startScene(program, { front }));
    (await stack.up()).ok();
    const { virtualTags } = await asOther(emulator, "GET", "/v2/virtual-tags");
    team = (virtualTags as { id: string; name: string }[]).find(({ name }) => name === "Team")?.id ?? "";
  }, 900_000);

  afterAll(() => dispose?.());

  const live = { rules: [{ to: "Web", filters: condition("web", "shop") }], defaultValue: "Shared" };

  function condition(...value: string[]): object {
    return { costCenter: "AWS", key: "team", type: "tag", operator: "oneOf", value };
  }

  const saveTeam = (content: object): Promise<unknown> =>
    asOther(emulator, "PUT", `/v2/virtual-tags/${team}`, { name: "Team", ...content });

  const saveOwner = (owner: string): Promise<unknown> =>
    asOther(emulator, "PUT", `/v2/virtual-tags/${team}/metadata`, {
      mergeValuesAndMetadata: true,
      Web: { customMetadata: { owner } },
    });

  interface Ended {
    code: number | null;
    stdout: string;
    stderr: string;
  }

  /** Runs the command in the project, as a pipeline does. It must not write, and needs no passphrase. */
  function drift(...args: string[]): Promise<Ended> {
    newWrites(emulator);
    const command = join(workspace.projectFolder, "node_modules", "pulumi-cost-allocation", "dist", "cli", "main.js");
    return new Promise((resolve, reject) => {
      const stack = args.includes("--stack") ? [] : ["--stack", "dev"];
      const child = spawn(process.execPath, [command, "drift", ...stack, ...args], {
        cwd: workspace.projectFolder,
        env: {
          PATH: [...path, process.env["PATH"]].join(delimiter),
          HOME: process.env["HOME"],
          PULUMI_BACKEND_URL: pathToFileURL(join(workspace.folder, "state")).href,
          PULUMI_HOME: join(workspace.folder, "home"),
          PULUMI_SKIP_UPDATE_CHECK: "true",
          COST_ALLOCATION_BASE_URL: emulator.url,
          COST_ALLOCATION_CLIENT_ID: emulator.clientId,
          COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
        },
      });
      const ended: Ended = { code: null, stdout: "", stderr: "" };
      child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.stdout += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (ended.stderr += text));
      child.on("error", reject).on("close", (code) => {
        expect(newWrites(emulator)).toEqual([]);
        resolve({ ...ended, code });
      });
    });
  }

  interface Report {
    findings: { resource: string; drift: string; by?: string; content?: { rules: object[] }; fields?: object[] }[];
    notCompared: { resource: string; reason: string }[];
  }

  const driftJson = async (): Promise<Report & { code: number | null }> => {
    const { code, stderr, stdout } = await drift("--json");
    // The config of the stack has the credentials, which need its passphrase.
    expect(stderr).toMatch(/^warning: costallocation:clientId and costallocation:secretKey of stack "dev"[^\n]*\n$/u);
    expect(stdout).not.toContain(secret);
    return { ...(JSON.parse(stdout) as Report), code };
  };

  const none = { code: 0, findings: [], notCompared: [{ resource: "partner", reason: "secret" }] };
  const changed = (field: object): object => ({
    code: 1,
    findings: [
      {
        resource: "team",
        drift: "changed",
        by: "ines@example.com",
        content: { rules: [{ change: "changed", fields: [{ path: "to", before: "Web", after: "Theirs" }] }] },
      },
      { resource: "metadata", fields: [{ path: 'metadata["Web"].customMetadata["owner"]', after: "bo", ...field }] },
    ],
  });

  test("after a save with the same meaning, and a refresh of it, there is none", async () => {
    await saveTeam({ ...live, rules: [{ to: "Web", filters: condition("shop", "web", "web") }] });
    expect(await driftJson()).toMatchObject(none);
    (await stack.refresh()).ok();
    expect(await driftJson()).toMatchObject(none);
  }, 180_000);

  test("changes stay drift after a refresh, and an up refuses, until one with `overwrite` puts them back", async () => {
    await saveTeam({ ...live, rules: [{ to: "Theirs", filters: condition("web", "shop") }] });
    await saveOwner("bo");
    expect(await driftJson()).toMatchObject(changed({ before: "ines" }));
    (await stack.refresh()).ok();
    expect(await driftJson()).toMatchObject(changed({ isBeforeUnknown: true }));
    const file = join(workspace.projectFolder, "drift.md");
    expect(await drift("--markdown", file)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`npx cost-allocation export --tag ${team}`) as string,
    });
    expect(readFileSync(file, "utf8")).toContain("<details>");
    const refused = await stack.up();
    expect(refused.code).not.toBe(0);
    expect(refused.codes).toContain("CA2013");
    await stack.configure({ "costallocation:driftPolicy": "overwrite" });
    (await stack.up()).ok();
    expect(await driftJson()).toMatchObject(none);
  }, 300_000);

  test("a change that the program accepts after a refresh is none any more", async () => {
    await saveTeam({ ...live, defaultValue: "Theirs" });
    (await stack.refresh()).ok();
    workspace.write("index.ts", program.replace("Shared", "Theirs"));
    (await stack.up()).ok();
    expect(await driftJson()).toMatchObject(none);
  }, 300_000);

  test("a tag that was deleted is drift, also if it is the only thing that is compared; a stack that is not there is an error", async () => {
    await asOther(emulator, "DELETE", `/v2/virtual-tags/${team}`);
    expect(await driftJson()).toMatchObject({
      code: 1,
      findings: [
        { resource: "team", drift: "deleted" },
        { resource: "metadata", drift: "deleted" },
      ],
    });
    const other = await drift("--stack", "nope");
    expect(other).toMatchObject({ code: 2, stdout: "" });
    expect(other.stderr).toContain("nope");
  }, 120_000);
});
