/** What the stacks of a history declare, and how their programs are edited. */
import type { MetadataMap } from "../../client";
import type { TagContent } from "../../rules/types";
import type { Declared } from "./engine";

/** The stacks; both are on one account. */
export const stackNames = ["dev", "prod"] as const;
export type StackName = (typeof stackNames)[number];

/**
 * The tags that a program can declare, each with the names that it may have. `legacy` is the one that V1 may declare; `heir` gets
 * the resource's name that another one had before, and the name of that one's tag.
 */
export const tagNames = {
  team: ["Team", "\u00c9quipe"],
  product: ["Caf\u00e9", "Shop"],
  legacy: ["Legacy", "L\u00e9gende"],
  heir: ["Team", "Caf\u00e9"],
} as const;
export type Slot = keyof typeof tagNames;

/** A tag as a program declares it. */
export interface TagDeclaration {
  /** The resource's name, and those it had before, as `aliases` give them. */
  resource: string;
  aliases: string[];
  name: string;
  content: number;
  /** What was live, declared in the place of that content for a while. */
  asLive?: TagContent | undefined;
  /** Says the same in other words. */
  respelled: boolean;
  staged: boolean;
  adopt: boolean;
  /** Whether `ignoreChanges` lists its rules. V1 has none. */
  ignores?: boolean | undefined;
  /** Whether its class is VirtualTagV1. */
  byV1: boolean;
  /** Whether casing is preserved: V1 alone asks. */
  cased: boolean;
}

/** Metadata as a program declares it: of its own tag `team`, or of a tag that a person made and several share. */
export interface MetadataDeclaration {
  merge: boolean;
  adopt: boolean;
  content: number;
  /** Whether it refers to the program's endpoint. */
  usesEndpoint: boolean;
}

/** What is declared in one stack. */
export interface Program {
  tags: Partial<Record<Slot, TagDeclaration>>;
  own?: MetadataDeclaration | undefined;
  shared?: MetadataDeclaration | undefined;
  /** Which of the endpoints. */
  endpoint?: number | undefined;
}

/** One edit of a program. */
export type Edit =
  | {
      edit: "tag";
      slot: Slot;
      name: number;
      content: number;
      respelled: boolean;
      staged: boolean;
      adopt: boolean;
      ignores: boolean;
    }
  | { edit: "tag by V1"; name: number; content: number; respelled: boolean; cased: boolean; adopt: boolean }
  | { edit: "move to V2" }
  | { edit: "remove tag"; slot: Slot }
  | { edit: "rename the resource"; slot: Slot; alias: boolean }
  /** A resource is renamed with an alias; the next time, the alias goes, and a new resource gets the old name. */
  | { edit: "an heir"; slot: "team" | "product"; content: number; adopt: boolean; retitled: boolean }
  | ({ edit: "metadata"; of: "own" | "shared" } & MetadataDeclaration)
  | { edit: "remove metadata"; of: "own" | "shared" }
  | { edit: "endpoint"; which: number }
  | { edit: "remove endpoint" };

/** Must show in no message, error, or state but where the user put it. */
export const secrets = ["emulator-secret", "canary-webhook", "canary-custom"];

const endpoints = [
  { type: "email", name: "FinOps", configuration: { to: "finops@example.com" } },
  { type: "email", name: "FinOps", configuration: { to: "FinOps@Example.com" } },
  { type: "slack", name: "alerts", configuration: { to: "https://hooks.example.com/services/canary-webhook-1" } },
  { type: "slack", name: "alerts", configuration: { to: "https://hooks.example.com/services/canary-webhook-2" } },
];

/** A content that its number can be read from, in one of two spellings. */
export function contentOf(number: number, respelled = false): TagContent {
  const values = [`team-${number}`, "shared"];
  const key = { costCenter: "AWS", key: "team", type: "tag" } as const;
  const group = { ...key, operator: "oneOf" as const, value: respelled ? values.toReversed() : values };
  const single = { ...key, operator: "is" as const, value: respelled ? "web" : ["web"] };
  const label = respelled ? { displayName: "Team" } : {};
  return {
    rules: [{ to: `value ${number}`, filters: { OR: [{ ...group, ...label }, single] } }],
    defaultValue: `content ${number}`,
  };
}

/** The same as V1 may have it: without types. */
function contentOfV1(number: number, respelled: boolean): TagContent {
  const text = JSON.stringify(contentOf(number, respelled), (field, value: unknown) =>
    field === "type" ? undefined : value,
  );
  return JSON.parse(text) as TagContent;
}

