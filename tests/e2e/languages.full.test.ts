// Promise: The plugin works from other languages, with the classes of Pulumi's generators and as a single executable.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { version } from "../../package.json";
import { pythonName } from "../../plugin/spelling";
import { blocksOf } from "../docs/pages";
import { kindOf, type PluginKind, pluginTypeOf } from "../../stack/state/kinds";
import { asOther } from "../support/asOther";
import { newWrites, type Scene, startScene } from "../support/scene";
import type { Stack } from "../support/stack";
import { type StackOptions, Workspace } from "../support/workspace";

const checkout = resolve(__dirname, "../..");

/** What scripts/e2e/languages.mjs prints. */
interface Tools {
  readonly path: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly generators: string;
}

/** An example and what a test does with it. */
interface Example {
  readonly language: string;
  /** Commands that must work, beside `go version`. */
  readonly requires: readonly (readonly [string, ...string[]])[];
  /** Whether the program runs with nothing else on the PATH. */
  readonly isAlone?: boolean;
  readonly program: string;
  /** A text of the program, and the text that adds a value to a condition. */
  readonly change: readonly [string, string];
  /** A text of the program, and the text that leaves out `costCenter` of a key. Default: the language itself refuses it. */
  readonly mistake?: readonly [string, string];
  /** Makes the program of what `pulumi import` prints. Default: what is printed doesn't compile. */
  readonly imported?: (code: string) => string;
}

const examples: readonly Example[] = [
  {
    language: "python",
    requires: [["python3", "-c", "import venv, ensurepip"]],
    isAlone: true,
    program: "__main__.py",
    change: ['"payments"', '"payments", "cart"'],
    mistake: ['"to": "Checkout"', '"to_key": {"key": "team"}'],
    imported: (code) => code,
  },
  {
    language: "yaml",
    requires: [],
    isAlone: true,
    program: "Pulumi.yaml",
    change: ["payments]", "payments, cart]"],
    imported: (code) => `name: cost-allocation-yaml\nruntime: yaml\n${code}`,
  },
  {
    language: "go",
    requires: [],
    program: "main.go",
    change: ['"payments"', '"payments", "cart"'],
    mistake: ['To: pulumi.String("Checkout")', 'ToKey: costallocation.KeyReferenceArgs{Key: pulumi.String("team")}'],
    imported: (code) => code,
  },
  {
    language: "java",
    requires: [
      ["java", "--version"],
      ["mvn", "--version"],
    ],
    program: join("src", "main", "java", "example", "Program.java"),
    change: ['"payments"', '"payments", "cart"'],
  },
];

/** A tag made by hand, with what differs between languages: texts and keys, moments, groups in groups, and texts to escape. */
const madeByHand = {
  name: 'The "own" name: 100 %, a\\b',
  rules: [
    {
      to: { key: "team", costCenter: "AWS", type: "tag" },
      filters: {
        AND: [
          { costCenter: "AWS", key: "team", type: "tag", operator: "exists" },
          { OR: [{ costCenter: "GCP", key: "shop", type: "tag", operator: "oneOf", value: ["a", "007", "true"] }] },
        ],
      },
      timeframe: { from: 1_700_000_000_000 },
    },
  ],
  defaultValue: "Shared",
};

const metadataByHand = { team: { groups: ["a"], customMetadata: { owner: 'Ines "I" K.', level: 2 } } };

const isThere = ([command, ...args]: readonly [string, ...string[]]): boolean => spawnSync(command, args).status === 0;
const hasGo = isThere(["go", "version"]);

function prepare(language: string, project: string): Tools {
  const script = join(checkout, "scripts", "e2e", "languages.mjs");
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const output = execFileSync(process.execPath, [script, language, project], { encoding: "utf8", stdio: [...stdio] });
  return JSON.parse(output) as Tools;
}

/** A folder that has nothing but the CLI. */
function folderOfEngine({ env, folder }: Workspace): string {
  const engine = join(folder, "engine");
  mkdirSync(engine);
  const found = (env["PATH"] ?? "").split(delimiter).find((one) => existsSync(join(one, "pulumi"))) ?? "";
  symlinkSync(join(found, "pulumi"), join(engine, "pulumi"));
  return engine;
}

