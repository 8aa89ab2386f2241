/** The declaration file of a catalog. Pure. */
import { literal } from "../../client/printable";
import type { Key } from "../sources/account/catalog";

/** The beginning of the file. The command overwrites no file that begins in another way. */
export const header =
  '// Written by "cost-allocation catalog types". Run the command again instead of editing this file.';

/** The most values of a key that are listed. An editor is no help in a longer list. */
export const mostValues = 200;

/** A key with its values. */
export interface DeclaredKey extends Key {
  /** The values. Undefined: they are not listed. */
  values?: readonly string[] | undefined;
}

/**
 * The text of the file: a module augmentation of the interface `Catalog`, with cost centers, types, keys and values in a fixed
 * order, so that the file only changes if the catalog does. Names may be any text.
 *
 * @param keys The keys, each once.
 */
export function declarations(keys: readonly DeclaredKey[]): string {
  const costCenters = grouped(keys.map((key) => [key.costCenter, key] as const));
  return [
    header,
    '// A program loads it with "import type {}".',
    "/* eslint-disable */",
    "export {};",
    "// prettier-ignore",
    'declare module "pulumi-cost-allocation" {',
    "  interface Catalog {",
    ...costCenters.flatMap(([costCenter, members]) => [`    ${literal(costCenter)}: {`, ...typesOf(members), "    };"]),
    "  }",
    "}",
    "",
  ].join("\n");
}

function typesOf(keys: readonly DeclaredKey[]): string[] {
  // sdk/catalogTypes.ts gives the empty type its meaning: the service doesn't say the type.
  const types = grouped(
    keys.flatMap((key) => (key.types.length > 0 ? key.types : [""]).map((type) => [type, key] as const)),
  );
  return types.flatMap(([type, members]) => [
    `      ${literal(type)}: {`,
    ...[...members].sort((one, other) => compare(one.key, other.key)).map(keyLine),
    "      };",
  ]);
}

function keyLine({ key, displayName, values = [] }: DeclaredKey): string {
  const type =
    values.length === 0 || values.length > mostValues ? "string" : [...values].sort(compare).map(literal).join(" | ");
  // The literal of a text has no line break.
  const label = displayName === key ? "" : ` // ${literal(displayName)}`;
  return `        ${literal(key)}: ${type};${label}`;
}

/** Groups by name, sorted by name. A Map, because a name may be `__proto__`. */
function grouped<Member>(pairs: readonly (readonly [name: string, member: Member])[]): [string, Member[]][] {
  const groups = new Map<string, Member[]>();
  for (const [name, member] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [member]);
    else group.push(member);
  }
  return [...groups].sort(([one], [other]) => compare(one, other));
}

/** By code units: the order must not depend on the machine's language. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
