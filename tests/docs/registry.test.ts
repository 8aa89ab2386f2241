/** The two pages of Pulumi's registry say what the schema and the other pages say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, programsOf, registryPages, root, tableRowsOf, textOf } from "./pages";

const overview = "docs/_index.md";
const installation = "docs/installation-configuration.md";

interface Schema {
  config: { variables: Record<string, { description: string; defaultInfo: { environment: [string] } }> };
}
const { config } = JSON.parse(readFileSync(join(root, "plugin/schema.json"), "utf8")) as Schema;

test.each(registryPages)("%s begins with what the registry reads", (page) => {
  expect(textOf(page)).toMatch(/^---\ntitle: .+\nmeta_desc: .+\nlayout: package\n---\n\n/u);
});

test("the overview shows the program of each language's page", () => {
  const choices = ["typescript", "python", "go", "csharp", "java", "yaml"];
  const [, offered = ""] = /\{\{< chooser language "(.*)" >\}\}/u.exec(textOf(overview)) ?? [];
  expect(offered.split(",")).toEqual(choices);
  const shown = blocksOf(overview).map(({ words: [language], text }) => [language, text]);
  const programs = choices.map((language) => [
    language,
    language === "typescript" ? programsOf("README.md")[0]?.text : blocksOf(`docs/${language}.md`)[0]?.text,
  ]);
  expect(shown).toEqual(programs);
  for (const language of choices)
    expect(textOf(overview)).toContain(`{{% choosable language ${language} %}}\n\n\`\`\``);
});

test("the options are those of the schema", () => {
  const options = Object.entries(config.variables).map(([name, { description, defaultInfo }]) => {
    const [variable] = defaultInfo.environment;
    const text = description.replaceAll(/\s+/gu, " ").replace(` Environment variable: \`${variable}\`.`, "");
    return [`\`costallocation:${name}\``, `\`${variable}\``, text];
  });
  expect(tableRowsOf(installation).slice(1)).toEqual(options);
});

test("the commands are those of the other pages", () => {
  const others = ["README.md", "docs/credentials.md", "docs/other-languages.md"].map(textOf).join("\n");
  const commands = blocksOf(installation).flatMap(({ text }) => text.trim().split("\n"));
  expect(
    commands.filter((command) => !others.includes(command) && command !== "pulumi package add costallocation"),
  ).toEqual([]);
});
