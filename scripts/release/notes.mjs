/**
 * `node scripts/release/notes.mjs v1.2.3`: prints the notes of a release, which are its part of the changelog. Fails if the tag, the version,
 * the changelog and the repository don't agree, so that nothing is published that can't be.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkout } from "../shared/checkout.mjs";
import { main } from "../shared/main.mjs";

/**
 * The notes of a release.
 *
 * @param {string} tag the tag that is released
 * @param {{ version: string, repository?: unknown }} manifest the package.json
 * @param {string} changelog
 * @throws {Error} that says what does not agree
 */
export function notesOf(tag, manifest, changelog) {
  const { version, repository } = manifest;
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has the version ${version}.`);
  if (repository === undefined) {
    throw new Error("package.json has no repository. npm compares it with the repository that publishes.");
  }
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((one) => one.split(/\s/, 1)[0] === version);
  if (part === undefined) throw new Error(`CHANGELOG.md has no part for ${version}.`);
  const [title = "", ...lines] = part.split("\n");
  if (title.includes("unreleased")) throw new Error(`CHANGELOG.md says that ${version} is unreleased. Write the date.`);
  return lines.join("\n").trim();
}

if (process.argv[1] === import.meta.filename) {
  void main(async () => {
    const text = (/** @type {string} */ name) => readFile(join(checkout, name), "utf8");
    const manifest = /** @type {{ version: string }} */ (JSON.parse(await text("package.json")));
    console.log(notesOf(process.argv[2] ?? "", manifest, await text("CHANGELOG.md")));
  });
}
