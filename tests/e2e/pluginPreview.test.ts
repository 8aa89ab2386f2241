// Promise: `pulumi preview --diff` of the plugin shows what changes in meaning, at its place, and nothing else.
import { newWrites, type Scene, startScene } from "../support/scene";

/** A resource before and after a change, and what the engine prints below it. White space counts as one space. */
interface Shape {
  name: string;
  type?: "VirtualTagMetadata" | "NotificationEndpoint";
  before: string;
  after: string;
  shown: string;
}

const many = "...rules(60)";
const tagOf = (rules: string, defaultValue = "Other"): string =>
  `{ rules: [${rules}], defaultValue: "${defaultValue}" }`;
/** A condition as the engine prints it, with the sign of each line. */
const condition = (sign: string, value: string): string =>
  ['costCenter: "AWS"', 'key : "team"', 'operator : "is"', 'type : "tag"', "value : [", `  [0]: "${value}" ]`]
    .map((line) => `${sign} ${line}`)
    .join(" ");
/** A rule as the engine prints it. */
const rule = (sign: string, index: number, to: string, value = to): string =>
  `${sign} [${index}]: { ${sign} filters: { ${condition(sign, value)} } ${sign} to : "${to}" }`;

const shapes: Shape[] = [
  {
    name: "a rule before 60 others",
    before: tagOf(many),
    after: tagOf(`rule("New"), ${many}`),
    shown: `~ rules: [ ${rule("+", 0, "New")} ]`,
  },
  {
    name: "a rule after them",
    before: tagOf(many),
    after: tagOf(`${many}, rule("New")`),
    shown: `~ rules: [ ${rule("+", 60, "New")} ]`,
  },
  {
    name: "a rule less among them",
    before: tagOf(`...rules(9), rule("Old"), ${many}`),
    after: tagOf(`...rules(9), ${many}`),
    shown: `~ rules: [ ${rule("-", 9, "Old")} ]`,
  },
  {
    name: "the last rule is the first",
    before: tagOf(`${many}, rule("Last")`),
    after: tagOf(`rule("Last"), ${many}`),
    shown: `~ rules: [ ${rule("+", 0, "Last")} ${rule("-", 60, "Last")} ]`,
  },
  {
    name: "a condition before 30 others",
    before: tagOf(`${many}, { to: "Any", filters: anyOf(...conditions(30)) }`),
    after: tagOf(`${many}, { to: "Any", filters: anyOf(key.is("new"), ...conditions(30)) }`),
    shown: `~ rules: [ ~ [60]: { ~ filters: { ~ OR: [ + [0]: { ${condition("+", "new")} } ] } } ]`,
  },
  {
    name: "a value among 100, in another order",
    before: tagOf(`{ to: "Values", filters: key.oneOf(values(100)) }`),
    after: tagOf(`{ to: "Values", filters: key.oneOf(["new", ...values(100).reverse()]) }`),
    shown: '~ rules: [ ~ [0]: { ~ filters: { ~ value: [ + [0]: "new" ] } } ]',
  },
  {
    name: "a text is a key",
    before: tagOf(`rule("A"), rule("B")`),
    after: tagOf(`rule("A"), { to: team, filters: key.is("B") }`),
    shown: '~ rules: [ ~ [1]: { - to : "B" + toKey: { + costCenter: "AWS" + key : "team" } } ]',
  },
  {
    name: "a rule more, another one changed, and another default value",
    before: tagOf(`${many}, rule("Changed", "before")`),
    after: tagOf(`rule("New"), ${many}, rule("Changed", "after")`, "Rest"),
    shown: `~ defaultValue: "Other" => "Rest" ~ rules : [ ${rule("+", 0, "New")} ${rule("-", 60, "Changed", "before")} ${rule("+", 61, "Changed", "after")} ]`,
  },
  {
    name: "a timeframe without an end",
    before: tagOf(`{ ...rule("A"), timeframe: { from: "2026-01-01", to: "2026-02-01" } }`),
    after: tagOf(`{ ...rule("A"), timeframe: { from: "2026-01-01T00:00:00Z" } }`),
    shown: '~ rules: [ ~ [0]: { ~ timeframe: { - to: "2026-02-01T00:00:00Z" } } ]',
  },
  {
    name: "metadata of one value among 40",
    type: "VirtualTagMetadata",
    before: "{ virtualTagId: equal.id, metadata: owners(40) }",
    after: `{
      virtualTagId: equal.id,
      metadata: { ...owners(40), "Team 1": { groups: ["b", "c", "a"], customMetadata: { owner: "new" } } },
    }`,
    shown: '~ metadata: { ~ Team 1: { ~ customMetadata: { ~ owner: "ines" => "new" } ~ groups : [ + [1]: "c" ] } }',
  },
  {
    name: "a destination",
    type: "NotificationEndpoint",
    before: `{ type: "email", name: "Mail", configuration: { to: "before@canary.example" } }`,
    after: `{ type: "email", name: "Mail", configuration: { to: "after@canary.example" } }`,
    shown: "~ configuration: [secret] => [secret]",
  },
];

