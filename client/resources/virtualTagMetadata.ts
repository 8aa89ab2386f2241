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
  /** Whether the values are merged into what exists. Default: false, everything that exists is replaced. */
  mergeValuesAndMetadata?: boolean | undefined;
  /**
   * Values that have metadata and must have none afterwards, for a save that replaces everything. With `metadataNesting: perValue`
   * they are sent without metadata, because the service may keep values that the body does not name. Default: none.
   */
  removedValues?: readonly string[] | undefined;
  /**
   * Values that have metadata already. They are not validated, and neither is what is in them: others may have entered it, and it
   * has to come back as it was. Default: none.
   */
  existingValues?: readonly string[] | undefined;
}

/** Groups, notification endpoints and custom metadata of single tag values (section 4.3). */
export class VirtualTagMetadata {
  readonly #caller: Caller;
  readonly #nesting: Settings["metadataNesting"];

  /** @internal */
  constructor(caller: Caller, nesting: Settings["metadataNesting"]) {
    this.#caller = caller;
    this.#nesting = nesting;
  }

  /**
   * The metadata of a tag's values; empty if there is none. `GET /v2/virtual-tags/{id}/metadata`. A number in custom metadata whose
   * digits JavaScript does not keep is an `ExactNumber`, which {@link VirtualTagMetadata.put} sends as it came.
   *
   * @throws {NotFound} if there is no such tag
   */
  async get(tagId: string, options: SendOptions = {}): Promise<MetadataMap> {
    const text = await this.#caller.read(
      toCall({
        operation: "virtualTagMetadata.get",
        route: "GET /v2/virtual-tags/{id}/metadata",
        parameters: { id: tagId },
        missing: "Virtual Tag",
        confirmMissing: listTags,
        confirmTag: readTagOf(tagId),
        // Callers share the answer as copies, which would lose the class of its numbers.
        read: (_, answer) => {
          readMetadata(answer);
          return answer;
        },
      }),
      options,
    );
    return readMetadata(text);
  }

  /**
   * Saves the metadata of a tag's values and returns the whole map afterwards. `PUT /v2/virtual-tags/{id}/metadata`. If a
   * sentence of the service repeats a value of custom metadata, the error leaves the sentence out.
   *
   * @throws {InvalidInput} if a value has a dot in it, or its metadata another shape than the API document's
   * @throws {OutcomeUnknown} if it may have been saved: look before saving it again
   */
  async put(tagId: string, metadata: MetadataMap, options: MetadataPutOptions = {}): Promise<MetadataMap> {
    const operation = "virtualTagMetadata.put";
    const route = "PUT /v2/virtual-tags/{id}/metadata";
    const checked = withoutExisting(metadata, options.existingValues);
    const issues = metadataProblems(checked, { metadataNesting: this.#nesting });
    if (issues.length > 0) throw invalidInput(operation, route, issues);
    // Merging nothing changes nothing. And with the flag inside each value, there would be no place to set it.
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

/** What is validated. In the root of the body, a value that is called like the flag would take its place, whoever entered it. */
function withoutExisting(metadata: unknown, existingValues: readonly string[] = []): unknown {
  if (!isObject(metadata)) return metadata;
  const existing = new Set(existingValues);
  return Object.fromEntries(Object.entries(metadata).filter(([value]) => !existing.has(value) || value === mergeField));
}

/** What an answer shows. Whatever the API document does not show stays as it came: it belongs to others. */
function readMetadata(text: string): MetadataMap {
  const body = parseExactJson(text);
  const metadata = objectAt(objectAt(body, "data"), "metadata");
  if (isMetadataTooDeep(metadata)) throw new TooDeepAnswer("nested too deep");
  // An empty list may be shown as null, which must not be sent. A null further down is custom metadata.
  const shown = Object.entries(withoutNulls(metadata));
  return Object.fromEntries(
    shown.map(([value, entry]) => [value, (isObject(entry) ? withoutNulls(entry) : entry) as ValueMetadata]),
  );
}

function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, content]) => content !== null));
}

/** Spreads and `fromEntries` keep a key called `__proto__`; an assignment would lose it. */
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

/** What custom metadata says, as it is sent: it may be whatever a program keeps secret. */
function customValues(metadata: MetadataMap): string[] {
  const custom = Object.values(metadata).map(({ customMetadata }) => customMetadata);
  return leavesOf(JSON.parse(JSON.stringify(custom)));
}
