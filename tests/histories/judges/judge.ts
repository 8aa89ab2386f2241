/**
 * What must hold at every moment of a history, judged from the service's state and from each write as it is carried out:
 * one tag for each owner, one version for each change, nothing of others lost without a word, no secret anywhere.
 */
import type { WireAnswer, WireRequest } from "../../../client";
import type { FaultyService } from "../../support/faultyService";
import { isMarked, isTag, type Outcome } from "../engine";
import { type Content, factsOf, markIn, meaningOf, type TagFacts, type VersionFacts } from "./facts";
import { Losses } from "./losses";
import { MetadataJudge } from "./metadataJudge";
import { secrets, type StackName, urnsOf } from "../program";
import { JudgeOfV1 } from "./v1Judge";
import { holdersOf, type Watched } from "../watched";

/** The judge of one history. */
export class Judge {
  readonly violations: string[] = [];
  /** What went over the wire to change something, in words, for the story. */
  readonly writes: string[] = [];
  readonly metadata: MetadataJudge;
  readonly v1: JudgeOfV1;
  readonly #losses: Losses;
  readonly #service: FaultyService;
  /** The names that a resource has had, for each `<stack>#<resource>`. */
  readonly #lineage = new Map<string, Set<string>>();
  /** When a person made a tag during a run, by its ID: nobody could have seen it seconds later. */
  readonly rivals = new Map<string, number>();
  /** How often the run has saved each tag. */
  #saves = new Map<string, number>();

  constructor(service: FaultyService) {
    this.#service = service;
    const breach = this.#breach.bind(this);
    this.metadata = new MetadataJudge(breach);
    this.#losses = new Losses(breach);
    this.v1 = new JudgeOfV1({
      breach,
      losses: this.#losses,
      namesOf: this.namesOf.bind(this),
      countSave: this.#countSave.bind(this),
    });
  }

  tags(): TagFacts[] {
    const { clock, options } = this.#service.service;
    const at = { now: clock.now(), shows: options.switches.stagedRead };
    return this.#service.tags().map((tag) => factsOf(tag, at));
  }

  /** All names that a resource has had. */
  namesOf(stack: StackName, resource: string): Set<string> {
    return this.#lineage.get(`${stack}#${resource}`) ?? new Set([resource]);
  }

  /** A run begins: the names that its resources may have in marks are their present one, and the one in the state. */
  begins({ stack, program, before }: Watched): void {
    this.#saves = new Map();
    for (const tag of Object.values(program.tags)) {
      const urns = urnsOf(stack, tag);
      const held = urns.flatMap((urn) => before.find((kept) => kept.urn === urn && !kept.isOld) ?? [])[0];
      const names = [tag.resource, ...(held === undefined ? [] : [held.urn.split("::").at(-1) ?? ""])];
      this.#lineage.set(`${stack}#${tag.resource}`, new Set(names));
    }
  }

