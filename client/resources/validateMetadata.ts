/** Checks metadata against the API documentation before anything is sent. No message repeats a value. */
import { withHint } from "../../rules/closestName";
import { isTooDeep, tooDeepMessage } from "../../rules/nesting";
import type { Problem } from "../../rules/validate";
import { isObject } from "../json";
import type { Settings } from "../settings";

/** The field of the body that says whether values are merged. */
export const mergeField = "mergeValuesAndMetadata";

/** The fields of a value's metadata. */
export const metadataFields = ["groups", "customMetadata", "endpoints"] as const;

/** How many values may have metadata. */
const maxValues = 10_000;

/** How to validate. */
export interface MetadataValidation {
  metadataNesting?: Settings["metadataNesting"] | undefined;
  /** Whether a value is a placeholder for one that is unknown until deployment. It is valid anywhere. Default: no value is. */
  isUnknown?: (value: unknown) => boolean;
}

/** Lists what is wrong with metadata. Empty if it can be sent. */
export function metadataProblems(
  metadata: unknown,
  { metadataNesting, isUnknown = () => false }: MetadataValidation = {},
): Problem[] {
  if (isUnknown(metadata)) return [];
  const path = "metadata";
  if (!isObject(metadata)) return [{ path, message: "must be an object that maps tag values to their metadata" }];
  const values = Object.keys(metadata);
  if (values.length > maxValues) {
    return [{ path, message: `has ${values.length} values. The service accepts at most ${maxValues}` }];
  }
  return values.flatMap((value) => {
    const place = `${path}[${JSON.stringify(value)}]`;
    if (isTooDeep(metadata[value])) return [{ path: place, message: tooDeepMessage }];
    const message = nameProblem(value, metadataNesting);
    return [
      ...(message === undefined ? [] : [{ path: place, message }]),
      ...entryProblems(place, metadata[value], isUnknown),
    ];
  });
}

/** What is wrong with the name of a value; undefined if it can be sent. */
export function nameProblem(value: string, metadataNesting: MetadataValidation["metadataNesting"]): string | undefined {
  if (value.includes(".")) return "has a dot in it. The service accepts no such tag value in metadata";
  if (value === mergeField && metadataNesting === "root") {
    return "is also the name of a field of the request, so it can't be saved while metadataNesting is root";
  }
  return undefined;
}

function entryProblems(path: string, entry: unknown, isUnknown: (value: unknown) => boolean): Problem[] {
  if (isUnknown(entry)) return [];
  if (!isObject(entry)) return [{ path, message: `must be an object { ${metadataFields.join(", ")} }` }];
  const { groups, endpoints, customMetadata } = entry;
  const isCustom = customMetadata === undefined || isUnknown(customMetadata) || isObject(customMetadata);
  return [
    ...Object.keys(entry)
      .filter((name) => !(metadataFields as readonly string[]).includes(name))
      .map((name) => ({
        path: `${path}.${name}`,
        message: withHint("is not a field of metadata", name, metadataFields),
      })),
    ...listProblems(`${path}.groups`, groups, isUnknown),
    ...(isCustom ? [] : [{ path: `${path}.customMetadata`, message: "must be an object" }]),
    ...listProblems(`${path}.endpoints`, endpoints, isUnknown),
  ];
}

function listProblems(path: string, list: unknown, isUnknown: (value: unknown) => boolean): Problem[] {
  if (list === undefined || isUnknown(list)) return [];
  if (!Array.isArray(list)) return [{ path, message: "must be an array of IDs" }];
  return list.flatMap((id: unknown, index) =>
    typeof id === "string" && id !== "" ? [] : [{ path: `${path}[${index}]`, message: "must be an ID, not empty" }],
  );
}
