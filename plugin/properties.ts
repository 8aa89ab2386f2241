/** Properties as they travel: `google.protobuf.Struct`, in which a secret is an object with a signature. */
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { isObject } from "../client/json";
import { plainJson } from "../stack/state/plainJson";

/** The property that says what an object with a special meaning is, and its value for a secret. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** The properties of a message, without the marks of secrets: the engine keeps its own. */
export function propertiesOf(struct: Struct | undefined): Record<string, unknown> {
  return struct === undefined ? {} : (withoutSecrets(struct.toJavaScript()) as Record<string, unknown>);
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  if (value[signature] === secretSignature) return withoutSecrets(value["value"]);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutSecrets(field)]));
}

/**
 * Properties for an answer.
 *
 * @param secrets the names of those that are secrets
 */
export function structOf(properties: object, secrets: readonly string[] = []): Struct {
  const plain = plainJson(properties);
  const marked = Object.entries(plain).map(([name, value]) => [
    name,
    secrets.includes(name) ? { [signature]: secretSignature, value } : value,
  ]);
  return Struct.fromJavaScript(Object.fromEntries(marked) as Record<string, JavaScriptValue>);
}
