/** Reads the state of a resource from an export or a plan, which mark hidden values differently. */
import { field, isObject, type JsonObject } from "../../client/json";
import { isTooDeep, maxLevels } from "../../rules/nesting";
import type { AnyFields } from "./fields";
import { notificationEndpointFields, type NotificationEndpointState } from "./notificationEndpoint";
import { apiPath, fromSchemaForm } from "./schemaForm";
import { isUnknown, secretValue } from "./unknown";
import { virtualTagFields, type VirtualTagState } from "./virtualTag";
import { virtualTagMetadataFields, type VirtualTagMetadataState } from "./virtualTagMetadata";
import { virtualTagV1Fields, type VirtualTagV1State } from "./virtualTagV1";

/** An unchecked resource as Pulumi writes it. */
export interface RawResource {
  inputs: JsonObject;
  outputs: JsonObject;
  /** The option `ignoreChanges`, which a transform may have added. Older versions of Pulumi don't write it. */
  ignored?: unknown;
  /** Whether the program only reads it (`get`): then its arguments are among the outputs. */
  isExternal?: boolean;
}

/** How hidden values are marked. */
export interface Hiding {
  isSecret: (value: unknown) => boolean;
  isUnknown: (value: unknown) => boolean;
}

/** The property by which the engine marks what is not plain JSON, and its value for secrets. */
export const signature = { property: "4dabf18193072939515e22adb298388d", secret: "1b47061264138c4ac30d75fd1eb44270" };

/** An export of the state. Nothing is unknown there. */
export const exported: Hiding = {
  isSecret: (value) => field(value, signature.property) === signature.secret,
  isUnknown: () => false,
};

/** The output of a preview. */
export const previewed: Hiding = { isSecret: (value) => value === secretValue, isUnknown };

const tables = {
  VirtualTag: virtualTagFields,
  VirtualTagV1: virtualTagV1Fields,
  VirtualTagMetadata: virtualTagMetadataFields,
  NotificationEndpoint: notificationEndpointFields,
};

interface States {
  VirtualTag: VirtualTagState;
  VirtualTagV1: VirtualTagV1State;
  VirtualTagMetadata: VirtualTagMetadataState;
  NotificationEndpoint: NotificationEndpointState;
}

/** The kinds of resources that the service has. */
export type ServiceKind = keyof States;

type Needed<Table> = { [Name in keyof Table]: Table[Name] extends { needed: string } ? Name : never }[keyof Table];

/** The readable part of a state. Only the fields that the table marks as needed are always there. */
export type Shown<K extends ServiceKind> = Partial<States[K]> &
  Pick<States[K], Needed<(typeof tables)[K]> & keyof States[K]>;

/** A state, or why it is not shown. `hasUnknown`: a needed field contains an unknown value. */
export type Read<State> = { state: State; hasUnknown: boolean } | { hiddenBy: "secret" | "unknown" | "shape" };

/** Reads a state. Leaves out fields of a wrong shape. */
export function readState<K extends ServiceKind>(kind: K, raw: RawResource, hiding: Hiding): Read<Shown<K>> {
  const table: AnyFields = tables[kind];
  const [inputs, outputs] = [fromSchemaForm(raw.inputs), fromSchemaForm(raw.outputs)];
  const valueOf = (name: string): unknown => {
    const role = table[name]?.role;
    if (name === "__ignoreChanges" && Array.isArray(raw.ignored))
      return raw.ignored.map((path) => apiPath(String(path)));
    // What the class adds to the inputs is among the outputs of the plugin.
    if (role === "added") return field(inputs, name) ?? field(outputs, name);
    return field(role === "argument" && raw.isExternal !== true ? inputs : outputs, name);
  };
  const all = Object.keys(table);
  const needed = all.filter((name) => table[name]?.needed !== undefined);
  const hasShape = (name: string): boolean => table[name]?.shape(valueOf(name)) === true;
  // A default value or metadata is two levels deeper here than in a program.
  if (needed.some((name) => isTooDeep({ [name]: valueOf(name) }, maxLevels + 2))) return { hiddenBy: "shape" };
  if (needed.some((name) => contains(valueOf(name), hiding.isSecret))) return { hiddenBy: "secret" };
  if (needed.some((name) => table[name]?.needed === "known" && hiding.isUnknown(valueOf(name))))
    return { hiddenBy: "unknown" };
  if (!needed.every(hasShape)) return { hiddenBy: "shape" };
  const shown = all.filter((name) => {
    const value = valueOf(name);
    return hasShape(name) && !(isObject(value) && hiding.isSecret(value));
  });
  return {
    state: Object.fromEntries(shown.map((name) => [name, valueOf(name)])) as Shown<K>,
    hasUnknown: needed.some((name) => contains(valueOf(name), hiding.isUnknown)),
  };
}

/** A text; undefined if it is hidden or not a text. */
export function shownText(value: unknown, { isSecret, isUnknown: isHidden }: Hiding): string | undefined {
  return typeof value === "string" && !isSecret(value) && !isHidden(value) ? value : undefined;
}

function contains(value: unknown, is: (part: unknown) => boolean): boolean {
  if (is(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((part) => contains(part, is));
}
