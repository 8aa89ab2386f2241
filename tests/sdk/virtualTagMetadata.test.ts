import * as pulumi from "@pulumi/pulumi";
import * as costallocation from "../../sdk";
import { virtualTagMetadataStub } from "../../sdk/stub";
import { mockEngine, registered, value } from "./mockEngine";

beforeAll(() => mockEngine());

test("metadata registers only its arguments, its URN and the stub", async () => {
  const metadata = new costallocation.VirtualTagMetadata("team", {
    virtualTagId: pulumi.output("tag-1"),
    metadata: { Web: { groups: ["g"], endpoints: [pulumi.output("e")], customMetadata: { owner: "ines" } } },
    mergeValuesAndMetadata: true,
  });
  await value(metadata.urn);
  expect(registered.get("team")).toMatchObject({ type: "pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata" });
  expect(registered.get("team")?.inputs).toEqual({
    virtualTagId: "tag-1",
    metadata: { Web: { groups: ["g"], endpoints: ["e"], customMetadata: { owner: "ines" } } },
    mergeValuesAndMetadata: true,
    __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTagMetadata::team",
    __provider: virtualTagMetadataStub,
  });
  expect(costallocation.VirtualTagMetadata.isInstance(metadata)).toBe(true);
  expect(costallocation.VirtualTagMetadata.isInstance({})).toBe(false);
});

test("only the arguments that the program marks as secrets are secrets", async () => {
  const metadata = new costallocation.VirtualTagMetadata("secret", {
    virtualTagId: "tag-1",
    metadata: { Web: { customMetadata: pulumi.secret({ pin: "1234" }) } },
  });
  expect(await pulumi.isSecret(metadata.metadata)).toBe(true);
  expect(await pulumi.isSecret(metadata.virtualTagId)).toBe(false);
});

test("a name that Pulumi would drop silently is an error", () => {
  const metadata = JSON.parse('{"__proto__":{"groups":["g"]}}') as costallocation.VirtualTagMetadataArgs["metadata"];
  expect(() => new costallocation.VirtualTagMetadata("lost", { virtualTagId: "tag-1", metadata })).toThrow(
    '"__proto__"',
  );
  const custom = JSON.parse('{"limits":[{"__proto__":{"polluted":true}}]}') as Record<string, unknown>;
  const inside = { Web: { customMetadata: custom, endpoints: [pulumi.output("e1")] } };
  expect(() => new costallocation.VirtualTagMetadata("lost", { virtualTagId: "tag-1", metadata: inside })).toThrow(
    'metadata["Web"]["customMetadata"]["limits"][0]["__proto__"] can\'t be stored',
  );
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("get reads the metadata of a tag by ID", async () => {
  expect(await value(costallocation.VirtualTagMetadata.get("existing", "tag-1").id)).toBe("tag-1");
});
