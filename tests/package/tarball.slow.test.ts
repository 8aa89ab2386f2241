import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix, resolve } from "node:path";

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

test("the package contains only compiled code, declarations and documentation", () => {
  const kinds = [
    /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/u,
    /^docs\/[A-Za-z0-9-]+\.(?:md|txt)$/u,
    /^dist\/(?:rules|cost|client|stack|provider|sdk|emulator|cli)\/(?:[A-Za-z0-9]+\/){0,2}[A-Za-z0-9]+(?:\.js|\.d\.ts)$/u,
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
  const packed = new Set(files.filter((path) => path.startsWith("dist/")).map(moduleOf));
  expect([...packed].sort()).toEqual([...needed].sort());
});

test("no compiled file refers to a source map", () => {
  const compiled = files.filter((path) => path.startsWith("dist/"));
  expect(compiled.filter((path) => text(path).includes("sourceMappingURL"))).toEqual([]);
});

test("the CLI starts with a Node.js shebang", () => {
  expect(text(bin["cost-allocation"] ?? "")).toMatch(/^#!\/usr\/bin\/env node\n/u);
});
