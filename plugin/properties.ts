/** Properties as they travel: `google.protobuf.Struct`, in which a secret is an object with a signature. */
import { type JavaScriptValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { plainJson } from "../stack/state/plainJson";
import { signature } from "../stack/state/readState";
import { unknownValue } from "../stack/state/unknown";

/** What the engine passes for an unknown flag, number, list or object. That for a text is `unknownValue`. */
const otherUnknowns: readonly string[] = [
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/** The properties of a message, without the marks of secrets: the engine remembers which of its own values are secrets. */
export function propertiesOf(struct: Struct | undefined): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  struct?.getFieldsMap().forEach((value, name) => entries.push([name, plainValue(value)]));
  return Object.fromEntries(entries);
}

function plainValue(value: Value): unknown {
  switch (value.getKindCase()) {
    case Value.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case Value.KindCase.STRING_VALUE:
      return otherUnknowns.includes(value.getStringValue()) ? unknownValue : value.getStringValue();
    case Value.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case Value.KindCase.STRUCT_VALUE: {
      const properties = propertiesOf(value.getStructValue());
      return properties[signature.property] === signature.secret ? properties["value"] : properties;
    }
    case Value.KindCase.LIST_VALUE:
      return value.getListValue()?.getValuesList().map(plainValue);
    case Value.KindCase.NULL_VALUE:
    case Value.KindCase.KIND_NOT_SET:
      return null;
  }
}

/** Marks properties of a message as secrets, and leaves others as they are. */
export function markSecrets(struct: Struct | undefined, names: readonly string[]): void {
  const fields = struct?.getFieldsMap();
  for (const name of names) {
    const value = fields?.get(name);
    if (value === undefined || value.getStructValue()?.getFieldsMap().has(signature.property) === true) continue;
    const mark = Struct.fromJavaScript({ [signature.property]: signature.secret });
    mark.getFieldsMap().set("value", value);
    fields?.set(name, new Value().setStructValue(mark));
  }
}

/**
 * Properties for an answer.
 *
 * @param secrets the names of those that are secrets
 */
export function structOf(properties: object, secrets: readonly string[] = []): Struct {
  const struct = Struct.fromJavaScript(plainJson(properties) as Record<string, JavaScriptValue>);
  markSecrets(struct, secrets);
  return struct;
}
