/** The codes of the messages, and the facts that each of them tells. check.test.ts has those of a preview. */
import { type Say, textOf, texts } from "../../../provider/virtualTag/messages";
import { urn } from "./account";
import { driftOf, otherMark } from "./decide/observation";

const tag = { id: "id-1", name: "Team", createdBy: "ines@example.com" };
const title = 'Virtual Tag "Team" (id-1)';
const two = { id: "id-2", name: "Team" };
const three = { id: "id-3", name: "Team" };
const differs = { name: false, rules: 2, of: 60, order: false, defaultValue: true };
const drift = { ...driftOf(2, "otto@example.com"), previous: "v1", differs };
const drifted = ["by otto@example.com at 2026-01-01T02:00:00.000Z (saved as version v2)"];
const restore = "npx cost-allocation versions restore id-1 v2";
const show = "npx cost-allocation versions show id-1 live";
const owner = otherMark;
const ownerName = "bill/prod#team";
const oldest = { id: "v1", createdAt: "2026-01-01T01:00:00.000Z", createdBy: "", isLive: false };
const undo = "npx cost-allocation versions restore id-1 v1";
const here = urn("team");
const once = `\`pulumi config set costallocation:driftPolicy overwrite && pulumi up --target ${here}; `;
const onceOverwrite = `${once}pulumi config set costallocation:driftPolicy refuse\``;

const ignoreOnce = [
  `\`pulumi state delete ${here}\``,
  `pulumi config set costallocation:referencePolicy ignore && pulumi up --target ${here}; `,
  "`pulumi destroy --run-program`",
];
const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `T${index + 1}` }));

type Row = [code: string, say: Say, facts: string[]];

const refusals: Row[] = [
  ["CA2001", ["alreadyExists", { tag }], [title, "ines@example.com", "`adopt: true`"]],
  [
    "CA2002",
    ["ownedByOther", { tag, owner, mark: "(pulumi bill/dev#team)" }],
    [title, ownerName, "other program", "aliases"],
  ],
  [
    "CA2002",
    ["ownedByOther", { tag, owner, mark: "(pulumi bill/prod#new)" }],
    ['aliases: [{ name: "team" }]', "`adopt: true`"],
  ],
  ["CA2003", ["severalNamed", { name: "Team", named: [tag, two] }], ["2 Virtual Tags", "id-1", "id-2", "`adopt`"]],
  ["CA2007", ["importedFromOther", { tag, owner }], [title, ownerName, '`adoptId: "id-1"`', "Nothing was written"]],
  ["CA2004", ["adoptNotFound", { id: "id-1" }], ["id-1", "`adopt`"]],
  ["CA2005", ["adoptNamesOther", { id: "id-1", name: "Team", named: [two] }], ["id-1", '"Team"', "id-2"]],
  [
    "CA2006",
    ["driftOfLostState", { tag, drift, isSavedSince: true, urn: here }],
    [title, ...drifted, show, onceOverwrite],
  ],
  [
    "CA2006",
    ["driftOfLostState", { tag, drift, isSavedSince: false, urn: here }],
    [title, ...drifted, show, "`adopt: true`"],
  ],
  ["CA2011", ["notFound", { id: "id-1", name: "Team" }], [title, "`costallocation:baseUrl`", "`pulumi refresh`"]],
  [
    "CA2012",
    ["takenOverByOther", { tag, owner, urn: here }],
    [title, ownerName, `\`pulumi state delete ${here}\``, "`adopt: true`", `If ${ownerName}`],
  ],
  [
    "CA2019",
    ["ignoredNotOverwritten", { tag, drift, ignored: ["rules"] }],
    [title, ...drifted, ": rules", "`pulumi refresh`"],
  ],
  ["CA2013", ["driftNotOverwritten", { tag, drift, urn: here }], [title, ...drifted, show, undo, onceOverwrite]],
  ["CA2015", ["driftOfV1", { tag, drift, urn: here }], [title, ...drifted, show, onceOverwrite]],
  ["CA2021", ["heldInRun", { tag, holder: urn("b") }], [title, '"b"', "`dependsOn`"]],
  ["CA2022", ["nameTaken", { tag, name: "Squad", others: [two], isHeld: false }], [title, '"Squad"', "id-2"]],
  ["CA2022", ["nameTaken", { tag, name: "Squad", others: [two], isHeld: true }], ["`pulumi up` again", "a third name"]],
  ["CA2023", ["unsupported", { tag, reason: "it is predefined (FOCUS)" }], [title, "it is predefined (FOCUS)"]],
  [
    "CA2031",
    ["driftNotDeleted", { tag, drift, urn: here }],
    [title, ...drifted, `\`pulumi state delete ${here}\``, onceOverwrite, "`pulumi destroy --run-program`"],
  ],
  [
    "CA2032",
    ["stillReferredTo", { tag, by: [two, { name: "Squad" }], urn: here }],
    [title, '"Team" (id-2), "Squad"', ...ignoreOnce],
  ],
  ["CA2032", ["stillReferredTo", { tag, by: eleven }], ['"T10" and 1 more']],
  ["CA2033", ["referencesUnknown", { tag, unreadable: [two], urn: here }], [title, '"Team" (id-2)', ...ignoreOnce]],
  ["CA2033", ["referencesUnknown", { tag, unreadable: undefined, urn: here }], [title, "list", ...ignoreOnce]],
];

