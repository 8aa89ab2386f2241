/** The archive that Pulumi downloads, made by `npm run plugin:executable`. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { version } from "../../package.json";

let folder: string;
let archive: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plugin-"));
  const script = resolve(__dirname, "../../scripts/plugin/executable.mjs");
  archive = execFileSync(process.execPath, [script, folder], { encoding: "utf8" }).trim();
}, 600_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the archive has the name that Pulumi expects", () => {
  const [name] = basename(archive).split(`-v${version}-`);
  expect(name).toBe("pulumi-resource-costallocation");
  expect(basename(archive)).toMatch(/-(?:linux|darwin|windows)-(?:amd64|arm64)\.tar\.gz$/u);
});

test("its executable runs alone, prints its port first, and ends with its engine", async () => {
  execFileSync("tar", ["-xzf", basename(archive)], { cwd: folder });
  const file = join(folder, "pulumi-resource-costallocation");
  // The engine also passes options for its logs.
  const plugin = spawn(file, ["--logtostderr", "127.0.0.1:1"], { cwd: folder, env: {} });
  const ended = once(plugin, "exit");
  const errors: string[] = [];
  plugin.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const [first] = (await once(plugin.stdout, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^\d+\n$/u);
  plugin.stdin.end();
  expect(await ended).toEqual([1, null]);
  expect(errors).toEqual([]);
});
