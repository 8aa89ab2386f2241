import { isObject } from "../json";
import type { VirtualTag } from "../wire";

/**
 * Names of fields that show a kind of tag which V2 can't save. The API documentation names the kinds, but not the fields, so these are
 * guesses.
 */
const tellingField = /realloc|relational|telemetry|predefined/i;

/** Whether the service itself made a tag. Its rules refer to no tag of the account. */
export function isPredefined({ name }: { name: string }): boolean {
  return name.startsWith("FOCUS/");
}

/**
 * Why V2 can't save a tag ("Reallocation is unsupported" in the API documentation): a save would turn it into something else.
 * Undefined if V2 can.
 */
export function unsupportedReason(tag: VirtualTag): string | undefined {
  if (isPredefined(tag)) return "it is predefined (FOCUS)";
  const { rules } = tag;
  const places: [string, object][] = [
    ["the tag", tag],
    ...rules.map((rule, index): [string, object] => [`rules[${index}]`, Object(rule) as object]),
  ];
  for (const [place, value] of places) {
    const field = Object.entries(value).find(([name, content]) => tellingField.test(name) && says(content));
    if (field !== undefined) return `${place} has "${field[0]}"`;
  }
  const kind = Object.entries(tag).find(
    ([name, content]) => /type|kind/i.test(name) && tellingField.test(String(content)),
  );
  if (kind !== undefined) return `its field ${kind[0]} is "${String(kind[1])}"`;
  const odd = rules.findIndex((rule) => !(isObject(rule) && "to" in rule && "filters" in rule));
  return odd < 0 ? undefined : `rules[${odd}] is not a rule as V2 has them`;
}

/** Whether a field has content. Services often send empty fields. */
function says(content: unknown): boolean {
  if (content === undefined || content === null || content === false || content === "") return false;
  return typeof content !== "object" || Object.keys(content).length > 0;
}
