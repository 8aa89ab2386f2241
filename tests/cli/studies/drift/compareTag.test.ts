/** The comparison of a tag, case by case. */
import { compareTag } from "../../../../cli/studies/drift/compareTag";
import type { Rule } from "../../../../rules/types";
import { declared, found, own, type Row, seen, stagedBy, theirs, written } from "../../commands/drift/sides";
import { teamRule } from "../../../support/rules";

const first: Row = { id: "v1", content: written, description: own };

const same = [
  ["nobody has saved since", declared(), seen([{ ...first, isLive: true }])],
  [
    "a save with the same meaning",
    declared(),
    seen([
      {
        id: "v2",
        isLive: true,
        content: { ...written, rules: [teamRule("Web", "shop", "web", "web"), written.rules[1] as Rule] },
      },
      first,
    ]),
  ],
  [
    "a save that fills in the type of a key",
    declared({}, { defaultValue: { key: "team", costCenter: "AWS" } }),
    seen([
      {
        id: "v2",
        isLive: true,
        content: { ...written, defaultValue: { key: "team", costCenter: "AWS", type: "tag" } },
      },
      first,
    ]),
  ],
  [
    "a refresh found drift, and someone has restored what the stack wrote",
    declared(found({ previous: "v1" }), theirs),
    seen([{ id: "v3", isLive: true, content: written }, { id: "v2", content: theirs }, first]),
  ],
  [
    "rules that ignoreChanges lists",
    declared({}, { __ignoreChanges: ["rules"] }),
    seen([{ id: "v2", isLive: true, content: { ...written, rules: [] } }, first]),
  ],
  [
    "a part of a rule that ignoreChanges lists",
    declared({}, { __ignoreChanges: ["rules[0].to"] }),
    seen([
      {
        id: "v2",
        isLive: true,
        content: { ...written, rules: [teamRule("Theirs", "web", "shop"), written.rules[1] as Rule] },
      },
      first,
    ]),
  ],
  [
    "a name that ignoreChanges lists",
    declared({}, { __ignoreChanges: ["name"] }),
    seen([{ id: "v2", isLive: true, content: written }, first], "Other"),
  ],
  [
    "everything, if ignoreChanges lists that",
    declared({}, { __ignoreChanges: ["*"] }),
    seen([{ id: "v2", isLive: true, content: theirs }, first], "Other"),
  ],
  [
    "what ignoreChanges lists, after a refresh",
    declared(found({}), { ...theirs, __ignoreChanges: ["rules", "defaultValue"] }),
    seen([{ id: "v2", isLive: true, content: theirs }]),
  ],
  [
    "a staged version beside what was live",
    declared(stagedBy("v2")),
    seen([
      { id: "v2", description: own },
      { id: "v1", isLive: true, content: theirs },
    ]),
  ],
  [
    "a version staged under another name, and nobody has saved since",
    declared(stagedBy("v2"), { name: "Squad" }),
    seen([
      { id: "v2", description: `(named "Squad") ${own}` },
      { id: "v1", isLive: true, content: theirs },
    ]),
  ],
  ["a staged version, and nothing live", declared(stagedBy("v1")), seen([{ id: "v1", description: own }])],
  [
    "a staged version that someone has made live",
    declared(stagedBy("v2")),
    seen([{ id: "v3", isLive: true, content: written }, { id: "v2", description: own }, first]),
  ],
  [
    "a save beside a staged version that means what was live",
    declared(stagedBy("v2")),
    seen([
      { id: "v3", isLive: true, content: theirs },
      { id: "v2", description: own },
      { id: "v1", content: theirs },
    ]),
  ],
  [
    "V1: a condition that got a type, and other case",
    declared(
      {},
      {
        rules: [{ to: "Web", filters: { costCenter: "aws", key: "TEAM", operator: "is", value: "web" } }],
        isCaseSensitive: false,
      },
      "VirtualTagV1",
    ),
    seen([
      {
        id: "v2",
        isLive: true,
        content: {
          ...written,
          rules: [
            { to: "Web", filters: { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["web"] } },
          ],
        },
      },
    ]),
  ],
] as const;

test.each(same)("%s: no drift", (_, tag, service) => {
  expect(compareTag(tag, service)).toBe("same");
});

