/** What is decided if a resource merges, and after a write: what docs/virtual-tag-metadata.md promises. */
import { both, changed, groups, ours, owner, testEach, theirs } from "./decisions";

const merge = "merge" as const;

describe("a create that merges", () => {
  const create = { wants: ours, mode: merge };
  const note = { Web: { endpoints: ["t"], customMetadata: { note: "t" } } };
  testEach([
    { title: "nothing is there", given: create, expected: "merge", writes: ours },
    { title: "everything is there", given: { ...create, has: both }, expected: "keep; CA3205 Web.groups" },
    {
      title: "everything is there, with adopt",
      given: { ...create, has: both, adopt: true },
      expected: "keep; CA3205 Web.groups",
    },
    {
      title: "a part is there",
      given: { wants: both, has: { ...ours, Theirs: { endpoints: ["e"] } }, mode: merge },
      expected: "merge; CA3205 Web.groups",
      writes: { Theirs: { endpoints: ["e"], ...theirs.Theirs } },
    },
    { title: "others have other values", given: { ...create, has: theirs }, expected: "merge", writes: ours },
    {
      title: "others have other fields of the value, which are sent too",
      given: { ...create, has: note },
      expected: "merge",
      writes: { Web: { ...note.Web, ...ours.Web } },
    },
    {
      title: "others filled a declared field",
      given: { ...create, has: changed },
      expected: "refuse; CA3002 Web.groups",
    },
    {
      title: "adopt takes over a declared field",
      given: { ...create, has: changed, adopt: true },
      expected: "merge; CA3202 Web.groups",
      writes: ours,
    },
    {
      title: "adopt is no drift",
      given: { ...create, has: changed, adopt: true, refuse: true },
      expected: "merge; CA3202 Web.groups",
      writes: ours,
    },
    {
      title: "the value has unknown fields",
      given: { ...create, has: { Web: { colour: "red" } as object } },
      expected: "refuse; CA3005 Web.colour",
    },
    {
      title: "another value has unknown fields",
      given: { ...create, has: { Api: { colour: "red" } as object } },
      expected: "merge",
      writes: ours,
    },
  ]);
});

