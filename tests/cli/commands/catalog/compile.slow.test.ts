/**
 * Programs with and without the file that `catalog types` writes, under the newest supported TypeScript; at full size, under the oldest, too.
 *
 * @jest-environment ./tests/scripts/environment.cjs
 */
import * as fs from "node:fs";
import * as path from "node:path";
import newest from "typescript";
import { declarations, type DeclaredKey } from "../../../../cli/program/catalogTypes";
import { literal } from "../../../../client/printable";
import type * as NpmTools from "../../../../scripts/tools/npmTools.mjs";
import { load } from "../../../scripts/load";
import { atSize, isFull } from "../../../support/size";
import { editor, packageFolder, wrongLines } from "./compiler";
import { hostileKeys, hostileNames } from "./hostileKeys";

const { ensureNpmTool } = load("scripts/tools/npmTools.mjs") as typeof NpmTools;
const { folder, remove } = packageFolder();
afterAll(remove);

let oldest: typeof newest;
beforeAll(async () => {
  expect(newest.versionMajorMinor).toBe("6.0");
  if (!isFull) return;
  const tsc = await ensureNpmTool("typescript-5.0");
  oldest = load(path.join(path.dirname(tsc), "typescript.js")) as typeof newest;
  expect(oldest.versionMajorMinor).toBe("5.0");
});

const key = (costCenter: string, name: string, type: string, values: string[] = []): DeclaredKey => ({
  costCenter,
  key: name,
  displayName: name,
  types: type === "" ? [] : [type],
  values,
});

const keys = [
  key("AWS", "team", "tag", ["checkout", "payments"]),
  key("AWS", "Environment", "tag"),
  key("AWS", "service", "billing_dimension", ["AmazonEC2"]),
  key("Kubernetes", "app", "k8s_pod_label"),
];

const imports = `
import * as pulumi from "@pulumi/pulumi";
import { allOf, anyOf, dimension, key, type KeyBuilder, type Several, tag, virtualTagKey, VirtualTag } from "pulumi-cost-allocation";
export const text: string = process.argv.join(), later = pulumi.output(text), unknownText: any = text;
`;

/** Programs that compile with the file and without it. */
const good = `
new VirtualTag("team", {
  name: "Team",
  rules: [
    { to: "Checkout", filters: tag("AWS", "team").is("checkout") },
    { to: "New", filters: anyOf(tag("AWS", "team").oneOf(["checkout", "not seen yet", text, later]), tag("AWS", "team").oneOf("a", later)) },
    { to: { costCenter: "AWS", key: "taem" }, filters: { costCenter: "AWS", key: "taem", type: "tag", operator: "exists" } },
    { to: "EC2", filters: allOf(dimension("AWS", "service").notIs("AmazonEC2"), dimension("AWS", "service").contains("Amazon")) },
    { to: "App", filters: key("Kubernetes", "app", "k8s_pod_label").exists() },
    { to: "Typed", filters: key("AWS", "team", "tag").notOneOf(later.apply((one) => [one])) },
    { to: "Other", filters: virtualTagKey("0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11").is("x") },
  ],
  defaultValue: { costCenter: "AWS", key: "taem" },
});
export const computed = [
  tag("AWS", text).exists(),
  tag(text, text).exists(),
  tag(text, "taem").exists(),
  tag("AWS", later).exists(),
  tag(later, "taem").exists(),
  tag("AWS", Promise.resolve("taem")).exists(),
  tag("AWS", "taem" as string).exists(),
  tag("AWS", \`team-\${text}\`).exists(),
  tag("AWS", unknownText).exists(),
  tag(unknownText, "taem").exists(),
  key("AWS", "service", text).exists(),
  key("AWS", text, "resource" as string).exists(),
  key(later, later, later).exists(),
  ...["team", "env"].map((name) => tag("AWS", name).is(name)),
  ...(["team", "Environment"] as const).map((name) => tag("AWS", name).exists()),
];
export const annotated: KeyBuilder = tag("AWS", "team");
export const oneOf = (...values: Several<string>) => tag("AWS", "team").oneOf(...values);
export const conditions = ["checkout", "payments"].map(tag("AWS", "team").is);
export const perKind = [tag, dimension].map((make) => make("AWS", text).exists());
`;

/** Lines that don't compile with the file. */
const bad = [
  'tag("AWS", "taem").exists();',
  'tag("AWSS", "team").exists();',
  'tag("aws", "team").exists();',
  'tag("AWS", "service").exists();',
  'tag("Kubernetes", "app").exists();',
  'tag("AWS", text === "a" ? "team" : "taem").exists();',
  'dimension("AWS", "team").exists();',
  'dimension("AWS", "servise").exists();',
  'key("AWS", "taem", "tag").exists();',
  'key("AWS", "team", "resource").exists();',
  'key("AWS", "service", "tag").exists();',
  'key("AWS", "taem", text).exists();',
];

