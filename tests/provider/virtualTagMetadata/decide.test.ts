/** What is decided if a resource owns the whole map, changes its mode, or is deleted: what docs/virtual-tag-metadata.md promises. */
import { both, changed, groups, ours, owner, testEach, theirs, web } from "./decisions";
import { textOf } from "../../../provider/virtualTagMetadata/messages";

const merge = "merge" as const;

describe("a create that owns the whole map", () => {
  testEach([
    ["nothing is there", { wants: ours }, "replace", ours],
    ["the map is as declared", { wants: ours, has: ours }, "keep; CA3205 Web.groups"],
    [
      "the map is as declared, but for empty fields",
      { wants: ours, has: { ...ours, Api: { endpoints: [] } } },
      "keep; CA3205 Web.groups",
    ],
    ["others entered another value", { wants: ours, has: theirs }, "refuse; CA3001 Theirs lost"],
    ["others entered something else for a value", { wants: ours, has: changed }, "refuse; CA3001 Web lost"],
    ["others entered a part of it", { wants: both, has: theirs }, "refuse; CA3001 Theirs"],
    [
      "adopt overwrites what others entered",
      { wants: ours, has: theirs, adopt: true },
      "replace; CA3201 Theirs lost",
      ours,
    ],
    ["adopt takes over a part", { wants: both, has: theirs, adopt: true }, "replace; CA3201 Theirs", both],
    ["adopt is no drift", { wants: ours, has: theirs, adopt: true, refuse: true }, "replace; CA3201 Theirs lost", ours],
  ]);
});

describe("an update that owns the whole map", () => {
  const wants = { Web: groups("b") };
  const update = { was: ours, wants };
  testEach([
    ["nothing else changed", { ...update, has: ours }, "replace", wants],
    ["the map is as declared already", { ...update, has: wants }, "keep"],
    ["a change of a value is drift", { ...update, has: changed }, "replace; CA3101 Web.groups", wants],
    ["a further value is drift", { ...update, has: both }, "replace; CA3101 Theirs.groups", wants],
    [
      "a missing value is drift",
      { was: both, wants: { ...wants, ...theirs }, has: ours },
      "replace; CA3101 Theirs.groups",
      { ...wants, ...theirs },
    ],
    ["the policy refuses drift", { ...update, has: both, refuse: true }, "refuse; CA3003 Theirs.groups"],
    [
      "adopt does not overwrite drift",
      { ...update, has: both, refuse: true, adopt: true },
      "refuse; CA3003 Theirs.groups",
    ],
    [
      "the program declares the drift",
      { was: ours, wants: both, has: both, refuse: true },
      "keep; CA3205 Theirs.groups",
    ],
    [
      "the program declares the drift and more",
      { was: ours, wants: { ...both, Api: groups("a") }, has: both, refuse: true },
      "replace",
      { ...both, Api: groups("a") },
    ],
    [
      "an earlier refresh found the drift",
      { ...update, has: both, found: both },
      "replace; CA3101 Theirs.groups",
      wants,
    ],
    [
      "a refresh found the drift, which is no consent",
      { ...update, has: both, found: both, refuse: true },
      "refuse; CA3003 Theirs.groups",
    ],
    [
      "the program accepts one of two changes that an earlier refresh found",
      { was: ours, wants: changed, has: { ...changed, ...theirs }, found: { ...changed, ...theirs } },
      "replace; CA3101 Theirs.groups",
      changed,
    ],
    [
      "others changed it after that refresh",
      { ...update, has: { Web: groups("x") }, found: changed, refuse: true },
      "refuse; CA3003 Web.groups",
    ],
    [
      "the program accepts what a refresh found",
      { was: ours, wants: changed, has: changed, found: changed, refuse: true },
      "keep",
    ],
  ]);
});

describe("a resource that changes its mode", () => {
  const toWhole = { was: ours, wants: ours, mode: "merge, then whole" } as const;
  testEach([
    ["to the whole map: nothing of others is there", { ...toWhole, wants: changed, has: ours }, "replace", changed],
    ["to the whole map: others entered something", { ...toWhole, has: both }, "refuse; CA3001 Theirs lost"],
    ["to the whole map, with adopt", { ...toWhole, has: both, adopt: true }, "replace; CA3201 Theirs lost", ours],
    [
      "to a merge: it removes what it no longer declares, and leaves the rest",
      {
        was: { ...ours, Api: groups("a") },
        wants: ours,
        has: { ...both, Api: groups("a") },
        mode: "whole, then merge",
      },
      "replace",
      both,
    ],
  ]);
});

describe("a delete", () => {
  testEach([
    ["of the whole map", { was: ours, has: ours }, "replace", {}],
    ["of an empty map", { was: ours }, "keep"],
    ["of a map that was never written", { was: ours, has: both, unwritten: [web] }, "keep; CA3106 Web.groups"],
    [
      "of a map of which a part was never written",
      { was: { ...ours, Api: groups("a") }, has: { ...ours, Api: groups("a") }, unwritten: [web] },
      "replace; CA3106 Web.groups",
      ours,
    ],
    [
      "of a merge of which a part was never written and is gone",
      { was: both, has: theirs, unwritten: [web], mode: merge },
      "replace",
      {},
    ],
    ["of the whole map with drift", { was: ours, has: both }, "replace; CA3101 Theirs.groups", {}],
    [
      "of the whole map with drift that the policy refuses",
      { was: ours, has: both, refuse: true },
      "refuse; CA3003 Theirs.groups",
    ],
    [
      "of the whole map with drift that a refresh found",
      { was: ours, has: changed, found: changed, refuse: true },
      "refuse; CA3003 Web.groups",
    ],
    ["of a merge removes its own fields", { was: ours, has: both, mode: merge }, "replace", theirs],
    ["of a merge with nothing left", { was: ours, has: theirs, mode: merge }, "keep"],
    [
      "of a merge leaves what others added to a list",
      { was: ours, has: changed, mode: merge },
      "replace; CA3103 Web.groups partial",
      { Web: groups("t") },
    ],
    [
      "of a merge leaves what others added, also if a refresh found it and the policy is refuse",
      { was: ours, has: changed, found: changed, mode: merge, refuse: true },
      "replace; CA3103 Web.groups partial",
      { Web: groups("t") },
    ],
    [
      "of a merge leaves a key that others set",
      { was: { Web: owner("o") }, has: { Web: owner("t") }, mode: merge },
      'keep; CA3103 Web.customMetadata["owner"]',
    ],
    ["of a tag that was not found", { was: ours, has: null }, "release; CA3204"],
    ["of a tag that was not found, by a merge", { was: ours, has: null, mode: merge }, "release; CA3204"],
    ["if another resource owns the whole map now", { was: ours, has: ours, other: "whole" }, "release; CA3203"],
    [
      "of a merge, if another resource owns the whole map now",
      { was: ours, has: ours, mode: merge, other: "whole" },
      "release; CA3203",
    ],
    ["of the whole map, if others merge now", { was: ours, has: both, other: merge }, "replace", theirs],
    [
      "of a merge, if another resource declares its fields now",
      { was: ours, has: ours, mode: merge, other: ours },
      "keep",
    ],
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
