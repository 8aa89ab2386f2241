import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTagsFile } from "../../../cli/sources/tagsFile";
import { teamRule, teamContent } from "../../support/rules";
import { declarationsIn } from "../../../cli/sources/declared";
import { stateIn } from "../../../cli/sources/stackState";
import { parsePlan } from "../../../cli/sources/plan/plan";
import { nestedContent } from "../../support/nestedContent";
import { exportOf } from "../commands/drift/state";
import { planText } from "./planText";
import { comparisonWith } from "../../../cli/sources/account/liveTags";
import { type Account, startAccount } from "../../support/commands/account";

describe("a file of tags", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cost-allocation-tags-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const team = { id: "t1", name: "Team", rules: [teamRule("Web", "web")], defaultValue: "None" };

  function fileWith(content: unknown): string {
    const path = join(folder, "tags.json");
    writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return path;
  }

  async function problemOf(content: unknown): Promise<string> {
    try {
      await readTagsFile(fileWith(content));
      return "none";
    } catch (error) {
      return (error as Error).message;
    }
  }

  test("reads a list of tags, without the fields that are not content", async () => {
    const other = { name: "Other", rules: [], defaultValue: { costCenter: "AWS", key: "team" } };
    expect(await readTagsFile(fileWith([{ ...team, acl: {}, createdBy: "a@b.c" }, other]))).toEqual([team, other]);
  });

  test("reads the API's list response, a file with a byte order mark, UTF-16, and stdin", async () => {
    const response = { data: { virtualTags: [team] }, requestId: "r" };
    expect(await readTagsFile(fileWith(response))).toEqual([team]);
    const text = `\ufeff${JSON.stringify([team])}`;
    expect(await readTagsFile(fileWith(Buffer.from(text)))).toEqual([team]);
    expect(await readTagsFile(fileWith(Buffer.from(text, "utf16le")))).toEqual([team]);
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      yield Promise.resolve(Buffer.from(text.slice(0, 20)));
      yield Promise.resolve(Buffer.from(text.slice(20)));
    };
    expect(await readTagsFile("-", chunks())).toEqual([team]);
  });

  test.each<[string, unknown, string[]]>([
    ["an empty file", Buffer.from(" \n"), ["tags.json"]],
    ["no JSON", Buffer.from("{,"), ["tags.json", "JSON"]],
    ["no list", { tags: [] }, ["tags.json"]],
    ["a plan", { steps: [] }, ["--plan"]],
    ["an element that is no tag", [team, null], ["[1] must be an object"]],
    ["a tag without a name", [{ ...team, name: undefined }], ["[0].name"]],
    ["an ID that is no string", [{ ...team, id: 7 }], ['[0].id of Virtual Tag "Team"']],
    ["an ID twice", [team, team], ["[1].id"]],
    [
      "an operator that does not exist",
      {
        data: {
          virtualTags: [
            team,
            { ...team, id: "t2", rules: [{ to: "a", filters: { ...teamRule("a", "a").filters, operator: "like" } }] },
          ],
        },
      },
      ['data.virtualTags[1].rules[0].filters.operator of Virtual Tag "Team"', "contains"],
    ],
  ])("refuses %s, and says where the problem is", async (_what, content, parts) => {
    const message = await problemOf(content);
    for (const part of parts) expect(message).toContain(part);
  });

  test("a hostile file neither crashes nor writes to the terminal", async () => {
    const deep = `[{"name":"\\u001b[2K","defaultValue":"x","rules":[{"to":"a","filters":${'{"AND":['.repeat(50_000)}${"]}".repeat(50_000)}}]}]`;
    const message = await problemOf(Buffer.from(deep));
    expect(message).toContain("[0].rules[0]");
    expect(message.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const many = Array.from({ length: 500 }, () => ({ name: 1 }));
    expect((await problemOf(many)).split("\n").length).toBeLessThan(30);
  });

  test("a file that can't be read is named", async () => {
    await expect(readTagsFile(join(folder, "nope.json"))).rejects.toThrow("nope.json");
    await expect(readTagsFile(folder)).rejects.toThrow("folder");
  });
});

/** Rules that a program can declare can be read from every input, however deep their filters are. */
describe("filters that are nested deep", () => {
  const [most, tooMany] = [249, 250];
  const inputsOf = (groups: number): object => ({ name: "Team", ...nestedContent(groups) });

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cost-allocation-nesting-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test("a file of tags", async () => {
    const read = (groups: number): Promise<unknown> => {
      const path = join(folder, `${groups}.json`);
      writeFileSync(path, JSON.stringify([inputsOf(groups)]));
      return readTagsFile(path);
    };
    expect(await read(most)).toEqual([inputsOf(most)]);
    await expect(read(tooMany)).rejects.toThrow("nested deeper");
  });

  test("a plan", () => {
    const planned = (groups: number): unknown => {
      const type = "pulumi-nodejs:dynamic/costallocation:VirtualTag";
      const urn = `urn:pulumi:dev::bill::${type}::team`;
      const newState = { urn, type, custom: true, inputs: inputsOf(groups), outputs: {} };
      return parsePlan(planText([{ op: "create", urn, newState }])).tags[0];
    };
    expect(planned(most)).toMatchObject({ after: nestedContent(most) });
    expect(planned(tooMany)).toMatchObject({ unreadable: "unsupported" });
  });

  test("the state of a stack", () => {
    const declared = (groups: number): unknown =>
      declarationsIn(stateIn(exportOf([{ id: "t", inputs: inputsOf(groups) }]), "test"));
    expect(declared(most)).toMatchObject({ tags: [{ id: "t" }], notCompared: [] });
    expect(declared(tooMany)).toMatchObject({ tags: [], notCompared: [{ reason: "unreadableState" }] });
  });
});

/** What a review with `--live` takes for live. */
describe("tags of the account", () => {
  let account: Account;
  afterEach(() => account.stop());

  test.each(["live", "latest"] as const)(
    "a staged content is not live, if a read shows the %s one",
    async (stagedRead) => {
      account = await startAccount({ switches: { stagedRead } });
      const tag = await account.create("Team", teamContent("Live"));
      await account.save(tag, teamContent("Staged"), undefined, { setAsLive: false });
      const shown = await account.client.virtualTags.get(tag.id);
      const found = await comparisonWith(account.client, shown);
      expect(found).toMatchObject({ result: "compared", live: { rules: [{ to: "Live" }] } });
    },
  );
});
