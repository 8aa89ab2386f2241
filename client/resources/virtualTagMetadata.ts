import { isMetadataTooDeep } from "../../rules/nesting";
import { type Caller, invalidInput, type SendOptions, toCall, type WriteOptions } from "../http/call";
import { leavesOf } from "../http/redaction";
import { parseExactJson, stringifyExactJson } from "../exactJson";
import { isObject, type JsonObject } from "../json";
import { objectAt, TooDeepAnswer } from "../http/reading";
import type { Settings } from "../settings";
import type { MetadataMap, ValueMetadata } from "../wire";
import { mergeField, metadataProblems, nameProblem } from "./validateMetadata";
import { listTags, readTagOf } from "./virtualTags";

/** Options of a save of metadata. */
export interface MetadataPutOptions extends WriteOptions {
  /** Whether the values are merged into the existing ones. Default: false, so they replace everything. */
  mergeValuesAndMetadata?: boolean | undefined;
  /**
   * Values that have metadata and must have none afterwards, for a save that replaces everything. With `metadataNesting: perValue`
   * they are sent without metadata, because the service may keep values that the body does not name. Default: none.
   */
  removedValues?: readonly string[] | undefined;
  /**
   * Values that already have metadata. They are not validated, because others may have entered them, and they must be sent back as
   * they were. Default: none.
   */
  existingValues?: readonly string[] | undefined;
}

/** Groups, notification endpoints and custom metadata of single tag values. */
export class VirtualTagMetadata {
  readonly #caller: Caller;
  readonly #nesting: Settings["metadataNesting"];

  /** @internal */
  constructor(caller: Caller, nesting: Settings["metadataNesting"]) {
    this.#caller = caller;
    this.#nesting = nesting;
  }

  /**
   * The metadata of a tag's values; empty if there is none. `GET /v2/virtual-tags/{id}/metadata`. A number in custom metadata that
   * JavaScript would round is an `ExactNumber`, which {@link VirtualTagMetadata.put} sends back unchanged.
   *
   * @throws {NotFound} if there is no such tag
   */
  async get(tagId: string, options: SendOptions = {}): Promise<MetadataMap> {
    return this.#caller.read(
      toCall({
        operation: "virtualTagMetadata.get",
        route: "GET /v2/virtual-tags/{id}/metadata",
        parameters: { id: tagId },
        missing: "Virtual Tag",
        confirmMissing: listTags,
        confirmTag: readTagOf(tagId),
        read: (_, answer) => readMetadata(answer),
      }),
      options,
    );
  }

  /**
   * Saves the metadata of a tag's values and returns the whole map afterwards. `PUT /v2/virtual-tags/{id}/metadata`. If a sentence
   * of the service repeats a value of custom metadata, the error leaves the sentence out.
   *
   * @throws {InvalidInput} if a value has a dot in it, or its metadata a shape that the API documentation doesn't have
   * @throws {OutcomeUnknown} if it may have been saved: look before saving it again
   */
  async put(tagId: string, metadata: MetadataMap, options: MetadataPutOptions = {}): Promise<MetadataMap> {
    const operation = "virtualTagMetadata.put";
    const route = "PUT /v2/virtual-tags/{id}/metadata";
    const checked = withoutExisting(metadata, options.existingValues);
    const issues = metadataProblems(checked, { metadataNesting: this.#nesting });
    if (issues.length > 0) throw invalidInput(operation, route, issues);
    // Merging nothing changes nothing. Besides, with `perValue` there would be no value to put the flag into.
    if (options.mergeValuesAndMetadata === true && Object.keys(metadata).length === 0) return this.get(tagId, options);
    return this.#caller.send(
      toCall({
        operation,
        route,
        parameters: { id: tagId },
        body: metadataBody(metadata, options, this.#nesting),
        stringify: stringifyExactJson,
        missing: "Virtual Tag",
        confirmMissing: listTags,
        confirmTag: readTagOf(tagId),
        look: { tagId },
        values: () => customValues(metadata),
        read: (_, answer) => readMetadata(answer),
      }),
      options,
    );
  }
}

/**
 * The part that is validated. It keeps a value named like the flag even if others entered it: at the root of the body, it would
 * replace the flag.
 */
function withoutExisting(metadata: unknown, existingValues: readonly string[] = []): unknown {
  if (!isObject(metadata)) return metadata;
  const existing = new Set(existingValues);
  return Object.fromEntries(Object.entries(metadata).filter(([value]) => !existing.has(value) || value === mergeField));
}

/** Reads the metadata in an answer. What the API documentation does not describe stays unchanged, because it belongs to others. */
function readMetadata(text: string): MetadataMap {
  const body = parseExactJson(text);
  const metadata = objectAt(objectAt(body, "data"), "metadata");
  if (isMetadataTooDeep(metadata)) throw new TooDeepAnswer("nested too deep");
  // The service may show an empty list as null, which must not be sent back. A null further down is custom metadata.
  const shown = Object.entries(withoutNulls(metadata));
  return Object.fromEntries(
    shown.map(([value, entry]) => [value, (isObject(entry) ? withoutNulls(entry) : entry) as ValueMetadata]),
  );
}

function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, content]) => content !== null));
}

/** Makes the body. Spreads and `fromEntries` keep a key named `__proto__`, which an assignment would lose. */
function metadataBody(
  metadata: MetadataMap,
  { mergeValuesAndMetadata: merge, removedValues = [] }: MetadataPutOptions,
  nesting: Settings["metadataNesting"],
): Record<string, unknown> {
  const flag = merge === undefined ? {} : { [mergeField]: merge };
  if (nesting === "root") return { ...metadata, ...flag };
  const empty: ValueMetadata = { groups: [], customMetadata: {}, endpoints: [] };
  // A name that the service refuses would fail the whole save.
  const removed = removedValues.filter((value) => nameProblem(value, nesting) === undefined);
  const entries = [...removed.map((value) => [value, empty] as const), ...Object.entries(metadata)];
  return Object.fromEntries(entries.map(([value, entry]) => [value, { ...entry, ...flag }]));
}

/** The values of custom metadata, which may be secrets of the program. */
function customValues(metadata: MetadataMap): string[] {
  const custom = Object.values(metadata).map(({ customMetadata }) => customMetadata);
  return leavesOf(JSON.parse(JSON.stringify(custom)));
}
