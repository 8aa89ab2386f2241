/** The exported program: it type-checks, is formatted, and declares what the account has. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import ts from "typescript";
import { exportCommand } from "../../../../cli/commands/export";
import { wireContent } from "../../../../client/resources/ruleBodies";
import { canonicalContent } from "../../../../rules/canonical";
import type { TagContent } from "../../../../rules/types";
import * as builders from "../../../../sdk/builders";
import { atSize } from "../../../support/size";
import { account, accountForEachTest } from "../../../support/commands/account";
import { hostOf } from "../catalog/compiler";
import { fillAccount, hostileNames, slackUrl } from "./randomAccount";
import { folder } from "../../../support/folder";

accountForEachTest(exportCommand);

interface Declared {
  kind: string;
  resourceName: string;
  id: string;
  args: Record<string, unknown>;
}

/** Runs the exported program with classes that only remember their arguments. The ID of a tag is what it adopts. */
function runProgram(project: string): Declared[] {
  const made: Declared[] = [];
  const classOf = (kind: string) =>
    function (this: { id: string }, resourceName: string, args: Record<string, unknown>): void {
      this.id = kind === "NotificationEndpoint" ? `endpoint ${String(args["name"])}` : String(args["adopt"]);
      made.push({ kind, resourceName, id: this.id, args });
    };
  const kinds = ["VirtualTag", "VirtualTagMetadata", "NotificationEndpoint"];
  const own = { ...builders, ...Object.fromEntries(kinds.map((kind) => [kind, classOf(kind)])) };
  const pulumi = {
    Config: class {
      requireSecret = (name: string): string => `secret ${name}`;
    },
  };
  const modules = new Map<string, object>();
  const load = (file: string): object => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const exports = {};
    modules.set(file, exports);
    const { outputText } = ts.transpileModule(fs.readFileSync(file, "utf8"), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const required = (name: string): object => {
      if (name === "pulumi-cost-allocation") return own;
      if (name === "@pulumi/pulumi") return pulumi;
      return load(`${path.resolve(path.dirname(file), name)}.ts`);
    };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is what is tested
    new Function("require", "exports", outputText)(required, exports);
    return exports;
  };
  load(path.join(project, "index.ts"));
  return made;
}

function typeErrors(project: string): string[] {
  const root = path.resolve(__dirname, "../../../..");
  const types = ["node"];
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    noUnusedLocals: true,
    types,
    typeRoots: [path.join(root, "node_modules/@types")],
    paths: {
      "pulumi-cost-allocation": [path.join(root, "sdk/index.ts")],
      "@pulumi/pulumi": [path.join(root, "node_modules/@pulumi/pulumi")],
    },
  };
  const program = ts.createProgram([path.join(project, "index.ts")], compilerOptions, hostOf(ts, compilerOptions));
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project));
  return own.flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, file)
      .map(({ messageText }) => `${file.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`),
  );
}

const exported = (project: string): { path: string; text: string }[] =>
  (fs.readdirSync(project, { recursive: true }) as string[])
    .filter((name) => fs.statSync(path.join(project, name)).isFile())
    .map((name) => ({ path: name, text: fs.readFileSync(path.join(project, name), "utf8") }));

test.each(atSize([1], [1, 2, 3, 4]))("property: the program declares what the account has (seed %i)", async (seed) => {
  const tags = await fillAccount(account.client, atSize(20, 40), seed);
  const project = path.join(folder(), "Cost Allocation");
  account.emulator.control.clearRequests();
  const { code, stdout, stderr } = await account.run(["--out", project]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(account.writes()).toBe(0);
  expect(typeErrors(project)).toEqual([]);

  const made = runProgram(project);
  const declared = made.filter(({ kind }) => kind === "VirtualTag");
  expect(declared.map(({ id }) => id).sort()).toEqual(tags.map(({ id }) => id).sort());
  for (const { id, args } of declared) {
    const tag = await account.client.virtualTags.get(id);
    expect(args["name"]).toBe(tag.name);
    expect(canonicalContent(wireContent(args as unknown as TagContent))).toEqual(canonicalContent(tag));
  }
  const metadata = made.filter(({ kind }) => kind === "VirtualTagMetadata");
  expect(metadata).toHaveLength(Math.ceil(tags.length / 3));
  expect(metadata[0]?.args["metadata"]).toMatchObject({
    Checkout: {
      endpoints: ['endpoint FinOps "team"', "endpoint #finops"],
      customMetadata: { nested: { n: [1, null] } },
    },
  });
  const endpoints = made.filter(({ kind }) => kind === "NotificationEndpoint");
  expect(endpoints.map(({ args }) => (args["configuration"] as { to: string }).to)).toEqual([
    "finops@example.com",
    "secret finops-destination",
  ]);

  const files = exported(project);
  expect([stdout, ...files.map(({ text }) => text)].filter((text) => text.includes(slackUrl))).toEqual([]);
  // Every platform can have the files: lower case, no device of Windows, nothing that differs by case only.
  const names = files.map((file) => file.path).filter((name) => name.startsWith("tags"));
  expect(
    names.filter((name) => !/^tags[/\\][a-z0-9-]{1,70}\.ts$/.test(name) || /[/\\](con|nul)\.ts$/.test(name)),
  ).toEqual([]);
  expect(names).toHaveLength(tags.length);
  // eslint-disable-next-line no-control-regex -- what must not be in a program
  expect(files.filter(({ text }) => /[\u0000-\u0009\u000b-\u001f\u202e]/.test(text))).toEqual([]);
});

test("the files are formatted as Prettier formats them", async () => {
  await fillAccount(account.client, hostileNames.length, 5);
  await account.run(["--out", folder()]);
  const cli = createRequire(__filename).resolve("prettier/bin/prettier.cjs");
  const { spawnSync } = await import("node:child_process");
  const { status, stderr } = spawnSync(process.execPath, [cli, "--check", "--no-config", folder()], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("references are resources, and a cycle is broken by an ID with a comment", async () => {
  const content = (...ids: string[]): TagContent => ({
    rules: ids.map((key) => ({
      to: { costCenter: "Virtual Tags", key, type: "virtual_tag" },
      filters: { costCenter: "Virtual Tags", key, type: "virtual_tag", operator: "is", value: ["x", "y"] },
    })),
    defaultValue: "None",
  });
  const a = await account.create("A", content());
  const b = await account.create("B", content(a.id));
  const c = await account.create("C", content(b.id));
  await account.save(a, content(c.id, a.id));
  await account.run(["--out", folder()]);
  const text = (name: string): string => fs.readFileSync(path.join(folder(), "tags", `${name}.ts`), "utf8");
  const imports = ["a", "b", "c"].flatMap((name) =>
    [...text(name).matchAll(/from "\.\/(.*)"/g)].map(([, other = ""]) => `${name} imports ${other}`),
  );
  // Which of the three references is left out depends on the IDs, which are new in each run.
  const all = ["a imports c", "b imports a", "c imports b"];
  expect(all).toEqual(expect.arrayContaining(imports));
  expect(imports).toHaveLength(2);
  const [file = "", , other = ""] = (all.find((one) => !imports.includes(one)) ?? "").split(" ");
  expect(text(file)).toContain(`// Virtual Tag ${JSON.stringify(other.toUpperCase())} also refers to this one`);
  expect(text("a")).toContain("// This tag refers to itself");
  const declared = runProgram(folder()).filter(({ kind }) => kind === "VirtualTag");
  expect(declared.map(({ args }) => args["name"]).sort()).toEqual(["A", "B", "C"]);
  expect(typeErrors(folder())).toEqual([]);
});
