/** What depends on the facts in a message. The rest of the texts is in docs/messages.md, which tests/docs compares. */
import { type Say, textOf } from "../../../provider/virtualTag/messages";
import { urn } from "./account";
import { driftOf, otherMark } from "./decide/observation";
import { differencesOf } from "../../../stack/facts/drift";
import type { Differences } from "../../../stack/state/report";
import { differsText, restoreText, waysForward } from "../../../provider/virtualTag/messages/drift";
import type { Rule } from "../../../rules/types";

const tag = { id: "id-1", name: "Team", createdBy: "ines@example.com" };
const two = { id: "id-2", name: "Team" };
const drift = driftOf(2, "otto@example.com");
const owner = otherMark;
const here = urn("team");
const set = "pulumi config set costallocation";
const onceOverwrite = `\`${set}:driftPolicy overwrite && pulumi up --target ${here}; ${set}:driftPolicy refuse\``;
const ignoreOnce = [
  `\`pulumi state delete ${here}\``,
  `${set}:referencePolicy ignore && pulumi up --target ${here}; `,
  "`pulumi destroy --run-program`",
];
const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `T${index + 1}` }));

test.each<[Say, string[]]>([
  [
    ["ownedByOther", { tag, owner, mark: "(pulumi bill/dev#team)" }],
    ["other program", "aliases"],
  ],
  [
    ["ownedByOther", { tag, owner, mark: "(pulumi bill/prod#new)" }],
    ['aliases: [{ name: "team" }]', "`adopt: true`"],
  ],
  [["driftOfLostState", { tag, drift, isSavedSince: true, urn: here }], [onceOverwrite]],
  [["driftOfLostState", { tag, drift, isSavedSince: false, urn: here }], ["`adopt: true`"]],
  [["takenOverByOther", { tag, owner, urn: here }], [`\`pulumi state delete ${here}\``]],
  [["driftNotOverwritten", { tag, drift, urn: here }], [onceOverwrite]],
  [["driftOfV1", { tag, drift, urn: here }], [onceOverwrite]],
  [
    ["nameTaken", { tag, name: "Squad", others: [two], isHeld: false }],
    ['"Squad"', "id-2"],
  ],
  [
    ["nameTaken", { tag, name: "Squad", others: [two], isHeld: true }],
    ["`pulumi up` again", "a third name"],
  ],
  [
    ["driftNotDeleted", { tag, drift, urn: here }],
    [`\`pulumi state delete ${here}\``, onceOverwrite, "`pulumi destroy --run-program`"],
  ],
  [
    ["stillReferredTo", { tag, by: [two, { name: "Squad" }], urn: here }],
    ['"Team" (id-2), "Squad"', ...ignoreOnce],
  ],
  [["stillReferredTo", { tag, by: eleven }], ['"T10" and 1 more']],
  [
    ["referencesUnknown", { tag, unreadable: [two], urn: here }],
    ['"Team" (id-2)', ...ignoreOnce],
  ],
  [
    ["referencesUnknown", { tag, unreadable: undefined, urn: here }],
    ["list", ...ignoreOnce],
  ],
  [
    ["twoNamed", { tag, others: [two, { id: "id-3", name: "Team" }] }],
    ["id-2 (created by", "id-3 (created by"],
  ],
  [["driftFound", { tag, drift, isRefused: false, urn: here }], ["`pulumi up` will overwrite"]],
  [["driftFound", { tag, drift, isRefused: false, urn: here, ignored: ["name"] }], ["`ignoreChanges`"]],
  [
    ["driftFound", { tag, drift, isRefused: true, urn: here }],
    [onceOverwrite, "`pulumi up` stops"],
  ],
])("%j", (say, facts) => {
  const { text } = textOf(say);
  for (const fact of facts) expect(text).toContain(fact);
});

test("drift that the policy overwrites anyway does not offer to set the policy", () => {
  const { text } = textOf(["driftFound", { tag, drift, isRefused: false, urn: here }]);
  expect(text).not.toContain("pulumi config set");
});

