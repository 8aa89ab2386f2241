/**
 * A test double of Pulumi's AWS plugin: it serves the real engine and the real classes of `@pulumi/aws` over the
 * ResourceProvider protocol.
 *
 * Unlike the real plugin it refuses every kind, property form and function that these tests do not need.
 */
import * as grpc from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { type IResourceProviderServer, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { isDeepStrictEqual } from "node:util";

/** Properties of a resource, in plain JSON. */
export type Properties = Record<string, unknown>;

/** One kind of resource. */
export interface Kind {
  /** The property that is made from the resource's name where the program gives none. */
  readonly autonamed?: string;
  /** Makes it, and tells its ID. */
  create(inputs: Properties): Promise<string>;
  /** What AWS holds of it: properties as the program gives them, and those that AWS adds. Undefined when it is gone. */
  read(id: string, inputs: Properties): Promise<{ inputs: Properties; outputs: Properties } | undefined>;
  update(id: string, inputs: Properties): Promise<void>;
  delete(id: string, state: Properties): Promise<void>;
}

type Invoke = (args: Properties) => Promise<Properties>;

let kinds: Readonly<Record<string, Kind>> = {};
const invokes: Readonly<Record<string, Invoke>> = {
  "aws:index/getPartition:getPartition": () => Promise.resolve({ partition: "aws" }),
  "aws:index/getRegion:getRegion": () => Promise.resolve({ region: process.env["AWS_REGION"] }),
};

/** The plugin stands in for the one of this version. */
const { version } = JSON.parse(readFileSync(require.resolve("@pulumi/aws/package.json"), "utf8")) as {
  version: string;
};

/** What the engine puts in place of a value that is not known yet. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function kindOf(urn: string): Kind {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  const kind = kinds[type];
  if (kind === undefined) throw new Error(`This test double of the AWS plugin knows no ${type}.`);
  return kind;
}

function plain(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}

/** Without what JSON has no word for. */
function struct(properties: Properties): Struct {
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(properties)) as never);
}

/** Answers a request, or fails with the message alone. */
function handler<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    Promise.resolve(call.request)
      .then(answer)
      .then(
        (response) => {
          callback(null, response);
        },
        (error: unknown) => {
          callback(
            { code: grpc.status.UNKNOWN, details: error instanceof Error ? error.message : String(error) },
            null,
          );
        },
      );
  };
}

function check(request: messages.CheckRequest): messages.CheckResponse {
  const { autonamed } = kindOf(request.getUrn());
  const news = plain(request.getNews());
  if (autonamed !== undefined && news[autonamed] === undefined) {
    const random = createHash("sha256").update(request.getRandomseed_asU8()).digest("hex").slice(0, 7);
    const name = request.getUrn().split("::").at(-1) ?? "";
    news[autonamed] = plain(request.getOlds())[autonamed] ?? `${name}-${random}`.toLowerCase();
  }
  const response = new messages.CheckResponse();
  response.setInputs(struct(news));
  return response;
}

function diff(request: messages.DiffRequest): messages.DiffResponse {
  const [olds, news] = [plain(request.getOldInputs()), plain(request.getNews())];
  const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
  const changed = names.filter((name) => !isDeepStrictEqual(olds[name], news[name]));
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  const response = new messages.DiffResponse();
  response.setChanges(changed.length === 0 ? DIFF_NONE : DIFF_SOME);
  response.setDiffsList(changed);
  return response;
}

async function create(request: messages.CreateRequest): Promise<messages.CreateResponse> {
  const kind = kindOf(request.getUrn());
  const inputs = plain(request.getProperties());
  const response = new messages.CreateResponse();
  if (request.getPreview()) {
    response.setProperties(struct(inputs));
    return response;
  }
  const id = await kind.create(inputs);
  response.setId(id);
  response.setProperties(struct(await stateOf(kind, id, inputs)));
  return response;
}

async function update(request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
  const kind = kindOf(request.getUrn());
  const news = plain(request.getNews());
  const response = new messages.UpdateResponse();
  if (request.getPreview()) {
    response.setProperties(struct({ ...plain(request.getOlds()), ...news }));
    return response;
  }
  await kind.update(request.getId(), news);
  response.setProperties(struct(await stateOf(kind, request.getId(), news)));
  return response;
}

async function stateOf(kind: Kind, id: string, inputs: Properties): Promise<Properties> {
  if (JSON.stringify(inputs).includes(unknownValue)) throw new Error(`${id} was made of a value that is not known.`);
  const found = await kind.read(id, inputs);
  if (found === undefined) throw new Error(`AWS does not have ${id}, which it said it made.`);
  return { ...inputs, ...found.outputs };
}

async function read(request: messages.ReadRequest): Promise<messages.ReadResponse> {
  const before = plain(request.getInputs());
  const found = await kindOf(request.getUrn()).read(request.getId(), before);
  const response = new messages.ReadResponse();
  if (found === undefined) return response;
  const inputs = { ...before, ...found.inputs };
  response.setId(request.getId());
  response.setInputs(struct(inputs));
  response.setProperties(struct({ ...inputs, ...found.outputs }));
  return response;
}

async function remove(request: messages.DeleteRequest): Promise<Empty> {
  await kindOf(request.getUrn()).delete(request.getId(), plain(request.getProperties()));
  return new Empty();
}

async function invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
  const answer = invokes[request.getTok()];
  if (answer === undefined) throw new Error(`This test double of the AWS plugin knows no ${request.getTok()}.`);
  const response = new messages.InvokeResponse();
  response.setReturn(struct(await answer(plain(request.getArgs()))));
  return response;
}

/** What is not here is answered as unimplemented. Without a handshake, the engine configures as it did before there was one. */
const implementation: Partial<IResourceProviderServer> = {
  attach: handler(() => new Empty()),
  cancel: handler(() => new Empty()),
  getPluginInfo: handler(() => {
    const info = new PluginInfo();
    info.setVersion(version);
    return info;
  }),
  checkConfig: handler((request) => {
    const response = new messages.CheckResponse();
    response.setInputs(request.getNews());
    return response;
  }),
  diffConfig: handler(() => new messages.DiffResponse()),
  configure: handler(() => {
    const response = new messages.ConfigureResponse();
    response.setSupportspreview(true);
    return response;
  }),
  check: handler(check),
  diff: handler(diff),
  create: handler(create),
  read: handler(read),
  update: handler(update),
  delete: handler(remove),
  invoke: handler(invoke),
};

/** Serves these kinds. */
export function serve(served: Readonly<Record<string, Kind>>): void {
  kinds = served;
  const server = new grpc.Server();
  server.addService(ResourceProviderService, implementation as IResourceProviderServer);
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    // The engine reads the port from the first line.
    process.stdout.write(`${port}\n`);
  });
}
