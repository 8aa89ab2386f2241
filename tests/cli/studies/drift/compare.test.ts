/** How drift compares a state with what is live: metadata, versions and ways forward. */
import { createColors } from "picocolors";
import type { MetadataMap } from "../../../../client";
import { compareEndpoint, compareMetadata } from "../../../../cli/studies/drift/compareFields";
import { pathDigest } from "../../../../client/resources/metadataFields";
import { declarationsIn, type DeclaredMetadata, type DeclaredTag } from "../../../../cli/sources/declared";
import { stateIn } from "../../../../cli/sources/stackState";
import { exportOf } from "../../commands/drift/state";
import { compareTag, deletedResource } from "../../../../cli/studies/drift/compareTag";
import { declared, found, own, type Row, seen, stagedBy, theirs, written } from "../../commands/drift/sides";
import { factsOf } from "../../../../stack/facts/facts";
import type { DriftedResource } from "../../../../cli/studies/drift/comparison";
import { savedSince } from "../../../../cli/studies/savedSince";
import { terminalText } from "../../../../cli/document/terminal";
import { driftDocument } from "../../../../cli/words/drift";

describe("metadata", () => {
  const written: MetadataMap = { Web: { groups: ["a", "b"], customMetadata: { owner: "ines" } } };

  function declared(inputs: object = {}, outputs: object = {}): DeclaredMetadata {
    const state = exportOf([
      { kind: "VirtualTagMetadata", id: "t", inputs: { virtualTagId: "t", metadata: written, ...inputs }, outputs },
    ]);
    return declarationsIn(stateIn(state, "test")).metadata[0] as DeclaredMetadata;
  }

  const merging = { mergeValuesAndMetadata: true };
  const owner = 'metadata["Web"].customMetadata["owner"]';

  test.each<[string, DeclaredMetadata, MetadataMap]>([
    ["lists in another order", declared(), { Web: { groups: ["b", "a", "b"], customMetadata: { owner: "ines" } } }],
    ["empty fields", declared(), { Web: { ...written["Web"], endpoints: [] }, Other: {} }],
    [
      "others' fields and values, if only its own are the resource's",
      declared(merging),
      {
        Web: { groups: ["a", "b"], customMetadata: { owner: "ines", code: "1" }, endpoints: ["e"] },
        Other: { groups: ["c"] },
      },
    ],
  ])("%s: no drift", (_, metadata, live) => {
    expect(compareMetadata(metadata, live, "Team")).toBe("same");
  });

  test.each<[string, DeclaredMetadata, MetadataMap, object[]]>([
    [
      "a changed field",
      declared(merging),
      { Web: { groups: ["a", "b"], customMetadata: { owner: "bo" } } },
      [{ path: owner, before: "ines", after: "bo" }],
    ],
    [
      "a removed value",
      declared(merging),
      {},
      [
        { path: 'metadata["Web"].groups', before: ["a", "b"] },
        { path: owner, before: "ines" },
      ],
    ],
    [
      "others' value, if the whole map is the resource's",
      declared(),
      { ...written, Other: { groups: ["c"] } },
      [{ path: 'metadata["Other"].groups', after: ["c"] }],
    ],
    [
      "what a refresh found",
      declared(
        { ...merging, metadata: { Web: { groups: ["a", "b"], customMetadata: { owner: "bo" } } } },
        { __report: { drift: { fields: [pathDigest("t", owner)] } } },
      ),
      { Web: { groups: ["a", "b"], customMetadata: { owner: "bo" } } },
      [{ path: owner, after: "bo", isBeforeUnknown: true }],
    ],
    [
      "what a refresh did not find any more",
      declared(
        { ...merging, metadata: { Web: { groups: ["a", "b"] } } },
        { __report: { drift: { fields: [pathDigest("t", owner)] } } },
      ),
      { Web: { groups: ["a", "b"] } },
      [{ isBeforeUnknown: true }],
    ],
  ])("%s", (_, metadata, live, fields) => {
    expect(compareMetadata(metadata, live, "Team")).toMatchObject({ drift: "changed", name: "Team" });
    expect(compareMetadata(metadata, live, "Team")).toHaveProperty("fields", fields);
  });

  test("metadata of a tag that is not there is deleted", () => {
    expect(compareMetadata(declared(), undefined, undefined)).toMatchObject({ drift: "deleted", id: "t" });
  });

  test("of an endpoint, type and name are compared, and never the destination", () => {
    const endpoint = {
      kind: "NotificationEndpoint" as const,
      urn: "urn",
      resource: "finance",
      id: "e",
      account: undefined,
      found: undefined,
      type: "slack",
      name: "Finance",
    };
    const live = { id: "e", type: "slack", name: "Finance", configuration: { to: "https://hooks.example.com/secret" } };
    expect(compareEndpoint(endpoint, live)).toBe("same");
    expect(compareEndpoint(endpoint, { ...live, name: "Money" })).toEqual(
      expect.objectContaining({ drift: "changed", fields: [{ path: "name", before: "Finance", after: "Money" }] }),
    );
    expect(compareEndpoint(endpoint, undefined)).toMatchObject({ drift: "deleted", name: "Finance" });
  });
});

