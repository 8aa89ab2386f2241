/** Virtual Tags from a JSON file, in the API's shape. */
import { isObject, parseJson } from "../../client/json";
import { tagValidator } from "../../rules/validate";
import { printable, quoted } from "../console/terminal";
import { inputTitle, readInput } from "./textFile";
import type { InputTag } from "./inputTag";
import { withKnownIds } from "../../rules/tagKeys";

export type { InputTag } from "./inputTag";
export { readPlan } from "./plan/plan";

/** How many problems a message lists. */
const listedProblems = 20;

/** What is wrong with one place of a file. Continues a sentence that begins with the place. */
interface FileProblem {
  place: string;
  message: string;
}

/**
 * Reads a file of Virtual Tags: `[{ "id"?, "name", "rules", "defaultValue" }]`, or the API's list response, which has such a list in
 * `data.virtualTags`. Other fields of a tag are left out.
 *
 * @param path the file, or `-` for stdin
 * @throws {Error} with every problem, its place in the file and the tag
 */
export async function readTagsFile(path: string, stdin?: AsyncIterable<Uint8Array>): Promise<InputTag[]> {
  const text = await readInput(path, stdin);
  const title = inputTitle(path);
  const value = parseJson(text.replace(/^\ufeff/u, ""));
  if (value === undefined) throw new Error(`${title} is not valid JSON.`);
  const { list, start } = listIn(value, title);
  const problems = [
    ...list.flatMap((tag, index) => problemsOf(tag, `${start}[${index}]`)),
    ...repeatedIds(list, start),
  ];
  if (problems.length > 0) throw new Error(problemsText(title, problems));
  const tags = list.map(inputTagOf);
  return tags.map(withKnownIds(tags.map(({ id }) => id)));
}

function listIn(value: unknown, title: string): { list: unknown[]; start: string } {
  if (Array.isArray(value)) return { list: value, start: "" };
  const data = isObject(value) ? value["data"] : undefined;
  const tags = isObject(data) ? data["virtualTags"] : undefined;
  if (Array.isArray(tags)) return { list: tags, start: "data.virtualTags" };
  const hint = isObject(value) && "steps" in value ? ' It looks like the plan of a preview: use "--plan" instead.' : "";
  throw new Error(
    `${title} is not a list of Virtual Tags. It must be [{ "id", "name", "rules", "defaultValue" }, ...], where "id" is optional, or the API's list response.${hint}`,
  );
}

const problemsIn = tagValidator();

function problemsOf(tag: unknown, place: string): FileProblem[] {
  if (!isObject(tag)) return [{ place, message: "must be an object" }];
  const { id, name } = tag;
  const title = typeof name === "string" && name !== "" ? ` of Virtual Tag ${quoted(name)}` : "";
  const problems = problemsIn(tag).map(({ path, message }) => ({
    place: `${path === "" ? place : `${place}.${printable(path)}`}${title}`,
    message: printable(message),
  }));
  const isId = id === undefined || (typeof id === "string" && id !== "");
  return isId ? problems : [{ place: `${place}.id${title}`, message: "must be a string, or omitted" }, ...problems];
}

/** A second tag with the same ID could be compared with either. */
function repeatedIds(list: readonly unknown[], start: string): FileProblem[] {
  const seen = new Set<unknown>();
  return list.flatMap((tag, index) => {
    const own = isObject(tag) ? tag["id"] : undefined;
    const id = typeof own === "string" ? own.toLowerCase() : undefined;
    if (id === undefined || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ place: `${start}[${index}].id`, message: "is the ID of an earlier tag in this file" }];
  });
}

function problemsText(title: string, problems: readonly FileProblem[]): string {
  const rest = problems.length - listedProblems;
  return [
    `${title} has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:`,
    ...problems.slice(0, listedProblems).map(({ place, message }) => `  ${place} ${message}.`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

function inputTagOf(tag: unknown): InputTag {
  const { id, name, rules, defaultValue } = tag as InputTag;
  return { ...(id === undefined ? {} : { id }), name, rules, defaultValue };
}
