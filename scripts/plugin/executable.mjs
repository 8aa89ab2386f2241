/**
 * `npm run plugin:executable`: puts the plugin and the Node.js that runs this script into one file, for this platform, as a single
 * executable application of Node.js. Packs it, with the licenses of both, as the archive that Pulumi downloads, and prints its path.
 *
 * Usage: npm run plugin:executable -- [folder]. Default: dist-plugin/
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setUpPackage } from "../setup/setUp.mjs";
import { checkout } from "../shared/checkout.mjs";
import { main } from "../shared/main.mjs";
import { must } from "../shared/run.mjs";

const name = "pulumi-resource-costallocation";
const bundle = join(checkout, "dist", "plugin");
const onMac = process.platform === "darwin";

/** Where Node.js expects what is put into it, as its documentation says. */
const resource = "NODE_SEA_BLOB";
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** @type {Readonly<Record<string, string>>} Pulumi's names of platforms, which are those of Go. */
const names = { win32: "windows", x64: "amd64" };

/** The name of the archive, as Pulumi expects it. */
function archiveName() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const [system = "", processor = ""] = [process.platform, process.arch].map((word) => names[word] ?? word);
  return `${name}-v${version}-${system}-${processor}.tar.gz`;
}

/**
 * Makes the executable. Returns its name.
 *
 * @param {string} folder
 */
async function makeExecutable(folder) {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const config = { main: join(bundle, name), output: "blob", disableExperimentalSEAWarning: true };
  writeFileSync(join(folder, "sea-config.json"), JSON.stringify(config));
  await must(process.execPath, ["--experimental-sea-config", "sea-config.json"], { cwd: folder });
  copyFileSync(process.execPath, join(folder, file));
  chmodSync(join(folder, file), 0o755);
  // A signature is over the whole file, so it can't stay, and macOS starts no file without one.
  if (onMac) await must("codesign", ["--remove-signature", file], { cwd: folder });
  const postject = join(checkout, "node_modules", "postject", "dist", "cli.js");
  const segment = onMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  await must(process.execPath, [postject, file, resource, "blob", "--sentinel-fuse", fuse, ...segment], {
    cwd: folder,
  });
  if (onMac) await must("codesign", ["--sign", "-", file], { cwd: folder });
  return file;
}

/** The licenses of the plugin, and of Node.js if they are beside it, as in its downloads. */
function licenses() {
  const folder = dirname(process.execPath);
  const file = [join(folder, "LICENSE"), join(folder, "..", "LICENSE")].find(existsSync);
  const place = `https://github.com/nodejs/node/blob/${process.version}/LICENSE`;
  const ofNode =
    file === undefined ? `Its license, and those of what it contains: ${place}` : readFileSync(file, "utf8");
  return [readFileSync(join(bundle, "LICENSES.txt"), "utf8"), `Node.js ${process.version}\n\n${ofNode}`].join("\n");
}

await main(async () => {
  await setUpPackage();
  const target = resolve(process.argv[2] ?? join(checkout, "dist-plugin"));
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-plugin-"));
  try {
    const file = await makeExecutable(folder);
    writeFileSync(join(folder, "LICENSES.txt"), licenses());
    mkdirSync(target, { recursive: true });
    const archive = join(target, archiveName());
    await must("tar", ["-czf", archiveName(), file, "LICENSES.txt"], { cwd: folder });
    copyFileSync(join(folder, archiveName()), archive);
    console.log(archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
