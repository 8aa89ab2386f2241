import * as pulumi from "@pulumi/pulumi";
import { type AnyFields, namesOf } from "../stack/state/fields";
import { type Kind, stubOf, typeOf } from "../stack/state/kinds";
import { droppedArguments } from "./argumentChecks";
import { resourceUrn } from "./resourceUrn";

/** The names of a table's fields that have one of these roles. */
type Having<Role, Table> = { [Name in keyof Table]: Table[Name] extends { role: Role } ? Name : never }[keyof Table];

/** The names that a class or its arguments have and the table lacks, and the other way around. */
type Forgotten<Args, Class, Table> =
  | Exclude<keyof Args, Having<"argument", Table>>
  | Exclude<Having<"argument", Table>, keyof Args>
  | Exclude<keyof Class, keyof pulumi.CustomResource | Having<"argument" | "output", Table>>
  | Exclude<Having<"argument" | "output", Table>, keyof Class>;

/** The table, if it has exactly the arguments and the outputs of the class. Otherwise, an assignment does not compile. */
export type FieldsOf<Args, Class, Table> = [Forgotten<Args, Class, Table>] extends [never]
  ? Table
  : { forgotten: Forgotten<Args, Class, Table> };

/** What a class passes to the engine: the arguments, and what the provider needs beside them. */
export function inputsOf(
  kind: Kind,
  fields: AnyFields,
  name: string,
  args: object,
  { opts, dropped = [] }: { opts: pulumi.CustomResourceOptions | undefined; dropped?: readonly string[] },
): pulumi.Inputs {
  const given = args as Record<string, unknown>;
  const names = namesOf(fields, "argument");
  return {
    ...Object.fromEntries(names.map((argument) => [argument, given[argument]])),
    __resourceUrn: resourceUrn(name, typeOf(kind), opts),
    ...("__ignoreChanges" in fields ? { __ignoreChanges: opts?.ignoreChanges } : {}),
    __provider: stubOf(kind),
    ...droppedArguments(args, Object.fromEntries(names.map((argument) => [argument, true])), dropped),
    // Pulumi sets only outputs that are also listed among the inputs.
    ...Object.fromEntries(namesOf(fields, "output").map((output) => [output, undefined])),
  };
}

/** The options of a class, with the outputs that are always secrets. */
export function withSecrets(
  fields: AnyFields,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.CustomResourceOptions {
  const secrets = Object.keys(fields).filter((name) => fields[name]?.secret === true);
  return { ...opts, additionalSecretOutputs: [...(opts?.additionalSecretOutputs ?? []), ...secrets] };
}

/** Whether a value is a resource of a kind, also of another copy of this package. */
export function isOfKind(kind: Kind, value: unknown): boolean {
  return pulumi.CustomResource.isInstance(value) && (value as { __pulumiType?: string }).__pulumiType === typeOf(kind);
}
