/** Bundles the plugin into one file that needs only Node.js, and starts faster than separate modules. */
import { build } from "esbuild";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";

/** The name by which Pulumi finds the plugin. */
export const pluginName = "pulumi-resource-costallocation";

/**
 * Writes the executable, for Windows a script that starts it, the schema, and the licenses of what is bundled.
 *
 * @param {string} folder
 * @param {string | undefined} [downloads] Where Pulumi downloads the plugin, for example `github://api.github.com/acme/costs`.
 *   Default: `PLUGIN_DOWNLOAD_URL`, a setting of the build. Without one, the schema names no address.
 *   For one on GitHub, it also has what Pulumi's registry shows: the publisher, the repository and the logo.
 */
export async function bundlePlugin(folder, downloads = process.env["PLUGIN_DOWNLOAD_URL"]) {
  const executable = join(folder, pluginName);
  const schema = builtSchema(downloads);
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
    plugins: [
      {
        name: "schema",
        setup: (bundler) => {
          bundler.onLoad({ filter: /[\\/]plugin[\\/]schema[.]json$/ }, () => ({ contents: schema, loader: "json" }));
        },
      },
    ],
    logLevel: "warning",
  });
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, `${pluginName}.cmd`), `@node "%~dp0${pluginName}" %*\r\n`);
  writeFileSync(join(folder, "schema.json"), schema);
  writeFileSync(join(folder, "LICENSES.txt"), licensesOf(Object.keys(metafile.inputs)));
}

/** @param {string | undefined} downloads */
function builtSchema(downloads) {
  const text = readFileSync(join(checkout, "plugin", "schema.json"), "utf8");
  if (downloads === undefined || downloads === "") return text;
  /** @type {Record<string, unknown>} */
  const schema = JSON.parse(text);
  const [, publisher, name] = /^github:\/\/api\.github\.com\/([^/]+)\/([^/]+)$/u.exec(downloads) ?? [];
  const path = `${publisher}/${name}`;
  const registry = {
    publisher,
    repository: `https://github.com/${path}`,
    logoUrl: `https://raw.githubusercontent.com/${path}/main/docs/logo.svg`,
  };
  const added = { ...(name === undefined ? {} : registry), pluginDownloadURL: downloads };
  return `${JSON.stringify({ ...schema, ...added }, null, 2)}\n`;
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
      const texts = readdirSync(path).filter((file) => /^(?:licen[cs]e|notice)/iu.test(file));
      const lines = texts.map((file) => readFileSync(join(path, file), "utf8").trim());
      return [`${name} ${version} (${license})`, ...lines].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`)
    .concat("\n");
}
