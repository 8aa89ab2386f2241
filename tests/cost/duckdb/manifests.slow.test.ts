/**
 * Manifests say which files of an export count. Their forms: for AWS, "Understanding export delivery" in the user guide of Data Exports, and
 * `dataFiles` as in public code that reads such exports; for Azure, the example in "Create and manage Cost Management exports".
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cubeOf, planWith } from "../cubeOf";
import { writeRecords } from "../exportRecords";
import { writeCsv } from "../focusData";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

function put(name: string, cost: number, month: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeCsv(at(name), [
    { provider: "AWS", currency: "USD", start: `${month}-02 00:00:00`, cost: String(cost), tags: { team: "a" } },
  ]);
}

const azureConfig = {
  exportConfig: { exportName: "focus", resourceId: "/providers/x/exports/focus", type: "FocusCost" },
};

function putManifest(name: string, content: unknown): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), JSON.stringify(content));
}

/** A manifest of AWS Data Exports. */
function aws(name: string, ...files: string[]): void {
  putManifest(name, { executionId: "x", dataFiles: files.map((file) => `s3://bucket/prefix/focus/data/${file}`) });
}

/** A run of an export of Azure: its manifest, and one file with one record. */
function azure(
  run: string,
  cost: number,
  [from, to]: [string, string],
  submittedTime?: string,
  type = "FocusCost",
  counts: Readonly<Record<string, unknown>> = { byteCount: null, dataRowCount: null },
): void {
  const path = `costs/focus/20261001-20261031/${run}`;
  put(`${path}/part_0_0001.csv`, cost, "2026-10");
  putManifest(`${path}/manifest.json`, {
    exportConfig: { exportName: "focus", resourceId: "/providers/x/exports/focus", type },
    runInfo: { runId: run, submittedTime, startDate: `${from}T00:00:00`, endDate: `${to}T00:00:00Z` },
    blobs: [{ blobName: `elsewhere/focus/20261001-20261031/${run}/part_0_0001.csv`, ...counts }],
  });
}

/** The cost that is read, and the manifests. */
async function read(paths: readonly string[], combine = false): Promise<[cost: number, sources: string[]]> {
  const { cost, header } = await cubeOf(planWith("AWS:tag:team"), paths.map(at), combine);
  const sum = cost.reduce((total, units) => total + units, 0n) / 10n ** 12n;
  return [Number(sum), header.files.map((source) => source.folder.slice(folder().length + 1)).sort()];
}

const [september, october] = ["BILLING_PERIOD=2026-09", "BILLING_PERIOD=2026-10"];
const [older, newer] = ["20261002T010000Z-aaa", "20261003T010000Z-bbb"];

test("AWS, a folder for each run: the newest of each month counts, wherever the copy is", async () => {
  put(`copy/data/${september}/${older}/focus-00001.csv.gz`, 1, "2026-09");
  put(`copy/data/${october}/${older}/focus-00001.csv.gz`, 2, "2026-10");
  put(`copy/data/${october}/${newer}/focus-00001.csv.gz`, 4, "2026-10");
  put(`copy/data/${october}/${newer}/focus-00002.csv.gz`, 8, "2026-10");
  const parts = [`${october}/${newer}/focus-00001.csv.gz`, `${october}/${newer}/focus-00002.csv.gz`];
  aws(`copy/metadata/${september}/focus-Manifest.json`, `${september}/${older}/focus-00001.csv.gz`);
  aws(`copy/metadata/${october}/${older}/focus-Manifest.json`, `${october}/${older}/focus-00001.csv.gz`);
  aws(`copy/metadata/${october}/${newer}/focus-Manifest.json`, ...parts);
  const runs = [
    `copy/metadata/${october}/${newer}/focus-Manifest.json`,
    `copy/metadata/${september}/focus-Manifest.json`,
  ];
  expect(await read([""])).toEqual([13, runs.sort()]);
  aws(`copy/metadata/${october}/focus-Manifest.json`, ...parts);
  const latest = [september, october].map((month) => `copy/metadata/${month}/focus-Manifest.json`);
  expect(await read(["copy"])).toEqual([13, latest]);
  expect(await read([latest[1] ?? ""])).toEqual([12, [latest[1]]]);
});

