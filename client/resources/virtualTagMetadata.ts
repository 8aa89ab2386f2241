import { type Caller, invalidInput, toCall } from "../http/calls";
import { contentsBeside } from "../http/contents";
import type { Issue } from "../errors";
import { field, isObject } from "../json";
import { objectAt, UnreadableAnswer } from "../reading";
import type { SendOptions } from "../http/request";
import type { Settings } from "../settings";
import type { MetadataMap } from "../wire";

/** What a caller may say about a save of metadata. */
export interface MetadataPutOptions extends SendOptions {
  /** Whether the values are merged into what is there. Default false: everything that is there is replaced. */
  mergeValuesAndMetadata?: boolean | undefined;
}

const mergeField = "mergeValuesAndMetadata";

/** Groups, notification endpoints and free keys of single tag values (section 4.3). */
export class VirtualTagMetadata {
  readonly #caller: Caller;
  readonly #nesting: Settings["metadataNesting"];

  constructor(caller: Caller, nesting: Settings["metadataNesting"]) {
    this.#caller = caller;
    this.#nesting = nesting;
  }

  /**
   * The metadata of a tag's values; empty when nothing is set. `GET /v2/virtual-tags/{id}/metadata`.
   *
   * @throws {NotFound} when there is no such tag
   */
  async get(tagId: string, options: SendOptions = {}): Promise<MetadataMap> {
    return this.#caller.read(
      toCall({
        operation: "virtualTagMetadata.get",
        route: "GET /v2/virtual-tags/{id}/metadata",
        parameters: { id: tagId },
        missing: "Virtual Tag",
        read: readMetadata,
      }),
      options,
    );
  }

  /**
   * Saves the metadata of a tag's values, and answers what there is afterwards. `PUT /v2/virtual-tags/{id}/metadata`. No
   * error shows the texts of custom metadata from 4 characters and its numbers from 6 digits, but those that are names as
   * well: a tag value, a key, a group or an endpoint.
   *
   * @throws {InvalidInput} when a value has a dot in it, or its metadata another shape than the document's
   * @throws {OutcomeUnknown} when it may have been saved: look before saving it again
   */
  async put(tagId: string, metadata: MetadataMap, options: MetadataPutOptions = {}): Promise<MetadataMap> {
    const operation = "virtualTagMetadata.put";
    const route = "PUT /v2/virtual-tags/{id}/metadata";
    const issues = problemsOf(metadata, this.#nesting);
    if (issues.length > 0) throw invalidInput(operation, route, issues);
    // Merging nothing in changes nothing. And inside of each value of none there is no place to say that it is merged.
    if (options.mergeValuesAndMetadata === true && Object.keys(metadata).length === 0) return this.get(tagId, options);
    return this.#caller.send(
      toCall({
        operation,
        route,
        parameters: { id: tagId },
        body: metadataBody(metadata, options.mergeValuesAndMetadata, this.#nesting),
        missing: "Virtual Tag",
        look: { tagId },
        contents: () => contentsOf(metadata),
        read: readMetadata,
      }),
      options,
    );
  }
}

function readMetadata(body: unknown): MetadataMap {
  const metadata = Object.entries(objectAt(objectAt(body, "data"), "metadata"));
  return Object.fromEntries(
    metadata.map(([value, entry]) => {
      if (!isObject(entry)) throw new UnreadableAnswer("the metadata of a value is not an object");
      // A list of none may be shown as null, which must not be sent. A null further down is custom metadata.
      return [value, Object.fromEntries(Object.entries(entry).filter(([, content]) => content !== null))];
    }),
  );
}

/** Spreads and `fromEntries` keep a key called `__proto__`; an assignment would lose it. */
function metadataBody(
  metadata: MetadataMap,
  merge: boolean | undefined,
  nesting: Settings["metadataNesting"],
): Record<string, unknown> {
  const flag = merge === undefined ? {} : { [mergeField]: merge };
  if (nesting === "root") return { ...metadata, ...flag };
  return Object.fromEntries(Object.entries(metadata).map(([value, entry]) => [value, { ...entry, ...flag }]));
}

/** The words of the document and of JSON: in custom metadata they are no secrets. */
const commonWords = ["groups", "endpoints", "customMetadata", "metadata", mergeField, "true", "false", "null"];

/**
 * What custom metadata says, which may be whatever a program keeps secret: all of it as it is sent, but what names the
 * things that an error speaks of.
 */
function contentsOf(metadata: MetadataMap): string[] {
  const entries = Object.values(metadata);
  const names = [
    ...commonWords,
    ...Object.keys(metadata),
    ...entries.flatMap(({ groups = [], endpoints = [], customMetadata = {} }) => [
      ...groups,
      ...endpoints,
      ...Object.keys(customMetadata),
    ]),
  ];
  return contentsBeside(names, JSON.parse(JSON.stringify(entries.map(({ customMetadata }) => customMetadata))));
}

function problemsOf(metadata: unknown, nesting: Settings["metadataNesting"]): Issue[] {
  if (!isObject(metadata)) return [{ path: "metadata", message: "must be an object: tag value -> its metadata" }];
  return Object.entries(metadata).flatMap(([value, entry]) => {
    const path = `metadata[${JSON.stringify(value)}]`;
    const issues: Issue[] = [];
    if (value.includes(".")) issues.push({ path, message: "a tag value with metadata must not contain dots" });
    if (nesting === "root" && value === mergeField) {
      issues.push({ path, message: "this tag value can't be told from the field of the same name" });
    }
    return [...issues, ...entryProblems(entry).map(({ path: inner, message }) => ({ path: path + inner, message }))];
  });
}

function entryProblems(entry: unknown): Issue[] {
  if (!isObject(entry)) return [{ path: "", message: "must be an object {groups, customMetadata, endpoints}" }];
  const issues: Issue[] = [];
  for (const name of ["groups", "endpoints"]) {
    const list = field(entry, name);
    const isFine = list === undefined || (Array.isArray(list) && list.every((each) => typeof each === "string"));
    if (!isFine) issues.push({ path: `.${name}`, message: "must be an array of texts" });
  }
  const custom = field(entry, "customMetadata");
  if (custom !== undefined && !isObject(custom)) issues.push({ path: ".customMetadata", message: "must be an object" });
  const unknown = Object.keys(entry).filter((name) => !["groups", "endpoints", "customMetadata"].includes(name));
  for (const name of unknown) issues.push({ path: `.${name}`, message: "is no field of metadata" });
  return issues;
}