function write(name: string, program: string, declared?: readonly DeclaredKey[]): string {
  fs.rmSync(path.join(folder, "catalog.d.ts"), { force: true });
  if (declared !== undefined) fs.writeFileSync(path.join(folder, "catalog.d.ts"), declarations(declared));
  const load = declared === undefined ? "" : 'import type {} from "./catalog";\n';
  fs.writeFileSync(path.join(folder, name), `${load}${imports}${program}`);
  return path.join(folder, name);
}

const withoutValues = keys.map((declared) => ({ ...declared, values: undefined }));

const compilers: [string, () => typeof newest][] = [
  ["TypeScript 6.0", () => newest],
  ["TypeScript 5.0", () => oldest],
];

describe.each(atSize(compilers.slice(0, 1), compilers))("%s", (_, compiler) => {
  test("without the file, every string compiles", () => {
    expect(wrongLines(compiler(), write("index.ts", good + bad.join("\n")))).toEqual([]);
  });

  test("without the file, generic functions of a program compile", () => {
    const program = `
function is<Key extends string>(key: Key): object { return tag("AWS", key).is("x"); }
function on<Center extends "AWS" | "GCP">(center: Center): object { return dimension(center, "service").exists(); }
export const both = [is("team"), on("AWS")];
`;
    expect(wrongLines(compiler(), write("generic.ts", program))).toEqual([]);
  });

  test.each([
    ["with values", keys],
    ["without values", withoutValues],
  ])("%s: good programs compile, and each unknown name is an error", (__, declared) => {
    const wrong = wrongLines(compiler(), write("index.ts", good + bad.join("\n"), declared));
    expect(wrong.map(({ line }) => line)).toEqual(bad);
  });

  test("the error for a misspelled key names the keys that there are", () => {
    const [wrong] = wrongLines(compiler(), write("index.ts", bad[0] ?? "", keys));
    expect(wrong?.message).toContain('"taem"');
    expect(wrong?.message).toContain('"team"');
  });

  test("if the service doesn't say the types, a key is accepted for each", () => {
    const untyped = keys.map((declared) => ({ ...declared, types: [] }));
    const program = 'tag("AWS", "service"); dimension("AWS", "service"); key("AWS", "service", "resource");\n';
    const wrong = wrongLines(compiler(), write("index.ts", `${good}${program}tag("AWS", "taem");`, untyped));
    expect(wrong.map(({ line }) => line)).toEqual(['tag("AWS", "taem");']);
  });

  test("an empty catalog changes nothing", () => {
    expect(wrongLines(compiler(), write("index.ts", good + bad.join("\n"), []))).toEqual([]);
  });

  test("hostile names compile, and are accepted as they are", () => {
    const uses = hostileNames.map((name) => `tag("AWS", ${literal(name)}).is(${literal(name)});`);
    // An empty object has this member.
    const unknown = ['tag("AWS", "valueOf");', 'tag("AWS", "other");'];
    const wrong = wrongLines(compiler(), write("index.ts", [...uses, ...unknown].join("\n"), hostileKeys));
    expect(wrong.map(({ line }) => line)).toEqual(unknown);
  });

  test("the editor completes cost centers, keys, types and values", () => {
    const file = write("index.ts", "", keys);
    const suggestions = editor(compiler(), file);
    const at = (statement: string): string[] => suggestions(`import type {} from "./catalog";\n${imports}${statement}`);
    expect(at('tag("|", "team");')).toEqual(["AWS", "Kubernetes"]);
    expect(at('tag("AWS", "|");')).toEqual(["Environment", "team"]);
    expect(at('tag("AWS", "te|");')).toEqual(["Environment", "team"]);
    expect(at('dimension("AWS", "|");')).toEqual(["service"]);
    expect(at('key("AWS", "|", "tag");')).toEqual(["Environment", "team"]);
    expect(at('key("AWS", "team", "|");')).toEqual(["billing_dimension", "tag"]);
    expect(at('tag("AWS", "team").is("|");')).toEqual(["checkout", "payments"]);
    expect(at('tag("AWS", "team").oneOf(["checkout", "|"]);')).toEqual(["checkout", "payments"]);
    expect(at('tag("AWS", "team").notOneOf("|");')).toEqual(["checkout", "payments"]);
  });
});
