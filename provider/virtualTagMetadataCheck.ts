/** What can be said of metadata in preview, without network. No message shows what is in it. */
import { lostPaths } from "../client/json";
import type { Settings } from "../client/settings";
import type { Problem } from "../rules/validate";
import { unknownNames } from "./arguments";
import type { Checked, Claims } from "./lifecycle";
import { isUnknown } from "./unknown";
import { claimMetadata } from "./virtualTagMetadataClaims";
import { virtualTagMetadataArguments } from "./virtualTagMetadataState";

/** How many values may have metadata (API document, section 8). */
const mostValues = 10_000;

/** Of a property that is called `__proto__`. */
const isLost = "can't be stored: Pulumi loses a property of this name";

/** How many of a map's mistakes are told at once. */
const mostProblems = 50;

/** Whether the arguments may be sent. */
export function checkVirtualTagMetadata(
  news: Record<string, unknown>,
  claims: Claims,
  settings: Partial<Settings> = {},
): Checked {
  const { virtualTagId, metadata, mergeValuesAndMetadata, adopt } = news;
  const problems = [
    ...unknownNames(news, virtualTagMetadataArguments, "is not an argument of VirtualTagMetadata"),
    ...idProblems(virtualTagId),
    ...mapProblems(metadata, settings),
    ...booleanProblems({ mergeValuesAndMetadata, adopt }),
  ].slice(0, mostProblems);
  return { inputs: news, problems: problems.length > 0 ? problems : claimMetadata(news, claims), warnings: [] };
}

function idProblems(id: unknown): Problem[] {
  const fine = typeof id === "string" && id !== "";
  return fine ? [] : [{ path: "virtualTagId", message: "must be the ID of a Virtual Tag" }];
}

function booleanProblems(flags: Record<string, unknown>): Problem[] {
  return Object.entries(flags)
    .filter(([, flag]) => flag !== undefined && typeof flag !== "boolean" && !isUnknown(flag))
    .map(([path]) => ({ path, message: "must be true or false" }));
}

function mapProblems(metadata: unknown, settings: Partial<Settings>): Problem[] {
  if (isUnknown(metadata)) return [];
  const path = "metadata";
  if (!isRecord(metadata)) return [{ path, message: "must be an object: tag value -> its metadata" }];
  const values = Object.keys(metadata);
  if (values.length > mostValues) {
    return [{ path, message: `has ${values.length} values, and the service takes at most ${mostValues}` }];
  }
  return values.flatMap((value) => {
    const place = `${path}[${JSON.stringify(value)}]`;
    return [...nameProblems(place, value, settings), ...entryProblems(place, metadata[value])];
  });
}

function nameProblems(path: string, value: string, { metadataNesting }: Partial<Settings>): Problem[] {
  if (value === "") return [{ path, message: "is empty: a tag value with metadata needs a name" }];
  if (value.includes("."))
    return [{ path, message: "has a dot in it: the service takes no such tag value in metadata" }];
  if (value === "__proto__") return [{ path, message: isLost }];
  if (value === "mergeValuesAndMetadata" && metadataNesting === "root") {
    return [
      { path, message: "can't be told from the field of the same name while costallocation:metadataNesting is root" },
    ];
  }
  return [];
}

function entryProblems(path: string, entry: unknown): Problem[] {
  if (isUnknown(entry)) return [];
  if (!isRecord(entry)) return [{ path, message: "must be an object {groups, customMetadata, endpoints}" }];
  const { groups, endpoints, customMetadata } = entry;
  const isCustom = customMetadata === undefined || isUnknown(customMetadata) || isRecord(customMetadata);
  return [
    ...unknownNames(entry, ["groups", "customMetadata", "endpoints"], "is not a field of metadata", `${path}.`),
    ...listProblems(`${path}.groups`, groups),
    ...(isCustom ? [] : [{ path: `${path}.customMetadata`, message: "must be an object of keys" }]),
    ...lostPaths(customMetadata, `${path}.customMetadata`).map((lost) => ({ path: lost, message: isLost })),
    ...listProblems(`${path}.endpoints`, endpoints),
  ];
}

function listProblems(path: string, list: unknown): Problem[] {
  if (list === undefined || isUnknown(list)) return [];
  if (!Array.isArray(list)) return [{ path, message: "must be an array of IDs" }];
  return list.flatMap((id: unknown, index) =>
    typeof id === "string" && id !== "" ? [] : [{ path: `${path}[${index}]`, message: "must be an ID, and not empty" }],
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
