/** What is decided if a resource owns the whole map, changes its mode, or is deleted: what docs/virtual-tag-metadata.md promises. */
import { both, changed, groups, ours, owner, testEach, theirs, web } from "./decisions";
import { textOf } from "../../../provider/virtualTagMetadata/messages";

const merge = "merge" as const;

describe("a create that owns the whole map", () => {
  testEach([
    { title: "nothing is there", given: { wants: ours }, expected: "replace", writes: ours },
    { title: "the map is as declared", given: { wants: ours, has: ours }, expected: "keep; CA3205 Web.groups" },
    {
      title: "the map is as declared, but for empty fields",
      given: { wants: ours, has: { ...ours, Api: { endpoints: [] } } },
      expected: "keep; CA3205 Web.groups",
    },
    {
      title: "others entered another value",
      given: { wants: ours, has: theirs },
      expected: "refuse; CA3001 Theirs lost",
    },
    {
      title: "others entered something else for a value",
      given: { wants: ours, has: changed },
      expected: "refuse; CA3001 Web lost",
    },
    { title: "others entered a part of it", given: { wants: both, has: theirs }, expected: "refuse; CA3001 Theirs" },
    {
      title: "adopt overwrites what others entered",
      given: { wants: ours, has: theirs, adopt: true },
      expected: "replace; CA3201 Theirs lost",
      writes: ours,
    },
    {
      title: "adopt takes over a part",
      given: { wants: both, has: theirs, adopt: true },
      expected: "replace; CA3201 Theirs",
      writes: both,
    },
    {
      title: "adopt is no drift",
      given: { wants: ours, has: theirs, adopt: true, refuse: true },
      expected: "replace; CA3201 Theirs lost",
      writes: ours,
    },
  ]);
});

describe("an update that owns the whole map", () => {
  const wants = { Web: groups("b") };
  const update = { was: ours, wants };
  testEach([
    { title: "nothing else changed", given: { ...update, has: ours }, expected: "replace", writes: wants },
    { title: "the map is as declared already", given: { ...update, has: wants }, expected: "keep" },
    {
      title: "a change of a value is drift",
      given: { ...update, has: changed },
      expected: "replace; CA3101 Web.groups",
      writes: wants,
    },
    {
      title: "a further value is drift",
      given: { ...update, has: both },
      expected: "replace; CA3101 Theirs.groups",
      writes: wants,
    },
    {
      title: "a missing value is drift",
      given: { was: both, wants: { ...wants, ...theirs }, has: ours },
      expected: "replace; CA3101 Theirs.groups",
      writes: { ...wants, ...theirs },
    },
    {
      title: "the policy refuses drift",
      given: { ...update, has: both, refuse: true },
      expected: "refuse; CA3003 Theirs.groups",
    },
    {
      title: "adopt does not overwrite drift",
      given: { ...update, has: both, refuse: true, adopt: true },
      expected: "refuse; CA3003 Theirs.groups",
    },
    {
      title: "the program declares the drift",
      given: { was: ours, wants: both, has: both, refuse: true },
      expected: "keep; CA3205 Theirs.groups",
    },
    {
      title: "the program declares the drift and more",
      given: { was: ours, wants: { ...both, Api: groups("a") }, has: both, refuse: true },
      expected: "replace",
      writes: { ...both, Api: groups("a") },
    },
    {
      title: "an earlier refresh found the drift",
      given: { ...update, has: both, found: both },
      expected: "replace; CA3101 Theirs.groups",
      writes: wants,
    },
    {
      title: "a refresh found the drift, which is no consent",
      given: { ...update, has: both, found: both, refuse: true },
      expected: "refuse; CA3003 Theirs.groups",
    },
    {
      title: "the program accepts one of two changes that an earlier refresh found",
      given: { was: ours, wants: changed, has: { ...changed, ...theirs }, found: { ...changed, ...theirs } },
      expected: "replace; CA3101 Theirs.groups",
      writes: changed,
    },
    {
      title: "others changed it after that refresh",
      given: { ...update, has: { Web: groups("x") }, found: changed, refuse: true },
      expected: "refuse; CA3003 Web.groups",
    },
    {
      title: "the program accepts what a refresh found",
      given: { was: ours, wants: changed, has: changed, found: changed, refuse: true },
      expected: "keep",
    },
  ]);
});

