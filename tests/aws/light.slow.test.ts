import { execFileSync } from "node:child_process";

test("importing ./aws loads only the modules of @pulumi/aws that the component uses, and no module of the client", () => {
  const script = `
    require("pulumi-cost-allocation/aws");
    process.stdout.write(JSON.stringify(Object.keys(require.cache)));`;
  const loaded = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as string[];
  const modules = loaded
    .flatMap((path) => /@pulumi[\\/]aws[\\/](\w+)[\\/]index\.js$/u.exec(path)?.[1] ?? [])
    .filter((name) => name !== "types");
  // The notifications of S3 load lambda.
  expect(modules.sort()).toEqual(["iam", "lambda", "s3"]);
  expect(
    loaded.filter((path) => /node_modules[\\/](?:axios|zod|hono)[\\/]|@pulumi[\\/]aws[\\/]index\.js/u.test(path)),
  ).toEqual([]);
});
