/** `catalog types` on an account: what it reads, what it writes, and what it leaves alone. */
import * as fs from "node:fs";
import { join } from "node:path";
import { catalogCommand } from "../../../../cli/commands/catalog";
import { header } from "../../../../cli/program/catalogTypes";
import type { StoredKey } from "../../../../emulator";
import { account, type Account, accountForEachTest } from "../../../support/commands/account";
import { folder } from "../../../support/folder";

accountForEachTest(catalogCommand);

const out = (): string => join(folder(), "catalog.d.ts");
const written = (): string => fs.readFileSync(out(), "utf8");
const types = (...args: string[]): ReturnType<Account["run"]> => account.run(["types", "--out", out(), ...args]);
const paths = (): string[] => account.emulator.control.requests().map(({ path }) => path);

function useCatalog(catalog: StoredKey[]): void {
  const { control } = account.emulator;
  control.importState({
    ...control.exportState(),
    accounts: [{ id: "account-1", tags: [], endpoints: [], catalog }],
  });
}

test("writes the keys with their types, with one read request", async () => {
  const { code, stdout } = await types();
  expect(code).toBe(0);
  expect(stdout).toContain("catalog.d.ts");
  expect(written().startsWith(header)).toBe(true);
  expect(written()).toContain('      "tag": {\n        "Environment": string;\n');
  expect(paths()).toEqual(["/v2/query-language/keys"]);
  expect(account.writes()).toBe(0);
});

test("with --values, each key's values are read once", async () => {
  const { code } = await types("--values");
  expect(code).toBe(0);
  expect(written()).toContain('"Environment": "development" | "production" | "sandbox" | "staging";');
  const requested = paths().filter((path) => path.includes("/values/"));
  expect(new Set(requested).size).toBe(requested.length);
  expect(requested.length).toBeGreaterThan(10);
});

test("without the query language V2, the keys come from V1 and have no type", async () => {
  account.emulator.control.setSwitches({ queryLanguageV2: false });
  const { code } = await types("--values");
  expect(code).toBe(0);
  expect(written()).toMatch(/"AWS": \{\n {6}"": \{\n/);
  expect(written()).toContain('"Environment": "development" | "production" | "sandbox" | "staging";');
});

test("a key whose values can't be read is any string, with a warning", async () => {
  const path = "/v2/query-language/values/AWS/team";
  account.emulator.control.placeFault({ path, kind: "status", status: 403 });
  const { code, stderr } = await types("--values");
  expect(code).toBe(0);
  expect(stderr.match(/^warning: no values for /gm)).toHaveLength(1);
  expect(written()).toContain('"team": string;');
});

test("a second run changes nothing, unless the catalog has changed", async () => {
  await types();
  const before = fs.statSync(out()).mtimeMs;
  fs.utimesSync(out(), 1, 1);
  expect((await types()).stdout).toContain("Unchanged");
  expect(fs.statSync(out()).mtimeMs).toBe(1000);
  expect(before).not.toBe(1000);
  useCatalog([{ costCenter: "AWS", key: "new", displayName: "new", types: ["tag"], values: [] }]);
  expect((await types()).code).toBe(0);
  expect(written()).toContain('"new": string;');
  expect(written()).not.toContain("Environment");
});

test("an empty catalog is written, with a warning", async () => {
  useCatalog([]);
  const { code, stderr } = await types();
  expect(code).toBe(0);
  expect(stderr).toContain("warning: the catalog is empty");
});

test.each([
  [
    "another program's file",
    () => {
      fs.writeFileSync(out(), "export const mine = 1;\n");
    },
  ],
  [
    "an empty file",
    () => {
      fs.writeFileSync(out(), "");
    },
  ],
  [
    "a folder",
    () => {
      fs.mkdirSync(out());
    },
  ],
])("%s is left alone, and nothing is requested", async (_, make) => {
  make();
  const before = fs.statSync(out()).isFile() ? written() : "";
  const { code, stderr } = await types();
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: /);
  expect(fs.statSync(out()).isFile() ? written() : "").toBe(before);
  expect(paths()).toEqual([]);
});

test.each([
  [["types"]],
  [["types", "--out", "catalog.ts"]],
  [["types", "--out", join("absent", "folder", "catalog.d.ts")]],
  [["type"]],
  [[]],
])("wrong arguments %j: exit code 2, and nothing is requested", async (args) => {
  const { code } = await account.run(args);
  expect(code).toBe(2);
  expect(paths()).toEqual([]);
});

test("an error leaves no file", async () => {
  await account.emulator.stop();
  const { code, stderr } = await account.run(["types", "--out", out(), "--base-url", "http://127.0.0.1:9"], {
    env: {
      COST_ALLOCATION_CLIENT_ID: "c",
      COST_ALLOCATION_SECRET_KEY: "s",
      COST_ALLOCATION_DEADLINE_SECONDS: "1",
    },
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: /m);
  expect(fs.readdirSync(folder())).toEqual([]);
});
