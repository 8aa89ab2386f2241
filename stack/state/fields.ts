/** Tables of the fields of resources. Argument lists, outputs, secrets and differences come from them. */
import { isObject } from "../../client/json";
import { plainJson } from "./plainJson";
import { containsUnknown } from "./unknown";

interface AnyField {
  /** Whether an unchecked value from a state has the shape of this field. */
  shape: (value: unknown) => boolean;
  /** Whether its value is a secret in every state, among the inputs and the outputs. */
  secret?: true;
}

/** An argument. */
export interface ArgumentField<Inputs> extends AnyField {
  /** `argument`: the program gives it. `added`: the class adds it. */
  role: "argument" | "added";
  /** Whether a state without it is unusable. `known`: also if its value is unknown until deployment. */
  needed?: "known" | "shown";
  /** The flag that an absent one stands for. */
  default?: boolean;
  /** Whether the actual value is as declared. Absent if a difference needs no write. */
  same?: (declared: Inputs, actual: Partial<Inputs>) => boolean;
}

/** A field that the state adds to the arguments. */
export interface OutputField extends AnyField {
  /** `output`: for programs. `own`: what the provider remembers for itself. */
  role: "output" | "own";
}

/** The fields of a resource. A table that lacks one does not compile. */
export type Fields<Inputs, State extends Inputs> = {
  readonly [Name in keyof Required<Inputs>]: ArgumentField<Inputs>;
} & { readonly [Name in Exclude<keyof State, keyof Inputs>]-?: OutputField };

/** A table of any resource. */
export type AnyFields = Readonly<
  Record<string, AnyField & Pick<ArgumentField<never>, "needed"> & Pick<ArgumentField<never> | OutputField, "role">>
>;

/** A text. */
export const isText = (value: unknown): value is string => typeof value === "string";

/** A flag. */
export const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

/** A list of texts. */
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** A text or an object, as a default value. */
export const isTextOrObject = (value: unknown): boolean => isText(value) || isObject(value);

/** A text or a flag, as `adopt`. */
export const isTextOrFlag = (value: unknown): boolean => isText(value) || isFlag(value);

/** The names of the fields that have one of these roles. */
export function namesOf(fields: AnyFields, ...roles: AnyFields[string]["role"][]): string[] {
  return Object.keys(fields).filter((name) => roles.some((role) => role === fields[name]?.role));
}

/** The names of all arguments: those of the program, and those that the class adds. */
export function argumentNames(fields: AnyFields): string[] {
  return namesOf(fields, "argument", "added");
}

/** The arguments in a state, without what it adds to them. */
export function argumentsIn<Inputs extends object>(fields: AnyFields, state: Partial<Inputs>): Partial<Inputs> {
  const names = argumentNames(fields);
  return Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name))) as Partial<Inputs>;
}

/** The names of the arguments that differ. An unknown value counts as different. */
export function differingFields<Inputs extends object>(
  fields: { readonly [Name in keyof Required<Inputs>]: ArgumentField<Inputs> },
  declared: Inputs,
  actual: Partial<Inputs>,
): (keyof Inputs & string)[] {
  const names = Object.keys(fields) as (keyof Inputs & string)[];
  return names.filter((name) => {
    const { same } = fields[name];
    return same !== undefined && (containsUnknown(declared[name]) || !same(declared, actual));
  });
}

/**
 * The fields that the state adds to the arguments, as plain JSON. Fields without a value are left out.
 *
 * @param shown the service's answer. A field that it lacks keeps its value, because not every answer has all fields
 * @param before the state so far
 * @param others fields that don't come from the service
 */
export function outputsOf(fields: AnyFields, shown: object, before: object, others: object): Record<string, unknown> {
  const found = Object.fromEntries(
    namesOf(fields, "output").map((name) => [
      name,
      (shown as Record<string, unknown>)[name] ?? (before as Record<string, unknown>)[name],
    ]),
  );
  return plainJson({ ...found, ...others });
}
