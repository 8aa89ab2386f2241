/** What is decided if a resource merges, and after a write: what docs/virtual-tag-metadata.md promises. */
import { both, changed, groups, ours, owner, testEach, theirs } from "./decisions";

const merge = "merge" as const;

describe("a create that merges", () => {
  const create = { wants: ours, mode: merge };
  const note = { Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
  testEach([
    ["nothing is there", create, "merge", ours],
    ["everything is there", { ...create, has: both }, "keep; CA3205 Web.groups"],
    ["everything is there, with adopt", { ...create, has: both, adopt: true }, "keep; CA3205 Web.groups"],
    [
      "a part is there",
      { wants: both, has: { ...ours, Theirs: { endpoints: ["e"] } }, mode: merge },
      "merge; CA3205 Web.groups",
      { Theirs: { endpoints: ["e"], ...theirs.Theirs } },
    ],
    ["others have other values", { ...create, has: theirs }, "merge", ours],
    [
      "others have other fields of the value, which are sent too",
      { ...create, has: note },
      "merge",
      { Web: { ...note.Web, ...ours.Web } },
    ],
    ["others filled a declared field", { ...create, has: changed }, "refuse; CA3002 Web.groups"],
    ["adopt takes over a declared field", { ...create, has: changed, adopt: true }, "merge; CA3202 Web.groups", ours],
    ["adopt is no drift", { ...create, has: changed, adopt: true, refuse: true }, "merge; CA3202 Web.groups", ours],
    [
      "the value has unknown fields",
      { ...create, has: { Web: { colour: "red" } as object } },
      "refuse; CA3005 Web.colour",
    ],
    ["another value has unknown fields", { ...create, has: { Api: { colour: "red" } as object } }, "merge", ours],
  ]);
});

describe("an update that merges", () => {
  const wants = { Web: groups("b") };
  const update = { was: ours, wants, mode: merge };
  const keyed = { was: { Web: owner("o") }, wants: { Web: owner("p") }, mode: merge };
  const removed = { was: { ...ours, Api: groups("a") }, wants: ours, mode: merge };
  testEach([
    ["nothing else changed", { ...update, has: ours }, "merge", wants],
    ["everything is as declared already", { ...update, has: { ...wants, ...theirs } }, "keep"],
    [
      "other fields are no drift",
      { ...update, has: { Web: { ...groups("a"), endpoints: ["t"] }, ...theirs }, refuse: true },
      "merge",
      { Web: { ...groups("b"), endpoints: ["t"] } },
    ],
    ["an ID that others added to a list is drift", { ...update, has: changed }, "merge; CA3101 Web.groups", wants],
    [
      "a list that others removed is drift",
      { was: ours, wants: ours, has: {}, mode: merge },
      "merge; CA3101 Web.groups",
      ours,
    ],
    [
      "a key that others changed is drift",
      { ...keyed, has: { Web: owner("t") } },
      'merge; CA3101 Web.customMetadata["owner"]',
      { Web: owner("p") },
    ],
    ["the policy refuses drift", { ...update, has: changed, refuse: true }, "refuse; CA3003 Web.groups"],
    [
      "adopt does not overwrite drift",
      { ...update, has: changed, refuse: true, adopt: true },
      "refuse; CA3003 Web.groups",
    ],
    [
      "a list between old and new, as an interrupted run leaves it, is no drift",
      { ...update, has: { Web: groups("a", "b") }, refuse: true },
      "merge",
      wants,
    ],
    ["the program declares the drift", { was: ours, wants: changed, has: changed, mode: merge, refuse: true }, "keep"],
    [
      "a refresh found the drift, which is no consent",
      { ...update, has: changed, found: changed, refuse: true },
      "refuse; CA3003 Web.groups",
    ],
    [
      "the program accepts what a refresh found",
      { was: ours, wants: changed, has: changed, found: changed, mode: merge, refuse: true },
      "keep",
    ],
    [
      "a refresh found the drift, and the policy is overwrite",
      { ...update, has: changed, found: changed },
      "merge; CA3101 Web.groups",
      wants,
    ],
    [
      "a new field that others filled",
      { was: ours, wants: both, has: { ...ours, Theirs: groups("x") }, mode: merge },
      "refuse; CA3002 Theirs.groups",
    ],
    [
      "a field that is no longer declared is removed",
      { ...removed, has: { ...both, Api: groups("a") } },
      "replace",
      both,
    ],
    ["others removed that field before", { ...removed, has: both }, "keep"],
    [
      "others added to that list",
      { ...removed, has: { ...ours, Api: groups("a", "t") }, refuse: true },
      "replace; CA3103 Api.groups partial",
      { ...ours, Api: groups("t") },
    ],
    [
      "others added to that list, which a refresh found",
      { ...removed, has: { ...ours, Api: groups("a", "t") }, found: { ...ours, Api: groups("a", "t") } },
      "replace; CA3103 Api.groups partial",
      { ...ours, Api: groups("t") },
    ],
    [
      "others set that key",
      { ...keyed, wants: {}, has: { Web: owner("t") }, refuse: true },
      'keep; CA3103 Web.customMetadata["owner"]',
    ],
    [
      "others removed that field, which a refresh found, and entered it again",
      { ...removed, has: { ...ours, Api: groups("a") }, found: ours },
      "keep",
    ],
    [
      "a field that was never written is left",
      { ...removed, has: { ...ours, Api: groups("a") }, unwritten: ['metadata["Api"].groups'] },
      "keep; CA3106 Api.groups",
    ],
    ["a new field is there already", { was: ours, wants: both, has: both, mode: merge }, "keep; CA3205 Theirs.groups"],
    [
      "another resource of the program declares that field now",
      { ...removed, has: { ...ours, Api: groups("a") }, other: { Api: groups("a") } },
      "keep",
    ],
  ]);
});

describe("after a write", () => {
  const merging = { was: { Web: groups("a", "b") }, wants: { Web: groups("b", "c") }, mode: merge };
  const united = { Web: groups("a", "b", "c") };
  const replaced = { replacements: 1 };
  testEach([
    ["the whole map is as declared", { was: ours, wants: both, has: both, after: replaced }, "keep"],
    ["the whole map differs", { was: ours, wants: both, has: ours, after: replaced, refuse: true }, "keep; CA3105"],
    ["a merge did everything", { ...merging, has: merging.wants, after: { merged: merging.wants } }, "keep"],
    [
      "someone changed a declared field after a merge that united the lists",
      { ...merging, has: { Web: groups("a", "t") }, after: { merged: united } },
      "replace; CA3104",
      merging.wants,
    ],
    [
      "a merge united the lists",
      { ...merging, has: united, after: { merged: united }, refuse: true },
      "replace",
      merging.wants,
    ],
    [
      "someone removed a field at the same time",
      { ...merging, has: {}, after: replaced },
      "merge; CA3104",
      merging.wants,
    ],
    [
      "someone entered a field again at the same time",
      { was: both, wants: ours, has: both, mode: merge, after: replaced },
      "replace; CA3104",
      ours,
    ],
    ["the third replacement did everything", { ...merging, has: merging.wants, after: { replacements: 3 } }, "keep"],
    ["the third replacement did not help", { ...merging, has: {}, after: { replacements: 3 } }, "keep; CA3104; CA3105"],
  ]);
});
