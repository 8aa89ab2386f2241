import { execFileSync } from "node:child_process";

test("pulumi-cost-allocation/rules loads no other part of the package and no other package", () => {
  const script = `
    require("pulumi-cost-allocation/rules");
    process.stdout.write(JSON.stringify(Object.keys(require.cache)));
  `;
  const loaded = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as string[];
  expect(loaded.some((path) => /dist[\\/]rules[\\/]index\.js$/.test(path))).toBe(true);
  expect(loaded.filter((path) => !/dist[\\/]rules[\\/]/.test(path))).toEqual([]);
});
