/**
 * Checks the packed package with publint and arethetypeswrong: whether Node.js, bundlers and TypeScript can resolve its entry
 * points in every module format. Fails on any finding.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpPackage } from "../setup/setUp.mjs";
import { checkout } from "../shared/checkout.mjs";
import { main } from "../shared/main.mjs";
import { npmPack } from "../shared/npmPack.mjs";
import { must } from "../shared/run.mjs";

const tools = {
  publint: ["node_modules/publint/src/cli.js", "run", "--strict"],
  attw: ["node_modules/@arethetypeswrong/cli/dist/index.js", "--no-emoji", "--no-color"],
};

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-pack-"));
  try {
    await setUpPackage();
    const tarball = await npmPack(folder);
    for (const [name, [program = "", ...options]] of Object.entries(tools)) {
      const args = [join(checkout, program), ...options, tarball];
      await must(process.execPath, args, { cwd: checkout, what: name, lines: 100 });
      console.log(`${name}: no findings`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