const changed = [
  [
    "a change",
    declared(),
    seen([{ id: "v2", isLive: true, content: theirs, description: "Why" }, first]),
    {
      drift: "changed",
      by: "by v2",
      at: "at v2",
      versionId: "v2",
      changeDescription: "Why",
      content: { defaultValue: { before: "x", after: "theirs" } },
    },
  ],
  [
    "another name",
    declared(),
    seen([{ id: "v2", isLive: true, content: written }, first], "Other"),
    { drift: "changed", name: "Other", names: { before: "Team", after: "Other" } },
  ],
  [
    "the same after a refresh, with what the stack wrote from its version",
    declared(found({ previous: "v1" }), theirs),
    seen([{ id: "v2", isLive: true, content: theirs }, first]),
    { by: "by v2", content: { defaultValue: { before: "x", after: "theirs" } } },
  ],
  [
    "a name that a refresh has found",
    declared(found({ previous: "v1", isRenamed: true }), { name: "Other" }),
    seen([{ id: "v2", isLive: true, content: written }, first], "Other"),
    { names: { after: "Other" } },
  ],
  [
    "a refresh found drift, and no version has what the stack wrote",
    declared(found({}), theirs),
    seen([{ id: "v2", isLive: true, content: theirs }]),
    { isContentUnknown: true },
  ],
  [
    "a person's restore keeps the mark, and is drift",
    declared(),
    seen([
      { id: "v3", isLive: true, content: theirs, description: `Restore version v1 of 2026-03-01T00:00:00.000Z ${own}` },
      first,
    ]),
    { drift: "changed" },
  ],
  [
    "an older content made live again",
    declared(),
    seen([{ id: "v3", isLive: true, content: theirs }, first]),
    { drift: "changed" },
  ],
  [
    "a property that ignoreChanges does not list",
    declared({}, { __ignoreChanges: ["rules"] }),
    seen([{ id: "v2", isLive: true, content: { rules: [], defaultValue: "theirs" } }, first]),
    { content: { defaultValue: { after: "theirs" }, rules: [] } },
  ],
  [
    "another owner, whatever the content",
    declared(),
    seen([{ id: "v2", isLive: true, content: written, description: "(pulumi other/dev#team)" }, first]),
    { drift: "owner", owner: "other/dev#team", by: "by v2" },
  ],
  [
    "a change beside a staged version",
    declared(stagedBy("v2")),
    seen([{ id: "v3", isLive: true, content: theirs }, { id: "v2", description: own }, first]),
    { drift: "changed", isContentUnknown: true, by: "by v3" },
  ],
  [
    "a change that a refresh has found beside a staged version, by what was live",
    declared({ ...stagedBy("v3"), ...found({ previous: "v1" }) }),
    seen([
      { id: "v3", description: own },
      { id: "v2", isLive: true, content: theirs },
      { ...first, content: { ...written, defaultValue: "former" } },
    ]),
    { content: { defaultValue: { before: "former", after: "theirs" } } },
  ],
  [
    "another name beside a version that is staged under the live one",
    declared(stagedBy("v2")),
    seen(
      [
        { id: "v3", isLive: true, content: theirs },
        { id: "v2", description: own },
        { ...first, content: theirs },
      ],
      "Other",
    ),
    { drift: "changed", names: { before: "Team", after: "Other" }, by: "by v3" },
  ],
  [
    "a change that a refresh has found beside a staged version, and that is live still",
    declared({ ...stagedBy("v2"), ...found({ versionId: "v3" }) }),
    seen([{ id: "v3", isLive: true, content: theirs }, { id: "v2", description: own }, first], "Other"),
    { drift: "changed", isContentUnknown: true, by: "by v3" },
  ],
  [
    "a staged version that the service does not have any more",
    declared(stagedBy("v2")),
    seen([{ ...first, content: theirs, isLive: true }]),
    { drift: "staged" },
  ],
  [
    "V1: another key",
    declared({}, { isCaseSensitive: false }, "VirtualTagV1"),
    seen([{ id: "v2", isLive: true, content: { ...written, rules: [] } }]),
    { drift: "changed", kind: "VirtualTagV1" },
  ],
  [
    "V1: other case, if that has a meaning",
    declared({}, { isCaseSensitive: true }, "VirtualTagV1"),
    seen([
      {
        id: "v2",
        isLive: true,
        content: {
          ...written,
          rules: [
            {
              ...teamRule("Web", "web", "shop"),
              filters: { costCenter: "aws", key: "team", type: "tag", operator: "oneOf", value: ["shop", "web"] },
            },
            written.rules[1] as Rule,
          ],
        },
      },
    ]),
    { drift: "changed" },
  ],
] as const;

test.each(changed)("%s", (_, tag, service, expected) => {
  expect(compareTag(tag, service)).toMatchObject(expected);
});

test.each([
  ["no version is live", declared(), seen([{ id: "v2", content: theirs }, first])],
  ["the live version is no longer there", declared(), seen([{ id: "v2", isLive: true }, first])],
  [
    "the live version beside a staged one is no longer there",
    declared(stagedBy("v1")),
    seen([{ id: "v2", isLive: true }, first]),
  ],
])("%s: what is live was not compared", (_, tag, service) => {
  expect(compareTag(tag, service)).toEqual(expect.objectContaining({ reason: "noLiveVersion", resource: "team" }));
});

test("what an interrupted run of the stack saved is not drift, and is named", () => {
  expect(
    compareTag(declared(), seen([{ id: "v2", isLive: true, content: theirs, description: `Why ${own}` }, first])),
  ).toEqual(expect.objectContaining({ reason: "interrupted", resource: "team" }));
});
