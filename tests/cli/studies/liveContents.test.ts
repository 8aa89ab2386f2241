/** The keys by which a plan's references find the tags that are live after it. */
import type { InputTag } from "../../../cli/sources/inputTag";
import type { PlannedContent, PlannedTag } from "../../../cli/sources/plan/plan";
import { liveContents } from "../../../cli/studies/liveContents";

const urn = "urn:pulumi:dev::e2e::t::T";
const content: PlannedContent = { name: "T", rules: [], defaultValue: "None", setAsLive: true };
const tag: PlannedTag = { urn, resourceName: "t", name: "T", type: "VirtualTag", op: "create", after: content };
const found: InputTag = { id: "t1", name: "T", rules: [], defaultValue: "None" };

test.each<[string, Partial<PlannedTag>, InputTag | undefined, string[]]>([
  ["a new tag, its URN", {}, undefined, [urn]],
  ["a tag that is adopted by its name, its URN and the ID that it has", {}, found, [urn, "t1"]],
  [
    "a tag that is adopted by its ID, that one and its URN",
    { after: { ...content, id: "t1" } },
    undefined,
    ["t1", urn],
  ],
  ["a tag that stays, its ID and its URN", { op: "same", id: "t1", before: content }, undefined, ["t1", urn]],
])("%s", (_, change, live, expected) => {
  const contents = liveContents([{ ...tag, ...change }], new Map(live === undefined ? [] : [[urn, live]]));
  expect(contents.after.map(({ id }) => id)).toEqual(expected);
});
