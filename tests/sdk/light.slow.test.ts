import { execFileSync } from "node:child_process";

/** The modules that a new process loads with the entry point. */
function modulesLoadedBy(entry: string): string[] {
  const script = `require(${JSON.stringify(entry)}); process.stdout.write(JSON.stringify(Object.keys(require.cache)))`;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as string[];
}

test("importing the main entry point loads neither axios, zod, @pulumi/aws nor the provider", () => {
  const loaded = modulesLoadedBy("pulumi-cost-allocation");
  expect(loaded.some((path) => /dist[\\/]sdk[\\/]index\.js$/.test(path))).toBe(true);
  const heavy = /node_modules[\\/](?:axios|zod|@pulumi[\\/]aws)[\\/]|dist[\\/](?:provider|emulator)[\\/]/;
  expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
});
