/** The comparison of metadata and endpoints, case by case. */
import type { MetadataMap } from "../../../../client";
import { compareEndpoint, compareMetadata } from "../../../../cli/studies/drift/compareFields";
import { pathDigest } from "../../../../client/resources/metadataFields";
import { declarationsIn, type DeclaredMetadata } from "../../../../cli/sources/declared";
import { stateIn } from "../../../../cli/sources/stackState";
import { exportOf } from "../../commands/drift/state";

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