function metadataOf(
  stack: StackName,
  of: "own" | "shared",
  content: number,
  endpointId: string | undefined,
): MetadataMap {
  const list = ["g1", "g2", "g3"].slice(content % 3).slice(0, 2);
  const endpoints = endpointId === undefined ? [] : [endpointId];
  const custom = { secret: `canary-custom-${content}`, limits: [content, { deep: true }] };
  if (of === "own") {
    const web = { groups: list, ...(content > 1 ? { customMetadata: custom } : {}), endpoints };
    return { Web: web, ...(content % 2 === 1 ? { Api: { groups: ["g1"], customMetadata: { tier: content } } } : {}) };
  }
  // On the shared tag, each stack has fields of its own in the same value, and a value of its own.
  const mine = { customMetadata: { [stack]: custom } };
  const web = stack === "dev" ? { groups: list, ...mine } : { endpoints: list, ...mine };
  return { Web: web, ...(content % 2 === 1 ? { [stack]: { groups: list } } : {}) };
}

/** The URN of a resource. */
export function urnOf(stack: StackName, type: string, name: string): string {
  return `urn:pulumi:${stack}::bill::pulumi-nodejs:dynamic/costallocation:${type}::${name}`;
}

/**
 * The URN of a tag's resource first, then those that the engine takes for it: what `aliases` give keeps its class, and a
 * `VirtualTag` names the `VirtualTagV1` of its own name besides.
 */
export function urnsOf(stack: StackName, { resource, aliases, byV1 }: TagDeclaration): [string, ...string[]] {
  const type = byV1 ? "VirtualTagV1" : "VirtualTag";
  return [
    urnOf(stack, type, resource),
    ...(byV1 ? [] : [urnOf(stack, "VirtualTagV1", resource)]),
    ...aliases.map((name) => urnOf(stack, type, name)),
  ];
}

/** The arguments of a tag's class. */
function tagInputs(tag: TagDeclaration, urn: string): object {
  const { name, content, asLive, respelled, staged, adopt, ignores, byV1, cased } = tag;
  const rest = {
    name: respelled ? name.normalize("NFD") : name,
    ...(adopt ? { adopt: true } : {}),
    __resourceUrn: urn,
  };
  if (byV1) return { ...contentOfV1(content, respelled), ...(cased ? { isCaseSensitive: true } : {}), ...rest };
  const { rules, defaultValue } = asLive ?? contentOf(content, respelled);
  // Longer than some services keep.
  const why = respelled ? { changeDescription: "Because the platform team asked for it. ".repeat(3) } : {};
  const ignored = ignores === true ? { __ignoreChanges: ["rules"] } : {};
  return { rules, defaultValue, ...why, ...(staged ? { setAsLive: false } : {}), ...ignored, ...rest };
}

/** The program as the engine gets it. */
export function declared(stack: StackName, program: Program, sharedTagId: string): Declared[] {
  const resources: Declared[] = [];
  const add = (kind: Declared["kind"], urn: string, rest: Partial<Declared> & Pick<Declared, "inputs">) =>
    resources.push({ urn, aliases: [], kind, dependsOn: [], ...rest });
  const endpointUrn = urnOf(stack, "NotificationEndpoint", "endpoint");
  const { endpoint, own, shared, tags } = program;
  for (const tag of Object.values(tags)) {
    const [urn, ...aliases] = urnsOf(stack, tag);
    add(tag.byV1 ? "tagV1" : "tag", urn, { aliases, inputs: () => tagInputs(tag, urn) });
  }
  if (endpoint !== undefined) {
    // Both stacks may declare the name, with different destinations.
    const inputs = { ...endpoints[endpoint], allowSameName: true, __resourceUrn: endpointUrn };
    add("endpoint", endpointUrn, { inputs: () => inputs });
  }
  for (const kind of ["own", "shared"] as const) {
    const metadata = kind === "own" ? own : shared;
    if (metadata === undefined) continue;
    const tagUrn =
      kind === "own" && tags.team !== undefined ? urnOf(stack, "VirtualTag", tags.team.resource) : undefined;
    const uses = metadata.usesEndpoint && endpoint !== undefined;
    add("metadata", urnOf(stack, "VirtualTagMetadata", kind), {
      dependsOn: [...(tagUrn === undefined ? [] : [tagUrn]), ...(uses ? [endpointUrn] : [])],
      inputs: (idOf) => ({
        virtualTagId: tagUrn === undefined ? sharedTagId : idOf(tagUrn),
        metadata: metadataOf(stack, kind, metadata.content, uses ? idOf(endpointUrn) : undefined),
        ...(metadata.merge ? { mergeValuesAndMetadata: true } : {}),
        ...(metadata.adopt ? { adopt: true } : {}),
        __resourceUrn: urnOf(stack, "VirtualTagMetadata", kind),
      }),
    });
  }
  return resources;
}