const others: Row[] = [
  ["CA2113", ["deletedWithReferences", { tag, by: [two] }], [title, '"Team" (id-2)', "is deleted"]],
  ["CA2025", ["listTooSlow", { name: "Team" }], ['"Team"', "Nothing was written"]],
  ["CA2112", ["twoNamed", { tag, others: [two, three] }], [title, "id-2, id-3"]],
  ["CA2024", ["noUrn", undefined], ["the class VirtualTag"]],
  ["CA2101", ["driftOverwritten", { tag, drift }], [title, ...drifted, restore]],
  ["CA2102", ["driftStaysLive", { tag, drift }], [title, ...drifted]],
  [
    "CA2103",
    ["driftFound", { tag, drift, isRefused: false, urn: here }],
    [title, ...drifted, show, undo, "`pulumi up` will overwrite"],
  ],
  [
    "CA2103",
    ["driftFound", { tag, drift, isRefused: true, urn: here }],
    [...drifted, show, undo, onceOverwrite, "`pulumi up` stops"],
  ],
  ["CA2104", ["driftBesideStaged", { tag, drift }], [title, ...drifted]],
  ["CA2105", ["ownedByOtherNow", { tag, owner }], [title, ownerName]],
  ["CA2106", ["stagedNotFound", { tag, versionId: "v7" }], [title, "v7"]],
  ["CA2107", ["leftToOwner", { tag, owner }], [title, ownerName, "not deleted"]],
  ["CA2108", ["leftToDeclarer", { tag, keeper: urn("b") }], [title, '"b"', "not deleted"]],
  ["CA2109", ["leftUnsaved", { tag }], [title, "not deleted"]],
  ["CA2110", ["driftDeleted", { tag, drift }], [title, ...drifted, "deleted"]],
  ["CA2111", ["manyVersions", { tag, count: 96, oldest }], [title, "96", "v1", "2026-01-01T01:00:00.000Z"]],
  ["CA2201", ["takenBack", { tag }], [title]],
  ["CA2202", ["adopted", { tag }], [title]],
  [
    "CA2203",
    ["takenOver", { tag, owner, overwrites: undefined, staysLive: false }],
    [title, ownerName, "ownership mark"],
  ],
  [
    "CA2204",
    ["takenOver", { tag, owner: undefined, overwrites: drift, staysLive: true }],
    [title, ...drifted, "staged"],
  ],
  [
    "CA2205",
    ["takenOver", { tag, owner, overwrites: drift, staysLive: false }],
    [title, ownerName, ...drifted, restore],
  ],
  ["CA2206", ["interruptedRun", { tag }], [title]],
  ["CA2207", ["nothingToDelete", { id: "id-1", name: "Team" }], [title]],
  ["CA2209", ["toBeTakenOver", { tag, owner }], [title, ownerName]],
  ["CA2034", ["importedBeforeLive", { tag }], [title, '`adoptId: "id-1"`', "Nothing was written"]],
  ["CA2208", ["markOnly", { tag, owner }], [title, ownerName, "ownership mark only"]],
];

const named = (rows: Row[]): [string, string, Say, string[]][] =>
  rows.map(([code, say, facts]) => [code, say[0], say, facts]);

test.each(named([...refusals, ...others]))("%s: %s", (code, _, say, facts) => {
  const made = textOf(say);
  expect(made.code).toBe(code);
  expect(made.text.split("\n")[0]).toMatch(new RegExp(`\\(${code}\\)$`));
  for (const fact of facts) expect(made.text).toContain(fact);
});

test.each(named(refusals))("%s says that nothing was written: %s", (_code, _name, say) => {
  expect(textOf(say).text.split("\n")[1]).toMatch(/^Nothing was written/);
});

test("every message has a row here, and no two have one code", () => {
  const rows = [...refusals, ...others];
  expect(new Set(rows.map(([, [name]]) => name))).toEqual(new Set(Object.keys(texts)));
  const names = new Map<string, Set<string>>();
  for (const [code, [name]] of rows) names.set(code, (names.get(code) ?? new Set()).add(name));
  expect([...names].filter(([, used]) => used.size > 1)).toEqual([]);
});

test("a name from the service can't forge another line", () => {
  const text = textOf(["takenBack", { tag: { id: "id-1", name: "Team\nVirtual Tag" } }]).text;
  expect(text.split("\n")).toHaveLength(1);
});

test("drift that the policy overwrites anyway does not offer to set the policy", () => {
  const text = textOf(["driftFound", { tag, drift, isRefused: false, urn: here }]).text;
  expect(text).not.toContain("pulumi config set");
});
