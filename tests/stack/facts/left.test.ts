/** What a state says of a tag: to the provider, and to those who can't decrypt it. */
import { leftInReport, leftOf } from "../../../stack/facts/left";
import type { VirtualTagState } from "../../../stack/state/virtualTag";
import { urnOf } from "../../cli/commands/drift/state";

const content = { rules: [], defaultValue: "x" };
const mark = "(pulumi shop/prod#team)";
const formerLive = { versionId: "v1", name: "Old" };
const drift = { by: "ines@example.com", versionId: "v3", previous: "v1" };
const state: VirtualTagState = { name: "Team", ...content, __resourceUrn: urnOf("team"), __memory: { mark } };
const shown = (change: object): ReturnType<typeof leftInReport> =>
  leftInReport({ ...state, ...change }, [urnOf("former"), urnOf("team")]);

test("both are plain data", () => {
  const staged = { ...state, stagedVersionId: "v2", __memory: { mark, formerLive, drift } };
  for (const left of [leftOf(staged), shown({ stagedVersionId: "v2", __report: { drift } })])
    expect(JSON.parse(JSON.stringify(left))).toEqual(left);
});

test("the provider knows all of it", () => {
  const written = { name: "Team", ...content };
  const found = { ...state, name: "Theirs", defaultValue: "theirs", __memory: { mark, drift, written } };
  expect(leftOf(found)).toMatchObject({
    lastMark: { value: mark },
    name: { value: "Team" },
    content: { value: content },
    found: { drift, name: "Theirs", content: { defaultValue: "theirs" } },
  });
  expect(leftOf({ ...state, stagedVersionId: "v2", __memory: { formerLive } }).staged).toEqual({
    versionId: "v2",
    beside: { value: formerLive },
  });
});

const told = { name: { value: "Team" }, content: { value: content } };
test.each<[string, object, object]>([
  ["nothing has happened", {}, { ...told, staged: undefined, found: undefined }],
  ["a version is staged", { stagedVersionId: "v2" }, { ...told, staged: { versionId: "v2", beside: "encrypted" } }],
  ["a refresh found drift", { __report: { drift } }, { ...told, content: "encrypted", found: { drift } }],
  [
    "a refresh found another name",
    { __report: { drift: { ...drift, isRenamed: true } } },
    { name: "encrypted", content: "encrypted" },
  ],
  [
    "a refresh found drift beside a staged version",
    { stagedVersionId: "v2", __report: { drift } },
    { name: "encrypted", content: told.content },
  ],
])("without the key, if %s", (_, change, left) => {
  expect(shown(change)).toMatchObject({ marks: ["(pulumi shop/prod#former)", mark], lastMark: "encrypted", ...left });
});
