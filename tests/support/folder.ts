import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let current: string | undefined;
const used: string[] = [];

beforeEach(() => {
  current = undefined;
});
afterAll(() => {
  for (const one of used) rmSync(one, { recursive: true, force: true });
});

/** A folder for the current test, empty at first. It is made when a test asks for it, and removed after the tests of the file. */
export function folder(): string {
  if (current === undefined) {
    current = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-"));
    used.push(current);
  }
  return current;
}

/** Writes a file into {@link folder}, what is no text or bytes as JSON, and returns its path. */
export function file(name: string, content: unknown): string {
  const path = join(folder(), name);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}
