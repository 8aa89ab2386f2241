import * as pulumi from "@pulumi/pulumi";
import { RunMemory } from "../../provider/shared/runMemory";
import { virtualTagMetadataLifecycle } from "../../provider/virtualTagMetadata/lifecycle";
import * as costallocation from "../../sdk";
import { stubOf } from "../../stack/state/kinds";
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
    __provider: stubOf("VirtualTagMetadata"),
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

test("a name that Pulumi would drop silently is a problem of the check, with its path", async () => {
  const problemsOf = async (metadata: costallocation.VirtualTagMetadataArgs["metadata"]): Promise<unknown[]> => {
    const lost = new costallocation.VirtualTagMetadata("lost", { virtualTagId: "tag-1", metadata });
    await value(lost.urn);
    const inputs = registered.get("lost")?.inputs as Record<string, unknown>;
    const { __provider, ...news } = inputs;
    expect(__provider).toBe(stubOf("VirtualTagMetadata"));
    const { problems } = virtualTagMetadataLifecycle.check(news, { memory: new RunMemory() });
    return problems.filter(({ code }) => code === "CA3303").map(({ path }) => path);
  };
  const top = JSON.parse('{"__proto__":{"groups":["g"]}}') as costallocation.VirtualTagMetadataArgs["metadata"];
  expect(await problemsOf(top)).toEqual(['metadata["__proto__"]']);
  const custom = JSON.parse('{"limits":[{"__proto__":{"polluted":true}}]}') as Record<string, unknown>;
  const inside = { Web: { customMetadata: custom, endpoints: [pulumi.output("e1")] } };
  expect(await problemsOf(inside)).toEqual(['metadata["Web"]["customMetadata"]["limits"][0]["__proto__"]']);
  expect(await problemsOf({ Web: { groups: ["g"] } })).toEqual([]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("get reads the metadata of a tag by ID", async () => {
  expect(await value(costallocation.VirtualTagMetadata.get("existing", "tag-1").id)).toBe("tag-1");
});
