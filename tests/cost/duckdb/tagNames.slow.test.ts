/** The names under which exports of AWS have tags. */
import { join } from "node:path";
import { cubeBytes, readCube } from "../../../cost/cube/cubeFile";
import { planCube } from "../../../cost/cube/plan";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { cubeOf, planWith, rulesWith } from "../cubeOf";
import { byCost, writeRecords } from "../exportRecords";
import { type PlainRow, plainRows, writeParquet } from "../focusData";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder, name);

async function rowsOf(name: string, ...keys: string[]): Promise<PlainRow[]> {
  return byCost(plainRows(await cubeOf(planWith(...keys), [at(name)])));
}

describe("AWS: keys with prefixes (CUR 2.0 has resourceTags/user:Team in tags, user_team in resource_tags; FOCUS forbids other changes)", () => {
  const tagged = (...tags: string[]): Record<string, string>[] =>
    tags.map((tag, index) => ({ ProviderName: "'AWS'", BilledCost: String(index + 1), Tags: tag }));

  test.each(["resourceTags/user:team", "resourceTags/team", "user:team", "user_team"])("%s", async (name) => {
    await writeRecords(at("aws.parquet"), ...tagged(`MAP{'${name}': 'a'}`, `MAP{'${name}': ''}`, "MAP{'other': 'x'}"));
    const cube = await cubeOf(planWith("AWS:tag:team"), [at("aws.parquet")]);
    expect(byCost(plainRows(cube)).map((row) => row["AWS:tag:team"])).toEqual(["a", null, null]);
    expect(cube.header.tagNames).toEqual({ "AWS:tag:team": { used: name, others: [] } });
    expect(cube.header.sources).toEqual({ "AWS:tag:team": `Tags["${name}"]` });
  });

  test.each(["json", "struct"] as const)("in tags as %s, and a key with a prefix in tags without", async (tags) => {
    const record = { provider: "AWS", currency: "USD", start: "2026-10-02 00:00:00", cost: "1" };
    await writeParquet(at("aws.parquet"), [{ ...record, tags: { "user:team": "a", env: "b" } }], { tags });
    expect(await rowsOf("aws.parquet", "AWS:tag:team", "AWS:tag:user:env")).toMatchObject([
      { "AWS:tag:team": "a", "AWS:tag:user:env": "b" },
    ]);
  });

  test("two names in one data could be two tags: the exact one counts, and values of the other one are unknown", async () => {
    const both = "MAP{'user:team': 'b', 'team': 'a'}";
    await writeRecords(
      at("aws.parquet"),
      ...tagged("MAP{'user:team': 'b'}", both, "MAP{'team': 'c'}", "MAP{'x': 'y'}"),
    );
    const cube = await cubeOf(planWith("AWS:tag:team"), [at("aws.parquet")]);
    const values = byCost(plainRows(cube)).map((row) => row["AWS:tag:team"]);
    expect(values).toEqual(["(unknown)", "a", "c", null]);
    const names = { used: "team", others: [{ tag: "user:team", records: 1 }] };
    expect(readCube(cubeBytes(cube)).header.tagNames).toEqual({ "AWS:tag:team": names });
  });

  test("a mapping file says which of them it is", async () => {
    await writeRecords(at("aws.parquet"), ...tagged("MAP{'user:team': 'b'}", "MAP{'team': 'c'}"));
    const valuesOf = async (tag: unknown): Promise<unknown[]> => {
      const mapping = parseMapping(JSON.stringify({ keys: { "AWS:tag:team": { tag } } }));
      const cube = await cubeOf(planCube([rulesWith("AWS:tag:team")], mapping), [at("aws.parquet")]);
      expect(cube.header.tagNames).toBeUndefined();
      return byCost(plainRows(cube)).map((row) => row["AWS:tag:team"]);
    };
    expect(await valuesOf("team")).toEqual([null, "c"]);
    expect(await valuesOf("user:team")).toEqual(["b", null]);
    expect(await valuesOf(["team", "user:team"])).toEqual(["b", "c"]);
  });

  test("user_id is not id: its own forms count, and values of the other tag are unknown", async () => {
    await writeRecords(at("aws.parquet"), ...tagged("MAP{'id': 'x'}", "MAP{'y': 'z'}"));
    const other = await cubeOf(planWith("AWS:tag:user_id"), [at("aws.parquet")]);
    expect(byCost(plainRows(other)).map((row) => row["AWS:tag:user_id"])).toEqual(["(unknown)", null]);
    await writeRecords(
      at("aws.parquet"),
      ...tagged("MAP{'id': 'x', 'resourceTags/user:user_id': 'a'}", "MAP{'id': 'x'}"),
    );
    const cube = await cubeOf(planWith("AWS:tag:user_id"), [at("aws.parquet")]);
    expect(byCost(plainRows(cube)).map((row) => row["AWS:tag:user_id"])).toEqual(["a", "(unknown)"]);
    const names = { used: "resourceTags/user:user_id", others: [{ tag: "id", records: 1 }] };
    expect(cube.header.tagNames).toEqual({ "AWS:tag:user_id": names });
  });

  test("other clouds have no prefixes, also in the same data", async () => {
    const [aws = {}] = tagged("MAP{'user:team': 'a'}");
    await writeRecords(at("focus.parquet"), aws, { ...aws, ProviderName: "'Microsoft'", BilledCost: "2" });
    expect(await rowsOf("focus.parquet", "AWS:tag:team", "Azure:tag:team", "Azure:tag:user:team")).toMatchObject([
      { "AWS:tag:team": "a", "Azure:tag:team": null, "Azure:tag:user:team": null },
      { "AWS:tag:team": null, "Azure:tag:team": null, "Azure:tag:user:team": "a" },
    ]);
  });
});

describe("Azure: names of tags have no case (Microsoft: Use tags to organize your resources)", () => {
  const tagged = (tag: string, cost: string): Record<string, string> => ({
    ProviderName: "'Microsoft'",
    BilledCost: cost,
    Tags: `MAP{'${tag}': 'a'}`,
  });

  test.each([
    ["team", "Team"],
    ["Team", "team"],
    ["costCenter", "COSTCENTER"],
  ])("the key %s is found as %s", async (key, name) => {
    await writeRecords(at("azure.parquet"), tagged(name, "1"), tagged("other", "2"));
    const cube = await cubeOf(planWith(`Azure:tag:${key}`), [at("azure.parquet")]);
    expect(byCost(plainRows(cube)).map((row) => row[`Azure:tag:${key}`])).toEqual(["a", null]);
    expect(cube.header.tagNames).toEqual({ [`Azure:tag:${key}`]: { used: name, others: [] } });
  });

  test("of two spellings, the other one is unknown; other clouds tell them apart", async () => {
    await writeRecords(at("azure.parquet"), tagged("Team", "1"), tagged("team", "2"), {
      ...tagged("Team", "4"),
      ProviderName: "'AWS'",
    });
    const cube = await cubeOf(planWith("Azure:tag:team", "AWS:tag:team", "GCP:tag:team"), [at("azure.parquet")]);
    const rows = byCost(plainRows(cube));
    expect(rows.map((row) => row["Azure:tag:team"])).toEqual(["(unknown)", "a", null]);
    expect(rows.map((row) => row["AWS:tag:team"])).toEqual([null, null, null]);
    expect(cube.header.tagNames).toEqual({
      "Azure:tag:team": { used: "team", others: [{ tag: "Team", records: 1 }] },
    });
  });
});
