/** The results of functions, with what the schema names and nothing else. */
import { isObject } from "../client/json";

/** A type of the schema, as far as it says what a value has. */
export interface Spec {
  type?: string;
  $ref?: string;
  items?: Spec;
  properties?: Readonly<Record<string, Spec>>;
  additionalProperties?: Spec;
}

/**
 * A value without fields that its type lacks. The service may add some, and a program in Java would fail to read the whole result.
 *
 * @param types the types of the schema by their tokens
 */
export function asNamed(value: unknown, { $ref, ...own }: Spec, types: Readonly<Record<string, Spec>>): unknown {
  const { items, properties, additionalProperties } = types[$ref?.replace("#/types/", "") ?? ""] ?? own;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => asNamed(item, items, types));
  if (!isObject(value)) return value;
  const typeOf = (name: string): Spec | undefined => properties?.[name] ?? additionalProperties;
  if (properties === undefined && additionalProperties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const type = typeOf(name);
      return type === undefined ? [] : [[name, asNamed(field, type, types)]];
    }),
  );
}
