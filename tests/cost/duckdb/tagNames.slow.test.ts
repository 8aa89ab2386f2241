/** The names under which exports of AWS have tags. */
import { join } from "node:path";
import { cubeBytes, readCube } from "../../../cost/cube/cubeFile";
import { type CubePlan, planCube } from "../../../cost/cube/plan";
import { type FileGroup, findDataFiles } from "../../../cost/duckdb/dataFiles";
import { withDuckdb } from "../../../cost/duckdb/duckdb";
import { fileReading } from "../../../cost/duckdb/fileReading";
import { readPart } from "../../../cost/duckdb/parts";
import { parseMapping } from "../../../cost/mapping/parseMapping";
import { cubeOf, planWith, rulesWith } from "../cubeOf";
import { byCost, writeRecords } from "../exportRecords";
import { type PlainRow, plainRows, writeParquet } from "../focusData";
import { folder } from "../../support/folder";

const at = (name: string): string => join(folder(), name);

async function rowsOf(name: string, ...keys: string[]): Promise<PlainRow[]> {
  return byCost(plainRows(await cubeOf(planWith(...keys), [at(name)])));
}

describe("AWS: keys with prefixes (CUR 2.0 has resourceTags/user:Team in tags, user_team in resource_tags; FOCUS forbids other changes)", () => {
  const tagged = (...tags: string[]): Record<string, string>[] =>
    tags.map((tag, index) => ({ ProviderName: "'AWS'", BilledCost: String(index + 1), Tags: tag }));

  test.each(["resourceTags/user:team", "resourceTags/team", "user:team", "user_team"])("%s", async (name) => {
    await writeRecords(at("aws.parquet"), ...tagged(`MAP{'${name}': 'a'}`, `MAP{'${name}': ''}`, "MAP{'other': 'x'}"));
    const cube = await cubeOf(planWith("AWS:tag:team"), [at("aws.parquet")]);
    expect(byCost(plainRows(cube)).map((row) => row["AWS:tag:team"])).toEqual(["a", null]);
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

describe("spellings that differ only in case", () => {
  const tagged = (tag: string, cost: string, provider = "Microsoft"): Record<string, string> => ({
    ProviderName: `'${provider}'`,
    BilledCost: cost,
    Tags: `MAP{'${tag}': 'a'}`,
  });

  test("Azure's names have no case (Microsoft: Use tags to organize your resources): each spelling is the key", async () => {
    const names = ["team", "Team", "tEAM", "teams"];
    await writeRecords(at("azure.parquet"), ...names.map((name, index) => tagged(name, String(index + 1))));
    const cube = await cubeOf(planWith("Azure:tag:TEAM", "Azure:tag:Teams"), [at("azure.parquet")]);
    expect(byCost(plainRows(cube)).map((row) => row["Azure:tag:TEAM"])).toEqual(["a", "a", "a", null]);
    expect(byCost(plainRows(cube)).map((row) => row["Azure:tag:Teams"])).toEqual([null, null, null, "a"]);
    expect([cube.header.nearKeys, cube.header.tagNames]).toEqual([undefined, undefined]);
  });

  test.each(["map", "json"] as const)(
    "an empty value does not hide that of another name, in tags as %s",
    async (form) => {
      const record = { currency: "USD", start: "2026-10-02 00:00:00" };
      const records = [
        { ...record, provider: "Microsoft", cost: "1", tags: { env: "", ENV: "a" } },
        { ...record, provider: "Microsoft", cost: "2", tags: { ENV: "NULL", Env: "b" } },
        { ...record, provider: "AWS", cost: "4", tags: { team: "", "user:team": "c" } },
        { ...record, provider: "AWS", cost: "8", tags: { team: "", Team: "d" } },
      ];
      await writeParquet(at("empty.parquet"), records, { tags: form });
      const cube = await cubeOf(planWith("Azure:tag:env", "AWS:tag:team"), [at("empty.parquet")]);
      const values = byCost(plainRows(cube)).map((row) => row["Azure:tag:env"] ?? row["AWS:tag:team"]);
      expect(values).toEqual(["a", "b", "c", null]);
      const near = { tag: "Team", records: 1, costs: [{ currency: "USD", cost: "8", gross: "8" }] };
      expect(cube.header.nearKeys).toEqual({ "AWS:tag:team": [near] });
    },
  );

  test.each([
    String.raw`cost-allocation:tag "\x":y`,
    'cost-allocation:tag "Team":y',
    "cost-allocation:unreadable tags",
    "cost-allocation:: a cost-allocation:: b cost-allocation:",
    "a cost-allocation:: b cost-allocation:",
  ])("the value %s is no mark", async (value) => {
    const record = { provider: "AWS", currency: "USD", start: "2026-10-02 00:00:00" };
    const tags = [{ team: value }, { "user:team": value }];
    const forms = (["map", "json"] as const).flatMap((form) => tags.map((own) => ({ form, own })));
    for (const [index, { form, own }] of forms.entries()) {
      await writeParquet(at(`mark${index}.parquet`), [{ ...record, cost: "1", tags: own }], { tags: form });
      const cube = await cubeOf(planWith("AWS:tag:team"), [at(`mark${index}.parquet`)]);
      expect(plainRows(cube).map((row) => row["AWS:tag:team"])).toEqual([value]);
      expect([cube.header.nearKeys, cube.header.unreadableTags]).toEqual([undefined, undefined]);
    }
  });

  test("a mapping for Azure has no case either", async () => {
    await writeRecords(at("azure.parquet"), tagged("COSTCENTER", "1"), tagged("Kostenstelle", "2"));
    const keys = { "Azure:tag:team": { tag: ["costCenter", "kostenstelle"] } };
    const plan = planCube([rulesWith("Azure:tag:team")], parseMapping(JSON.stringify({ keys })));
    const cube = await cubeOf(plan, [at("azure.parquet")]);
    expect(byCost(plainRows(cube)).map((row) => row["Azure:tag:team"])).toEqual(["a", "a"]);
  });

  test("the order of records does not decide which of two spellings counts, also if they are read in parts", async () => {
    const tags = [
      "MAP{'TeAM': 'x'}",
      "MAP{'tEAM': 'c', 'TeAM': 'b'}",
      "MAP{'TEAM': 'd', 'Team': 'a'}",
      "MAP{'Team': 'y'}",
      "MAP{'team': '', 'TEAm': 'e'}",
    ];
    await writeRecords(
      at("azure.parquet"),
      ...tags.map((Tags, index) => ({ ProviderName: "'Microsoft'", BilledCost: String(index + 1), Tags })),
    );
    const valuesOf = async (costs: readonly number[]): Promise<unknown> =>
      withDuckdb(async (connection) => {
        const wanted = { patterns: [at("azure.parquet")], combine: false, tags: ["Tags"], onProgress: () => undefined };
        const [group] = await findDataFiles(connection, wanted);
        const full = planWith("Azure:tag:team");
        const reading = fileReading(full, group as FileGroup, true);
        let names: ReadonlySet<string> = new Set();
        for (const cost of costs) {
          const from = `(SELECT * FROM ${reading.from} WHERE BilledCost = ${cost})`;
          names = await readPart(connection, full, { ...reading, from }, `part_${cost}`, names);
        }
        const all = costs.map((cost) => `FROM part_${cost}`).join(" UNION ALL ");
        const result = await connection.runAndReadAll(
          `SELECT ${full.sources[0]?.name ?? ""}[-1:] FROM (${all}) ORDER BY cost_sum`,
        );
        return result.getRows().flat();
      });
    expect(await valuesOf([1, 2, 3, 4, 5])).toEqual(["x", "b", "a", "y", "e"]);
    expect(await valuesOf([5, 4, 3, 2, 1])).toEqual(["x", "b", "a", "y", "e"]);
  });

  test.each(["map", "json"] as const)(
    "other clouds tell them apart: the cube says what the near ones cost, in tags as %s",
    async (form) => {
      const record = { provider: "AWS", currency: "USD", start: "2026-10-02 00:00:00" };
      const records = [
        { ...record, cost: "1", tags: { costCenter: "own", CostCenter: "b" } },
        { ...record, cost: "2", tags: { CostCenter: "b" } },
        { ...record, cost: "-4", tags: { CostCenter: "c", env: "x" } },
        { ...record, cost: "8", currency: "EUR", tags: { CostCenter: "d" } },
        { ...record, cost: "16", tags: { "user:costcenter": "e" } },
        { ...record, cost: "32", tags: { CostCenter: "" } },
        { ...record, cost: "64" },
        { ...record, cost: "128", provider: "Google Cloud", tags: { costcenter: "f" } },
        { ...record, cost: "256", provider: "Elsewhere", tags: { COSTCENTER: "g" } },
      ];
      await writeParquet(at("near.parquet"), records, { tags: form });
      const cube = await cubeOf(planWith("AWS:tag:costCenter", "GCP:tag:Costcenter", "AWS:tag:env"), [
        at("near.parquet"),
      ]);
      const values = byCost(plainRows(cube)).flatMap((row) => row["AWS:tag:costCenter"] ?? []);
      expect(values).toEqual(["own"]);
      expect(readCube(cubeBytes(cube)).header.nearKeys).toEqual({
        "AWS:tag:costCenter": [
          {
            tag: "CostCenter",
            records: 3,
            costs: [
              { currency: "EUR", cost: "8", gross: "8" },
              { currency: "USD", cost: "-2", gross: "6" },
            ],
          },
          { tag: "user:costcenter", records: 1, costs: [{ currency: "USD", cost: "16", gross: "16" }] },
        ],
        "GCP:tag:Costcenter": [
          { tag: "costcenter", records: 1, costs: [{ currency: "USD", cost: "128", gross: "128" }] },
        ],
      });
    },
  );

  test("a spelling that the rules or the mapping read is none of another tag", async () => {
    await writeRecords(at("aws.parquet"), tagged("Team", "1", "AWS"), tagged("team", "2", "AWS"));
    const nearOf = async (plan: CubePlan): Promise<unknown> =>
      (await cubeOf(plan, [at("aws.parquet")])).header.nearKeys;
    const near = { tag: "Team", records: 1, costs: [{ currency: "USD", cost: "1", gross: "1" }] };
    expect(await nearOf(planWith("AWS:tag:team"))).toEqual({ "AWS:tag:team": [near] });
    expect(await nearOf(planWith("AWS:tag:team", "AWS:tag:Team"))).toBeUndefined();
    for (const [key, tag] of [
      ["AWS:tag:team", ["team", "Team"]],
      ["AWS:tag:team", "team"],
      ["*:tag:team", "team"],
    ] as const) {
      const mapping = parseMapping(JSON.stringify({ keys: { [key]: { tag } } }));
      expect(await nearOf(planCube([rulesWith("AWS:tag:team")], mapping))).toBeUndefined();
    }
    await writeRecords(at("aws.parquet"), tagged("user:Team", "1", "AWS"));
    expect(await nearOf(planWith("AWS:tag:team"))).toBeDefined();
    expect(await nearOf(planWith("AWS:tag:team", "AWS:tag:Team"))).toBeUndefined();
  });

  test.each([
    ["labels of Google Cloud, in lists", { x_Labels: "[{'key': 'team', 'value': 'a'}]" }],
    ["structures", { Tags: "{'team': 'a'}" }],
  ])("%s", async (_, tags) => {
    await writeRecords(at("gcp.parquet"), { ProviderName: "'Google Cloud'", BilledCost: "3", ...tags });
    const { header } = await cubeOf(planWith("GCP:tag:Team"), [at("gcp.parquet")]);
    expect(header.nearKeys).toEqual({
      "GCP:tag:Team": [{ tag: "team", records: 1, costs: [{ currency: "USD", cost: "3", gross: "3" }] }],
    });
  });
});
