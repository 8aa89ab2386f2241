/** The staged version itself, which somebody made live: no run of the stack was interrupted. */
import { compareTag } from "../../../../cli/studies/drift/compareTag";
import { factsOf } from "../../../../stack/facts/facts";
import { declared, own, type Row, seen, stagedBy, theirs, written } from "../../commands/drift/sides";

const before: Row = { id: "v1", content: written, description: own };
const staged: Row = { id: "v2", isLive: true, content: theirs, description: own };

test("it is the newest version: a promotion, and no drift of the content", () => {
  const state = declared(stagedBy("v2"), { ...theirs, setAsLive: false });
  const shown = seen([staged, before]);
  expect(factsOf(shown, state.left, state.mark).change).toMatchObject({ kind: "promoted" });
  expect(compareTag(state, shown)).toBe("same");
});

test("a later version of the stack's own is live: a run was interrupted", () => {
  const state = declared(stagedBy("v1"), { ...theirs, setAsLive: false });
  const shown = seen([
    { ...staged, content: { ...theirs, defaultValue: "later" } },
    { ...before, content: theirs },
  ]);
  expect(compareTag(state, shown)).toMatchObject({ reason: "interrupted" });
});
