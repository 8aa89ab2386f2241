/** Messages name arguments as the program's language spells them, if its project says which that is. */
import { InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import schema from "../../plugin/schema.json";
import { spellingIn } from "../../plugin/spelling";
import { file, folder } from "../support/folder";
import { call, check, configure, start, stop, tag } from "./plugin";

const inProject = (project: string): ((text: string) => string) => {
  file("Pulumi.yaml", project);
  return spellingIn(folder(), schema);
};

const text = 'rules[0].filters.OR[1].costCenter or defaultValue, from "costCenter" or costallocation:driftPolicy';
const inPython =
  'rules[0].filters.or_[1].cost_center or default_value, from "costCenter" or costallocation:driftPolicy';

test.each<[string, string]>([
  ["runtime: python\n", inPython],
  ["name: x\nruntime:\n  options: { virtualenv: venv }\n\n  name: python\ndescription: x", inPython],
  ['runtime: { name: "python" }', inPython],
  ["runtime: yaml\nname: python\n", text],
  ["runtime: nodejs\ndescription: |\n  name: python", text],
  ["name: pythonic", text],
])("%j", (project, expected) => {
  expect(inProject(project)(text)).toBe(expected);
});

test("the program may be in a folder of the project, or in none", () => {
  file("Pulumi.yaml", "runtime: python");
  expect(spellingIn(`${folder()}/src/app`, schema)("toKey.displayName, timeframe.from")).toBe(
    "to_key.display_name, timeframe.from_",
  );
  expect(spellingIn("/", schema)(text)).toBe(text);
});

test("what a check finds, and an error, are spelled so; a top-level argument with a value is still not named as a property", async () => {
  stop();
  await start({}, inProject("runtime: python"));
  await configure();
  const rules = [{ to: "A", filters: { OR: [{ key: "team", type: "tag", cost_centre: "AWS", operator: "exists" }] } }];
  const { failures } = await check({ ...tag, rules, defaultValueKey: "AWS" });
  expect(failures).toEqual([
    expect.stringMatching(/^default_value_key must be a key.* use default_value /u),
    expect.stringMatching(/^rules\[0\]\.filters\.or_\[0\]\.cost_center /u),
    expect.stringMatching(/^rules\[0\]\.filters\.or_\[0\] .*"cost_centre"\. Did you mean cost_center\?/u),
  ]);
  const invoked = call("invoke", new InvokeRequest().setTok("costallocation:index:costCenter"));
  await expect(invoked).rejects.toThrow("costallocation:index:cost_center");
});
