/** Whom a comparison names: an author only if nobody else can have made the change. */
import { compareTag } from "../../../../cli/studies/drift/compareTag";
import { declared, own, type Row, seen, theirs, written } from "../../commands/drift/sides";

const first: Row = { id: "v1", content: written, description: own };
const live = (id: string, description?: string): Row => ({ id, isLive: true, content: theirs, description });
const other = "(pulumi other/dev#team)";

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
