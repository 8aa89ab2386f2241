/** What must hold after a run that went well, and at the end of a history. */
import type { MetadataMap } from "../../../client";
import { isTag, type Kept, type Outcome } from "../engine";
import { meaningOf, unitsOf } from "./facts";
import { personsName } from "../person";
import { stackNames } from "../program";
import type { Watched } from "../watched";
import type { World } from "../world";

type Breach = (violation: string) => void;

/** What was created or updated is as declared; after a refresh, everything is. */
export function judgeRun(
  world: World,
  { stack, state }: Watched,
  does: string,
  { done }: Outcome,
  breach: Breach,
): void {
  if (does === "refresh" || does === "preview") return;
  const touched = new Set(done.filter(({ op }) => op === "create" || op === "update").map(({ urn }) => urn));
  for (const kept of state.kept) {
    if (does !== "up --refresh" && !touched.has(kept.urn)) continue;
    for (const problem of problemsOf(world, kept))
      breach(`${stack}: after a run that went well, ${kept.urn} ${problem}.`);
  }
}

/** Everything is as the last programs say, nothing is left over, and what is a person's is there. */
export function judgeEnd(world: World, breach: Breach): void {
  for (const stack of stackNames) {
    for (const kept of world.stacks[stack].kept)
      for (const problem of problemsOf(world, kept)) breach(`In the end ${stack}'s ${kept.urn} ${problem}.`);
    // What is declared by V2 is V2's, with its mark, however equal it is.
    for (const { urn } of world.stacks[stack].kept.filter(({ kind }) => kind === "tagV1"))
      if (urn.includes(":VirtualTag::")) breach(`In the end ${stack}'s ${urn} was never taken over from V1.`);
  }
  for (const { id, name, owner, versions, metadata } of world.judge.tags()) {
    const holders = stackNames.flatMap((stack) =>
      world.stacks[stack].kept.filter((kept) => isTag(kept.kind) && kept.id === id).map(() => stack),
    );
    if (owner !== undefined && holders.length !== 1)
      breach(`In the end "${name}" (${id}) of ${owner.stack}#${owner.resource} is in ${holders.length} states.`);
    if (owner === undefined && world.judge.v1.made.has(id) && holders.length !== 1)
      breach(`In the end "${name}" (${id}), which V1 made, is in ${holders.length} states.`);
    if (id === world.sharedTagId && versions.some(({ by }) => by !== personsName))
      breach(`In the end the shared tag was saved by a stack.`);
    for (const unit of world.judge.metadata.ownedBy(id, stackNames)) {
      const isDeclared = metadataOn(world, id).some((declared) => unitsOf(declared).has(unit));
      if (!isDeclared && unitsOf(metadata).has(unit)) breach(`In the end ${unit} of ${id} is left over.`);
    }
  }
}

/** What is not as declared of a resource, in words. */
function problemsOf(world: World, kept: Kept): string[] {
  if (kept.kind === "tag") return tagProblems(world, kept);
  if (kept.kind === "tagV1") return tagV1Problems(world, kept);
  if (kept.kind === "metadata") return metadataProblems(world, kept);
  const { configuration, name } = kept.inputs as { configuration: { to: string }; name: string };
  const { store, firstCredential } = world.service.service;
  const found = store.account(firstCredential.account).endpoints.find(({ id }) => id === kept.id);
  const isThere = found?.name === name && found.configuration?.to.toLowerCase() === configuration.to.toLowerCase();
  return isThere ? [] : ["is not there"];
}

function tagProblems(world: World, { id, inputs, outputs }: Kept): string[] {
  const tag = world.judge.tags().find((one) => one.id === id);
  if (tag === undefined) return ["is not there"];
  const { setAsLive } = inputs as { setAsLive?: boolean };
  const name = (inputs as { name: string }).name.normalize("NFC");
  const { stagedVersionId } = outputs as { stagedVersionId?: string };
  const meaning = meaningOf(inputs);
  const isLive = tag.live?.meaning === meaning;
  const staged = tag.versions.find((version) => version.id === stagedVersionId);
  // Versions don't show their names: where a person's name for the tag is declared since, a promotion saves it.
  const isNamed = staged?.name === name || tag.name === name;
  if (setAsLive === false && staged?.meaning === meaning && isNamed) return [];
  // A service that has retired every version still shows the content, and there is nothing left that could be compared.
  if (tag.versions.length === 0) return [];
  if (setAsLive === false && !isLive) return [`is not staged as declared (${String(stagedVersionId)})`];
  return [...(isLive ? [] : ["is not live as declared"]), ...(tag.name === name ? [] : [`is named ${tag.name}`])];
}

/** V1 knows no versions: what a read shows is what counts. */
function tagV1Problems(world: World, { id, inputs }: Kept): string[] {
  const tag = world.judge.tags().find((one) => one.id === id);
  if (tag === undefined) return ["is not there"];
  const { isCaseSensitive = false } = inputs as { isCaseSensitive?: boolean };
  const name = (inputs as { name: string }).name.normalize("NFC");
  const how = isCaseSensitive ? "untyped" : "loose";
  return [
    ...(tag.shown?.[how] === meaningOf(inputs, how) ? [] : ["is not shown as declared"]),
    ...(tag.name === name ? [] : [`is named ${tag.name}`]),
  ];
}

function metadataProblems(world: World, { id, inputs }: Kept): string[] {
  const held = world.service.tags().find((tag) => tag.id === id)?.metadata;
  if (held === undefined) return ["is of a tag that is not there"];
  const { metadata, mergeValuesAndMetadata } = inputs as { metadata: MetadataMap; mergeValuesAndMetadata?: boolean };
  const [wanted, there] = [unitsOf(metadata), unitsOf(held)];
  const fields = new Set(wanted.values());
  const missing = [...wanted.keys()].filter((unit) => !there.has(unit));
  const surplus = [...there].filter(
    ([unit, field]) => !wanted.has(unit) && (mergeValuesAndMetadata !== true || fields.has(field)),
  );
  return [...missing.map((unit) => `lacks ${unit}`), ...surplus.map(([unit]) => `has ${unit} besides`)];
}

function metadataOn(world: World, id: string): MetadataMap[] {
  return stackNames.flatMap((stack) =>
    world.stacks[stack].kept
      .filter((kept) => kept.kind === "metadata" && kept.id === id)
      .map(({ inputs }) => (inputs as { metadata: MetadataMap }).metadata),
  );
}
