/** Without the key of the state: whether a content was live beside a staged version. */
import { isContentBeside } from "../../../stack/facts/beside";
import { declared, found, own, type Row, seen, stagedBy, theirs, written } from "../../cli/commands/drift/sides";

const staged: Row = { id: "v2", description: own };
const before: Row = { id: "v1", content: written };
const live: Row = { id: "v3", isLive: true };

test.each<[string, Row[], object, boolean | "encrypted"]>([
  ["yes, as a version before the staged one", [live, staged, before], {}, true],
  ["no, if the version before it has another content", [live, staged, { ...before, content: theirs }], {}, false],
  ["no, if the version before it is gone", [live, staged, { id: "v1" }], {}, false],
  ["maybe, if the staged version is gone, so that nothing shows what came before it", [live, before], {}, "encrypted"],
  ["yes, as the version that a refresh names", [live, before], found({ previous: "v1" }), true],
  ["maybe, if a later run saved it", [{ ...live, description: own }, staged, { id: "v1" }], {}, "encrypted"],
])("%s", (_, versions, outputs, expected) => {
  const { left } = declared({ ...stagedBy("v2"), ...outputs });
  expect(isContentBeside(seen(versions), written, left, "v2")).toBe(expected);
});
