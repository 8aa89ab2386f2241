/**
 * What the compiler knows of the account's key catalog. Without the file that `cost-allocation catalog types` writes, every name
 * is a string.
 */
import type { Input } from "@pulumi/pulumi";
import type { KeyType } from "../rules/types";

/**
 * The keys of the account: cost center, type, key, and the key's values. Empty, unless your program loads the file that
 * `cost-allocation catalog types` writes. The type `""` has the keys whose type the service doesn't say.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the file adds the members
export interface Catalog {}

/** A string that is known later: a promise or an Output. The compiler can't compare it with the catalog. */
export type LaterString = Exclude<Input<string>, string>;

/**
 * A string that is not compared with the catalog: one that is known later, and without a catalog any string, also in generic functions
 * of a program.
 */
export type UncheckedString = LaterString | ([keyof Catalog] extends [never] ? string : never);

/**
 * A name that the catalog has. A string that the compiler doesn't know is accepted too: a variable of type `string`, or a template
 * with one.
 *
 * @typeParam Name The names that the catalog has.
 * @typeParam Given The type of the argument.
 */
export type CatalogName<Name extends string, Given extends string> = Given extends Name
  ? Given
  : // A literal makes a property that an empty object lacks. Any other string makes an index signature.
    // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- it is meant
    Record<never, never> extends Record<Given, never>
    ? Name | (Given & Record<never, never>)
    : Name;

/**
 * Any string, of which the editor suggests some. The values of a key are suggestions only, because a rule may name a value that has
 * no cost yet.
 */
export type SuggestedString<Value extends string> = Value | (string & Record<never, never>) | LaterString;

/** Several such strings, or one array of them. */
export type SuggestedStrings<Value extends string> =
  | SuggestedString<Value>[]
  // What is known later has the same type for every key, which saves the compiler much of its work.
  | [items: readonly SuggestedString<Value>[] | Exclude<Input<readonly Input<string>[]>, readonly unknown[]>];

/** The cost centers of the catalog. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- without the file, there are no cost centers
export type CatalogCostCenter = [keyof Catalog] extends [never] ? string : keyof Catalog & string;

/** The types of a cost center's keys. */
export type CatalogKeyType<CostCenter extends string> = CostCenter extends keyof Catalog
  ? "" extends keyof Catalog[CostCenter]
    ? KeyType
    : keyof Catalog[CostCenter] & string
  : KeyType;

/** The keys of one type that a cost center has. */
export type CatalogKeyName<CostCenter extends string, Type extends string> = CostCenter extends keyof Catalog
  ? {
      [Each in Type | ""]: Each extends keyof Catalog[CostCenter] ? keyof Catalog[CostCenter][Each] & string : never;
    }[Type | ""]
  : string;

/** The keys that a cost center has, of this type if it has the type. */
export type CatalogAnyKeyName<CostCenter extends string, Type extends string> = CostCenter extends keyof Catalog
  ? Type extends keyof Catalog[CostCenter]
    ? CatalogKeyName<CostCenter, Type>
    : { [Each in keyof Catalog[CostCenter]]: keyof Catalog[CostCenter][Each] & string }[keyof Catalog[CostCenter]]
  : string;

/** The values of a key. `never` if the catalog doesn't list them: the editor then suggests none. */
export type CatalogValue<
  CostCenter extends string,
  Type extends string,
  Key extends string,
> = CostCenter extends keyof Catalog
  ? {
      [Each in Type | ""]: Each extends keyof Catalog[CostCenter]
        ? Key extends keyof Catalog[CostCenter][Each]
          ? Catalog[CostCenter][Each][Key] & string
          : never
        : never;
    }[Type | ""]
  : string;
