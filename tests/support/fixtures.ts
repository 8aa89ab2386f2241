/** The states that releases left behind, under tests/state/<version>/. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Their folder, which also holds the programs that the next ones are made of. */
export const fixtures = resolve(__dirname, "../state");

/** The version in package.json. */
export const { version } = JSON.parse(readFileSync(resolve(__dirname, "../../package.json"), "utf8")) as {
  version: string;
};

/** Whether the fixture of this version is to be written. */
export const isWriting = process.env["COST_ALLOCATION_STATE_FIXTURE"] === "write";

/** Every release that has the file below its folder. */
export function releasesWith(file: string): string[] {
  return readdirSync(fixtures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(fixtures, entry.name, file)))
    .map(({ name }) => name);
}

/** Where in which file a resource was declared is a matter of the machine that it was brought up on. */
function withoutPlaces(key: string, value: unknown): unknown {
  return key === "sourcePosition" || key === "stackTrace" ? undefined : value;
}

/** Writes a file of this version's fixture: a text as it is, anything else as JSON. */
export function writeFixture(file: string, content: unknown): void {
  const path = join(fixtures, version, file);
  if (existsSync(path)) throw new Error(`${path} is there already: remove it to make it anew.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, withoutPlaces, 2)}\n`);
}
