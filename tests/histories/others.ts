/** Moves that others make: another account's credentials, and a person who is faster than a run. */
import type { FakeClock } from "../client/fakeClock";
import { counts } from "./counts";
import { nothing } from "./driving";
import { type StackName, tagNames } from "./program";
import type { Step } from "./story";
import type { Plan, World } from "./world";

/** Another account has nothing of this stack: every run stops, writes nothing, and keeps the state. */
export async function runInOtherAccount(
  world: World,
  { stack, does }: Step & { step: "run in another account" },
  breach: (violation: string) => void,
): Promise<void> {
  const facts = (): string =>
    JSON.stringify(
      world.stacks[stack].kept.map(({ id, outputs, urn }) => [urn, id, (outputs as { __memory?: object }).__memory]),
    );
  const [before, writes] = [facts(), world.judge.writes.length];
  const outcome = await world.run(stack, { does, faults: [], end: undefined, isInOtherAccount: true });
  if (facts() !== before) breach(`A run in another account changed the state of ${stack}.`);
  if (world.judge.writes.length > writes) breach(`A run in another account wrote.`);
  counts.otherAccounts += outcome.errors.length > 0 ? 1 : 0;
  const codes = outcome.errors.flatMap(({ message }) => /\(CA\d{4}\)/.exec(message)?.[0] ?? message);
  const isStopped = codes.length > 0 && codes.every((code) => ["(CA1002)", "(CA1003)", "(CA5004)"].includes(code));
  if (world.stacks[stack].kept.length > 0 && outcome !== nothing && !isStopped)
    breach(`A run of ${stack} in another account was not stopped: ${codes.join(", ")}.`);
}

/** While a run is under way, a person makes a tag with a name that it is about to use. */
export function makeRival(world: World, { slot, name: which }: NonNullable<Plan["rival"]>, clock: FakeClock): void {
  const name = tagNames[slot][which] ?? "";
  if (world.judge.tags().some((tag) => tag.name === name || tag.shown?.name === name)) return;
  const { clock: serviceClock } = world.service.service;
  serviceClock.set(Math.max(serviceClock.now(), clock.now()));
  const id = world.person.make(name, { rules: [], defaultValue: "rival" });
  world.judge.rivals.set(id, serviceClock.now());
  world.log.push(`  meanwhile, a person makes "${name}": ${id}`);
}

/** Two tags have one name, and nobody could see it: the next refresh says so, and the person deletes the other one. */
export async function settleRivals(world: World, stack: StackName, breach: (violation: string) => void): Promise<void> {
  for (const [id] of world.judge.rivals) {
    const tags = world.judge.tags();
    const rival = tags.find((tag) => tag.id === id);
    const ours = tags.find((tag) => tag.id !== id && tag.name === rival?.name);
    world.judge.rivals.delete(id);
    if (rival === undefined || ours === undefined) continue;
    counts.twins += 1;
    const isKept = world.stacks[stack].kept.some((kept) => kept.kind === "tag" && kept.id === ours.id);
    const { ok } = await world.run(stack, { does: "refresh", faults: [], end: undefined });
    const isSaid = world.lastMessages.some((said) => said.includes(ours.id) && said.includes(id));
    if (ok && isKept && !isSaid) breach(`Nothing says that ${ours.id} and ${id} have one name.`);
    const { service } = world.service;
    service.store.commit({ op: "deleteTag", account: service.firstCredential.account, id });
    world.log.push(`  the person deletes ${id}`);
  }
}
