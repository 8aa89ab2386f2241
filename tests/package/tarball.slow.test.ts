import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";

const checkout = resolve(__dirname, "../..");

/** The files that `npm pack` includes, with dist/ as it is. */
const files: readonly string[] = (
  JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: checkout,
      encoding: "utf8",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  ) as [{ files: { path: string }[] }]
)[0].files.map(({ path }) => path);

const text = (path: string): string => readFileSync(resolve(checkout, path), "utf8");

interface Manifest {
  readonly exports: Readonly<Record<string, string | { types: string; default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
}
const { exports: entries, bin } = JSON.parse(text("package.json")) as Manifest;

/** The files that these files import, directly or indirectly. */
function importedFrom(starts: readonly string[], ending: ".js" | ".d.ts"): string[] {
  const found = new Set(starts.map((path) => posix.normalize(path)));
  // The loop also visits files that are added while it runs.
  for (const path of found) {
    for (const [, name = ""] of text(path).matchAll(/(?:require\(|import\(|from )"(\.{1,2}\/[^"]*|\.)"/gu)) {
      const target = posix.join(posix.dirname(path), name);
      const file = [`${target}${ending}`, `${target}/index${ending}`].find((one) => files.includes(one));
      if (file === undefined) throw new Error(`${path} imports ${name}, which is not in the package.`);
      found.add(file);
    }
  }
  return [...found].sort();
}

test("the package contains only compiled code, declarations, documentation and the schemas of commands' JSON", () => {
  const kinds = [
    /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/u,
    // Without the pages for Pulumi's registry.
    /^docs\/(?!installation-configuration)(?:checks\/)?[A-Za-z0-9-]+\.(?:md|svg|txt)$/u,
    /^schemas\/[a-z-]+\.json$/u,
    /^dist\/plugin\/(?:pulumi-resource-costallocation(?:\.cmd)?|schema\.json|LICENSES\.txt)$/u,
    /^dist\/(?:rules|cost|client|stack|provider|sdk|emulator|cli)\/(?:[A-Za-z0-9]+\/){0,3}[A-Za-z0-9]+(?:\.js|\.d\.ts)$/u,
  ];
  expect(files.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(["package.json", "README.md", "CHANGELOG.md", "LICENSE"]));
});

test("every module is imported from an entry point or the CLI, as code or in declarations", () => {
  const targets = Object.values(entries).filter((target) => typeof target === "object");
  const code = importedFrom([...targets.map((target) => target.default), ...Object.values(bin)], ".js");
  // Modules with types only are imported by declarations, not by code.
  const declared = [...targets.map(({ types }) => types), ...code.map((path) => path.replace(/\.js$/u, ".d.ts"))];
  const declarations = importedFrom(declared, ".d.ts");
  const moduleOf = (path: string): string => path.replace(/(?:\.d\.ts|\.js)$/u, "");
  const needed = new Set([...code, ...declarations].map(moduleOf));
  // The plugin is one file.
  const modules = files.filter((path) => path.startsWith("dist/") && !path.startsWith("dist/plugin/"));
  const packed = new Set(modules.map(moduleOf));
  expect([...packed].sort()).toEqual([...needed].sort());
});

test("no compiled file refers to a source map", () => {
  const compiled = files.filter((path) => path.startsWith("dist/"));
  expect(compiled.filter((path) => text(path).includes("sourceMappingURL"))).toEqual([]);
});

test("the plugin runs without the package's other files, prints its port first, and ends with its engine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plugin-"));
  const file = join(folder, "pulumi-resource-costallocation");
  writeFileSync(file, text("dist/plugin/pulumi-resource-costallocation"), { mode: 0o755 });
  const plugin = spawn(process.execPath, [file, "127.0.0.1:1"], { cwd: folder });
  const ended = once(plugin, "exit");
  const [first] = (await once(plugin.stdout, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^\d+\n$/u);
  plugin.stdin.end();
  expect(await ended).toEqual([1, null]);
  rmSync(folder, { recursive: true });
});

test("the licenses of what the plugin contains are beside it", () => {
  const licenses = text("dist/plugin/LICENSES.txt");
  for (const name of ["@grpc/grpc-js", "@pulumi/pulumi", "axios", "google-protobuf", "zod"])
    expect(licenses).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:Apache-2\\.0|MIT|.*BSD.*)\\)\\n\\n\\S`, "mu"),
    );
});

test("the CLI starts with a Node.js shebang", () => {
  expect(text(bin["cost-allocation"] ?? "")).toMatch(/^#!\/usr\/bin\/env node\n/u);
});
