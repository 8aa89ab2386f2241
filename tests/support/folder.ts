import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder for the current test. It is there for each test of a file that imports this, and removed after the test's own hooks. */
export let folder: string;
const used: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "cost-allocation-"));
  used.push(folder);
});
afterAll(() => {
  for (const one of used) rmSync(one, { recursive: true, force: true });
});

/** Writes a file into {@link folder}, what is no text or bytes as JSON, and returns its path. */
export function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}
