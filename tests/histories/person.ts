/** A person who works in the application meanwhile: what is done there bears no mark and knows no stack. */
import type { MetadataMap } from "../../client";
import type { FaultyService } from "../support/faultyService";
import { contentOf, tagNames, type Slot } from "./program";

/** Who it is: whoever's change is in danger of being lost must be named. */
export const personsName = "ines@example.com";

/** What a person does. `tag` counts the tags of the account, the shared one first, and goes round. */
export type Act =
  | { act: "edit" | "stage" | "save again" | "rename" | "delete"; tag: number }
  | { act: "make"; slot: Slot; name: number; content: number }
  | { act: "note" | "remove the note" | "add a group" | "empty a value"; tag: number };

/** The name of the tag that a person made, and that both stacks put metadata on. */
export const sharedName = "Shared costs";

/** The hands of that person. */
export class Person {
  readonly #service: FaultyService;
  readonly #account: string;
  readonly #isLost: (id: string) => boolean;
  #count = 0;

  /**
   * @param isLost whether only the service knows of a tag that a stack has made. The name is all that its next run can find
   *   it by (docs/ownership.md), so this person renames none of those
   */
  constructor(service: FaultyService, isLost: (id: string) => boolean) {
    this.#service = service;
    this.#isLost = isLost;
    this.#account = service.service.firstCredential.account;
  }

  /** Makes a tag; answers its ID. */
  make(name: string, content: object): string {
    const id = `tag-${++this.#count}`;
    const everybody = { type: "public", users: [], groups: [] };
    const head = { id, createdBy: personsName, createdAt: this.#now, acl: { read: everybody, write: everybody } };
    const version = this.#version(name, content, true);
    this.#service.service.store.commit({ op: "createTag", account: this.#account, head, version });
    return id;
  }

  /** Does something; tells what came of it. */
  does(act: Act): string {
    if (act.act === "make") {
      const name = tagNames[act.slot][act.name] ?? "";
      const isTaken = this.#service
        .tags()
        .some(({ versions }) => versions.some(({ content }) => nameIn(content) === name));
      return isTaken ? "nothing: the name is taken" : this.make(name, contentOf(act.content));
    }
    const tags = this.#service.tags();
    const { id, versions, metadata } = tags[act.tag % tags.length] ?? tags[0] ?? { id: "", versions: [], metadata: {} };
    const shown = versions.find(({ isLive }) => isLive) ?? versions.at(-1);
    const { name = "", ...content } = JSON.parse(shown?.content ?? "{}") as { name?: string };
    const isShared = name === sharedName;
    switch (act.act) {
      case "edit":
        return this.#save(id, name, this.#ownContent(), true);
      case "stage":
        return this.#save(id, name, this.#ownContent(), false);
      case "save again":
        return this.#save(id, name, content, true);
      case "rename":
        return isShared || this.#isLost(id) ? "nothing" : this.#save(id, `Renamed ${++this.#count}`, content, true);
      case "delete":
        if (isShared) return "nothing";
        this.#service.service.store.commit({ op: "deleteTag", account: this.#account, id });
        return id;
      case "note":
      case "remove the note":
      case "add a group":
      case "empty a value":
        this.#service.enterMetadata(id, this.#metadataAfter(act.act, metadata));
        return id;
    }
  }

  /** Restores a version with the command line: the mark stays. */
  restore(id: string, versionId: string): string {
    const tag = this.#service.tags().find((one) => one.id === id);
    const version = tag?.versions.find((one) => one.id === versionId);
    const live = tag?.versions.find(({ isLive }) => isLive);
    if (version === undefined || live === undefined) return "nothing";
    const content = JSON.parse(version.content) as object;
    const mark = /\(pulumi \S+?\)(?=:|$)/.exec(version.changeDescription ?? "")?.[0] ?? "";
    const changeDescription = `Restore version ${versionId} of ${new Date(version.createdAt).toISOString()} ${mark}`;
    const restored = { ...this.#version(nameIn(live.content), content, true), changeDescription };
    this.#service.service.store.commit({ op: "saveTag", account: this.#account, id, version: restored });
    return id;
  }

  get #now(): number {
    return this.#service.service.clock.now();
  }

  #ownContent(): object {
    this.#count += 1;
    return { ...contentOf(this.#count), defaultValue: `person ${this.#count}` };
  }

  #version(name: string, content: object, isLive: boolean) {
    const text = JSON.stringify({ ...content, name });
    return { id: `person-${++this.#count}-`, createdAt: this.#now, createdBy: personsName, isLive, content: text };
  }

  #save(id: string, name: string, content: object, isLive: boolean): string {
    // Where the service shows a name that is only staged, the live one is free, and another may have it by now.
    const isTaken = this.#service.tags().some((tag) => {
      const live = tag.versions.find((version) => version.isLive);
      return tag.id !== id && live !== undefined && nameIn(live.content) === name;
    });
    if (isTaken) return "nothing: the name is taken";
    const version = this.#version(name, content, isLive);
    this.#service.service.store.commit({ op: "saveTag", account: this.#account, id, version });
    return id;
  }

  /** Notes are fields that no program declares; the others are what programs declare as well. */
  #metadataAfter(act: "note" | "remove the note" | "add a group" | "empty a value", before: MetadataMap): MetadataMap {
    const web = before["Web"] ?? {};
    const custom = without("person", web.customMetadata ?? {});
    switch (act) {
      case "note":
        this.#count += 1;
        return {
          ...before,
          Web: { ...web, customMetadata: { ...custom, person: this.#count } },
          Theirs: { groups: [`p${this.#count}`] },
        };
      case "remove the note":
        return { ...without("Theirs", before), Web: { ...web, customMetadata: custom } };
      case "add a group":
        return { ...before, Web: { ...web, groups: [...(web.groups ?? []), `p${++this.#count}`] } };
      case "empty a value":
        return without("Api", before);
    }
  }
}

function without<T>(name: string, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
}

function nameIn(content: string): string {
  return (JSON.parse(content) as { name: string }).name.normalize("NFC");
}
