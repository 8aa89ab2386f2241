/** `cost-allocation cube` */
import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { amountToText } from "../../../../cost/cube/amounts";
import { readCube } from "../../../../cost/cube/cubeFile";
import { CostAllocationClient } from "../../../../client";
import { type Emulator, startEmulator } from "../../../../emulator";
import { rulesWith } from "../../../cost/cubeOf";
import { plainRows, runSql, writeCsv } from "../../../cost/focusData";
import { runCube } from "./runCube";
import { folder } from "../../../support/folder";

const at = (name: string): string => join(folder(), name);

/** Writes a file of tags whose rules use these keys. */
function tagsFile(...keys: string[]): string {
  fs.writeFileSync(at("tags.json"), JSON.stringify([{ name: "Team", ...rulesWith(...keys) }]));
  return at("tags.json");
}

const sample = resolve(__dirname, "../../../cost/sample/focus_sample.csv");

test("a cube of the official sample has all of its records and costs", async () => {
  const tags = tagsFile(
    "AWS:tag:application",
    "AWS:billing_dimension:service",
    "OCI:billing_dimension:region",
    "AWS:other:x",
  );
  const { code, stdout, stderr } = await runCube(["--data", sample, "--tags", tags, "--out", at("cube.json.gz")]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("198 records");
  expect(stderr).toContain("  Oracle, USD: 0.53707392473, 7 records");
  expect(stderr).toMatch(/Billing periods.*2024-09/u);
  expect(stderr).toMatch(/AWS:other:x: not in the mapping \(up to \d/u);
  expect(stderr).toMatch(/AWS FOCUS 1\.0.*Azure FOCUS 1\.0.*OCI FOCUS 1\.0/u);
  const cube = readCube(at("cube.json.gz"));
  expect(cube.header.records).toBe(198);
  // Computed with Python's decimal numbers.
  const totals = new Map<string | null, bigint>();
  for (const [row, code] of cube.provider.codes.entries()) {
    const name = cube.provider.dictionary[code] ?? null;
    totals.set(name, (totals.get(name) ?? 0n) + (cube.cost[row] ?? 0n));
  }
  expect(Object.fromEntries([...totals].map(([name, units]) => [name, amountToText(units)]))).toEqual({
    AWS: "1.1074627922",
    Microsoft: "1.97651418586",
    Oracle: "0.53707392473",
  });
});

const onPosix = process.platform === "win32" ? test.skip : test;

onPosix("only the user can read the file, even if it was there and others could", async () => {
  const args = ["--data", sample, "--tags", tagsFile("AWS:tag:application"), "--out", at("cube.json.gz")];
  fs.writeFileSync(at("cube.json.gz"), "old", { mode: 0o644 });
  for (let round = 0; round < 2; round++) {
    expect((await runCube(args)).code).toBe(0);
    expect(fs.statSync(at("cube.json.gz")).mode & 0o777).toBe(0o600);
    fs.rmSync(at("cube.json.gz"));
  }
});

test.each([
  [{}, "USD"],
  [{ currency: "EUR" }, "EUR"],
])("--sql prints a query, and --from-csv reads its result, with the mapping %j", async (mapping, currency) => {
  const tags = [
    "--tags",
    tagsFile("AWS:tag:application", 'AWS:tag:quo"te', "Azure:resource:resource_id"),
    "--mapping",
    at("cost-data.json"),
  ];
  fs.writeFileSync(at("cost-data.json"), JSON.stringify({ tagsType: "json", ...mapping }));
  const { code, stdout } = await runCube(["--sql", "duckdb", "--table", "sample", ...tags]);
  expect(code).toBe(0);
  await runSql(
    `CREATE VIEW sample AS FROM read_csv('${sample}', all_varchar = true); COPY (${stdout}) TO '${at("result.csv")}'`,
  );
  expect((await runCube(["--from-csv", at("result.csv"), ...tags, "--out", at("one.json.gz")])).code).toBe(0);
  expect((await runCube(["--data", sample, ...tags, "--out", at("two.json.gz")])).code).toBe(0);
  const [one, two] = ["one.json.gz", "two.json.gz"].map((name) => plainRows(readCube(at(name))));
  expect(one).toEqual(two);
  expect(new Set(one?.map((row) => row["currency"]))).toEqual(new Set([currency]));
  const other = await runCube([
    "--from-csv",
    at("result.csv"),
    "--tags",
    tagsFile("AWS:tag:environment"),
    "--out",
    at("three.json.gz"),
  ]);
  expect(other.code).toBe(2);
  expect(fs.existsSync(at("three.json.gz"))).toBe(false);
});

test("--columns: the query names only columns that exist, and the command says which keys they can't fill", async () => {
  const tags = ["--tags", tagsFile("AWS:tag:application", "AWS:billing_dimension:region")];
  fs.writeFileSync(
    at("columns.csv"),
    '"BillingCurrency",ChargePeriodStart,BilledCost,ProviderName,Tags\nUSD,x,x,x,x\n',
  );
  fs.writeFileSync(at("columns.txt"), "BillingCurrency\r\nChargePeriodStart\nBilledCost\nProviderName\nTags\n");
  const [csv, text] = await Promise.all(
    ["columns.csv", "columns.txt"].map((name) => runCube(["--sql", "duckdb", "--columns", at(name), ...tags])),
  );
  expect(csv).toEqual(text);
  expect(csv?.stdout).not.toMatch(/Region|Issuer|Publisher/u);
  expect(csv?.stderr).toMatch(/AWS:billing_dimension:region: no column RegionId or Region/u);
  fs.writeFileSync(at("cost-data.json"), '{"tagsType": "json"}');
  const args = [...tags, "--mapping", at("cost-data.json"), "--columns", at("columns.txt")];
  const { stdout } = await runCube(["--sql", "duckdb", "--table", "sample", ...args]);
  await runSql(
    `CREATE VIEW sample AS FROM read_csv('${sample}', all_varchar = true); COPY (${stdout}) TO '${at("result.csv")}'`,
  );
  expect((await runCube(["--from-csv", at("result.csv"), ...args, "--out", at("cube.json.gz")])).code).toBe(0);
  expect(readCube(at("cube.json.gz")).header.unmappedKeys).toEqual(["AWS:billing_dimension:region"]);
  expect(
    (await runCube(["--from-csv", at("result.csv"), ...args.slice(0, 4), "--out", at("other.json.gz")])).code,
  ).toBe(2);
});

test("a plan names the keys before and after it", async () => {
  const plan = resolve(__dirname, "../../sources/plans/update.json");
  const { code, stdout } = await runCube(["--sql", "trino", "--plan", plan]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^-- k_\w+: "\w+:\w+:/mu);
});

describe("errors have exit code 2 and leave no file", () => {
  const out = (): string[] => ["--out", at("cube.json.gz")];
  const tags = (): string[] => ["--tags", tagsFile("AWS:tag:application")];

  test.each<[string, () => string[], string]>([
    ["no source", () => [...tags(), ...out()], "--data"],
    ["two sources", () => ["--data", sample, "--sql", "trino", ...tags()], "Use one of"],
    ["no tags", () => ["--data", sample, ...out()], "--live"],
    ["no file to write", () => ["--data", sample, ...tags()], "--out"],
    ["columns of files", () => ["--data", sample, ...tags(), ...out(), "--columns", at("other.csv")], "--columns"],
    ["a month that is none", () => ["--data", sample, ...tags(), ...out(), "--month", "2024-13"], "2026-10"],
    ["an unknown engine", () => ["--sql", "oracle", ...tags()], "Allowed choices"],
    ["a month without records", () => ["--data", sample, ...tags(), ...out(), "--month", "2024-01"], "no records"],
    ["a file that is not there", () => ["--data", at("absent.csv"), ...tags(), ...out()], "absent.csv"],
    ["data that is not FOCUS", () => ["--data", at("other.csv"), ...tags(), ...out()], "no column BilledCost"],
    [
      "a mapping that is wrong",
      () => ["--data", sample, ...tags(), ...out(), "--mapping", at("wrong.json")],
      "wrong.json",
    ],
    ["a folder that is not there", () => ["--data", sample, ...tags(), "--out", at("absent/cube.json.gz")], "ENOENT"],
  ])("%s", async (_, args, message) => {
    fs.writeFileSync(at("other.csv"), "a,b\n1,2\n");
    fs.writeFileSync(at("wrong.json"), '{"keys": {"x\\u001b[2J": 1}}');
    const { code, stdout, stderr } = await runCube(args());
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("\u001b[2J");
    expect(fs.existsSync(at("cube.json.gz"))).toBe(false);
  });
});

test("says which providers belong to no cost center, and which keys have no value", async () => {
  const record = { currency: "USD", start: "2026-10-01 00:00:00", cost: "1" };
  writeCsv(at("focus.csv"), [{ ...record, provider: "Evil\u202e" }, { ...record, provider: "AWS" }, record]);
  const { stderr } = await runCube([
    "--data",
    at("focus.csv"),
    "--tags",
    tagsFile("AWS:tag:team"),
    "--out",
    at("cube.json.gz"),
  ]);
  expect(stderr).toMatch(/1 record .*"Evil\\u202e"/u);
  expect(stderr).toContain("1 record (33.33% of the cost in USD) has no provider, which belongs to no cost center.");
  expect(stderr).toMatch(/No record has a value for AWS:tag:team/u);
  expect(stderr).not.toMatch(/the provider "AWS"/u);
});

describe("with an account", () => {
  let emulator: Emulator;
  let env: Record<string, string>;
  beforeEach(async () => {
    emulator = await startEmulator({ limits: { enabled: false } });
    const { url, clientId, secretKey } = emulator;
    env = { COST_ALLOCATION_BASE_URL: url, COST_ALLOCATION_CLIENT_ID: clientId, COST_ALLOCATION_SECRET_KEY: secretKey };
  });
  afterEach(() => emulator.stop());

  test("--live holds the keys of its tags", async () => {
    const client = new CostAllocationClient({
      baseUrl: emulator.url,
      clientId: emulator.clientId,
      secretKey: emulator.secretKey,
    });
    await client.virtualTags.create({ name: "Team", ...rulesWith("AWS:tag:team") });
    client.close();
    const { code, stdout } = await runCube(["--sql", "spark", "--live"], env);
    expect(code).toBe(0);
    expect(stdout).toContain('"AWS:tag:team"');
  });

  test("--live without tags is an error", async () => {
    expect((await runCube(["--sql", "spark", "--live"], env)).code).toBe(2);
  });

  test("--check-mapping compares the values of each cloud as the cube has them", async () => {
    const start = { ChargePeriodStart: "2026-10-01", BillingCurrency: "USD", BilledCost: "1" };
    const rows = [
      { ...start, ProviderName: "AWS", Region: "eu-west-1", Tags: '{"user:team": "payments"}', SubAccountId: "1" },
      { ...start, ProviderName: "Google Cloud", Region: "", x_Labels: '[{"Key": "team", "Value": "payments"}]' },
    ];
    const names = ["ChargePeriodStart", "BillingCurrency", "BilledCost", "ProviderName", "Region", "Tags", "x_Labels"];
    const lines = rows.map((row) =>
      names.map((name) => `"${((row as Record<string, string>)[name] ?? "").replaceAll('"', '""')}"`).join(","),
    );
    fs.writeFileSync(at("focus.csv"), `${[names.join(","), ...lines].join("\n")}\n`);
    const keys = [
      "AWS:tag:team",
      "AWS:billing_dimension:region",
      "AWS:billing_dimension:linked_account",
      "GCP:tag:team",
    ];
    const args = ["--data", at("focus.csv"), "--check-mapping", "--tags", tagsFile(...keys)];
    const { code, stdout } = await runCube(args, env);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^wrong\? .*AWS:billing_dimension:linked_account from SubAccountId: .*no such column/u),
      expect.stringMatching(/^ok .*AWS:billing_dimension:region from Region: /u),
      expect.stringMatching(/^ok .*AWS:tag:team from Tags or x_Labels\["user:team"\]/u),
      expect.stringMatching(/GCP:tag:team from Tags or x_Labels\["team"\]/u),
    ]);
  });

  test("--check-mapping finds keys whose values the service does not list", async () => {
    const record = { provider: "AWS", currency: "USD", start: "2026-10-01 00:00:00", cost: "1", service: "Amazon EC2" };
    writeCsv(at("focus.csv"), [{ ...record, region: "eu-west-1", tags: { team: "payments", absent: "x" } }]);
    const keys = ["AWS:tag:team", "AWS:tag:absent", "AWS:billing_dimension:service", "AWS:billing_dimension:region"];
    const args = ["--data", at("focus.csv"), "--check-mapping", "--tags"];
    const { code, stdout } = await runCube([...args, tagsFile(...keys)], env);
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^ok .*AWS:billing_dimension:region from RegionId/u),
      expect.stringMatching(/^wrong\? .*service from ServiceName.*"Amazon EC2".*"AmazonEC2"/u),
      expect.stringMatching(/^wrong\? .*AWS:tag:absent.*no such key/u),
      expect.stringMatching(/^ok .*AWS:tag:team/u),
    ]);
    expect((await runCube([...args, tagsFile("AWS:tag:team")], env)).code).toBe(0);
  });
});
