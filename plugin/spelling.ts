/** Names of arguments in messages, as the language of the program spells them. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A message in the spelling of a language. */
export type Spelling = (text: string) => string;

/** A part of the schema, which may have arguments. */
interface Named {
  properties?: object;
  inputProperties?: object;
  inputs?: { properties?: object };
}

type Schema = Readonly<Record<"functions" | "resources" | "types", Readonly<Record<string, object>>>>;

/** The spelling of the API, which most languages use, or capitalize. */
export const asInApi: Spelling = (text) => text;

/**
 * The spelling for a program, of which the engine only tells the folder: it is that of this process.
 *
 * @param folder the folder of the program, in the project or below it
 */
export function spellingIn(folder: string, schema: Schema): Spelling {
  for (let one = folder; ; one = dirname(one)) {
    const project = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(one, name)).find((path) => existsSync(path));
    if (project !== undefined) return isInPython(readFileSync(project, "utf8")) ? inPython(schema) : asInApi;
    if (dirname(one) === one) return asInApi;
  }
}

/** Whether a project file has `runtime: python`, or the long form with options. */
function isInPython(text: string): boolean {
  const runtime = /^runtime:.*(?:\n(?:[ \t].*)?)*/mu.exec(text)?.[0] ?? "";
  return /^runtime:\s*["']?python\b|\bname:\s*["']?python\b/u.test(runtime);
}

/** The spelling of Pulumi's generator for Python. */
function inPython({ functions, resources, types }: Schema): Spelling {
  const objects = [functions, resources, types].flatMap((one) => Object.values(one));
  const all = objects.flatMap(({ properties, inputProperties, inputs }: Named) =>
    [properties, inputProperties, inputs?.properties].flatMap((one) => Object.keys(one ?? {})),
  );
  // In prose, "from" is a word.
  const names = all.map((name) => (name === "from" ? "(?<=timeframe\\.)from" : name));
  // What is quoted is a value, or what somebody has written.
  const found = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|\\b(?:${[...new Set(names)].join("|")})\\b`, "gu");
  return (text) => text.replace(found, (one) => (one.startsWith('"') ? one : pythonName(one)));
}

const keywords: ReadonlySet<string> = new Set(["and", "from", "or"]);

/** A name of the schema, as the generator spells it. */
export function pythonName(name: string): string {
  const own = name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => `_${letter}`).toLowerCase();
  return keywords.has(own) ? `${own}_` : own;
}
