import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { unknownValue as sentByEngine } from "@pulumi/pulumi/runtime/rpc";
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
import { unknownValue, containsUnknown, isUnknown } from "../../../stack/state/unknown";
import { virtualTagFields } from "../../../stack/state/virtualTag";
import { virtualTagMetadataFields } from "../../../stack/state/virtualTagMetadata";
import { virtualTagV1Fields } from "../../../stack/state/virtualTagV1";
import type { FieldsOf } from "../../../sdk/resource";
import type { VirtualTag, VirtualTagArgs } from "../../../sdk";
import { plainJson } from "../../../stack/state/plainJson";
import { type Kind, stubOf } from "../../../stack/state/kinds";

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

describe("plainJson", () => {
  const text = (value: object): string => JSON.stringify(plainJson(value));

  test.each<[string, object, string]>([
    ["undefined fields", { a: undefined, b: { c: undefined } }, '{"b":{}}'],
    ["functions and symbols", { a: () => 1, b: Symbol("s"), c: 1 }, '{"c":1}'],
    ["undefined in an array", { a: [1, undefined] }, '{"a":[1,null]}'],
    // eslint-disable-next-line no-sparse-arrays -- an element that was never set
    ["a hole in an array", { a: [1, , 2] }, '{"a":[1,null,2]}'],
    ["a Date", { a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z"}'],
    ["an invalid Date", { a: new Date(NaN) }, '{"a":null}'],
    ["numbers that JSON lacks", { a: [NaN, Infinity, -Infinity] }, '{"a":[null,null,null]}'],
    [
      "an object of a class",
      {
        a: new (class Team {
          name = "a";
        })(),
      },
      '{"a":{"name":"a"}}',
    ],
    ["an object without a prototype", { a: Object.assign(Object.create(null) as object, { b: 1 }) }, '{"a":{"b":1}}'],
    ["a field named __proto__", JSON.parse('{"__proto__":{"a":1}}') as object, '{"__proto__":{"a":1}}'],
  ])("%s", (_, value, plain) => {
    expect(text(value)).toBe(plain);
  });

  test("plain JSON is not copied: that would take long for a large tag", () => {
    const value = { rules: [{ to: "a" }], defaultValue: null, setAsLive: true, count: 1 };
    expect(plainJson(value)).toBe(value);
  });

  test("JSON stays as it is", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(text(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  /** Whether a value holds nothing but what JSON has. */
  function isJson(value: unknown): boolean {
    if (Array.isArray(value)) return Array.from(value as unknown[]).every(isJson);
    if (typeof value === "object" && value !== null)
      return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
    return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
  }

  test("everything else becomes JSON, in the same words as JSON.stringify", () => {
    const anything = fc.anything({ withDate: true, withMap: true, withSet: true, withSparseArray: true });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anything), (value) => {
        const plain = plainJson(value);
        expect(isJson(plain)).toBe(true);
        expect(JSON.stringify(plain)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe("unknown values", () => {
  test("the placeholder is the one that the engine sends", () => {
    expect(unknownValue).toBe(sentByEngine);
  });

  test.each<[string, unknown, boolean, boolean]>([
    ["the placeholder", unknownValue, true, true],
    ["a placeholder in an object", { a: { b: unknownValue } }, false, true],
    ["a placeholder in an array", ["a", [unknownValue]], false, true],
    ["a text that contains the placeholder", `a ${unknownValue}`, false, false],
    ["a placeholder as a name", { [unknownValue]: "a" }, false, false],
    ["known values", { a: ["b", 1, true, null, undefined] }, false, false],
    ["nothing", undefined, false, false],
    ["null", null, false, false],
  ])("%s", (_, value, itself, within) => {
    expect([isUnknown(value), containsUnknown(value)]).toEqual([itself, within]);
  });
});

describe("stubs", () => {
  // Users have these strings in their state. A released string must never change or stop working.
  const stubs: [Kind, string][] = [
    ["VirtualTagV1", 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTagV1;'],
    ["VirtualTag", 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTag;'],
    [
      "NotificationEndpoint",
      'exports.handler = () => require("pulumi-cost-allocation/provider").notificationEndpoint;',
    ],
    ["VirtualTagMetadata", 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTagMetadata;'],
    [
      "StorageBucketRegistration",
      'exports.handler = () => require("pulumi-cost-allocation/provider").storageBucketRegistration;',
    ],
  ];

  test.each(stubs)("the stub of %s is the released one and is small", (kind, released) => {
    const stub = stubOf(kind);
    expect(stub).toBe(released);
    expect(Buffer.byteLength(stub)).toBeLessThan(100);
  });

  test.each(stubs)("the stub of %s resolves to a lifecycle", (kind) => {
    const stub = stubOf(kind);
    const module = { exports: {} as { handler?: () => unknown } };
    // Like the language host, but with this checkout instead of the installed package.
    const require = (name: string): unknown => {
      expect(name).toBe("pulumi-cost-allocation/provider");
      return jest.requireActual("../../../provider");
    };
    runInNewContext(stub, { exports: module.exports, require });
    const provider = module.exports.handler?.() as Record<string, unknown>;
    expect(Object.keys(provider).sort()).toEqual(["check", "configure", "create", "delete", "diff", "read", "update"]);
  });
});
