import { operators } from "./operators";
import type { Operator } from "./types";

/** A spelling without the usual variations: case, `_`, `-` and spaces. */
const plainSpelling = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, "");

/** Plain spellings from elsewhere (the documentation of V1, SQL, other products), with the operators that they stand for. */
const otherSpellings: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...operators.map((operator): [string, Operator] => [plainSpelling(operator), operator]),
  ["equals", "is"],
  ["eq", "is"],
  ["=", "is"],
  ["==", "is"],
  ["isnot", "notIs"],
  ["isn't", "notIs"],
  ["isnt", "notIs"],
  ["not", "notIs"],
  ["notequals", "notIs"],
  ["!=", "notIs"],
  ["in", "oneOf"],
  ["isoneof", "oneOf"],
  ["notin", "notOneOf"],
  ["isnotoneof", "notOneOf"],
  ["like", "contains"],
  ["contain", "contains"],
  ["notcontain", "notContains"],
  ["doesnotcontain", "notContains"],
  ["exist", "exists"],
  ["notexist", "notExists"],
  ["doesnotexist", "notExists"],
]);

/** The operator that a person probably meant; undefined if none is likely. */
export function operatorMeant(text: string): Operator | undefined {
  return otherSpellings.get(plainSpelling(text));
}
