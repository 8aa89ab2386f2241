/** What `drift` shows: as JSON, too, where that has other fields. */
import { exportOf, encrypted, markOfResource, type Resource, urnOf } from "../commands/drift/state";
import {
  endpointId,
  type GoldenAccount,
  type GoldenTag,
  savedAt,
  startGoldenAccount,
  tagId,
  user,
  versionId,
} from "./account";
import { content, manyRules, nestedRule, teamRule } from "../../support/rules";
import { openGoldens } from "./golden";
import { hostile, hostileNames } from "./names";

const goldens = openGoldens("drift");
const { at, compareRun, file } = goldens;

const own = content([teamRule("Web", "web"), teamRule("Search", "search")]);
const theirs = content([teamRule("New", "new"), teamRule("Web", "web", "shop")], "Theirs");
const nested = (of: typeof own): typeof own => ({ ...of, rules: [...of.rules, nestedRule] });
const ours = (resource: string): { content: typeof own; changeDescription: string } => ({
  content: own,
  changeDescription: markOfResource(resource),
});

/** A tag of the account, and the resource as the stack left it. */
interface Pair {
  tag: GoldenTag;
  resource: Omit<Resource, "id" | "resource">;
}

/** By the name of the resource. The stack has written the first version, if nothing else is said. */
const pairs: Record<string, Pair> = {
  same: { tag: { name: "Same", versions: [ours("same")] }, resource: {} },
  changed: {
    tag: {
      name: "Changed",
      versions: [
        { ...ours("changed"), content: nested(own) },
        { content: nested(theirs), changeDescription: "For Q2", createdBy: "bo@example.com" },
      ],
    },
    resource: { inputs: { name: "Changed", ...nested(own) } },
  },
  hostile: {
    tag: {
      name: hostile,
      versions: [
        { ...ours("hostile"), name: hostileNames.html },
        {
          content: content([teamRule(hostileNames.markdown, hostileNames.terminal)], hostileNames.direction),
          changeDescription: `${hostile}${hostileNames.pipeline}`,
          createdBy: hostileNames.program,
        },
      ],
    },
    resource: { inputs: { name: hostileNames.html, ...own } },
  },
  renamed: {
    tag: { name: "New name", versions: [ours("renamed"), { content: own }] },
    resource: { inputs: { name: "Renamed", ...own } },
  },
  taken: {
    tag: {
      name: "Taken",
      versions: [ours("taken"), { content: theirs, changeDescription: "Moved (pulumi other/prod#team)" }],
    },
    resource: {},
  },
  "staged-there": {
    tag: {
      name: "Staged",
      versions: [ours("staged-there"), { ...ours("staged-there"), content: theirs, isLive: false }],
    },
    resource: { inputs: { name: "Staged", ...theirs }, outputs: { stagedVersionId: versionId(6, 2) } },
  },
  "staged-gone": {
    tag: { name: "Staged, gone", versions: [ours("staged-gone")] },
    resource: { inputs: { name: "Staged, gone", ...theirs }, outputs: { stagedVersionId: versionId(98, 1) } },
  },
  found: {
    tag: { name: "Found", versions: [ours("found"), { content: theirs, createdBy: "bo@example.com" }] },
    resource: {
      inputs: { name: "Found", ...theirs },
      outputs: {
        updatedAt: savedAt(8, 2),
        __report: { drift: { previous: versionId(8, 1), isRenamed: true, by: "bo@example.com", at: savedAt(8, 2) } },
      },
    },
  },
  "found-unknown": {
    tag: { name: "Found, unknown", versions: [{ content: theirs }] },
    resource: {
      inputs: { name: "Found, unknown", ...theirs },
      outputs: { __report: { drift: { isRenamed: true } } },
    },
  },
  "own-run": {
    tag: { name: "Own run", versions: [ours("own-run"), { ...ours("own-run"), content: theirs }] },
    resource: {},
  },
  "no-live": {
    tag: {
      name: "No live",
      versions: [
        { ...ours("no-live"), isLive: false },
        { content: theirs, isLive: false },
      ],
    },
    resource: {},
  },
  secret: {
    tag: { name: "Secret", versions: [ours("secret")] },
    resource: { inputs: { name: "Secret", ...own, rules: encrypted } },
  },
  v1: { tag: { name: "V1", versions: [ours("v1"), { content: theirs }] }, resource: { kind: "VirtualTagV1" } },
  ignored: {
    tag: { name: "Ignored", versions: [ours("ignored"), { content: { ...own, defaultValue: "x" } }] },
    resource: { inputs: { name: "Ignored", ...own, __ignoreChanges: ["defaultValue"] } },
  },
  several: {
    tag: { name: "Several", versions: [{ content: content(manyRules(8)) }, { content: content(manyRules(8, 3)) }] },
    resource: { inputs: { name: "Several", ...content(manyRules(8)) } },
  },
  unreadable: { tag: { name: "Unreadable", versions: [ours("unreadable")], isPrivate: true }, resource: {} },
};

