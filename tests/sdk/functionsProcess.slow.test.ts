import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../emulator";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

test("after functions have read the account, nothing keeps the process of the program alive", async () => {
  const script = `
    const { getVirtualTags, getCatalogKeys } = require("pulumi-cost-allocation");
    Promise.all([getVirtualTags(), getCatalogKeys()]).then(([tags, keys]) => setImmediate(() => {
      const held = process.getActiveResourcesInfo().filter((kind) => /TCP|TLS|Timeout/.test(kind));
      console.log(JSON.stringify({ tags: tags.length, hasKeys: keys.length > 0, held }));
    }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], {
    env: {
      ...process.env,
      COST_ALLOCATION_BASE_URL: emulator.url,
      COST_ALLOCATION_CLIENT_ID: emulator.clientId,
      COST_ALLOCATION_SECRET_KEY: emulator.secretKey,
    },
  });
  expect(JSON.parse(stdout)).toEqual({ tags: 0, hasKeys: true, held: [] });
});
