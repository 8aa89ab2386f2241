import {
  argumentNames,
  argumentsIn,
  differingFields,
  type Fields,
  isText,
  namesOf,
  outputsOf,
} from "../../../stack/state/fields";
import { notificationEndpointFields } from "../../../stack/state/notificationEndpoint";
import { unknownValue } from "../../../stack/state/unknown";
import { virtualTagFields } from "../../../stack/state/virtualTag";
import { virtualTagMetadataFields } from "../../../stack/state/virtualTagMetadata";
import { virtualTagV1Fields } from "../../../stack/state/virtualTagV1";
import type { FieldsOf } from "../../../sdk/resource";
import type { VirtualTag, VirtualTagArgs } from "../../../sdk";

interface Inputs {
  name: string;
  size?: number;
  __resourceUrn?: string;
}
interface State extends Inputs {
  owner?: string;
  __memory?: object;
}
const fields = {
  name: {
    role: "argument",
    shape: isText,
    same: (one, other) => one.name.toLowerCase() === other.name?.toLowerCase(),
  },
  size: { role: "argument", shape: Number.isInteger },
  __resourceUrn: { role: "added", shape: isText },
  owner: { role: "output", shape: isText },
  __memory: { role: "own", shape: isText },
} satisfies Fields<Inputs, State>;

test("the arguments of a state are those of the program and those that the class adds", () => {
  expect(argumentNames(fields)).toEqual(["name", "size", "__resourceUrn"]);
  const state = { name: "a", __resourceUrn: "urn", owner: "o", __memory: {} };
  expect(argumentsIn<Inputs>(fields, state)).toEqual({ name: "a", __resourceUrn: "urn" });
});

test.each<[string, Inputs, Partial<Inputs>, string[]]>([
  ["nothing", { name: "a" }, { name: "A" }, []],
  ["an argument", { name: "a" }, { name: "b" }, ["name"]],
  ["an argument that is missing", { name: "a" }, {}, ["name"]],
  ["what may differ", { name: unknownValue }, { name: unknownValue }, ["name"]],
  ["no argument whose difference does not count", { name: "a", size: 1 }, { name: "a", size: 2 }, []],
])("finds that %s differs", (_, declared, actual, names) => {
  expect(differingFields<Inputs>(fields, declared, actual)).toEqual(names);
});

test("an output that an answer lacks keeps its value; what has no value is left out", () => {
  expect(outputsOf(fields, {}, { owner: "before" }, { __memory: undefined })).toEqual({ owner: "before" });
  expect(outputsOf(fields, { owner: "now" }, { owner: "before" }, {})).toEqual({ owner: "now" });
});

test("a table that lacks a field does not compile", () => {
  const { owner, ...lacking } = fields;
  const { adopt, ...lackingAdopt } = virtualTagFields;
  const { acl, ...lackingAcl } = virtualTagFields;
  // @ts-expect-error -- no `owner`
  const one: Fields<Inputs, State> = lacking;
  // @ts-expect-error -- the class has an argument `adopt`
  const two: FieldsOf<VirtualTagArgs, VirtualTag, typeof lackingAdopt> = lackingAdopt;
  // @ts-expect-error -- the class has an output `acl`
  const three: FieldsOf<VirtualTagArgs, VirtualTag, typeof lackingAcl> = lackingAcl;
  const more = { ...virtualTagFields, color: { role: "output", shape: isText } } as const;
  // @ts-expect-error -- the class has no `color`
  const four: FieldsOf<VirtualTagArgs, VirtualTag, typeof more> = more;
  expect([one, two, three, four, owner, adopt, acl]).toHaveLength(7);
});

test.each([
  ["VirtualTag", virtualTagFields, ["__memory"]],
  ["VirtualTagV1", virtualTagV1Fields, ["__memory"]],
  ["VirtualTagMetadata", virtualTagMetadataFields, ["__memory"]],
  ["NotificationEndpoint", notificationEndpointFields, ["configuration"]],
])("the secrets of a %s are in no state as plain text", (_, { ...table }, names) => {
  const secret = Object.entries(table).filter(([, field]) => "secret" in field);
  expect(secret.map(([name]) => name)).toEqual(names);
  expect(namesOf(table, "own")).toEqual(["__memory", "__report"]);
});
