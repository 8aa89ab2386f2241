/** What only the encrypted part of a state could tell: nobody is blamed for it. */
import { compareTag } from "../../../../cli/studies/drift/compareTag";
import { declared, found, own, type Row, seen, stagedBy, theirs, written } from "../../commands/drift/sides";

const first: Row = { id: "v1", content: written, description: own };
const byRun = { id: "v3", isLive: true, content: theirs, description: `Why ${own}` };
const person = { id: "v3", isLive: true, content: theirs };
const staged = { id: "v2", description: own };

test.each([
  [
    "another name beside a version that is staged under another one",
    declared(stagedBy("v2"), { name: "Squad" }),
    seen([person, { ...staged, description: `(named "Squad") ${own}` }, { ...first, content: theirs }], "Other"),
  ],
  [
    "what a refresh found beside a staged version, and others have changed since",
    declared({ ...stagedBy("v2"), ...found({ versionId: "v0" }) }),
    seen([person, staged, { ...first, content: theirs }]),
  ],
  [
    "what an earlier run saved beside a staged version",
    declared(stagedBy("v2")),
    seen([{ id: "v4", description: own }, byRun, staged, first]),
  ],
  [
    "the content of an earlier run beside a staged version",
    declared(stagedBy("v2")),
    seen([{ ...person, id: "v4" }, { ...byRun, isLive: false }, staged, first]),
  ],
  [
    "a name and a content that a refresh found, and others have changed since",
    declared(found({ isRenamed: true }), { name: "Found" }),
    seen([person, first], "Other"),
  ],
])("%s: nobody is blamed, because the state encrypts what was live", (_, tag, service) => {
  expect(compareTag(tag, service)).toEqual(expect.objectContaining({ reason: "encrypted", resource: "team" }));
});

test("what an interrupted run saved beside a staged version is not drift either", () => {
  expect(compareTag(declared(stagedBy("v2")), seen([byRun, staged, first]))).toMatchObject({ reason: "interrupted" });
});
