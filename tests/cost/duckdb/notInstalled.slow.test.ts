/** DuckDB is optional: without it, the error says how to install it. */
import { withDuckdb } from "../../../cost/duckdb/duckdb";

let thrown: Error;
jest.mock("@duckdb/node-api", () => {
  throw thrown;
});

test("without the package, the error has the command that installs the tested version", async () => {
  thrown = Object.assign(new Error("Cannot find module '@duckdb/node-api'"), { code: "MODULE_NOT_FOUND" });
  const work = jest.fn();
  const { devDependencies } = jest.requireActual<{ devDependencies: Record<string, string> }>("../../../package.json");
  const version = devDependencies["@duckdb/node-api"] ?? "";
  await expect(withDuckdb(work)).rejects.toThrow(`npm install --save-dev @duckdb/node-api@${version}\n`);
  expect(work).not.toHaveBeenCalled();
});

test("if it can't be loaded on this machine, the error says why", async () => {
  thrown = new Error("no binding for this platform");
  await expect(withDuckdb(() => Promise.resolve())).rejects.toThrow("no binding for this platform");
});
