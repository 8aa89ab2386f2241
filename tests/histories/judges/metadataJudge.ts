/** Who wrote which part of a tag's metadata, and whether what others wrote is left to them. */
import type { MetadataMap } from "../../../client";
import type { Kept, Outcome } from "../engine";
import { type TagFacts, unitsOf } from "./facts";
import type { StackName } from "../program";
import type { Watched } from "../watched";

/** The arguments of a resource that declares metadata. */
interface Inputs {
  virtualTagId: string;
  metadata: MetadataMap;
  mergeValuesAndMetadata?: boolean;
  adopt?: boolean;
}

/** Keeps the ledger of who wrote what. */
export class MetadataJudge {
  readonly #breach: (violation: string) => void;
  readonly #writers = new Map<string, Map<string, StackName | "a person">>();
  /** What the programs of a stack have declared of a tag when an `up` had ended: `<stack> <tag> <unit>`. */
  readonly #declared = new Set<string>();
  /** What the run under way has written, as `<tag> <unit>`. */
  readonly #writtenNow = new Set<string>();

  constructor(breach: (violation: string) => void) {
    this.#breach = breach;
  }

  /** Somebody has written metadata: what is new is theirs. */
  written(tagId: string, before: MetadataMap, after: MetadataMap, by: StackName | "a person"): void {
    const ledger = this.#writers.get(tagId) ?? new Map<string, StackName | "a person">();
    this.#writers.set(tagId, ledger);
    const [old, now] = [unitsOf(before), unitsOf(after)];
    for (const unit of now.keys()) if (!old.has(unit)) ledger.set(unit, by);
    for (const unit of old.keys()) if (!now.has(unit)) ledger.delete(unit);
  }

  /** What of a tag's metadata was written by one of them. */
  ownedBy(tagId: string, writers: readonly string[]): string[] {
    return [...(this.#writers.get(tagId) ?? [])].flatMap(([unit, writer]) => (writers.includes(writer) ? [unit] : []));
  }

  /** A tag is gone, and its metadata with it. */
  forget(tagId: string): void {
    this.#writers.delete(tagId);
  }

  /**
   * A run has written metadata. What others wrote may go only if that is said in this very run.
   */
  judge(run: Watched, { id, metadata: before }: TagFacts, after: MetadataMap): void {
    const { stack, messages, refuses } = run;
    const now = unitsOf(after);
    const ledger = this.#writers.get(id);
    const had = resourcesOn(id, run.before);
    const has = resourcesOn(id, run.state.kept);
    const wanted = declaredOn(id, run);
    for (const [unit, field] of unitsOf(before)) {
      const writer = ledger?.get(unit) ?? "a person";
      if (now.has(unit) || writer === stack) continue;
      // A refresh is no consent: only what the program has declared is.
      const isAccepted = this.#declared.has(`${stack} ${id} ${unit}`);
      const isWhole = [...had, ...has, ...wanted].some((inputs) => inputs.mergeValuesAndMetadata !== true);
      const isDeclared = wanted.some((inputs) => [...unitsOf(inputs.metadata).values()].includes(field));
      // Who owned single fields and owns the whole map from now on asks for what others entered, by `adopt`.
      const isAsked =
        had.every((inputs) => inputs.mergeValuesAndMetadata === true) && wanted.some(({ adopt }) => adopt === true);
      const value = field.slice("metadata[".length, field.indexOf("]"));
      const isTold = messages.some((said) => said.includes(field) || (isWhole && said.includes(value)));
      if (!isWhole && !isDeclared && !isAccepted) {
        this.#breach(`${stack} removed ${unit} of ${id}, which ${writer} wrote and nobody in ${stack} declares.`);
      } else if (!isTold && !isAccepted) {
        this.#breach(`${stack} removed ${unit} of ${id}, which ${writer} wrote, without a word.`);
      } else if (refuses && !isAccepted && !isAsked) {
        this.#breach(`${stack} removed ${unit} of ${id}, which ${writer} wrote, although driftPolicy is "refuse".`);
      }
    }
    this.written(id, before, after, stack);
    for (const unit of now.keys()) if (!unitsOf(before).has(unit)) this.#writtenNow.add(`${id} ${unit}`);
  }

  /**
   * A run has ended. What it leaves because nobody can tell who entered it (CA3106) is nobody's from then on, such as what a run wrote
   * that was killed. What this very run wrote must not be taken for that (CA3205).
   */
  ended({ messages, stack, state }: Watched, { done }: Outcome): void {
    const isDone = (urn: string): boolean => done.some((one) => one.urn === urn && one.op !== "refresh");
    for (const { id, kind, inputs, urn } of state.kept) {
      if (kind !== "metadata" || !isDone(urn)) continue;
      for (const unit of unitsOf((inputs as Inputs).metadata).keys()) this.#declared.add(`${stack} ${id} ${unit}`);
    }
    for (const text of messages) {
      for (const [id, ledger] of this.#writers) {
        if (!text.includes(id)) continue;
        for (const [unit, writer] of ledger) {
          const [field = unit] = /^metadata\["\w+"\]\.(?:\w+\["\w+"\]|\w+)/.exec(unit) ?? [];
          if (!text.includes(field) || writer !== stack) continue;
          if (text.includes("(CA3106)")) ledger.set(unit, "a person");
          if (text.includes("(CA3205)") && this.#writtenNow.has(`${id} ${unit}`))
            this.#breach(`${stack} wrote ${unit} of ${id}, and says that it was there before.`);
        }
      }
    }
    this.#writtenNow.clear();
  }
}

function resourcesOn(id: string, kept: readonly Kept[]): Inputs[] {
  return kept.flatMap((one) => (one.kind === "metadata" && one.id === id ? [one.inputs as Inputs] : []));
}

/** What the program declares for a tag, as far as the IDs that it refers to are known. */
function declaredOn(id: string, { resources, state }: Watched): Inputs[] {
  const idOf = (urn: string): string => state.find([urn])?.id ?? "unknown";
  return resources
    .filter(({ kind }) => kind === "metadata")
    .map(({ inputs }) => inputs(idOf) as Inputs)
    .filter(({ virtualTagId }) => virtualTagId === id);
}
