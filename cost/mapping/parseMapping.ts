/** Reads `cost-data.json`. */
import { closestName } from "../../rules/closestName";
import { isObject } from "../../rules/shared/isObject";
import {
  azureSubscriptionForms,
  type CostMapping,
  focusMapping,
  type KeySource,
  keyNamed,
  type Providers,
  tagsTypes,
} from "./mapping";

type Fields = Readonly<Record<string, unknown>>;

/** A name without what would end a quoted name in any engine. */
const columnName = /^[\p{L}_][\p{L}\p{N}_ .:/()-]{0,127}$/u;

const knownFields = ["cost", "currency", "provider", "tags", "tagsType", "azureSubscriptions", "costCenters", "keys"];

/**
 * Reads the text of a mapping file. What it says is added to the defaults for FOCUS data; an entry with the same name replaces the default.
 *
 * @throws {Error} with all problems, one per line. The text is not escaped.
 */
export function parseMapping(text: string): CostMapping {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/u, ""));
  } catch {
    throw new Error("It is not valid JSON.");
  }
  if (!isObject(value)) throw new Error("It must be an object.");
  const problems: string[] = [];
  const mapping = readMapping(value, (place, problem) => {
    problems.push(`${place} ${problem}.`);
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return mapping;
}

/** Adds a problem. The text continues a sentence that begins with the place. */
type AddProblem = (place: string, problem: string) => void;

function readMapping(value: Fields, addProblem: AddProblem): CostMapping {
  for (const name of Object.keys(value).filter((one) => !knownFields.includes(one))) {
    const closest = closestName(name, knownFields);
    addProblem(JSON.stringify(name), `is not a field${closest === undefined ? "" : `. Did you mean "${closest}"?`}`);
  }
  const costCenters = new Map([...focusMapping.costCenters, ...readCostCenters(value["costCenters"], addProblem)]);
  const given = readKeys(value["keys"], costCenters, addProblem);
  const tagsType = readChoice(value, "tagsType", tagsTypes, addProblem);
  return {
    cost: readColumn(value["cost"], "cost", addProblem) ?? focusMapping.cost,
    currency: readCurrency(value["currency"], addProblem) ?? focusMapping.currency,
    provider: readColumns(value["provider"], "provider", addProblem) ?? focusMapping.provider,
    tags: readColumns(value["tags"], "tags", addProblem) ?? focusMapping.tags,
    ...(tagsType === undefined ? {} : { tagsType }),
    azureSubscriptions:
      readChoice(value, "azureSubscriptions", azureSubscriptionForms, addProblem) ?? focusMapping.azureSubscriptions,
    costCenters,
    keys: new Map([...focusMapping.keys, ...given]),
  };
}

function readChoice<T extends string>(
  fields: Fields,
  place: string,
  choices: readonly T[],
  addProblem: AddProblem,
): T | undefined {
  const value = fields[place];
  const choice = choices.find((one) => one === value);
  if (value !== undefined && choice === undefined) addProblem(place, `must be one of ${choices.join(", ")}`);
  return choice;
}

function readCurrency(value: unknown, addProblem: AddProblem): CostMapping["currency"] | undefined {
  if (value === undefined || (typeof value === "string" && /^[A-Z]{3}$/u.test(value))) return value;
  if (isObject(value) && Object.keys(value).join("") === "column") {
    const column = readColumn(value["column"] ?? null, "currency.column", addProblem);
    return column === undefined ? undefined : { column };
  }
  addProblem("currency", 'must be a code such as "USD", or { "column": "<name>" }');
  return undefined;
}

function readColumn(value: unknown, place: string, addProblem: AddProblem): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && columnName.test(value)) return value;
  addProblem(place, "must be the name of a column: a letter, then letters, digits, spaces and _.:/()-");
  return undefined;
}

function readColumns(value: unknown, place: string, addProblem: AddProblem): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    const column = readColumn(value, place, addProblem);
    return column === undefined ? undefined : [column];
  }
  if (value.length === 0) addProblem(place, "must have at least one column");
  return value.flatMap((name, index) => readColumn(name ?? null, `${place}[${index}]`, addProblem) ?? []);
}

function readCostCenters(value: unknown, addProblem: AddProblem): [string, Providers][] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    addProblem("costCenters", "must be an object");
    return [];
  }
  return Object.entries(value).flatMap(([name, providers]): [string, Providers][] => {
    if (/^[^:*]+$/u.test(name) && providers === "*") return [[name, "*"]];
    if (/^[^:*]+$/u.test(name) && isProviders(providers)) return [[name, providers]];
    addProblem(
      `costCenters.${JSON.stringify(name)}`,
      'must be a list of provider names, null for records without one, or "*". Its name has no colon and is not "*"',
    );
    return [];
  });
}

function readKeys(
  value: unknown,
  costCenters: ReadonlyMap<string, Providers>,
  addProblem: AddProblem,
): [string, KeySource | null][] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    addProblem("keys", "must be an object");
    return [];
  }
  return Object.entries(value).flatMap(([name, source]): [string, KeySource | null][] => {
    const place = `keys.${JSON.stringify(name)}`;
    const key = keyNamed(name);
    if (key === undefined) {
      addProblem(place, 'must be named "<costCenter>:<type>:<key>"');
      return [];
    }
    if (source === null) return [[name, null]];
    if (key.costCenter !== "*" && !costCenters.has(key.costCenter)) {
      addProblem(place, "has a cost center that is not in costCenters. Say there which providers it has");
    }
    if (isObject(source) && Object.keys(source).length === 1) {
      const tags = typeof source["tag"] === "string" ? [source["tag"]] : source["tag"];
      if (isTexts(tags)) return [[name, { tags }]];
    }
    if (typeof source !== "string" && !Array.isArray(source)) {
      addProblem(
        place,
        'must be the name of a column or a list of them, { "tag": "<name>" }, or null if the data can\'t tell its values',
      );
      return [];
    }
    const columns = readColumns(source, place, addProblem);
    return columns === undefined ? [] : [[name, { columns }]];
  });
}

function isProviders(value: unknown): value is (string | null)[] {
  const isName = (one: unknown): boolean => one === null || (typeof one === "string" && one !== "");
  return Array.isArray(value) && value.length > 0 && value.every(isName);
}

function isTexts(value: unknown): value is string[] {
  return isProviders(value) && !value.includes(null);
}