const tags = Object.values(pairs).map(({ tag }) => tag);
const resources = Object.entries(pairs).map(([name, { tag, resource }], index): Resource => ({
  resource: name,
  id: tagId(index + 1),
  inputs: { name: tag.name, ...own },
  ...resource,
  outputs: { updatedAt: savedAt(index + 1, 1), updatedBy: user, ...resource.outputs },
}));

const others: Resource[] = [
  { resource: "deleted", id: tagId(99), inputs: { name: "Deleted", ...own } },
  {
    resource: "metadata",
    kind: "VirtualTagMetadata",
    id: tagId(1),
    inputs: {
      virtualTagId: tagId(1),
      metadata: { Web: { customMetadata: { owner: "ines" }, groups: ["g1"] }, Gone: { groups: ["g"] } },
    },
  },
  {
    resource: "metadata-secret",
    kind: "VirtualTagMetadata",
    id: tagId(2),
    inputs: { virtualTagId: tagId(2), metadata: encrypted },
  },
  {
    resource: "endpoint",
    kind: "NotificationEndpoint",
    id: endpointId(1),
    inputs: { type: "slack", name: "Ours", configuration: encrypted },
  },
  {
    resource: "endpoint-gone",
    kind: "NotificationEndpoint",
    id: endpointId(9),
    inputs: { type: "email", name: "Gone" },
  },
  {
    resource: "elsewhere",
    id: tagId(1),
    provider: "urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::other::id",
    inputs: { name: "Elsewhere", ...own },
  },
  { resource: "odd", id: tagId(1), inputs: { name: 5 } },
  { resource: hostileNames.html, id: tagId(1), inputs: { name: "x", ...own }, more: { pendingReplacement: true } },
];

let account: GoldenAccount;
beforeAll(async () => {
  account = await startGoldenAccount({
    tags: [
      {
        ...(tags[0] as GoldenTag),
        metadata: {
          Web: { customMetadata: { owner: hostile, [hostileNames.markdown]: 1 }, groups: ["g1", "g2"] },
          New: { endpoints: [endpointId(1)] },
        },
      },
      ...tags.slice(1),
    ],
    endpoints: [{ type: "email", name: hostileNames.html, to: "a@example.com" }],
  });
});
afterAll(() => account.stop());

/** Compares a stack with the account in the terminal and as a report. */
const compareWords = (name: string, of: readonly Resource[], deployment: object = {}): Promise<void> =>
  compareRun({
    name: `${name}/terminal`,
    command: "drift",
    args: ["--state", file(`${name}.json`, exportOf(of, deployment)), "--markdown", at("drift.md")],
    writes: { [`${name}/report.md`]: at("drift.md") },
    colors: true,
    env: account.env,
  });

/** The same, and as JSON. */
async function compareFormats(...of: Parameters<typeof compareWords>): Promise<void> {
  await compareWords(...of);
  const args = ["--state", at(`${of[0]}.json`), "--json"];
  await compareRun({ name: `${of[0]}/json`, command: "drift", args, env: account.env });
}

// The client reads ten versions at once, and then says that it waits.
test("tags: changed", () => compareFormats("changed", resources.slice(0, 5)));

test.each([
  { name: "staged-and-found", from: 5, to: 9 },
  { name: "states", from: 9, to: 16 },
])("tags: $name", ({ name, from, to }) => compareWords(name, resources.slice(from, to)));

test("metadata, endpoints, and what is not compared", () =>
  compareFormats("others", [resources[0] as Resource, ...others], {
    pending_operations: [{ type: "creating", resource: { urn: urnOf("interrupted"), type: "x" } }],
  }));

test("no drift", () => compareWords("none", resources.slice(0, 1)));

test("one change", () => compareWords("one", resources.slice(0, 2)));

test("a stack without resources", () => compareFormats("empty", []));

test("errors", async () => {
  const compareError = (name: string, ...args: readonly string[]): Promise<void> =>
    compareRun({ name: `errors/${name}`, command: "drift", args, env: account.env });
  await compareError("other-account", "--state", file("other.json", exportOf(others.slice(0, 1))));
  await compareError("no-state", "--state", file("list.json", []));
  await compareError("arguments");
});

test("every golden file is compared", goldens.end);
