/** A plan with each kind of change. */
import type { PlannedResource } from "../sources/planBuilder";
import { tagId } from "./account";
import { content, nestedRule, reference, rule, teamRule } from "../../support/rules";
import { hostile, hostileNames } from "./names";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** The arguments of a tag. */
export const tag = (name: string, rules: Parameters<typeof content>[0], more: object = {}): object => ({
  name,
  ...content(rules),
  ...more,
});

/** Each kind of change, with the parts that a plan hides. */
export const everything: PlannedResource[] = [
  { resource: "same", id: tagId(1), before: tag("Same", [teamRule("A", "a")]) },
  {
    resource: "updated",
    id: tagId(2),
    before: tag("Team", [teamRule("A", "a"), teamRule("B", "b", "b2"), teamRule("C", "c"), nestedRule], {}),
    after: tag("Team", [teamRule("C", "c"), teamRule("A", "a"), teamRule("B", "b3", "b"), nestedRule], {
      defaultValue: { costCenter: "AWS", type: "tag", key: "Environment" },
      rules: [teamRule("C", "c"), teamRule("New", "n"), teamRule("A", "a"), teamRule("B", "b3", "b"), nestedRule],
    }),
  },
  {
    resource: "harmless",
    id: tagId(3),
    before: tag("Harmless", [teamRule("A", "a"), teamRule("B", "b")]),
    after: tag("Harmless", [teamRule("B", "b"), teamRule("A", "a")]),
  },
  {
    resource: "hostile",
    resourceBefore: hostileNames.markdown,
    id: tagId(4),
    before: tag(hostileNames.html, [teamRule(hostile, hostileNames.terminal)]),
    after: tag(hostile, [teamRule(hostileNames.markdown, hostile), teamRule(hostileNames.direction, "d")]),
  },
  { resource: "created", after: tag("Created", [nestedRule, teamRule("A", "a"), teamRule("Never", "a")]) },
  { resource: "empty", after: tag("Empty", []) },
  { resource: "empty-groups", after: tag("Empty groups", [rule("All", { AND: [] }), rule("None", { OR: [] })]) },
  { resource: "deleted", id: tagId(5), op: "delete", before: tag("Deleted", [teamRule("A", "a")]) },
  {
    resource: "left",
    id: tagId(6),
    op: "delete",
    before: tag("Left", [teamRule("A", "a")]),
    more: { retainOnDelete: true },
  },
  { resource: "forgotten", id: tagId(7), op: "forget", before: tag("Forgotten", [teamRule("A", "a")]) },
  {
    resource: "replaced",
    id: tagId(8),
    op: "replace",
    before: tag("Replaced", [teamRule("A", "a")]),
    after: tag("Replaced", [teamRule("A", "a2")]),
  },
  { resource: "adopted", after: tag("Adopted", [teamRule("A", "a")], { adopt: true }) },
  { resource: "adopted-id", after: tag("Adopted by ID", [teamRule("A", "a")], { adopt: tagId(2) }) },
  { resource: "adopted-nobody", after: tag("Nobody", [teamRule("A", "a")], { adopt: true }) },
  {
    resource: "promoted",
    id: tagId(3),
    before: tag("Promoted", [teamRule("A", "a")], { setAsLive: false }),
    after: tag("Promoted", [teamRule("A", "a")], { setAsLive: true }),
  },
  {
    resource: "staged",
    id: tagId(9),
    before: tag("Staged", [teamRule("A", "a")]),
    after: tag("Staged", [teamRule("A", "a"), teamRule("B", "b")], { setAsLive: false }),
  },
  {
    resource: "new-owner",
    resourceBefore: "old-owner",
    id: tagId(10),
    before: tag("Old name", [teamRule("A", "a")]),
    after: tag("New name", [teamRule("A", "a")]),
  },
  {
    resource: "secret",
    id: tagId(11),
    before: tag("Secret", [], { rules: "[secret]" }),
    after: tag("Secret", [], { rules: "[secret]", defaultValue: "x" }),
  },
  {
    resource: "unknown",
    id: tagId(12),
    before: tag("Unknown", [teamRule("A", "a")]),
    after: tag("Unknown", [teamRule(unknown, "a"), teamRule("B", unknown)]),
  },
  {
    resource: "unsupported",
    id: tagId(13),
    before: tag("Unsupported", [teamRule("A", "a")]),
    after: tag("Unsupported", [], { rules: [{ to: 5 }] }),
  },
  { resource: "v1", kind: "VirtualTagV1", after: tag("V1", [teamRule("A", "a")], { isCaseSensitive: false }) },
  {
    resource: "v1-leaves",
    kindBefore: "VirtualTagV1",
    id: tagId(14),
    before: tag("Leaves V1", [teamRule("A", "a")], { isCaseSensitive: false }),
    after: tag("Leaves V1", [teamRule("A", "a")]),
  },
  {
    resource: "v1-returns",
    kind: "VirtualTagV1",
    kindBefore: "VirtualTag",
    id: tagId(15),
    before: tag("Returns to V1", [teamRule("A", "a")]),
    after: tag("Returns to V1", [teamRule("A", "a")], { isCaseSensitive: true }),
  },
  {
    resource: "follower",
    id: tagId(16),
    before: tag("Follower", [rule("x", reference(tagId(2), "is", "A"))]),
  },
  {
    resource: "follower-through",
    id: tagId(17),
    before: tag(`Through ${hostileNames.html}`, [rule("x", reference(tagId(16), "exists"))]),
  },
  {
    resource: "follower-gone",
    id: tagId(18),
    before: tag("Leads nowhere", [rule("x", reference(tagId(5), "exists"))]),
  },
  { resource: "may-follow", id: tagId(19), before: tag("May follow", [], { rules: "[secret]" }) },
  {
    resource: "refers",
    after: tag("Refers", [rule("x", reference(unknown, "is", "C"))]),
    dependsOn: { rules: ["created"] },
  },
  {
    resource: "metadata",
    kind: "VirtualTagMetadata",
    id: tagId(2),
    before: {
      virtualTagId: tagId(2),
      metadata: { A: { groups: ["g1"], customMetadata: { owner: "ines" } }, Gone: { endpoints: ["e1"] } },
    },
    after: {
      virtualTagId: tagId(2),
      mergeValuesAndMetadata: true,
      metadata: {
        A: { groups: ["g1", "g2"], customMetadata: { owner: hostile, deep: { list: [1, null, "[secret]"] } } },
        [hostileNames.html]: { customMetadata: { [hostileNames.markdown]: true } },
      },
    },
  },
  {
    resource: "metadata-new",
    kind: "VirtualTagMetadata",
    after: { virtualTagId: unknown, metadata: { X: { customMetadata: { owner: unknown } } } },
    dependsOn: { virtualTagId: ["created"] },
  },
  {
    resource: "metadata-gone",
    kind: "VirtualTagMetadata",
    id: tagId(1),
    op: "delete",
    before: { virtualTagId: tagId(1), metadata: { A: { groups: ["g"] } } },
  },
  {
    resource: "endpoint",
    kind: "NotificationEndpoint",
    id: "e1",
    op: "replace",
    before: { type: "slack", name: "#finops", configuration: "[secret]" },
    after: { type: "email", name: hostile, configuration: { to: "finops@example.com" } },
  },
  {
    resource: "endpoint-new",
    kind: "NotificationEndpoint",
    after: { type: "email", name: "New", configuration: { to: "finops@example.com" } },
  },
  {
    resource: "endpoint-destination",
    kind: "NotificationEndpoint",
    id: "e3",
    op: "replace",
    before: { type: "email", name: "Mail", configuration: { to: "a@example.com" } },
    after: { type: "email", name: "Mail", configuration: { to: "b@example.com" } },
  },
  {
    resource: "endpoint-gone",
    kind: "NotificationEndpoint",
    id: "e2",
    op: "delete",
    before: { type: "email", name: "Gone", configuration: { to: "finops@example.com" } },
  },
];
