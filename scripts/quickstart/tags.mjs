/** Reads the live tags from the emulator over HTTP. */
import { table } from "../shared/table.mjs";

/** @typedef {import("../../client/wire.js").VirtualTag} VirtualTag */
/** @typedef {import("../../client/wire.js").Version} Version */
/** @typedef {import("../../client/wire.js").Pagination} Pagination */
/** @typedef {import("../../emulator/index.js").Emulator} Emulator */

/**
 * @param {Emulator} emulator
 * @param {string} path
 * @returns {Promise<string>} The response body.
 */
async function get(emulator, path) {
  const headers = { "x-service-client-id": emulator.clientId, "x-service-secret-key": emulator.secretKey };
  const response = await fetch(`${emulator.url}${path}`, { headers });
  const body = await response.text();
  if (!response.ok) throw new Error(`GET ${path} failed with status ${response.status}: ${body}`);
  return body;
}

/** @param {Emulator} emulator */
async function readTags(emulator) {
  /** @type {{ data: { virtualTags: VirtualTag[] } }} */
  const answer = JSON.parse(await get(emulator, "/v2/virtual-tags"));
  return answer.data.virtualTags;
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
    const page = JSON.parse(await get(emulator, `/v2/virtual-tags/${encodeURIComponent(tag.id)}/versions${query}`));
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