/**
 * Edits a program as a person would who heeds what the engine said: what was interrupted is brought to its end first,
 * before it gets another name or goes. (An interrupted create that is then given up leaves what it made: nothing but the
 * service knows of it, as the engine's warning of pending creates says.)
 *
 * @param known whether the last run of a resource did not end well, by its name; and whether the state has another tag by V2
 *   for what V1 declares, so that a way back to V2 would give up a create of V1's
 */
export function edited(
  program: Program,
  edit: Edit,
  known: {
    isUnsettled: (resource: string) => boolean;
    hasByV2: (tag: TagDeclaration) => boolean;
    isInState: (resource: string) => boolean;
  },
): Program {
  const { tags } = program;
  const { isUnsettled } = known;
  const isBoundToV1 = tags.legacy?.byV1 === true && isUnsettled(tags.legacy.resource) && known.hasByV2(tags.legacy);
  switch (edit.edit) {
    case "tag":
      if (edit.slot === "legacy" && isBoundToV1) return program;
      return withTag(program, edit.slot, { ...edit, byV1: false, cased: false }, isUnsettled);
    case "tag by V1":
      return withTag(program, "legacy", { ...edit, byV1: true, staged: false }, isUnsettled);
    case "move to V2":
      if (tags.legacy?.byV1 !== true || isBoundToV1) return program;
      return { ...program, tags: { ...tags, legacy: { ...tags.legacy, byV1: false, cased: false } } };
    case "remove tag":
      return removed(program, edit.slot, isUnsettled);
    case "rename the resource": {
      const old = tags[edit.slot];
      if (old === undefined || isUnsettled(old.resource) || isUnsettled("own")) return program;
      if (edit.slot === "heir" || tags.heir?.resource === edit.slot) return program;
      // A name comes back as well, as by the revert of a commit.
      const resource = old.resource === edit.slot ? `${edit.slot}+` : edit.slot;
      const aliases = edit.alias ? [...old.aliases, old.resource] : [];
      return { ...program, tags: { ...tags, [edit.slot]: { ...old, resource, aliases } } };
    }
    case "an heir": {
      const { slot, content, adopt, retitled } = edit;
      const old = tags[slot];
      if (old === undefined || tags.heir !== undefined || isUnsettled(old.resource) || isUnsettled("own"))
        return program;
      if (old.resource === slot) {
        const renamed = { ...old, resource: `${slot}+`, aliases: [...old.aliases, slot] };
        return { ...program, tags: { ...tags, [slot]: renamed } };
      }
      // The engine must have seen the alias.
      if (!known.isInState(old.resource) || known.isInState(slot)) return program;
      const heir = { ...old, resource: slot, aliases: [], name: tagNames[slot][0], content, adopt, staged: false };
      const name = retitled ? tagNames[slot][1] : old.name;
      return { ...program, tags: { ...tags, [slot]: { ...old, aliases: [], name }, heir } };
    }
    case "metadata": {
      const { of, adopt, content, usesEndpoint } = edit;
      if (isUnsettled(of) || (of === "own" && tags.team === undefined)) return program;
      const merge = edit.merge || of === "shared";
      return { ...program, [of]: { merge, adopt, content, usesEndpoint: usesEndpoint && of === "own" } };
    }
    case "remove metadata":
      return isUnsettled(edit.of) ? program : { ...program, [edit.of]: undefined };
    case "endpoint":
      return isUnsettled("own") ? program : { ...program, endpoint: edit.which };
    case "remove endpoint":
      return isUnsettled("own") ? program : { ...program, endpoint: undefined };
  }
}

function withTag(
  program: Program,
  slot: Slot,
  edit: Omit<TagDeclaration, "resource" | "aliases" | "name"> & { name: number },
  isUnsettled: (resource: string) => boolean,
): Program {
  const { content, respelled, staged, adopt, ignores, byV1, cased } = edit;
  const old = program.tags[slot];
  const isFixed = old !== undefined && isUnsettled(old.resource);
  const wanted = tagNames[slot][edit.name] ?? "";
  // An heir keeps its name: giving it up would leave what an interrupted run made of it.
  const isHeirs = old !== undefined && slot !== "heir" && program.tags.heir?.name === wanted;
  const name = isFixed || isHeirs ? old.name : wanted;
  const free = program.tags.heir?.resource === slot ? `${slot}+` : slot;
  const { resource = free, aliases = [] } = old ?? {};
  const tag = { resource, aliases, name, content, respelled, staged, adopt, ignores, byV1, cased };
  return { ...program, tags: { ...program.tags, [slot]: tag } };
}

function removed(program: Program, slot: Slot, isUnsettled: (resource: string) => boolean): Program {
  const { [slot]: tag, ...tags } = program.tags;
  if (tag === undefined || isUnsettled(tag.resource)) return program;
  if (slot !== "team") return { ...program, tags };
  return isUnsettled("own") ? program : { ...program, tags, own: undefined };
}
