/** Whom a comparison names: an author only if nobody else can have made the change. */
import { compareTag } from "../../../../cli/studies/drift/compareTag";
import type { DriftedResource } from "../../../../cli/studies/drift/comparison";
import { savedSince } from "../../../../cli/studies/savedSince";
import type { DeclaredTag } from "../../../../cli/sources/declared";
import { declared, found, own, type Row, seen, theirs, written } from "../../commands/drift/sides";

const day = (date: number): string => `2026-03-0${date}T01:00:00.000Z`;
const first: Row = { id: "v1", content: written, description: own, createdAt: day(1) };
const live = (id: string, description?: string): Row => ({ id, isLive: true, content: theirs, description });
const other = "(pulumi other/dev#team)";

test("after an interrupted run, the one save since that run is not the one save since the state", () => {
  const interrupted: Row = { id: "v2", content: written, description: own, createdAt: day(2) };
  const rows = [live("v3"), interrupted, first];
  const named = (state: DeclaredTag): unknown => (compareTag(state, seen(rows)) as DriftedResource).isOnlySave;
  expect(named(declared({ updatedAt: day(1) }))).toBe(false);
  expect(named(declared({ updatedAt: day(2) }))).toBe(true);
  // Without a date, nothing is certain.
  expect(named(declared({ updatedAt: undefined }))).toBe(false);
  // A refresh that found the change knows which version the stack wrote last.
  const refreshed = (previous: string): DeclaredTag => declared({ updatedAt: day(4), ...found({ previous }) });
  expect(named(refreshed("v1"))).toBe(false);
  expect(named(refreshed("v2"))).toBe(true);
});

test.each<[string, Row[], object]>([
  ["the one save since the stack's", [live("v2"), first], { by: "by v2", at: "at v2", isOnlySave: true }],
  ["several saves", [live("v3"), { id: "v2" }, first], { by: "by v3", at: "at v3", isOnlySave: false }],
  ["no version of the stack", [live("v2")], { by: "by v2", isOnlySave: false }],
  [
    "a version that is older than the stack's",
    [first, live("v0")],
    { by: undefined, at: undefined, isOnlySave: false },
  ],
  ["another owner's one save", [live("v2", other), first], { drift: "owner", by: "by v2", isOnlySave: true }],
  [
    "another owner's last save, which is not the one that took the tag over",
    [live("v3", other), { id: "v2", description: other }, first],
    { drift: "owner", by: "by v3", isOnlySave: false },
  ],
])("%s", (_, rows, expected) => {
  expect(compareTag(declared(), seen(rows))).toMatchObject(expected);
});

test("the author of the stack's own save is known", () => {
  expect(savedSince(seen([{ ...first, isLive: true }]), declared())).toMatchObject({ by: "by v1", isOnlySave: false });
});
