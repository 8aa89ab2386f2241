/** Plays a history: the lifecycle of the provider against the emulator, beside other users of the account. */
import { CostAllocationClient, type Version } from "../../../client";
import { accountOf } from "../../../client/http/credentials";
import { restoreDescription } from "../../../client/ownershipMark";
import type { Credential, Emulator, EmulatorState } from "../../../emulator";
import type { Context } from "../../../provider/shared/lifecycle";
import { RunMemory } from "../../../provider/shared/runMemory";
import type { TagContent } from "../../../rules/types";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import { markOfResource, urnOf } from "../../cli/commands/drift/state";
import type { History, LostStep, OthersStep, OwnStep, Step } from "./histories";
import { teamRule } from "../../support/rules";
import { virtualTagLifecycle as lifecycle } from "../../provider/lifecycles";

/** A tag at the end of a history. */
export interface Played {
  /** The name of the resource. */
  resource: string;
  id: string;
  /** The arguments and the outputs in the state. */
  inputs: VirtualTagInputs;
  state: VirtualTagState;
}

/** An account with the users that a history needs. */
export interface Users {
  emulator: Emulator;
  account: string;
  /** What the provider recognizes the account by. */
  fingerprint: string | undefined;
  /** The credentials of the stack, as the environment gives them to a command. */
  env: Record<string, string>;
  ours: CostAllocationClient;
  person: CostAllocationClient;
}

/** Makes an account in an emulator. */
export function usersOf(emulator: Emulator, account: string): Users {
  const baseUrl = emulator.url;
  const [own, other] = ["ci@example.com", "ines@example.com"].map((user) =>
    emulator.control.addCredential({ account, user }),
  ) as [Credential, Credential];
  const connect = ({ clientId, secretKey }: Credential): CostAllocationClient =>
    new CostAllocationClient({ baseUrl, clientId, secretKey, listMaxAgeSeconds: 0 });
  return {
    emulator,
    account,
    fingerprint: accountOf({ baseUrl, clientId: own.clientId }),
    env: {
      COST_ALLOCATION_BASE_URL: baseUrl,
      COST_ALLOCATION_CLIENT_ID: own.clientId,
      COST_ALLOCATION_SECRET_KEY: own.secretKey,
    },
    ours: connect(own),
    person: connect(other),
  };
}

const rule = teamRule("Web", "a", "b");
const otherMark = "(pulumi other/prod#team)";
const minute = 60_000;

/** What an operation of the provider may use, in a run of its own. */
export function contextOf({ ours: client, fingerprint: account }: Users, warn?: (code: string) => void): Context {
  client.virtualTags.forget();
  return {
    client,
    account,
    policy: { driftPolicy: "overwrite", referencePolicy: "refuse" },
    log: {
      info: () => undefined,
      warning: ({ code }) => {
        warn?.(code);
      },
      status: () => undefined,
    },
    memory: new RunMemory(),
    request: {},
    pause: () => Promise.resolve(),
  };
}

/** Plays a history. Its tag and its resource have the given name. */
export async function play(users: Users, history: History, name: string): Promise<Played> {
  const player = new Player(users, name);
  await player.begin(history.origin);
  for (const step of history.steps) await player.play(step);
  return player.played;
}

class Player {
  readonly #users: Users;
  readonly #name: string;
  #played: Played;
  /** The arguments of the last update, which the program declares. */
  #declared: VirtualTagInputs;
  /** The name that is live: a read may show a staged one. */
  #liveName: string;

  constructor(users: Users, name: string) {
    this.#users = users;
    this.#name = name;
    this.#liveName = name;
    this.#declared = { name, rules: [rule], defaultValue: "First", __resourceUrn: urnOf(name) };
    this.#played = { resource: name, id: "", inputs: this.#declared, state: this.#declared };
  }

  get played(): Played {
    return this.#played;
  }

  async begin(origin: History["origin"]): Promise<void> {
    const { name, rules, defaultValue } = this.#declared;
    if (origin !== "created") {
      const made = origin === "adopted" ? "Made by a person" : defaultValue;
      await this.#users.person.virtualTags.create({ name, rules, defaultValue: made });
      this.#declared = { ...this.#declared, adopt: true };
      this.#wait();
    }
    const { id, state } = await lifecycle.create(this.#declared, contextOf(this.#users));
    this.#keep(id, this.#declared, state);
  }

  async play(step: Step): Promise<void> {
    this.#wait();
    if (isOwn(step)) await this.#own(step);
    else if (isLost(step)) await this.#lose(step);
    else await this.#others(step);
  }

  async #own(step: OwnStep): Promise<void> {
    if (step === "refreshes") {
      const found = await lifecycle.read(this.#played.id, this.#played.state, contextOf(this.#users));
      if (found !== undefined) this.#keep(this.#played.id, found.inputs, found.state);
      return;
    }
    this.#declared = this.#next(step);
    this.#keep(this.#played.id, this.#declared, await this.#update(this.#declared));
  }

  async #lose(step: LostStep): Promise<void> {
    const next = { losesSave: "saves", losesStage: "stages", losesPromotion: "promotes" } as const;
    // An update that the provider refuses changes nothing.
    await this.#update(this.#next(next[step])).catch(() => undefined);
  }