describe("an update that merges", () => {
  const wants = { Web: groups("b") };
  const update = { was: ours, wants, mode: merge };
  const keyed = { was: { Web: owner("o") }, wants: { Web: owner("p") }, mode: merge };
  const removed = { was: { ...ours, Api: groups("a") }, wants: ours, mode: merge };
  testEach([
    { title: "nothing else changed", given: { ...update, has: ours }, expected: "merge", writes: wants },
    {
      title: "everything is as declared already",
      given: { ...update, has: { ...wants, ...theirs } },
      expected: "keep",
    },
    {
      title: "other fields are no drift",
      given: { ...update, has: { Web: { ...groups("a"), endpoints: ["t"] }, ...theirs }, refuse: true },
      expected: "merge",
      writes: { Web: { ...groups("b"), endpoints: ["t"] } },
    },
    {
      title: "an ID that others added to a list is drift",
      given: { ...update, has: changed },
      expected: "merge; CA3101 Web.groups",
      writes: wants,
    },
    {
      title: "a list that others removed is drift",
      given: { was: ours, wants: ours, has: {}, mode: merge },
      expected: "merge; CA3101 Web.groups",
      writes: ours,
    },
    {
      title: "a key that others changed is drift",
      given: { ...keyed, has: { Web: owner("t") } },
      expected: 'merge; CA3101 Web.customMetadata["owner"]',
      writes: { Web: owner("p") },
    },
    {
      title: "the policy refuses drift",
      given: { ...update, has: changed, refuse: true },
      expected: "refuse; CA3003 Web.groups",
    },
    {
      title: "adopt does not overwrite drift",
      given: { ...update, has: changed, refuse: true, adopt: true },
      expected: "refuse; CA3003 Web.groups",
    },
    {
      title: "a list between old and new, as an interrupted run leaves it, is no drift",
      given: { ...update, has: { Web: groups("a", "b") }, refuse: true },
      expected: "merge",
      writes: wants,
    },
    {
      title: "the program declares the drift",
      given: { was: ours, wants: changed, has: changed, mode: merge, refuse: true },
      expected: "keep",
    },
    {
      title: "a refresh found the drift, which is no consent",
      given: { ...update, has: changed, found: changed, refuse: true },
      expected: "refuse; CA3003 Web.groups",
    },
    {
      title: "the program accepts what a refresh found",
      given: { was: ours, wants: changed, has: changed, found: changed, mode: merge, refuse: true },
      expected: "keep",
    },
    {
      title: "a refresh found the drift, and the policy is overwrite",
      given: { ...update, has: changed, found: changed },
      expected: "merge; CA3101 Web.groups",
      writes: wants,
    },
    {
      title: "a new field that others filled",
      given: { was: ours, wants: both, has: { ...ours, Theirs: groups("x") }, mode: merge },
      expected: "refuse; CA3002 Theirs.groups",
    },
    {
      title: "a field that is no longer declared is removed",
      given: { ...removed, has: { ...both, Api: groups("a") } },
      expected: "replace",
      writes: both,
    },
    { title: "others removed that field before", given: { ...removed, has: both }, expected: "keep" },
    {
      title: "others added to that list",
      given: { ...removed, has: { ...ours, Api: groups("a", "t") }, refuse: true },
      expected: "replace; CA3103 Api.groups partial",
      writes: { ...ours, Api: groups("t") },
    },
    {
      title: "others added to that list, which a refresh found",
      given: { ...removed, has: { ...ours, Api: groups("a", "t") }, found: { ...ours, Api: groups("a", "t") } },
      expected: "replace; CA3103 Api.groups partial",
      writes: { ...ours, Api: groups("t") },
    },
    {
      title: "others set that key",
      given: { ...keyed, wants: {}, has: { Web: owner("t") }, refuse: true },
      expected: 'keep; CA3103 Web.customMetadata["owner"]',
    },
    {
      title: "others removed that field, which a refresh found, and entered it again",
      given: { ...removed, has: { ...ours, Api: groups("a") }, found: ours },
      expected: "keep",
    },
    {
      title: "a field that was never written is left",
      given: { ...removed, has: { ...ours, Api: groups("a") }, unwritten: ['metadata["Api"].groups'] },
      expected: "keep; CA3106 Api.groups",
    },
    {
      title: "a new field is there already",
      given: { was: ours, wants: both, has: both, mode: merge },
      expected: "keep; CA3205 Theirs.groups",
    },
    {
      title: "another resource of the program declares that field now",
      given: { ...removed, has: { ...ours, Api: groups("a") }, other: { Api: groups("a") } },
      expected: "keep",
    },
  ]);
});

describe("after a write", () => {
  const merging = { was: { Web: groups("a", "b") }, wants: { Web: groups("b", "c") }, mode: merge };
  const united = { Web: groups("a", "b", "c") };
  const replaced = { replacements: 1 };
  testEach([
    {
      title: "the whole map is as declared",
      given: { was: ours, wants: both, has: both, after: replaced },
      expected: "keep",
    },
    {
      title: "the whole map differs",
      given: { was: ours, wants: both, has: ours, after: replaced, refuse: true },
      expected: "keep; CA3105",
    },
    {
      title: "a merge did everything",
      given: { ...merging, has: merging.wants, after: { merged: merging.wants } },
      expected: "keep",
    },
    {
      title: "someone changed a declared field after a merge that united the lists",
      given: { ...merging, has: { Web: groups("a", "t") }, after: { merged: united } },
      expected: "replace; CA3104",
      writes: merging.wants,
    },
    {
      title: "a merge united the lists",
      given: { ...merging, has: united, after: { merged: united }, refuse: true },
      expected: "replace",
      writes: merging.wants,
    },
    {
      title: "someone removed a field at the same time",
      given: { ...merging, has: {}, after: replaced },
      expected: "merge; CA3104",
      writes: merging.wants,
    },
    {
      title: "someone entered a field again at the same time",
      given: { was: both, wants: ours, has: both, mode: merge, after: replaced },
      expected: "replace; CA3104",
      writes: ours,
    },
    {
      title: "the third replacement did everything",
      given: { ...merging, has: merging.wants, after: { replacements: 3 } },
      expected: "keep",
    },
    {
      title: "the third replacement did not help",
      given: { ...merging, has: {}, after: { replacements: 3 } },
      expected: "keep; CA3104; CA3105",
    },
  ]);
});