describe("a resource that changes its mode", () => {
  const toWhole = { was: ours, wants: ours, mode: "merge, then whole" } as const;
  testEach([
    {
      title: "to the whole map: nothing of others is there",
      given: { ...toWhole, wants: changed, has: ours },
      expected: "replace",
      writes: changed,
    },
    {
      title: "to the whole map: others entered something",
      given: { ...toWhole, has: both },
      expected: "refuse; CA3001 Theirs lost",
    },
    {
      title: "to the whole map, with adopt",
      given: { ...toWhole, has: both, adopt: true },
      expected: "replace; CA3201 Theirs lost",
      writes: ours,
    },
    {
      title: "to a merge: it removes what it no longer declares, and leaves the rest",
      given: {
        was: { ...ours, Api: groups("a") },
        wants: ours,
        has: { ...both, Api: groups("a") },
        mode: "whole, then merge",
      },
      expected: "replace",
      writes: both,
    },
  ]);
});

describe("a delete", () => {
  testEach([
    { title: "of the whole map", given: { was: ours, has: ours }, expected: "replace", writes: {} },
    { title: "of an empty map", given: { was: ours }, expected: "keep" },
    {
      title: "of a map that was never written",
      given: { was: ours, has: both, unwritten: [web] },
      expected: "keep; CA3106 Web.groups",
    },
    {
      title: "of a map of which a part was never written",
      given: { was: { ...ours, Api: groups("a") }, has: { ...ours, Api: groups("a") }, unwritten: [web] },
      expected: "replace; CA3106 Web.groups",
      writes: ours,
    },
    {
      title: "of a merge of which a part was never written and is gone",
      given: { was: both, has: theirs, unwritten: [web], mode: merge },
      expected: "replace",
      writes: {},
    },
    {
      title: "of the whole map with drift",
      given: { was: ours, has: both },
      expected: "replace; CA3101 Theirs.groups",
      writes: {},
    },
    {
      title: "of the whole map with drift that the policy refuses",
      given: { was: ours, has: both, refuse: true },
      expected: "refuse; CA3003 Theirs.groups",
    },
    {
      title: "of the whole map with drift that a refresh found",
      given: { was: ours, has: changed, found: changed, refuse: true },
      expected: "refuse; CA3003 Web.groups",
    },
    {
      title: "of a merge removes its own fields",
      given: { was: ours, has: both, mode: merge },
      expected: "replace",
      writes: theirs,
    },
    { title: "of a merge with nothing left", given: { was: ours, has: theirs, mode: merge }, expected: "keep" },
    {
      title: "of a merge leaves what others added to a list",
      given: { was: ours, has: changed, mode: merge },
      expected: "replace; CA3103 Web.groups partial",
      writes: { Web: groups("t") },
    },
    {
      title: "of a merge leaves what others added, also if a refresh found it and the policy is refuse",
      given: { was: ours, has: changed, found: changed, mode: merge, refuse: true },
      expected: "replace; CA3103 Web.groups partial",
      writes: { Web: groups("t") },
    },
    {
      title: "of a merge leaves a key that others set",
      given: { was: { Web: owner("o") }, has: { Web: owner("t") }, mode: merge },
      expected: 'keep; CA3103 Web.customMetadata["owner"]',
    },
    { title: "of a tag that was not found", given: { was: ours, has: null }, expected: "release; CA3204" },
    {
      title: "of a tag that was not found, by a merge",
      given: { was: ours, has: null, mode: merge },
      expected: "release; CA3204",
    },
    {
      title: "if another resource owns the whole map now",
      given: { was: ours, has: ours, other: "whole" },
      expected: "release; CA3203",
    },
    {
      title: "of a merge, if another resource owns the whole map now",
      given: { was: ours, has: ours, mode: merge, other: "whole" },
      expected: "release; CA3203",
    },
    {
      title: "of the whole map, if others merge now",
      given: { was: ours, has: both, other: merge },
      expected: "replace",
      writes: theirs,
    },
    {
      title: "of a merge, if another resource declares its fields now",
      given: { was: ours, has: ours, mode: merge, other: ours },
      expected: "keep",
    },
  ]);
});

/** What the messages of metadata say of drift: the ways forward. */
describe("messages of drift", () => {
  const urn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::plans";
  const facts = { id: "id-1", paths: ['metadata["Web"].groups'], urn };
  const once =
    `\`pulumi config set costallocation:driftPolicy overwrite && pulumi up --target ${urn}; ` +
    "pulumi config set costallocation:driftPolicy refuse`";

  test("a refusal offers to overwrite this resource once, and sets the policy back", () => {
    for (const say of [
      ["driftNotOverwritten", facts],
      ["driftFound", { ...facts, isRefused: true }],
    ] as const)
      expect(textOf(say).text).toContain(once);
  });

  test("drift that the policy overwrites anyway does not offer to set the policy", () => {
    const { text } = textOf(["driftFound", { ...facts, isRefused: false }]);
    expect(text).toContain("`pulumi preview --refresh --diff`");
    expect(text).not.toContain("pulumi config set");
  });
});
