/** The examples in other languages. Nothing can run the one in YAML here, so the plugin checks and creates what it declares. */
import { join } from "node:path";
import { textOf } from "../docs/pages";
import { load } from "../docs/pipelines/yaml";
import { check, configure, create, type Properties, urnOf, writes } from "./plugin";

const files = ["examples/python/__main__.py", "examples/yaml/Pulumi.yaml"];

test.each(files)("the page shows %s", (file) => {
  expect(textOf("docs/other-languages.md")).toContain(textOf(file));
});

test("the plugin creates what examples/yaml declares", async () => {
  await configure();
  const { resources } = load(textOf(join("examples", "yaml", "Pulumi.yaml"))) as {
    resources: Record<string, { type: string; properties: Properties }>;
  };
  const ids = new Map<string, string>();
  for (const [name, { type, properties }] of Object.entries(resources)) {
    const urn = urnOf(type.replace("costallocation:index:", ""), name);
    const text = JSON.stringify(properties).replaceAll(/\$\{(\w+)\.id\}/gu, (_, of: string) => ids.get(of) ?? "");
    const { inputs, failures } = await check(JSON.parse(text) as Properties, urn);
    expect(failures).toEqual([]);
    ids.set(name, (await create(inputs, urn)).id);
  }
  expect(writes()).toEqual(["POST", "PUT"]);
});
