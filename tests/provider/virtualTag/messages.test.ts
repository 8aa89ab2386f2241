/** What depends on the facts in a message. The rest of the texts is in docs/messages.md, which tests/docs compares. */
import { type Say, textOf } from "../../../provider/virtualTag/messages";
import { urn } from "./account";
import { driftOf, otherMark } from "./decide/observation";

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
  [["twoNamed", { tag, others: [two, { id: "id-3", name: "Team" }] }], ["id-2, id-3"]],
  [["driftFound", { tag, drift, isRefused: false, urn: here }], ["`pulumi up` will overwrite"]],
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
