/** Reads the live tags from the emulator over HTTP. */
import { table } from "../shared/table.mjs";

/** @typedef {import("../../client/wire.js").VirtualTag} VirtualTag */
/** @typedef {import("../../client/wire.js").Version} Version */
/** @typedef {import("../../client/wire.js").Pagination} Pagination */
/** @typedef {import("../../emulator/index.js").Emulator} Emulator */

/**
 * @param {Emulator} emulator
 * @param {string} path
 * @param {object} [body] of a POST
 * @returns {Promise<string>} The response body.
 */
async function request(emulator, path, body) {
  const headers = {
    "x-service-client-id": emulator.clientId,
    "x-service-secret-key": emulator.secretKey,
    "content-type": "application/json",
  };
  const post = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${emulator.url}${path}`, { headers, ...post });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} failed with status ${response.status}: ${text}`);
  return text;
}

/** @param {Emulator} emulator */
async function readTags(emulator) {
  /** @type {{ data: { virtualTags: VirtualTag[] } }} */
  const answer = JSON.parse(await request(emulator, "/v2/virtual-tags"));
  return answer.data.virtualTags;
}

/**
 * The ID of the tag with a name. Creates it, as a person does in the application, if there is none.
 *
 * @param {Emulator} emulator
 * @param {{ name: string }} tag
 */
export async function tagOfPerson(emulator, tag) {
  const isIt = (/** @type {VirtualTag} */ { name }) => name === tag.name;
  const known = (await readTags(emulator)).find(isIt);
  if (known === undefined) await request(emulator, "/v2/virtual-tags", tag);
  return (known ?? (await readTags(emulator)).find(isIt))?.id ?? "";
}

/**
 * @param {Emulator} emulator
 * @param {VirtualTag} tag
 */
async function readVersions(emulator, tag) {
  /** @type {Version[]} */
  const versions = [];
  /** @type {string | null} */
  let cursor = "";
  while (cursor !== null) {
    const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    /** @type {{ data: Version[], pagination: Pagination }} */
    const page = JSON.parse(await request(emulator, `/v2/virtual-tags/${encodeURIComponent(tag.id)}/versions${query}`));
    versions.push(...page.data);
    cursor = page.pagination.nextCursor;
  }
  return versions;
}

/** @param {VirtualTag["defaultValue"]} value */
const valueText = (value) => (typeof value === "string" ? value : `value of ${value.costCenter} ${value.key}`);

/**
 * A table of the tags, with the change description of their live versions.
 *
 * @param {Emulator} emulator
 */
export async function liveTags(emulator) {
  const tags = await readTags(emulator);
  const rows = await Promise.all(
    tags.map(async (tag) => {
      const versions = await readVersions(emulator, tag);
      const live = versions.find((version) => version.isLive);
      const values = tag.rules.map((rule) => valueText(rule.to)).join(", ");
      return [tag.name, values, valueText(tag.defaultValue), String(versions.length), live?.changeDescription ?? ""];
    }),
  );
  rows.sort(([a = ""], [b = ""]) => a.localeCompare(b));
  return table([["TAG", "VALUES", "DEFAULT", "VERSIONS", "CHANGE"], ...rows]);
}