const program = (state: "before" | "after"): string => `
  import { anyOf, NotificationEndpoint, tag, VirtualTag, VirtualTagMetadata } from "pulumi-cost-allocation";
  const team = { costCenter: "AWS", key: "team" };
  const key = tag("AWS", "team");
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const rule = (to: string, value = to) => ({ to, filters: key.is(value) });
  const rules = (count: number) => numbers(count).map((number) => rule(\`Team \${number}\`));
  const values = (count: number) => numbers(count).map((number) => \`value-\${number}\`);
  const conditions = (count: number) => values(count).map((value) => key.is(value));
  const owners = (count: number) =>
    Object.fromEntries(
      numbers(count).map((number) => [\`Team \${number}\`, { groups: ["a", "b"], customMetadata: { owner: "ines" } }]),
    );
  const ab = { ...team, type: "tag", operator: "oneOf" as const };
  const equal = new VirtualTag("equal", {
    name: "equal",
    rules: [{ to: "A", filters: ${
      state === "before" ? '{ ...ab, value: ["a", "b"] }' : '{ ...ab, displayName: "Team", value: ["b", "a"] }'
    } }],
    defaultValue: "Other",
  });
  ${shapes
    .map(({ name, type = "VirtualTag", [state]: args }) => {
      const given = type === "VirtualTag" ? `{ name: "${name}", ...${args} }` : args;
      return `new ${type}("${name}", ${given});`;
    })
    .join("\n")}
`;

let scene: Scene;
let text: string;
beforeAll(async () => {
  scene = await startScene(program("before"), { front: "plugin" });
  (await scene.stack.up()).ok();
  newWrites(scene.emulator);
  scene.workspace.write("index.ts", program("after"));
  text = (await scene.stack.preview({ args: ["--diff"] })).ok().stdout;
}, 900_000);
afterAll(() => scene.dispose());

/** What the engine prints below a resource, without its ID and its URN. */
function shownOf(name: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.endsWith(`::${name}]`));
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^(?:\S| {4}\S)/u.test(line));
  const own = rest.slice(0, end);
  return own.join(" ").replaceAll(/\s+/gu, " ").trim();
}

test.each(shapes)("$name", ({ name, shown }) => {
  expect(shownOf(name)).toBe(shown.replaceAll(/\s+/gu, " "));
});

test("what is equal by meaning is no change, nothing is written, and no secret is shown", () => {
  expect(text).not.toContain("::equal]");
  expect(text).not.toContain("@canary.example");
  expect(newWrites(scene.emulator)).toEqual([]);
});

test.each([
  {
    path: "rules[0].filters.OR[1].value",
    declared: `new VirtualTag("wrong", {
      name: "wrong",
      rules: [{ to: "A", filters: { OR: [key.is("a"), { ...ab, value: [] }] } }],
      defaultValue: "x",
    });`,
  },
  {
    path: "configuration.to",
    declared: `new NotificationEndpoint("wrong", { type: "slack", name: "x", configuration: { to: "http://canary.example" } });`,
  },
])("a problem names the part of the argument, and no value: $path", async ({ path, declared }) => {
  scene.workspace.write("index.ts", `${program("after")}${declared}`);
  const { code, diagnostics, output } = await scene.stack.preview();
  expect(code).not.toBe(0);
  const problem = diagnostics.find((line) => line.includes(`property ${path} value {<nil>} has a problem: `));
  expect(problem).toContain("(CA1101)");
  expect(output).not.toContain("canary.example");
});
