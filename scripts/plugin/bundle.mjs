/** Bundles the plugin into one file that needs only Node.js, and starts faster than separate modules. */
import { build } from "esbuild";
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";

/** The name by which Pulumi finds the plugin. */
export const pluginName = "pulumi-resource-costallocation";

/**
 * Writes the executable, for Windows a script that starts it, the schema, and the licenses of what is bundled.
 *
 * @param {string} folder
 */
export async function bundlePlugin(folder) {
  const executable = join(folder, pluginName);
  const { metafile } = await build({
    absWorkingDir: checkout,
    entryPoints: ["plugin/main.ts"],
    outfile: executable,
    bundle: true,
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    logLevel: "warning",
  });
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, `${pluginName}.cmd`), `@node "%~dp0${pluginName}" %*\r\n`);
  copyFileSync(join(checkout, "plugin", "schema.json"), join(folder, "schema.json"));
  writeFileSync(join(folder, "LICENSES.txt"), licensesOf(Object.keys(metafile.inputs)));
}

/**
 * The licenses of the packages that files belong to: their texts must go with their code.
 *
 * @param {readonly string[]} files
 */
function licensesOf(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const path = join(checkout, folder);
      /** @type {{ name: string, version: string, license?: string }} */
      const { name, version, license = "" } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
      const texts = existsSync(path) ? readdirSync(path).filter((file) => /^(?:licen[cs]e|notice)/iu.test(file)) : [];
      const lines = texts.map((file) => readFileSync(join(path, file), "utf8").trim());
      return [`${name} ${version} (${license})`, ...lines].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`)
    .concat("\n");
}
