import { isObject } from "../json";
import type { VirtualTag } from "../wire";

/** Fields that tell of a kind of tag which V2 can't write back; none of them is in the document, which names the kinds. */
const tellingField = /realloc|relational|telemetry|predefined/i;

/**
 * Why V2 can't write a tag back (API document, section 4.1: "Reallocation is unsupported"): a save would turn it into
 * something else. Undefined when nothing speaks against it.
 */
export function unsupportedReason(tag: VirtualTag): string | undefined {
  if (tag.name.startsWith("FOCUS/")) return "it is predefined (FOCUS)";
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

/** Whether a field says anything: services like to send empty ones along. */
function says(content: unknown): boolean {
  if (content === undefined || content === null || content === false || content === "") return false;
  return typeof content !== "object" || Object.keys(content).length > 0;
}