  /** A request of a run gets to the service. */
  observe(run: Watched, request: WireRequest, carryOut: () => WireAnswer): WireAnswer {
    if (request.method === "GET") return carryOut();
    const before = this.tags();
    const endpointsBefore = structuredClone(this.#endpoints());
    const answer = carryOut();
    const path = request.url.pathname;
    this.writes.push(`${request.method} ${path}${request.url.search} -> ${answer.status}`);
    if (answer.status >= 300) return answer;
    const body = JSON.parse((request.body ?? "{}").normalize("NFC")) as SavedBody;
    const [, api, id = "", isMetadata] = /^\/(v\d)\/virtual-tags(?:\/([^/]+)(\/metadata)?)?$/.exec(path) ?? [];
    const tag = before.find((one) => one.id === id);
    const live = request.url.searchParams.get("setAsLive") !== "false";
    if (api === "v1") this.v1.judge(run, request.method, body, tag, [before, this.tags()]);
    else if (path === "/v1/endpoints") this.#judgeEndpoint(endpointsBefore);
    else if (request.method === "POST") this.#judgeCreate(run, before, body);
    else if (tag === undefined) return answer;
    else if (isMetadata !== undefined) this.metadata.judge(run, tag, this.#held(id));
    else if (request.method === "PUT") this.#judgeSave(run, tag, body, live);
    else this.#judgeDelete(run, tag);
    if (request.method === "DELETE") {
      this.metadata.forget(id);
      this.v1.made.delete(id);
    }
    return answer;
  }

  /** A run has ended. */
  ended(run: Watched, outcome: Outcome): void {
    const { messages, state } = run;
    const { errors } = outcome;
    this.#losses.ended(run, outcome, this.tags());
    this.metadata.ended(run, outcome);
    this.v1.ended(run);
    for (const { message } of errors) {
      if (/undefined|is not a function|Cannot read|\[object/.test(message))
        this.#breach(`An error in no words: ${message}`);
    }
    const kept = JSON.stringify(state.kept.map(({ kind, outputs }) => (isTag(kind) ? outputs : Object.keys(outputs))));
    for (const text of [...messages, ...errors.map(({ message }) => message), kept]) {
      const secret = secrets.find((one) => text.includes(one));
      if (secret !== undefined) this.#breach(`A secret (${secret}) shows: ${text}`);
    }
  }

  /** What must hold whenever nothing is under way. */
  atRest(): void {
    const tags = this.tags();
    const owners = new Map<string, string>();
    for (const { id, owner, name } of tags) {
      for (const owned of [`name ${name}`, ...(owner === undefined ? [] : [`mark ${owner.stack}#${owner.resource}`])]) {
        const other = owners.get(owned);
        if (other !== undefined) this.#breach(`Two tags have the ${owned}: ${other} and ${id}.`);
        owners.set(owned, id);
      }
    }
  }

  #judgeCreate({ stack }: Watched, before: TagFacts[], { name }: SavedBody): void {
    const other = before.find((tag) => tag.name === name);
    if (other !== undefined && !this.#isRecent(other))
      this.#breach(`${stack} made "${name}" although ${other.id} has that name.`);
    this.#countSave(`the name ${name}`);
  }

  /** Whether a tag was made so late that the list, of at most three seconds before, need not show it. */
  #isRecent({ id }: TagFacts): boolean {
    const at = this.rivals.get(id) ?? -Infinity;
    // Requests take up to a tenth of a second on the way.
    return this.#service.service.clock.now() - at <= 3_200;
  }

  #judgeSave(run: Watched, tag: TagFacts, body: SavedBody, live: boolean): void {
    const { stack } = run;
    const other = this.tags().find(({ id, name }) => id !== tag.id && name === body.name);
    if (live && tag.name !== body.name && other !== undefined && !this.#isRecent(other))
      this.#breach(`${stack} renamed ${tag.id} to "${String(body.name)}" although ${other.id} has that name.`);
    const mark = markIn(body.versionMetadata?.changeDescription);
    if (mark?.stack !== stack) {
      this.#breach(`${stack} saved ${tag.id} without its mark.`);
      return;
    }
    const newest = tag.versions.at(-1);
    const meaning = meaningOf(body);
    const same = (version: VersionFacts | undefined): boolean =>
      version !== undefined && version.meaning === meaning && version.name === body.name;
    const isMarked = tag.owner?.stack === stack && tag.owner.resource === mark.resource;
    // A staged name that the tag goes by already is put right by a save alone.
    const isAsDeclared = same(tag.live) && tag.name === body.name;
    if (isMarked && (isAsDeclared || (!live && same(newest) && newest?.mark !== undefined)))
      this.#breach(`${stack} saved ${tag.id} although it was as declared already.`);
    this.#judgeOwner(run, tag, mark.resource);
    if (live) this.#losses.judge(run, tag, "save", body);
    this.#countSave(tag.id);
  }

  /** A tag is saved by its owner; or by who is told to adopt it, and does not have it yet. */
  #judgeOwner({ stack, program, before }: Watched, { id, owner }: TagFacts, resource: string): void {
    const declared = Object.values(program.tags).find((tag) => tag.resource === resource);
    const names = this.namesOf(stack, resource);
    if (owner?.stack === stack && names.has(owner.resource)) return;
    const has = before.some(
      (kept) => kept.id === id && isTag(kept.kind) && names.has(kept.urn.split("::").at(-1) ?? ""),
    );
    if (has ? owner === undefined : declared?.adopt === true) return;
    this.#breach(
      `${stack}#${resource} saved ${id}, which belongs to ${owner === undefined ? "a person" : nameOf(owner)}.`,
    );
  }

  #judgeDelete(run: Watched, tag: TagFacts): void {
    const { stack } = run;
    const { holders, declared } = holdersOf(run, tag.id);
    const surplus = holders.filter((kept) => kept.kind === "tag" && !declared.has(kept));
    const names = surplus.map(({ urn }) => urn.split("::").at(-1) ?? "");
    const { owner } = tag;
    const isOwn = owner?.stack === stack && names.some((name) => this.namesOf(stack, name).has(owner.resource));
    const wasOwn = owner === undefined && holders.some(isMarked);
    if (!isOwn && !wasOwn) {
      const whose = owner === undefined ? "a person" : nameOf(owner);
      this.#breach(`${stack} deleted ${tag.id} ("${tag.name}"), which belongs to ${whose}.`);
    } else if (holders.some((kept) => declared.has(kept))) {
      this.#breach(`${stack} deleted ${tag.id} ("${tag.name}"), which its program declares.`);
    }
    this.#losses.judge(run, tag, "delete");
  }

  #judgeEndpoint(before: EndpointFacts[]): void {
    const made = this.#endpoints().at(-1);
    const text = (endpoint: EndpointFacts | undefined): string =>
      JSON.stringify([endpoint?.type, endpoint?.name, endpoint?.configuration?.to.toLowerCase()]);
    if (before.some((endpoint) => text(endpoint) === text(made)))
      this.#breach(`A second endpoint ${String(made?.name)}.`);
  }

  /** One change of a resource in one run is one version. */
  #countSave(what: string): void {
    const count = (this.#saves.get(what) ?? 0) + 1;
    this.#saves.set(what, count);
    if (count > 1) this.#breach(`One run saved ${what} ${count} times.`);
  }

  #endpoints(): EndpointFacts[] {
    return this.#service.service.store.account(this.#service.service.firstCredential.account).endpoints;
  }

  #held(id: string): TagFacts["metadata"] {
    return this.#service.tags().find((tag) => tag.id === id)?.metadata ?? {};
  }

  #breach(violation: string): void {
    this.violations.push(violation);
  }
}

const nameOf = ({ stack, resource }: { stack: string; resource: string }): string => `${stack}#${resource}`;

/** The body of a save. */
export interface SavedBody extends Content {
  name?: string;
  versionMetadata?: { changeDescription?: string };
  /** V1's alone. */
  isCaseSensitive?: boolean;
}

interface EndpointFacts {
  type: string;
  name: string;
  configuration?: { to: string } | undefined;
}