/** What messages say of drift: what differs, and the ways forward. */
describe("messages of drift", () => {
  const rule = (to: string, type = "tag"): Rule => ({
    to,
    filters: { costCenter: "AWS", key: "team", type, operator: "is", value: [to] },
  });
  const [a, b, c] = [rule("a"), rule("b"), rule("c")];
  const tag = (...rules: Rule[]) => ({ name: "Team", rules, defaultValue: "x" });
  const none: Differences = { name: false, rules: 0, of: 0, order: false, defaultValue: false };

  test.each<[string, Rule[], Rule[], Partial<Differences>]>([
    ["nothing", [a, b], [a, b], { of: 2 }],
    ["an added rule", [a, b], [a, c, b], { rules: 1, of: 3 }],
    ["a removed rule", [a, b, c], [b, c], { rules: 1, of: 2 }],
    ["a changed rule", [a, b], [a, c], { rules: 1, of: 2 }],
    ["the order", [a, b], [b, a], { order: true, of: 2 }],
    ["a rule that is there twice", [a, a], [a, b], { rules: 1, of: 2 }],
    ["a rule that is there twice now", [a, b], [a, a], { rules: 1, of: 2 }],
  ])("counts %s", (_, written, live, differs) => {
    expect(differencesOf(tag(...written), tag(...live), false)).toEqual({ ...none, ...differs });
  });

  test("tells the name and the default value, and in V1 no types", () => {
    const other = { ...tag(rule("a", "resource")), name: "Squad", defaultValue: { key: "team", costCenter: "AWS" } };
    expect(differencesOf(tag(a), other, false)).toEqual({
      name: true,
      names: { written: "Team", live: "Squad" },
      rules: 1,
      of: 1,
      order: false,
      defaultValue: true,
    });
    expect(differencesOf(tag(a), other, true)).toMatchObject({ rules: 0 });
  });

  test.each<[Differences | undefined, string[]]>([
    [undefined, []],
    [none, []],
    [{ ...none, rules: 2, of: 60 }, ["2 of 60 rules."]],
    [{ ...none, rules: 3, of: 1, name: true }, ["the name and 3 of 3 rules."]],
    [
      { ...none, name: true, order: true, defaultValue: true },
      ["the name, the order of the rules and the default value."],
    ],
  ])("says what differs: %p", (differs, texts) => {
    const expected = texts.map((text) => expect.stringContaining(` in ${text}`) as string);
    expect(differsText(differs === undefined ? {} : { differs })).toEqual(expected);
  });

  const urn = "urn:pulumi:dev::bill::my:Group$pulumi-nodejs:dynamic/costallocation:VirtualTag::team";
  const refused = { isRefused: true, urn };

  test("the ways forward can be pasted", () => {
    const lines = waysForward({ id: "it's" }, { previous: "v 1" }, refused).join("\n");
    const [show, restore] = [String.raw`export --tag 'it'\''s'`, String.raw`versions restore 'it'\''s' 'v 1'`];
    expect(lines).toContain(`\`npx cost-allocation ${show}\``);
    expect(lines).toContain(`\`npx cost-allocation ${restore}\``);
    const once = `pulumi config set costallocation:driftPolicy overwrite && pulumi up --target '${urn}'; `;
    expect(lines).toContain(`\`${once}pulumi config set costallocation:driftPolicy refuse\``);
    expect(waysForward({ id: "1" }, {}, refused).join("\n")).not.toContain("versions restore");
  });

  test("without a URN, the command that overwrites has no target, and the text says so", () => {
    const lines = waysForward({ id: "1" }, {}, { isRefused: true, urn: undefined }).join("\n");
    expect(lines).toContain("overwrite && pulumi up; ");
    expect(lines).toContain("add `--target`");
  });

  test("a policy that overwrites anyway is not set for good by the way back", () => {
    expect(waysForward({ id: "1" }, {}, { isRefused: false, urn }).join("\n")).not.toContain("pulumi config set");
  });

  test("versions hold no names: a name that differs is to be set as well", () => {
    const differs = { ...none, name: true, names: { written: "Team", live: "Squad" } };
    for (const previous of [{}, { previous: "v1" }]) {
      const ways = waysForward({ id: "1" }, { differs, ...previous }, refused).join("\n");
      expect(ways).toContain('rename it to "Team"');
      expect(ways).not.toContain("Squad");
    }
    expect(restoreText({ id: "1" }, { differs, versionId: "v2" })[0]).toContain('rename it to "Squad"');
    expect(restoreText({ id: "1" }, { differs: none, versionId: "v2" })[0]).not.toContain("rename");
  });
});
