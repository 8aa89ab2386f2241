/** Two lists of tags as a plan, so that files are reviewed as previews are. */
import { isSameName, nameKey } from "../../../rules/names";
import { diffContents } from "../../../rules/ruleDiff";
import type { InputTag } from "../../sources/inputTag";
import { withKnownIds } from "../../../rules/tagKeys";
import type { Plan, PlannedContent, PlannedTag } from "../../sources/plan/plan";

/** Compares two lists: tags with the same ID are the same tag. Where one side has no ID, the name decides. */
export function planOfLists(before: readonly InputTag[], after: readonly InputTag[]): Plan {
  const known = withKnownIds([...after, ...before].map(({ id }) => id));
  return planOf(before.map(known), after.map(known));
}

function planOf(before: readonly InputTag[], after: readonly InputTag[]): Plan {
  const pairs = pairUp(before, after);
  const paired = new Set(pairs.values());
  const urns = new Set<string>();
  const named = ({ id, name }: InputTag): Pick<PlannedTag, "id" | "urn" | "resourceName" | "type"> => {
    // Without IDs, tags may have the same name.
    let urn = id ?? name;
    for (let number = 2; urns.has(urn); number += 1) urn = `${id ?? name} (${number})`;
    urns.add(urn);
    return { urn, resourceName: name, type: "VirtualTag", ...(id === undefined ? {} : { id }) };
  };
  const tags = after.map((tag): PlannedTag => {
    const old = pairs.get(tag);
    const id = old?.id ?? tag.id;
    const content = contentOf({ ...tag, ...(id === undefined ? {} : { id }) });
    if (old === undefined) return { ...named(tag), op: "create", after: content };
    const isSame = isSameName(old.name, tag.name) && diffContents(old, tag).equal;
    return { ...named(content), op: isSame ? "same" : "update", before: contentOf(old), after: content };
  });
  const deleted = before
    .filter((tag) => !paired.has(tag))
    .map((tag): PlannedTag => ({ ...named(tag), op: "delete", before: contentOf(tag) }));
  return { tags: [...tags, ...deleted], metadata: [], endpoints: [], isComplete: true };
}

function pairUp(before: readonly InputTag[], after: readonly InputTag[]): Map<InputTag, InputTag> {
  const pairs = new Map<InputTag, InputTag>();
  const open = new Set(before);
  const pair = (tag: InputTag, other: InputTag | undefined): void => {
    if (other === undefined || !open.delete(other)) return;
    pairs.set(tag, other);
  };
  const byId = new Map(before.map((tag) => [tag.id?.toLowerCase(), tag]));
  for (const tag of after) pair(tag, tag.id === undefined ? undefined : byId.get(tag.id.toLowerCase()));
  const byName = new Map<string, InputTag[]>();
  for (const tag of open) {
    const key = nameKey(tag.name);
    byName.set(key, [...(byName.get(key) ?? []), tag]);
  }
  for (const tag of after.filter((one) => !pairs.has(one))) {
    // Two IDs are two tags, whatever their names.
    const candidates = (byName.get(nameKey(tag.name)) ?? []).filter((other) => open.has(other));
    pair(
      tag,
      candidates.find(({ id }) => id === undefined || tag.id === undefined),
    );
  }
  return pairs;
}

const contentOf = (tag: InputTag): PlannedContent => ({ ...tag, setAsLive: true });
