import { mkdtempSync, realpathSync, rmSync } from "node:fs";
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