test("AWS, with small letters and moments in ISO 8601: the run counts that the manifest of the month names, also if another is later", async () => {
  const month = "billing_period=2025-12";
  const runs = ["2025-12-28T13:14:37.728Z-6f1c", "2025-12-28T13:14:37.729Z-9a0d"];
  for (const [index, run] of runs.entries()) {
    put(`data/${month}/${run}/focus-00001.csv`, index + 1, "2025-12");
    aws(`metadata/${month}/${run}/focus-Manifest.json`, `${month}/${run}/focus-00001.csv`);
  }
  expect((await read([""]))[0]).toBe(2);
  aws(`metadata/${month}/focus-Manifest.json`, `${month}/${runs[0] ?? ""}/focus-00001.csv`);
  expect((await read([""]))[0]).toBe(1);
});

test.each([
  { file: (path: string) => ({ s3Uri: `s3://bucket/${path}` }) },
  { file: (path: string) => ({ uri: `s3://bucket/${path}`, size: null }) },
  {
    file: (path: string) => ({ key: path, size: 1 }),
    message: /focus-00001.csv has \d+ bytes, but its manifest says 1/u,
  },
])("AWS, dataFiles are objects", async ({ file, message }) => {
  put(`data/${october}/focus-00001.csv`, 1, "2026-10");
  putManifest(`metadata/${october}/focus-Manifest.json`, {
    dataFiles: [file(`prefix/focus/data/${october}/focus-00001.csv`)],
  });
  if (message === undefined) expect((await read([""]))[0]).toBe(1);
  else await expect(read([""])).rejects.toThrow(message);
});

test("AWS, runs that overwrite each other: a part that the manifest doesn't name is left out", async () => {
  put(`data/${october}/focus-00001.csv`, 1, "2026-10");
  put(`data/${october}/focus-00002.csv`, 2, "2026-10");
  aws(`metadata/${october}/focus-Manifest.json`, `${october}/focus-00001.csv`);
  expect((await read([""]))[0]).toBe(1);
});

test.each([`${september}/focus-00001.csv`, `${october}/${older}/focus-00001.csv`])(
  "a missing file is never replaced by %s, of another run or month",
  async (other) => {
    put(`data/${other}`, 1, "2026-09");
    aws(`metadata/${october}/focus-Manifest.json`, `${october}/${newer}/focus-00001.csv`);
    await expect(read([""])).rejects.toThrow(`${october}/${newer}/focus-00001.csv`);
  },
);

test("a file that could be one of two is refused", async () => {
  for (const [index, copy] of ["one", "two"].entries())
    put(`${copy}/data/${october}/focus-00001.csv`, index, "2026-10");
  aws(`metadata/${october}/focus-Manifest.json`, `${october}/focus-00001.csv`);
  await expect(read([""])).rejects.toThrow(at(`two/data/${october}/focus-00001.csv`));
});

