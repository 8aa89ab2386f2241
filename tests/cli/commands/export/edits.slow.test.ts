/** Files that someone has changed since the last export: which changes are edits, and what happens to the file. */
import * as fs from "node:fs";
import type { Options } from "prettier";
import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";
import { format } from "prettier/standalone";
import { changed, project, read, runExport, startProject, stopProject, write } from "./project";
import { fillAccount } from "./randomAccount";
import { teamContent } from "../../../support/rules";
import { atSize } from "../../../support/size";

beforeEach(startProject);
afterEach(stopProject);

test("an edited file is left alone with a diff, until --force", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await runExport();
  const edited = `${read("tags/team.ts")}// mine\n`;
  write("tags/team.ts", edited);
  await project.account.save(team, teamContent("Payments"));
  const again = await runExport();
  expect(changed(again)).toEqual({ "tags/team.ts": "edited" });
  expect(again.diffs["tags/team.ts"]).toMatch(/^-.*Checkout/m);
  expect(again.diffs["tags/team.ts"]).toMatch(/^\+.*Payments/m);
  expect(read("tags/team.ts")).toBe(edited);
  expect(changed(await runExport("--force"))).toEqual({ "tags/team.ts": "updated" });
  expect(read("tags/team.ts")).toContain("Payments");
});

test("line ends that git changed are no edit", async () => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await runExport();
  for (const name of ["tags/team.ts", "index.ts"]) write(name, read(name).replaceAll("\n", "\r\n"));
  expect(changed(await runExport())).toEqual({});
  await project.account.save(team, teamContent("Payments"));
  expect(changed(await runExport())).toEqual({ "tags/team.ts": "updated" });
});

/** Formats the TypeScript files of the project as another project does. */
async function reformat(options: Options): Promise<string[]> {
  const names = fs
    .readdirSync(project.folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"));
  const isChanged = await Promise.all(
    names.map(async (name) => {
      const before = read(name);
      write(name, await format(before, { parser: "typescript", plugins: [estree, typescript], ...options }));
      return read(name) !== before;
    }),
  );
  return names.filter((_, index) => isChanged[index]);
}

/** A blank line after each line that ends an argument. */
const addBlankLines = (text: string): string => text.replaceAll(/,\n/g, ",\n\n");

test.each<[string, Options]>([
  ["narrow lines", { printWidth: 40 }],
  ["wide lines", { printWidth: 200, objectWrap: "collapse" }],
  ["other quotes, no semicolons", { singleQuote: true, semi: false, trailingComma: "none", tabWidth: 4 }],
])(
  "%s are no edit",
  async (_, options) => {
    const tags = atSize(8, 24);
    await fillAccount(project.account.client, tags, 3);
    const team = await project.account.create("Late", teamContent("Checkout"));
    await runExport();
    expect((await reformat(options)).length).toBeGreaterThan(tags * 0.8);
    for (const name of ["tags/late.ts", "tags/team.ts"]) write(name, addBlankLines(read(name)));
    const formatted = read("tags/late.ts");
    expect(changed(await runExport())).toEqual({});
    // Nothing has changed, so the file stays as the person formatted it.
    expect(read("tags/late.ts")).toBe(formatted);
    await project.account.save(team, teamContent("Payments"));
    expect(changed(await runExport())).toEqual({ "tags/late.ts": "updated" });
  },
  60_000,
);

test.each([
  ["removed", ""],
  ["made true", "  adopt: true,\n"],
])("an ID in adopt that is %s is no edit, and stays so", async (_, line) => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await runExport();
  write("tags/team.ts", read("tags/team.ts").replace(/ {2}adopt: .*\n/, line));
  expect(changed(await runExport())).toEqual({});
  await reformat({ printWidth: 200 });
  expect(changed(await runExport())).toEqual({});
  await project.account.save(team, teamContent("Payments"));
  expect(changed(await runExport())).toEqual({ "tags/team.ts": "updated" });
  expect(read("tags/team.ts")).toContain("Payments");
  expect(read("tags/team.ts").match(/ *adopt: .*\n/g) ?? []).toEqual(line === "" ? [] : [line]);
  expect(changed(await runExport("--force"))).toEqual({});
});

test("a file with another edit is left alone; its patch shows that edit, and no adopt", async () => {
  await project.account.create("Team", teamContent("Checkout"));
  await runExport();
  const edited = read("tags/team.ts")
    .replace(/ {2}adopt: .*\n/, "")
    .replace("Checkout", "Payments");
  write("tags/team.ts", edited);
  const again = await runExport();
  expect(changed(again)).toEqual({ "tags/team.ts": "edited" });
  expect(again.diffs["tags/team.ts"]).toMatch(/^-.*Payments/m);
  expect(again.diffs["tags/team.ts"]).not.toContain("adopt");
  expect(read("tags/team.ts")).toBe(edited);
});

test.each([
  ["adopts another tag", "tags/team.ts", /adopt: "[^"]+"/, 'adopt: "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11"'],
  ["does not compile", "tags/team.ts", "});", "})))"],
  ["adopts no metadata", "metadata.ts", "  adopt: true,\n", ""],
])("a file that %s is edited", async (_, name, from, to) => {
  const team = await project.account.create("Team", teamContent("Checkout"));
  await project.account.client.virtualTagMetadata.put(team.id, { Checkout: { groups: ["g"] } });
  await runExport();
  write(name, read(name).replace(from, to));
  expect(changed(await runExport())).toEqual({ [name]: "edited" });
  expect(changed(await runExport("--force"))).toEqual({ [name]: "updated" });
  expect(read("tags/team.ts")).toContain(`adopt: "${team.id}"`);
});
