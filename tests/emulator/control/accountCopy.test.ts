/** An emulator that starts with the copy of an account: what reads show, and which files it refuses. */
import * as fs from "node:fs";
import * as path from "node:path";
import { type Emulator, startEmulator } from "../../../emulator";
import { tags, start } from "../testEmulator";
import { folder } from "../../support/folder";

const id = (letter: string, number: number): string => `${letter.repeat(8)}-0000-4000-8000-00000000000${number}`;
const createdAt = "2026-03-01T00:00:00.000Z";
const createdBy = "ines@example.com";
const filters = { costCenter: "Virtual Tags", key: id("a", 2), type: "virtual_tag", operator: "exists" };
const rules = [{ to: "Checkout", filters: { AND: [filters, { OR: [filters] }] }, kind: "unknown to the document" }];
const version = (number: number, isLive: boolean, more: object = {}): object => ({
  id: id("b", number),
  createdAt: `2026-03-0${number}T00:00:00.000Z`,
  createdBy,
  isLive,
  ...more,
});
const team = {
  id: id("a", 1),
  name: "Team",
  rules,
  defaultValue: "None",
  createdBy,
  createdAt,
  versions: [version(2, false, { changeDescription: "Staged (pulumi shop/prod#team)" }), version(1, true)],
  metadata: { Checkout: { groups: ["g"], endpoints: [id("c", 1)] } },
};
const odd = {
  id: id("a", 2),
  name: "Odd",
  unsupported: "it is relational",
  createdBy,
  createdAt,
  versions: [],
  metadata: {},
};
const email = { id: id("c", 1), type: "email", name: "e", configuration: { to: "a@b.example" }, createdBy, createdAt };
const chat = { id: id("c", 2), type: "msteams", name: "General", createdBy, createdAt };
const catalog = [{ costCenter: "AWS", key: "team", displayName: "Team", types: ["tag"] }];
const copy = { version: 1, tags: [team, odd], endpoints: [email, chat], catalog };

function written(content: unknown): string {
  const file = path.join(folder(), "account.json");
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

test("reads show the account with its IDs", async () => {
  const emulator = await start({ copyFile: written(copy), account: "acme" });
  const shown = await emulator.send("GET", `${tags}/${team.id}`);
  expect(shown.at("data")).toMatchObject({ id: team.id, name: "Team", rules, defaultValue: "None", createdBy });
  const metadata = await emulator.send("GET", `${tags}/${team.id}/metadata`);
  expect(metadata.at("data.metadata")).toEqual(team.metadata);
  const endpoints = await emulator.send("GET", "/v1/endpoints");
  expect(endpoints.at("endpoints")).toMatchObject([
    { ...email, createdAt: expect.anything() as unknown },
    { id: chat.id },
  ]);
  expect(endpoints.at("endpoints.1")).not.toHaveProperty("configuration");
  const keys = await emulator.send("GET", "/v2/query-language/keys");
  expect(keys.at("data.keys")).toMatchObject([...catalog, { key: team.id }, { key: odd.id }]);
  expect((await emulator.send("GET", "/v1/cost-guard/scans")).at("scans")).toEqual([]);
});

test("the versions keep their IDs, dates, authors and change descriptions; all have the live content", async () => {
  const emulator = await start({ copyFile: written(copy) });
  const shown = await emulator.send("GET", `${tags}/${team.id}/versions`);
  expect(shown.at("data")).toEqual(team.versions);
  const staged = await emulator.send("GET", `${tags}/${team.id}/versions/${id("b", 2)}`);
  expect(staged.at("data.versionData")).toEqual({ rules, defaultValue: "None" });
});

test("a tag without content is there, with one version, and can't be saved if the account's can't", async () => {
  const emulator = await start({ copyFile: written(copy) });
  expect((await emulator.send("GET", `${tags}/${odd.id}`)).at("data")).toMatchObject({ name: "Odd", rules: [] });
  expect((await emulator.send("GET", `${tags}/${odd.id}/versions`)).at("data")).toMatchObject([{ isLive: true }]);
  const body = { name: "Odd", rules: [], defaultValue: "x" };
  const refused = await emulator.send("PUT", `${tags}/${odd.id}`, { body });
  expect({ status: refused.status, message: refused.at("message") }).toMatchObject({
    status: 422,
    message: expect.stringContaining("relational") as unknown,
  });
});

test("with a data folder, the copy stays; a folder with data is refused and stays as it is", async () => {
  const dataFolder = path.join(folder(), "data");
  const copyFile = written(copy);
  const first: Emulator = await startEmulator({ copyFile, dataFolder });
  const state = first.control.exportState();
  await first.stop();
  await expect(startEmulator({ copyFile, dataFolder })).rejects.toThrow(`${dataFolder} has data already`);
  const again = await start({ dataFolder });
  expect(again.control.exportState()).toEqual(state);
  expect(state.accounts[0]?.tags).toHaveLength(2);
});

const withTag = (change: object): object => ({ ...copy, tags: [{ ...team, ...change }] });

test.each<[string, unknown, RegExp]>([
  ["no JSON", "{", /account\.json is not JSON/],
  ["another file", { tags: [] }, /account\.json is not the copy of an account/],
  ["no object", "null", /account\.json is not the copy of an account/],
  ["another version", { ...copy, version: 2 }, /version 2 .* reads 1/],
  ["no list", { ...copy, endpoints: undefined }, /: endpoints: is required/],
  ["an unknown field", { ...copy, acl: [] }, /acl/],
  ["a tag without a name", withTag({ name: undefined }), /: tags\[0\]\.name: is required/],
  ["a date that is none", withTag({ createdAt: "yesterday" }), /: tags\[0\]\.createdAt: /],
  ["rules alone", withTag({ defaultValue: undefined }), /: tags\[0\]: must have both/],
  [
    "a filter that is none",
    withTag({ rules: [{ to: "x", filters: { AND: [{}] } }] }),
    /: tags\[0\]\.rules\[0\]\.filters\.AND\[0\]\./,
  ],
  [
    "two live versions",
    withTag({ versions: [version(2, true), version(1, true)] }),
    /: tags\[0\]\.versions: has more than one/,
  ],
  ["a version twice", withTag({ versions: [version(1, true), version(1, false)] }), /: tags\[0\]\.versions\[1\]\.id: /],
  ["a tag twice", { ...copy, tags: [team, team] }, /: tags\[1\]\.id: /],
  ["an endpoint twice", { ...copy, endpoints: [email, email] }, /: endpoints\[1\]\.id: /],
  [
    "a key without types",
    { ...copy, catalog: [{ ...catalog[0], types: undefined }] },
    /: catalog\[0\]\.types: is required/,
  ],
])("refuses %s, and names the place", async (_, content, message) => {
  const dataFolder = path.join(folder(), "data");
  const error = await startEmulator({ copyFile: written(content), dataFolder }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(message);
  expect(fs.existsSync(dataFolder)).toBe(false);
});

test("refuses a file that is not there", async () => {
  await expect(startEmulator({ copyFile: path.join(folder(), "none.json") })).rejects.toThrow("ENOENT");
});