describe("Azure", () => {
  test("the newest run of the month counts", async () => {
    azure("a", 1, ["2026-10-01", "2026-10-05"], "2026-10-05T06:00:00.1234567Z");
    azure("b", 2, ["2026-10-01", "2026-10-06"], "2026-10-06T06:00:00Z");
    azure("c", 4, ["2026-10-01", "2026-10-06"], "2026-10-06T06:00:00.5Z");
    const manifest = "costs/focus/20261001-20261031/c/manifest.json";
    expect(await read([""])).toEqual([4, [manifest]]);
    expect(await read([manifest])).toEqual([4, [manifest]]);
  });

  test("runs for other days are other parts", async () => {
    azure("a", 1, ["2026-09-01", "2026-09-30"], "2026-10-05T06:00:00Z");
    azure("b", 2, ["2026-10-01", "2026-10-06"], "2026-10-04T06:00:00Z");
    expect((await read([""], true))[0]).toBe(3);
  });

  test("a newer run of a part of the days is refused, and --combine takes both", async () => {
    azure("a", 1, ["2026-10-01", "2026-10-31"], "2026-11-05T06:00:00Z");
    azure("b", 2, ["2026-10-05", "2026-10-06"], "2026-11-06T06:00:00Z");
    await expect(read([""])).rejects.toThrow("2026-10-05 to 2026-10-06");
    expect((await read([""], true))[0]).toBe(3);
  });

  test("runs of which none is known to be newer are refused", async () => {
    azure("a", 1, ["2026-10-01", "2026-10-06"]);
    azure("b", 2, ["2026-10-01", "2026-10-06"]);
    await expect(read([""])).rejects.toThrow("which one is newer");
  });

  test.each([
    { counts: { byteCount: null, dataRowCount: 1 }, message: undefined },
    { counts: { byteCount: null, dataRowCount: 2 }, message: "part_0_0001.csv has 1 records, but its manifest says 2" },
    {
      counts: { byteCount: 1000, dataRowCount: 1 },
      message: /part_0_0001.csv has \d+ bytes, but its manifest says 1000/u,
    },
  ])("a file that its manifest says has other counts is refused: $counts", async ({ counts, message }) => {
    azure("a", 1, ["2026-10-01", "2026-10-06"], "2026-10-06T06:00:00Z", "FocusCost", counts);
    if (message === undefined) expect((await read([""]))[0]).toBe(1);
    else await expect(read([""])).rejects.toThrow(message);
  });

  test("Parquet files are counted, too", async () => {
    mkdirSync(at("run"));
    await writeRecords(at("run/part.parquet"), { ProviderName: "'AWS'", Tags: "MAP{'team': 'a'}" });
    const runInfo = { submittedTime: "2026-10-06T06:00:00Z", startDate: "2026-10-01", endDate: "2026-10-06" };
    putManifest("run/manifest.json", {
      ...azureConfig,
      runInfo,
      blobs: [{ blobName: "x/run/part.parquet", dataRowCount: 1 }],
    });
    await read([""]);
    putManifest("run/manifest.json", {
      ...azureConfig,
      runInfo,
      blobs: [{ blobName: "x/run/part.parquet", dataRowCount: 2 }],
    });
    await expect(read([""])).rejects.toThrow("part.parquet has 1 records, but its manifest says 2");
  });

  test("other exports are left out", async () => {
    azure("a", 1, ["2026-10-01", "2026-10-06"], "2026-10-06T06:00:00Z");
    azure("b", 2, ["2026-10-01", "2026-10-06"], "2026-10-07T06:00:00Z", "PriceSheet");
    expect((await read([""]))[0]).toBe(1);
  });
});

test.each([
  ["cut off", '{"blobs": ['],
  ["of another kind", '{"files": []}'],
  ["without files", '{"dataFiles": []}'],
])("a manifest that is %s is an error, since it could be the newest", async (_, text) => {
  azure("a", 1, ["2026-10-01", "2026-10-06"], "2026-10-06T06:00:00Z");
  writeFileSync(at("x-Manifest.json"), text);
  await expect(read([""])).rejects.toThrow(at("x-Manifest.json"));
});

test("an empty run of Azure replaces no older one", async () => {
  azure("one", 1, ["2026-10-01", "2026-10-31"], "2026-11-01T00:00:00Z");
  putManifest("costs/focus/20261001-20261031/two/manifest.json", {
    ...azureConfig,
    runInfo: {
      submittedTime: "2026-11-02T00:00:00Z",
      startDate: "2026-10-01T00:00:00",
      endDate: "2026-10-31T00:00:00",
    },
    blobs: [],
  });
  const [cost] = await read(["costs"]);
  expect(cost).toBe(1);
});
