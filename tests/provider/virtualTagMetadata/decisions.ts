/** Tables of decisions about metadata. */
import type { MetadataMap } from "../../../client";
import { RunMemory } from "../../../provider/shared/runMemory";
import { type Decision, decide, type Progress } from "../../../provider/virtualTagMetadata/decide";
import { factsOf } from "../../../provider/virtualTagMetadata/facts";
import { fieldsOf } from "../../../client/resources/metadataFields";
import { type Say, textOf } from "../../../provider/virtualTagMetadata/messages";
import type { VirtualTagMetadataState } from "../../../stack/state/virtualTagMetadata";
import { DeclaredMetadata, wantedOf, wantedOfDelete } from "../../../provider/virtualTagMetadata/wanted";
import { urnOf } from "./account";

/** What a decision depends on. What is left out: nothing is there, or the default. */
export interface Given {
  /** What the service has; null if the tag was not found. */
  has?: MetadataMap | null;
  /** What the resource declared last; a create if it is left out. */
  was?: MetadataMap;
  /** What it declares now; a delete if it is left out. */
  wants?: MetadataMap;
  /** The fields that it never wrote. */
  unwritten?: string[];
  /** What an earlier refresh found instead of what was declared. */
  found?: MetadataMap;
  mode?: "whole" | "merge" | "whole, then merge" | "merge, then whole";
  adopt?: true;
  /** `driftPolicy` is `refuse`. */
  refuse?: true;
  /** What another resource of this run declares. */
  other?: "whole" | "merge" | MetadataMap;
  after?: Partial<Progress>;
}

const id = "tag-1";
const [one, other] = [urnOf("one"), urnOf("other")];

function decideFor(given: Given): Decision {
  const { has = {}, was, wants, found, unwritten = [], mode = "whole", adopt, refuse, after } = given;
  const memory = new RunMemory();
  const tag = memory.notes(DeclaredMetadata).of(id);
  if (given.other === "whole") tag.whole = other;
  else if (given.other !== undefined) tag.merging.add(other);
  if (typeof given.other === "object") for (const path of fieldsOf(given.other).keys()) tag.fields.set(path, other);
  const flags = (isMerge: boolean): object => ({ mergeValuesAndMetadata: isMerge, adopt });
  const state: VirtualTagMetadataState | undefined = was && {
    virtualTagId: id,
    metadata: found ?? was,
    __memory: { ...(found && { declared: was }), unwritten },
    ...flags(mode.startsWith("merge")),
  };
  const wanted =
    wants === undefined && state !== undefined
      ? wantedOfDelete(id, state, { memory, urn: one })
      : wantedOf({ virtualTagId: id, metadata: wants ?? {}, ...flags(mode.endsWith("merge")) }, state, {
          memory,
          urn: one,
        });
  const driftPolicy = refuse ? "refuse" : "overwrite";
  const progress: Progress = { replacements: 0, merged: undefined, written: new Set(), ...after };
  const facts = has === null ? undefined : factsOf(has, wanted, progress.merged);
  return decide(facts, wanted, progress, { driftPolicy, referencePolicy: "refuse" });
}

/** The decision, and each message with its code and facts: `refuse; CA3003 Web.groups`. */
function textFor(decision: Decision): string {
  const says = decision.kind === "refuse" ? [decision.because] : decision.say;
  return [decision.kind, ...says.map(sayText)].join("; ");
}

function sayText(say: Say): string {
  const { paths, values, isLost, isPartial } = say[1] as unknown as Record<string, string[] | undefined>;
  const names = (paths ?? values ?? []).map((path) => path.replace(/^metadata\["(\w+)"\]/, "$1"));
  const flags = [isLost ? "lost" : "", isPartial ? "partial" : ""];
  return [textOf(say).code, names.join(","), ...flags].filter((part) => part !== "").join(" ");
}

export const groups = (...list: string[]): MetadataMap[string] => ({ groups: list });
export const owner = (name: string): MetadataMap[string] => ({ customMetadata: { owner: name } });
export const ours = { Web: groups("a") };
export const theirs = { Theirs: groups("t") };
/** Metadata of this resource and of others. */
export const both = { ...ours, ...theirs };
export const changed = { Web: groups("a", "t") };
export const web = 'metadata["Web"].groups';

/** Tests each row: what is decided and said, and the metadata that is written, if any. */
export function testEach(rows: [title: string, given: Given, expected: string, writes?: MetadataMap][]): void {
  // A parameter that a row leaves out would be jest's callback.
  test.each(rows)("%s", (...[, given, expected, writes]) => {
    const decision = decideFor(given);
    expect(textFor(decision)).toBe(expected);
    expect("metadata" in decision ? decision.metadata : undefined).toEqual(writes);
  });
}
