/** A plugin over gRPC, with the emulator, and short forms of the calls of the engine. */
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { PassThrough } from "node:stream";
import { type Emulator, startEmulator } from "../../emulator";
import { createHost } from "../../provider/engine/host";
import { answersOf, serve } from "../../plugin/server";
import type { Spelling } from "../../plugin/spelling";
import { asOther } from "../support/asOther";
import schema from "../../plugin/schema.json";

/** The emulator of the current test. */
export let emulator: Emulator;
let server: grpc.Server | undefined;
let client: ResourceProviderClient;
/** Ends the plugin. */
export const stop = (): void => {
  client.close();
  server?.forceShutdown();
};
/** Starts a plugin, as each run does. */
export const start = async (env: NodeJS.ProcessEnv = {}, spelled?: Spelling): Promise<void> => {
  const host = createHost({ argv: [], env, stdin: new PassThrough(), exit: () => undefined });
  const served = await serve(answersOf(host, schema, spelled), spelled);
  ({ server } = served);
  client = new ResourceProviderClient(`127.0.0.1:${served.port}`, grpc.credentials.createInsecure());
};
beforeEach(async () => {
  emulator = await startEmulator();
  await start();
});
afterEach(async () => {
  stop();
  await emulator.stop();
});

/** Properties of a resource. */
export type Properties = Record<string, unknown>;
/** Properties as they travel. */
export const struct = (properties: Properties): Struct =>
  Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
/** Properties that have travelled. */
export const plain = (given: Struct | undefined): Properties => given?.toJavaScript() ?? {};
/** Calls the plugin. */
export const call = <Answer>(name: string, request: unknown): Promise<Answer> => {
  type Method = (request: unknown, callback: (error: Error | null, answer: Answer) => void) => void;
  const methods = client as unknown as Record<string, Method>;
  return new Promise((resolve, reject) => {
    methods[name]?.(request, (error, answer) => {
      if (error === null) resolve(answer);
      else reject(error);
    });
  });
};
/** A secret, as it travels. */
export const secret = (value: unknown): Properties => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
/** Configures the plugin for the account of the emulator. */
export const configure = (settings: Properties = {}): Promise<messages.ConfigureResponse> =>
  call(
    "configure",
    new messages.ConfigureRequest().setArgs(
      struct({
        baseUrl: emulator.url,
        clientId: emulator.clientId,
        secretKey: secret(emulator.secretKey),
        ...settings,
      }),
    ),
  );

/** The URN of a resource. */
export const urnOf = (kind: string, name = "team"): string =>
  `urn:pulumi:dev::bill::costallocation:index:${kind}::${name}`;
/** The URN of the tag. */
export const urn = urnOf("VirtualTag");
/** The URN of a provider. */
export const providerUrn = (name: string, project = "bill"): string =>
  `urn:pulumi:dev::${project}::pulumi:providers:costallocation::${name}`;
/** A key of the catalog. */
export const key = { costCenter: "AWS", key: "team", type: "tag" };
/** A condition. */
export const filters = { ...key, operator: "is", value: ["checkout"] };
/** A tag in the form of the schema. */
export const tag = {
  name: "Team",
  rules: [
    { to: "Checkout", filters },
    { toKey: key, filters: { ...key, operator: "exists" } },
  ],
  defaultValueKey: key,
};

/** The resources of a kind, as `List` streams them. */
export const listed = async (
  kind: string,
  change: (request: messages.ListRequest) => messages.ListRequest = (request) => request,
): Promise<{ id: string; name: string }[]> => {
  const found: { id: string; name: string }[] = [];
  const stream = client.list(change(new messages.ListRequest().setToken(`costallocation:index:${kind}`)));
  for await (const answer of stream as AsyncIterable<messages.ListResponse>) {
    const result = answer.getResult();
    found.push({ id: result?.getId() ?? "", name: result?.getName() ?? "" });
  }
  return found;
};
/** Checks inputs. A failure begins with the path of its argument. */
export const check = async (news: Properties, of = urn): Promise<{ inputs: Properties; failures: string[] }> => {
  const request = new messages.CheckRequest().setUrn(of).setOlds(struct({})).setNews(struct(news));
  const answer: messages.CheckResponse = await call("check", request);
  const textOf = (failure: messages.CheckFailure): string => `${failure.getProperty()} ${failure.getReason()}`.trim();
  return { inputs: plain(answer.getInputs()), failures: answer.getFailuresList().map(textOf) };
};
/** Creates a resource. */
export const create = async (
  inputs: Properties,
  of = urn,
  preview = false,
): Promise<{ id: string; state: Properties }> => {
  const request = new messages.CreateRequest().setUrn(of).setProperties(struct(inputs)).setPreview(preview);
  const answer: messages.CreateResponse = await call("create", request);
  return { id: answer.getId(), state: plain(answer.getProperties()) };
};
/** Compares the tag with its state. */
export const diff = async (
  id: string,
  state: Properties,
  olds: Properties,
  news: Properties,
): Promise<messages.DiffResponse> =>
  call(
    "diff",
    new messages.DiffRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(struct(state))
      .setOldInputs(struct(olds))
      .setNews(struct(news)),
  );
/** Reads a resource. */
export const read = async (
  id: string,
  state: Properties = {},
  inputs: Properties = {},
  of = urn,
): Promise<messages.ReadResponse> =>
  call("read", new messages.ReadRequest().setUrn(of).setId(id).setProperties(struct(state)).setInputs(struct(inputs)));
/** The methods of the writes so far. */
export const writes = (): string[] =>
  emulator.control
    .requests()
    .flatMap(({ method, clientId }) => (method !== "GET" && clientId === emulator.clientId ? [method] : []));
/** Another person saves a tag, an hour later: the service shows times in seconds. */
export const editByOther = async (path: string, body: object): Promise<void> => {
  emulator.control.advanceClock(3_600_000);
  await asOther(emulator, "PUT", path, body);
};
/** The state as the engine passes it: without the marks of secrets. */
export const passed = (state: Properties): Properties =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, (value as { value?: unknown } | null)?.value ?? value]),
  );
