/** Functions in a unit test of a program: Pulumi's mocks answer them, and no request is sent. */
import * as pulumi from "@pulumi/pulumi";
import * as costallocation from "../../sdk";
import { mockEngine, value } from "./mockEngine";

const id = "30c068af-978f-47cc-a0f6-8eb2d7f2b312";
const asked: pulumi.runtime.MockCallArgs[] = [];
/** What the mocks return for each function. */
const results: Record<string, object> = {};

beforeEach(async () => {
  asked.length = 0;
  // Neither an address nor credentials are set, so any attempt to read the account fails.
  pulumi.runtime.setAllConfig({}, []);
  await mockEngine({
    call: (args) => {
      asked.push(args);
      return results[args.token] as pulumi.runtime.MockCallResult;
    },
  });
});

const list = [{ id, name: "Team" }];
const functions: [name: string, args: object | undefined, result: object][] = [
  ["getVirtualTags", undefined, list],
  ["getVirtualTag", { name: "Team" }, { id, name: "Team", rules: [], defaultValue: "x" }],
  ["getVirtualTagVersions", { virtualTagId: id }, list],
  ["getVirtualTagVersion", { virtualTagId: id, id }, { id, isLive: true }],
  ["getVirtualTagMetadata", { virtualTagId: id }, { virtualTagId: id, metadata: {} }],
  ["getNotificationEndpoints", undefined, list],
  ["getNotificationEndpoint", { name: "#finops" }, { id, type: "slack", name: "#finops" }],
  ["getCatalogKeys", undefined, list],
  ["getCatalogValues", { costCenter: "AWS", key: "team" }, ["checkout"]],
  ["getScans", undefined, list],
];

test("every function has a row here", () => {
  const names = Object.keys(costallocation).filter((name) => name.startsWith("get") && !name.endsWith("Output"));
  expect(functions.map(([name]) => name).sort()).toEqual(names.sort());
});

describe.each(functions)("%s", (name, args, result) => {
  const token = `costallocation:index:${name}`;
  const given = args === undefined ? [] : [args];
  const all = costallocation as unknown as Record<string, (...given: object[]) => unknown>;

  test("returns what the mocks return, in both forms", async () => {
    results[token] = result;
    expect(await all[name]?.(...given)).toEqual(result);
    expect(await value(all[`${name}Output`]?.(...given) as pulumi.Output<unknown>)).toEqual(result);
    expect(asked).toEqual([
      { token, inputs: args ?? {} },
      { token, inputs: args ?? {} },
    ]);
  });

  test("says what the mocks must return, if they return something else", async () => {
    results[token] = Array.isArray(result) ? {} : [];
    await expect(all[name]?.(...given)).rejects.toThrow(
      `must return ${Array.isArray(result) ? "an array" : "an object"} for ${token}`,
    );
  });
});

test("the mocks are told the provider, and options that can't be honored are refused as ever", async () => {
  results["costallocation:index:getVirtualTags"] = list;
  const provider = new costallocation.Provider("other", { clientId: "c", secretKey: "s" });
  await costallocation.getVirtualTags({ provider });
  expect(asked[0]?.provider).toBe(`${await value(provider.urn)}::other-id`);
  await expect(costallocation.getVirtualTags({ version: "1.0.0" })).rejects.toThrow("can't honor the option version");
});

test("invalid arguments are refused before the mocks are asked", async () => {
  await expect(costallocation.getVirtualTag({})).rejects.toThrow("requires either id or name");
  expect(asked).toEqual([]);
});