const folder = mkdtempSync(join(tmpdir(), "cost-allocation-languages-"));
let archive: string;
beforeAll(() => {
  const packer = join(checkout, "scripts", "plugin", "executable.mjs");
  if (hasGo) archive = execFileSync(process.execPath, [packer, folder], { encoding: "utf8" }).trim();
}, 600_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each(examples)("$language", ({ language, requires, isAlone = false, program, change, mistake, imported }) => {
  const hasTools = hasGo && requires.every(isThere);
  if (!hasTools) {
    const names = ["go", ...requires.map(([command]) => command)].join(", ");
    console.warn(`Skipped: nothing runs in ${language}, which requires ${names}.`);
  }
  const ifThere = hasTools ? test : test.skip;
  const text = readFileSync(join(checkout, "examples", language, program), "utf8");
  let emulator: Emulator;
  let workspace: Workspace;
  let stack: Stack;
  let generators: string;
  let options: StackOptions;

  beforeAll(async () => {
    if (!hasTools) return;
    emulator = await startEmulator();
    workspace = await Workspace.create({ program: "", ownProcesses: true });
    const { env, projectFolder } = workspace;
    for (const file of readdirSync(projectFolder)) rmSync(join(projectFolder, file));
    cpSync(join(checkout, "examples", language), projectFolder, { recursive: true });
    const tools = prepare(language, projectFolder);
    ({ generators } = tools);
    const rest = isAlone ? [folderOfEngine(workspace)] : [env["PATH"]];
    Object.assign(env, tools.env, { PATH: [...tools.path, ...rest].join(delimiter) });
    (await workspace.run(["plugin", "install", "resource", "costallocation", version, "--file", archive])).ok();
    options = {
      config: { "costallocation:baseUrl": emulator.url },
      secrets: { "costallocation:clientId": emulator.clientId, "costallocation:secretKey": emulator.secretKey },
    };
    stack = await workspace.stack("dev", options);
  }, 1_500_000);
  afterAll(async () => {
    if (!hasTools) return;
    await emulator.stop();
    await workspace.dispose();
  });

  if (isAlone)
    ifThere("Node.js is not on the PATH", () => {
      expect(spawnSync("node", ["--version"], { env: workspace.env }).error).toMatchObject({ code: "ENOENT" });
    });

  ifThere("Pulumi reads the schema from the installed plugin", async () => {
    const { stdout } = (await workspace.run(["package", "get-schema", "costallocation"])).ok();
    expect(JSON.parse(stdout)).toMatchObject({ name: "costallocation", version });
  });

  if (language === "python")
    ifThere("`pulumi package add` generates the classes", async () => {
      const PATH = [generators, workspace.env["PATH"]].join(delimiter);
      // It then adds them to the project, which only a complete host of the language can.
      await workspace.run(["package", "add", "costallocation"], { PATH });
      const classes = join(workspace.projectFolder, "sdks");
      const generated = join(classes, "costallocation", "pulumi_costallocation");
      expect(existsSync(join(generated, "virtual_tag.py"))).toBe(true);
      const inputs = readFileSync(join(generated, "_inputs.py"), "utf8");
      const names = [...inputs.matchAll(/@pulumi\.getter\(name="(\w+)"\)\s+def (\w+)/gu)];
      expect(names.length).toBeGreaterThan(5);
      for (const [, name = "", own] of names) expect(pythonName(name)).toBe(own);
      rmSync(classes, { recursive: true });
    });

  ifThere(
    "up, no change, a change, a refresh and a destroy write what they must",
    async () => {
      expect((await stack.preview()).ok().changes).toMatchObject({ create: 3 });
      expect(newWrites(emulator)).toEqual([]);
      (await stack.up()).ok();
      expect(newWrites(emulator)).toEqual(["POST /v2/virtual-tags", "PUT /v2/virtual-tags/{id}/metadata"]);
      (await stack.preview({ args: ["--expect-no-changes"] })).ok();
      (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
      workspace.write(program, text.replace(...change));
      (await stack.up()).ok();
      expect(newWrites(emulator)).toEqual(["PUT /v2/virtual-tags/{id}"]);
      (await stack.destroy()).ok();
      expect(newWrites(emulator).at(-1)).toBe("DELETE /v2/virtual-tags/{id}");
    },
    300_000,
  );

  if (mistake !== undefined)
    ifThere(
      "a mistake is named as the language spells it, or else as in the schema",
      async () => {
        workspace.write(program, text.replace(...mistake));
        const { code, output } = await stack.preview();
        const path = language === "python" ? "rules[0].to_key.cost_center" : "rules[0].toKey.costCenter";
        expect([code === 0, output]).toEqual([false, expect.stringContaining(path)]);
      },
      300_000,
    );

  /** Imports into a stack of its own. Fails if the program that this prints has changes. */
  const importInto = async (name: string, resources: readonly string[]): Promise<void> => {
    const other = await workspace.stack(name, options);
    const code = join(workspace.folder, name);
    const PATH = [generators, workspace.env["PATH"]].join(delimiter);
    (await other.pulumi(["import", ...resources, "--yes", "--protect=false", "--out", code], { PATH })).ok();
    workspace.write(program, imported?.(readFileSync(code, "utf8")) ?? "");
    (await other.preview({ args: ["--expect-no-changes"] })).ok();
  };

  if (imported !== undefined)
    ifThere(
      "the program that an import generates has no changes",
      async () => {
        emulator.control.seed();
        await asOther(emulator, "POST", "/v2/virtual-tags", madeByHand);
        const [{ tags, endpoints } = { tags: [], endpoints: [] }] = emulator.control.exportState().accounts;
        const id = tags.at(-1)?.id ?? "";
        await asOther(emulator, "PUT", `/v2/virtual-tags/${id}/metadata`, metadataByHand);
        newWrites(emulator);
        await importInto("alone", ["costallocation:index:VirtualTag", "team", id]);
        const resources = [
          { type: "costallocation:index:VirtualTag", name: "team", id },
          { type: "costallocation:index:VirtualTagMetadata", name: "metadata", id },
          { type: "costallocation:index:NotificationEndpoint", name: "channel", id: endpoints[0]?.id },
        ];
        workspace.write("import.json", JSON.stringify({ resources }));
        await importInto("together", ["--file", "import.json"]);
        expect(newWrites(emulator)).toEqual([]);
      },
      300_000,
    );
});

/**
 * A program with the classes of the package.
 *
 * @param former the types that its resources had, if it is the first one after they had others
 */
function ofPackage(former?: typeof pluginTypeOf): string {
  const was = (kind: PluginKind, name: string): string =>
    former === undefined ? "{}" : `{ aliases: ["urn:pulumi:dev::e2e::${former(kind)}::${name}"] }`;
  return `
    import { NotificationEndpoint, tag, VirtualTag, VirtualTagMetadata, virtualTagKey } from "pulumi-cost-allocation";
    const team = new VirtualTag("team", {
      name: "Team",
      rules: [
        { to: "Checkout", filters: tag("AWS", "team").is("checkout") },
        {
          to: { costCenter: "GCP", key: "team", type: "tag" },
          filters: tag("GCP", "team").exists(),
          timeframe: { from: 1_700_000_000_000 },
        },
      ],
      defaultValue: { costCenter: "AWS", key: "team", type: "tag" },
    }, ${was("VirtualTag", "team")});
    new VirtualTag("product", {
      name: "Product",
      rules: [{ to: "Shop", filters: virtualTagKey(team).oneOf("Checkout", "Cart") }],
      defaultValue: "Internal",
      adopt: true,
    }, ${was("VirtualTag", "product")});
    const mail = new NotificationEndpoint("mail", {
      type: "email",
      name: "Mail",
      configuration: { to: "a@b.example" },
    }, ${was("NotificationEndpoint", "mail")});
    new VirtualTagMetadata("metadata", {
      virtualTagId: team.id,
      metadata: { Checkout: { endpoints: [mail.id], customMetadata: { owner: "ines" } } },
    }, ${was("VirtualTagMetadata", "metadata")});
  `;
}

/** The same with the classes that Pulumi generates. */
const ofGenerated = `
  import * as costallocation from "./sdk/nodejs";
  const team = new costallocation.VirtualTag("team", {
    name: "Team",
    rules: [
      { to: "Checkout", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["checkout"] } },
      {
        toKey: { costCenter: "GCP", key: "team", type: "tag" },
        filters: { costCenter: "GCP", key: "team", type: "tag", operator: "exists" },
        timeframe: { from: "2023-11-14T22:13:20.000Z" },
      },
    ],
    defaultValueKey: { costCenter: "AWS", key: "team", type: "tag" },
  });
  const isOfTeam = { costCenter: "Virtual Tags", key: team.id, type: "virtual_tag", operator: "oneOf" };
  new costallocation.VirtualTag("product", {
    name: "Product",
    rules: [{ to: "Shop", filters: { ...isOfTeam, value: ["Checkout", "Cart"] } }],
    defaultValue: "Internal",
    adopt: true,
  });
  const mail = new costallocation.NotificationEndpoint("mail", {
    type: "email",
    name: "Mail",
    configuration: { to: "a@b.example" },
  });
  new costallocation.VirtualTagMetadata("metadata", {
    virtualTagId: team.id,
    metadata: { Checkout: { endpoints: [mail.id], customMetadata: { owner: "ines" } } },
  });
`;

/** The classes of languages whose programs nothing here runs. */
describe("classes", () => {
  const project = join(folder, "classes");
  let scene: Scene | undefined;
  afterAll(() => scene?.dispose());
  const ifThere = hasGo ? test : test.skip;
  const generate = (language: string): string => {
    mkdirSync(project, { recursive: true });
    prepare(language, project);
    return join(project, "sdk", language);
  };

  ifThere("those for Node.js compile", () => {
    symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"), "junction");
    const compiler = join(checkout, "node_modules", "typescript", "bin", "tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, "--noEmit", "--project", generate("nodejs")]);
    expect([String(stdout), status]).toEqual(["", 0]);
  });

  ifThere(
    "a stack moves from the classes of the package to those for Node.js, and back: no write, and the same IDs",
    async () => {
      scene = await startScene("", { front: "plugin", ownProcesses: true });
      const { emulator, workspace, stack } = scene;
      const resources = async (): Promise<Record<string, unknown>> => {
        const { deployment } = await stack.exportState();
        const own = (deployment.resources ?? []).filter(({ type }) => kindOf(type) !== undefined);
        return Object.fromEntries(own.map(({ urn, id }): [string, unknown] => [urn.split("::").at(-1) ?? "", id]));
      };
      // Only in a workspace of the plugin, the project has its path.
      workspace.front = "dynamic";
      workspace.write("index.ts", ofPackage());
      cpSync(generate("nodejs"), join(workspace.projectFolder, "sdk", "nodejs"), { recursive: true });
      (await stack.up()).ok();
      expect(newWrites(emulator)).toHaveLength(4);
      const before = await resources();
      expect(Object.keys(before)).toHaveLength(4);
      for (const program of [ofGenerated, ofPackage(pluginTypeOf), ofPackage()]) {
        workspace.write("index.ts", program);
        const { changes } = (await stack.preview({ env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" } })).ok();
        expect(Object.keys(changes).filter((change) => !["same", "update"].includes(change))).toEqual([]);
        (await stack.up()).ok();
        expect(await resources()).toEqual(before);
        expect(newWrites(emulator)).toEqual([]);
        (await stack.preview({ args: ["--expect-no-changes"] })).ok();
        (await stack.refresh({ args: ["--expect-no-changes"] })).ok();
      }
    },
    600_000,
  );

  ifThere("those for .NET have the names of the program in C#", () => {
    const classes = generate("dotnet");
    const files = readdirSync(classes, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".cs"));
    const text = files.map((name) => readFileSync(join(classes, name), "utf8")).join("\n");
    const [block] = blocksOf("docs/csharp.md").filter(({ words }) => words[0] === "csharp");
    const program = block?.text ?? "";
    const types = [...program.matchAll(/Costallocation\.(?:Inputs\.)?(\w+)/gu)].map(([, name = ""]) => name);
    const properties = [...program.matchAll(/(?<!using |var )\b(\w+) =\s/gu)].map(([, name = ""]) => name);
    expect(
      types.filter((name) => !new RegExp(`(?:class|struct|namespace) (?:\\w+\\.)*${name}\\b`, "u").test(text)),
    ).toEqual([]);
    expect(properties.filter((name) => !new RegExp(` ${name}\\s*\\{`, "u").test(text))).toEqual([]);
  });
});
