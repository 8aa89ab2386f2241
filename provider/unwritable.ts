import type { VirtualTag } from "../client";

/** Fields that tell of a kind of tag which V2 can't write back; none of them is in the document, which names the kinds. */
const tellingField = /realloc|relational|telemetry|predefined/i;

/**
 * Refuses a tag that V2 can't write back (API document, section 4.1: "Reallocation is unsupported"): a save would turn it
 * into something else. The service may refuse it as well; here it is refused before anything is tried.
 *
 * @throws {Error} that names the reason
 */
export function refuseUnwritable(tag: VirtualTag): void {
  const reason = unwritableReason(tag);
  if (reason === undefined) return;
  throw new Error(
    `The Virtual Tag "${tag.name}" (${tag.id}) can't be managed by V2 of the service: ${reason}. Nothing was written. ` +
      "Leave it to the application, or make a new tag of another name.",
  );
}

function unwritableReason(tag: VirtualTag): string | undefined {
  if (tag.name.startsWith("FOCUS/")) return "it is predefined (FOCUS)";
  const rules: readonly object[] = tag.rules;
  const places: [string, object][] = [
    ["the tag", tag],
    ...rules.map((rule, index): [string, object] => [`rules[${index}]`, rule]),
  ];
  for (const [place, value] of places) {
    const field = Object.entries(value).find(([name, content]) => tellingField.test(name) && says(content));
    if (field !== undefined) return `${place} has "${field[0]}"`;
  }
  const kind = Object.entries(tag).find(
    ([name, content]) => /type|kind/i.test(name) && tellingField.test(String(content)),
  );
  if (kind !== undefined) return `its ${kind[0]} is "${String(kind[1])}"`;
  const odd = rules.findIndex((rule) => !("to" in rule && "filters" in rule));
  return odd < 0 ? undefined : `rules[${odd}] has another shape than a rule of V2`;
}

/** Whether a field says anything: services like to send empty ones along. */
function says(content: unknown): boolean {
  if (content === undefined || content === null || content === false || content === "") return false;
  return typeof content !== "object" || Object.keys(content).length > 0;
}
