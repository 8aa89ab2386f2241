/** What the plugin answers about itself and its settings, over gRPC. */
import * as grpc from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import schema from "../../plugin/schema.json";
import { serve } from "../../plugin/server";
import {
  call,
  check,
  configure,
  emulator,
  plain,
  type Properties,
  providerUrn,
  secret,
  start,
  stop,
  struct,
  tag,
  urnOf,
} from "./plugin";

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;

test("answers the handshake, its schema and its version", async () => {
  const shaken: messages.ProviderHandshakeResponse = await call("handshake", new messages.ProviderHandshakeRequest());
  expect(shaken.getAcceptSecrets()).toBe(false);
  const answer: messages.GetSchemaResponse = await call("getSchema", new messages.GetSchemaRequest());
  expect((JSON.parse(answer.getSchema()) as { name: string }).name).toBe("costallocation");
  const info: { getVersion: () => string } = await call("getPluginInfo", new Empty());
  expect(info.getVersion()).toBe(schema.version);
  await call("cancel", new Empty());
});

test("takes part in previews, and gets secrets as plain values", async () => {
  const configured = await configure();
  expect([configured.getSupportspreview(), configured.getAcceptsecrets()]).toEqual([true, false]);
});

test("says why it can't listen", async () => {
  jest.spyOn(grpc.Server.prototype, "bindAsync").mockImplementationOnce((_address, _credentials, done) => {
    done(new Error("no port"), 0);
  });
  await expect(serve({})).rejects.toThrow("no port");
});

const checkConfig = async (name: string, news: Properties, project?: string): Promise<string[]> => {
  const request = new messages.CheckRequest().setUrn(providerUrn(name, project)).setNews(struct(news));
  const answer: messages.CheckResponse = await call("checkConfig", request);
  return answer.getFailuresList().map((one) => one.getReason());
};
test("refuses unknown settings, with the one that was meant", async () => {
  const news = { driftPolcy: "refuse", version: "0.1.0", __internal: {} };
  const named = [expect.stringMatching(/costallocation:driftPolcy.*Did you mean driftPolicy\?$/m)];
  expect(await checkConfig("default", news)).toEqual(named);
  expect(await checkConfig("second", { ...news, clientId: "c", secretKey: "s" })).toEqual([
    expect.stringMatching(/driftPolcy.*Did you mean driftPolicy\?$/),
  ]);
  // In such a project, the program's own config has the same namespace.
  expect(await checkConfig("default", news, "costallocation")).toEqual([]);
});
test("marks credentials as secrets, and leaves other settings as they are", async () => {
  const news = { clientId: "a", secretKey: secret("b"), baseUrl: secret("https://a"), maxConcurrency: "2" };
  const request = new messages.CheckRequest().setUrn(providerUrn("default")).setNews(struct(news));
  const answer: messages.CheckResponse = await call("checkConfig", request);
  expect(plain(answer.getInputs())).toEqual({ ...news, clientId: secret("a") });
});
test("takes no credentials of the stack for another account", async () => {
  expect(await checkConfig("default", {})).toEqual([]);
  expect(await checkConfig("second", { baseUrl: "https://api.example.com" })).toEqual([
    expect.stringContaining("clientId"),
    expect.stringContaining("secretKey"),
  ]);
});
test.each([
  { problem: "null", name: "second", clientId: null },
  { problem: "blanks", name: "second", clientId: " " },
  { problem: "a name like that of the stack's provider", name: "default-eu", clientId: undefined },
  { problem: "a name even more like that", name: "default_eu", clientId: undefined },
])("a second account without credentials is refused: $problem", async ({ name, clientId }) => {
  const given = { ...(clientId === undefined ? {} : { clientId }), secretKey: "s" };
  expect(await checkConfig(name, given)).toEqual([expect.stringContaining("clientId")]);
  for (const own of ["default_0_1_0", "default_0_1_0_github_/api.github.com/a", "default_https_/a.example"])
    expect(await checkConfig(own, {})).toEqual([]);
});
test("never asks to be replaced when settings change", async () => {
  const of = (olds: Properties, news: Properties): Promise<messages.DiffResponse> =>
    call(
      "diffConfig",
      new messages.DiffRequest().setUrn(providerUrn("default")).setOlds(struct(olds)).setNews(struct(news)),
    );
  const changed = await of({ baseUrl: "https://a" }, { baseUrl: "https://b" });
  expect([changed.getChanges(), changed.getReplacesList()]).toEqual([DIFF_SOME, []]);
  expect((await of({ baseUrl: "https://a" }, { baseUrl: "https://a" })).getChanges()).toBe(DIFF_NONE);
});
test("says which settings are missing, and where to set them", async () => {
  await configure({ clientId: "", secretKey: "" });
  const { failures } = await check(tag);
  expect(failures).toEqual([expect.stringMatching(/costallocation:secretKey.*COST_ALLOCATION_SECRET_KEY/)]);
});
test("takes no half of the credentials from the environment, and for another account not even both", async () => {
  stop();
  await start({ COST_ALLOCATION_CLIENT_ID: "c", COST_ALLOCATION_SECRET_KEY: "s" });
  // An explicit provider of this name has the URN of that of the stack config.
  const failuresOf = async (name: string, given: Properties): Promise<string[]> => {
    const args = struct({ baseUrl: emulator.url, ...given });
    await call("configure", new messages.ConfigureRequest().setUrn(providerUrn(name)).setArgs(args));
    return (await check(tag)).failures;
  };
  expect(await failuresOf("default", { clientId: "c" })).toEqual([expect.stringMatching(/^secretKey is not set, but/)]);
  expect(await failuresOf("default", {})).toEqual([]);
  expect(await failuresOf("second", {})).toEqual([
    expect.stringMatching(/^clientId is not set.*\nsecretKey is not set/),
  ]);
});
test("has no resource of an unknown type", async () => {
  await configure();
  await expect(check(tag, urnOf("VirtualTagV1"))).rejects.toMatchObject({
    details: expect.stringContaining("VirtualTagV1") as string,
  });
});