  /** What the program declares for a step. */
  #next(step: Exclude<OwnStep, "refreshes">): VirtualTagInputs {
    const changes: Record<typeof step, Partial<VirtualTagInputs>> = {
      saves: { defaultValue: "Second" },
      renames: { name: `${this.#name} renamed` },
      stages: { defaultValue: "Staged", setAsLive: false },
      stagesUnderAnotherName: { name: `${this.#name} staged`, defaultValue: "Staged", setAsLive: false },
      promotes: { setAsLive: true },
      movesResource: { __resourceUrn: urnOf(`${this.#name}-moved`) },
    };
    return { ...this.#declared, ...changes[step] };
  }

  async #update(inputs: VirtualTagInputs): Promise<VirtualTagState> {
    const state = await lifecycle.update(this.#played.id, this.#played.state, inputs, contextOf(this.#users));
    if (inputs.setAsLive !== false) this.#liveName = inputs.name;
    return state;
  }

  async #others(step: OthersStep): Promise<void> {
    const { id } = this.#played;
    const { person } = this.#users;
    if (step === "personDeletes") {
      await person.virtualTags.delete(id);
      return;
    }
    if (step === "serviceForgetsVersions") {
      forgetVersions(this.#users, id);
      return;
    }
    const { live, newest, first } = await this.#seen();
    const theirs: TagContent = { ...live, defaultValue: "Theirs" };
    const same: TagContent = { ...live, rules: [{ ...rule, filters: { ...rule.filters, displayName: "Team" } }] };
    const firstContent: TagContent = { rules: [rule], defaultValue: "First" };
    const own = markOfResource(this.#played.resource);
    const saves: Record<typeof step, { content: TagContent; name?: string; description?: string; staged?: true }> = {
      personSaves: { content: theirs },
      personSavesTheSame: { content: same },
      personSavesTheFirst: { content: firstContent },
      personRenames: { content: live, name: `${this.#name} theirs` },
      personStages: { content: { ...live, defaultValue: "Their stage" }, staged: true },
      personPromotes: { content: newest, name: this.#declared.name },
      personRestores: { content: firstContent, description: restoreDescription(first.id, first.createdAt, own) },
      personCopiesTheMark: { content: theirs, description: own },
      otherStackTakesOver: { content: live, description: otherMark },
      otherStackSaves: { content: theirs, description: otherMark },
      otherStackStages: { content: theirs, description: otherMark, staged: true },
    };
    const { content, name = this.#liveName, description, staged } = saves[step];
    const versionMetadata = description === undefined ? {} : { versionMetadata: { changeDescription: description } };
    await person.virtualTags.update(id, { name, ...content, ...versionMetadata }, { setAsLive: staged !== true });
    if (staged !== true) this.#liveName = name;
  }

  async #seen(): Promise<{ live: TagContent; newest: TagContent; first: Version }> {
    const { id } = this.#played;
    const { virtualTagVersions } = this.#users.person;
    const versions = await virtualTagVersions.newest(id);
    const contentOf = async (version: Version | undefined): Promise<TagContent> => {
      const { rules, defaultValue } = (await virtualTagVersions.get(id, version?.id ?? "")).versionData;
      return { rules, defaultValue };
    };
    const live = await contentOf(versions.find(({ isLive }) => isLive));
    const newest = versions[0]?.isLive === true ? live : await contentOf(versions[0]);
    return { live, newest, first: versions.at(-1) as Version };
  }

  #wait(): void {
    this.#users.emulator.control.advanceClock(minute);
  }

  #keep(id: string, inputs: VirtualTagInputs, state: VirtualTagState): void {
    const name = (inputs.__resourceUrn ?? "").split("::").at(-1) ?? "";
    this.#played = { resource: name, id, inputs, state: JSON.parse(JSON.stringify(state)) as VirtualTagState };
  }
}

const isOwn = (step: Step): step is OwnStep =>
  ["saves", "renames", "stages", "stagesUnderAnotherName", "promotes", "movesResource", "refreshes"].includes(step);

const isLost = (step: Step): step is LostStep => step.startsWith("loses");

/** The service keeps a version for a year. Only the newest and the live one are left. */
function forgetVersions({ emulator: { control }, account }: Users, id: string): void {
  const state: EmulatorState = control.exportState();
  const tag = state.accounts.find((one) => one.id === account)?.tags.find((one) => one.id === id);
  if (tag === undefined) return;
  tag.versions = tag.versions.filter((version, index) => version.isLive || index === tag.versions.length - 1);
  control.importState(state);
}