/** What only the encrypted part of a state could tell: nobody is blamed for it. */
describe("without the key of the state", () => {
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
});

/** The staged version itself, which somebody made live: no run of the stack was interrupted. */
describe("a staged version that somebody made live", () => {
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
});

/** Whom a comparison names: an author only if nobody else can have made the change. */
describe("saves since", () => {
  const day = (date: number): string => `2026-03-0${date}T01:00:00.000Z`;
  const first: Row = { id: "v1", content: written, description: own, createdAt: day(1) };
  const live = (id: string, description?: string): Row => ({ id, isLive: true, content: theirs, description });
  const other = "(pulumi other/dev#team)";

  test("after an interrupted run, the one save since that run is not the one save since the state", () => {
    const interrupted: Row = { id: "v2", content: written, description: own, createdAt: day(2) };
    const rows = [live("v3"), interrupted, first];
    const named = (state: DeclaredTag): unknown => (compareTag(state, seen(rows)) as DriftedResource).isOnlySave;
    expect(named(declared({ updatedAt: day(1) }))).toBe(false);
    expect(named(declared({ updatedAt: day(2) }))).toBe(true);
    // Without a date, nothing is certain.
    expect(named(declared({ updatedAt: undefined }))).toBe(false);
    // A refresh that found the change knows which version the stack wrote last.
    const refreshed = (previous: string): DeclaredTag => declared({ updatedAt: day(4), ...found({ previous }) });
    expect(named(refreshed("v1"))).toBe(false);
    expect(named(refreshed("v2"))).toBe(true);
  });

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

  test("the author of the stack's own save is known", () => {
    expect(savedSince(seen([{ ...first, isLive: true }]), declared())).toMatchObject({
      by: "by v1",
      isOnlySave: false,
    });
  });
});

/** What `drift` says of a difference, and the ways that it names: only what is certain. */
describe("ways forward", () => {
  const text = (drifted: DriftedResource): string =>
    terminalText(
      driftDocument(
        { findings: [drifted], notCompared: [], same: 0 },
        { stack: undefined, options: [], needs: undefined },
        "brief",
      ),
      createColors(false),
    );

  const first: Row = { id: "v1", content: written, description: own };
  const live: Row = { id: "v2", isLive: true, content: theirs };

  test("export prints what is live only if the newest version is", () => {
    const exported = "npx cost-allocation export --tag t` prints the program of what is live";
    expect(text(compareTag(declared(), seen([live, first])) as DriftedResource)).toContain(exported);
    const staged = text(compareTag(declared(), seen([{ id: "v3" }, live, first])) as DriftedResource);
    expect(staged).not.toContain("export");
    expect(staged).toContain("`npx cost-allocation versions show t live` shows what is live; put it into the program");
  });

  test.each([
    ["VirtualTag", "creates it again if no other tag has its name"],
    ["VirtualTagMetadata", "creates it again if the program creates its tag again, too"],
    ["NotificationEndpoint", "creates it again\n"],
  ] as const)("a deleted %s is created again, on a condition", (kind, said) => {
    expect(text(deletedResource({ kind, urn: "urn", resource: "r", id: "t" }))).toContain(
      `\`pulumi up --refresh\` ${said}`,
    );
  });

  test("a refresh found drift beside a staged version, and the content looks like the former one: no name is said to have changed", () => {
    const rows: Row[] = [
      { id: "v3", isLive: true, content: written },
      { id: "v2", content: theirs, description: own },
      { id: "v1", content: written },
    ];
    const state = declared({ ...stagedBy("v2"), ...found({ versionId: "v3" }) }, { ...theirs, setAsLive: false });
    const drifted = compareTag(state, seen(rows)) as DriftedResource;
    expect(drifted).toMatchObject({ drift: "changed", isPartUnknown: true });
    expect(drifted).not.toHaveProperty("names");
    expect(text(drifted)).toContain("name or content: the state encrypts what they were before");
  });
});
