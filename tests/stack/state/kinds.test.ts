import { runInNewContext } from "node:vm";
import { type Kind, stubOf } from "../../../stack/state/kinds";

// Users have these strings in their state. A released string must never change or stop working.
const stubs: [Kind, string][] = [
  ["VirtualTagV1", 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTagV1;'],
  ["VirtualTag", 'exports.handler = () => require("pulumi-cost-allocation/provider").virtualTag;'],
  ["NotificationEndpoint", 'exports.handler = () => require("pulumi-cost-allocation/provider").notificationEndpoint;'],
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
