import * as pulumi from "@pulumi/pulumi";
import { type AnyFields, namesOf } from "../stack/state/fields";
import { type Kind, typeOf } from "../stack/state/kinds";
import { droppedArguments } from "./argumentChecks";
import { installedStub } from "./installedStub";
import { notCreated } from "./notCreated";
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

/** What a class passes to the engine: the arguments, encrypted if the table says so, and what the provider needs beside them. */
export function inputsOf(
  kind: Kind,
  fields: AnyFields,
  name: string,
  args: object,
  { opts, dropped = [] }: { opts: pulumi.CustomResourceOptions | undefined; dropped?: readonly string[] },
): pulumi.Inputs {
  checkOptions(kind, name, opts);
  const given = args as Record<string, unknown>;
  const names = namesOf(fields, "argument");
  return {
    ...Object.fromEntries(
      names.map((argument) => {
        const value = given[argument];
        const isSecret = fields[argument]?.secret === true && value !== undefined;
        return [argument, isSecret ? pulumi.secret(value) : value];
      }),
    ),
    __resourceUrn: resourceUrn(name, typeOf(kind), opts),
    ...("__ignoreChanges" in fields ? { __ignoreChanges: opts?.ignoreChanges } : {}),
    __provider: installedStub(kind),
    ...notCreated(args),
    ...droppedArguments(args, Object.fromEntries(names.map((argument) => [argument, true])), dropped),
    // Pulumi sets only outputs that are also listed among the inputs.
    ...Object.fromEntries(namesOf(fields, "output").map((output) => [output, undefined])),
  };
}

/** What to do instead of an import. */
const importAdvice: Partial<Record<Kind, string>> = {
  NotificationEndpoint: "Remove the option `import`: an identical endpoint is used, and no second one is created.",
};

/**
 * Refuses an option that can't work, and warns about one that leaves a tag behind.
 *
 * @throws {RunError} If the program imports the resource. The engine would fail with an internal error.
 */
function checkOptions(kind: Kind, name: string, opts: pulumi.CustomResourceOptions = {}): void {
  const resource = `${kind} ${JSON.stringify(name)}`;
  if (opts.import !== undefined) {
    const advice = importAdvice[kind] ?? "Remove the option `import`, and set `adopt` to take over what exists.";
    throw new pulumi.RunError(`${resource}: dynamic resources can't be imported. ${advice}`);
  }
  // A tag that is only read is never deleted.
  if ((kind !== "VirtualTag" && kind !== "VirtualTagV1") || opts.deletedWith === undefined || opts.id !== undefined)
    return;
  const left =
    "If the resource of `deletedWith` is deleted, too, Pulumi does not delete the tag, which stays in the service. Remove the option.";
  void pulumi.log.warn(`${resource}: ${left}`);
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
