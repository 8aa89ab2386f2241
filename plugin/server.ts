/** Pulumi's protocol of resource providers, over gRPC. */
import * as grpc from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { isDeepStrictEqual } from "node:util";
import { version } from "../package.json";
import { printable, printableLines } from "../client/printable";
import { messageOf } from "../rules/shared/messageOf";
import type { ArgumentFailure, Host } from "../provider/shared/operations";
import * as calls from "./calls";
import { configProblems, isDefault, secretNames, settingsIn } from "./config";
import { diffResponse } from "./detailedDiff";
import { asNamed, functions, listed, type Spec } from "./functions";
import { propertiesOf, structOf, markSecrets } from "./properties";
import { pluginResources, secretsOf } from "./resources";
import { asInApi, type Spelling } from "./spelling";

/** What each call of the protocol answers, a stream as a list. Calls that are not here are answered with `UNIMPLEMENTED`. */
type Answers = Readonly<Record<string, (request: never) => unknown>>;

/** The schema of the plugin, as far as answers depend on it. */
interface Schema {
  functions: Readonly<Record<string, { outputs: Spec }>>;
  types: Readonly<Record<string, Spec>>;
}

/**
 * The calls of the protocol.
 *
 * @param spelled what becomes of the names of arguments in what a check finds
 */
export function answersOf(host: Host, schema: Schema, spelled: Spelling = asInApi): Answers {
  const resources = pluginResources(host);
  const subjectOf: SubjectOf = (request) => {
    const urn = request.getUrn();
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    const resource = resources.get(type);
    if (resource === undefined) throw new Error(`costallocation has no resource of the type ${type}.`);
    return { urn, resource };
  };
  return {
    ...configurationAnswers(host, JSON.stringify(schema)),
    invoke: invoked(host, schema),
    list: (request: messages.ListRequest) => listed(request, host.context(undefined)),
    ...readingAnswers(subjectOf, spelled),
    ...writingAnswers(subjectOf),
  };
}

function configurationAnswers(host: Host, schema: string): Answers {
  return {
    handshake: () => new messages.ProviderHandshakeResponse().setAcceptSecrets(false),
    getSchema: () => new messages.GetSchemaResponse().setSchema(schema),
    getPluginInfo: () => new PluginInfo().setVersion(version),
    // A stopped `up` waits for the writes in flight, so that the state has them.
    cancel: () => new Empty(),
    checkConfig: (request: messages.CheckRequest) => {
      const news = propertiesOf(request.getNews());
      // Not each way to give a credential marks it as a secret.
      markSecrets(request.getNews(), secretNames);
      // With a property, the engine would print its value, which may be a secret.
      const failures = configProblems(request.getUrn(), news).map((text) =>
        new messages.CheckFailure().setReason(text),
      );
      return new messages.CheckResponse().setInputs(request.getNews()).setFailuresList(failures);
    },
    diffConfig: (request: messages.DiffRequest) => {
      const isEqual = isDeepStrictEqual(propertiesOf(request.getOlds()), propertiesOf(request.getNews()));
      const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
      // Never a replacement, which would replace every resource. With NONE, the engine would keep the old settings.
      return new messages.DiffResponse().setChanges(isEqual ? DIFF_NONE : DIFF_SOME);
    },
    configure: (request: messages.ConfigureRequest) => {
      const settings = settingsIn(propertiesOf(request.getArgs()));
      const urn = request.getUrn();
      const isExplicit = urn !== undefined && urn !== "" && !isDefault(urn);
      host.configure(settings, isExplicit ? (name) => `the Provider's argument ${name}` : undefined);
      return new messages.ConfigureResponse().setAcceptsecrets(false).setSupportspreview(true);
    },
  };
}

/** Calls a function. */
function invoked(host: Host, { functions: specs, types }: Schema): (request: messages.InvokeRequest) => unknown {
  return async (request) => {
    const token = request.getTok();
    const call = functions.get(/^costallocation:index:(.*)$/u.exec(token)?.[1] ?? "");
    const { [token]: spec } = specs;
    if (call === undefined || spec === undefined) throw new Error(`costallocation has no function ${token}.`);
    const result = await call(propertiesOf(request.getArgs()), host.context(undefined));
    return new messages.InvokeResponse().setReturn(structOf(asNamed(result, spec.outputs, types) as object));
  };
}

type SubjectOf = (request: { getUrn: () => string }) => calls.Subject;

const structFor = ({ resource }: calls.Subject, properties: object) => structOf(properties, secretsOf(resource));

/** What a call says about a resource of the state that the program declares. */
const declared = (request: messages.DiffRequest | messages.UpdateRequest) => ({
  state: propertiesOf(request.getOlds()),
  oldInputs: propertiesOf(request.getOldInputs()),
  news: propertiesOf(request.getNews()),
  ignored: request.getIgnorechangesList(),
});

/** The calls that send nothing, and the reads. */
function readingAnswers(subjectOf: SubjectOf, spelled: Spelling): Answers {
  return {
    check: async (request: messages.CheckRequest) => {
      const subject = subjectOf(request);
      const news = propertiesOf(request.getNews());
      const { inputs, failures } = await calls.check(subject, propertiesOf(request.getOlds()), news);
      return new messages.CheckResponse()
        .setInputs(structFor(subject, inputs))
        .setFailuresList(failures.map((failure) => checkFailure(failure, news, spelled)));
    },
    diff: async (request: messages.DiffRequest) =>
      diffResponse(await calls.diff(subjectOf(request), request.getId(), declared(request))),
    read: async (request: messages.ReadRequest) => {
      const subject = subjectOf(request);
      const found = await calls.read(subject, request.getId(), {
        state: propertiesOf(request.getProperties()),
        inputs: propertiesOf(request.getInputs()),
      });
      // No ID means that the resource was deleted.
      if (found === undefined) return new messages.ReadResponse();
      return new messages.ReadResponse()
        .setId(request.getId())
        .setProperties(structFor(subject, found.properties))
        .setInputs(structFor(subject, found.inputs));
    },
  };
}

/**
 * A failure of a check that names the argument, as Pulumi's own do. For the name of a property, the engine prints its value, too, and the
 * plugin doesn't see whether that is a secret. So it names only a part of an argument, or one that has no value.
 */
function checkFailure(
  { path, message: { text } }: ArgumentFailure,
  given: object,
  spelled: Spelling,
): messages.CheckFailure {
  const property = printable(path);
  const [start, failure] = [`${property} `, new messages.CheckFailure()];
  return text.startsWith(start) && !(property in given)
    ? failure.setProperty(spelled(property)).setReason(spelled(text.slice(start.length)))
    : failure.setReason(spelled(text));
}

/** The calls that write, except in a preview. */
function writingAnswers(subjectOf: SubjectOf): Answers {
  return {
    create: async (request: messages.CreateRequest) => {
      const [subject, news] = [subjectOf(request), propertiesOf(request.getProperties())];
      const { id, properties } = await calls.create(subject, news, request.getPreview());
      return new messages.CreateResponse().setId(id).setProperties(structFor(subject, properties));
    },
    update: async (request: messages.UpdateRequest) => {
      const subject = subjectOf(request);
      const about = { ...declared(request), isPreview: request.getPreview() };
      const properties = await calls.update(subject, request.getId(), about);
      return new messages.UpdateResponse().setProperties(structFor(subject, properties));
    },
    delete: async (request: messages.DeleteRequest) => {
      await calls.remove(subjectOf(request), request.getId(), propertiesOf(request.getProperties()));
      return new Empty();
    },
  };
}

/**
 * Starts the server on a free port of this machine.
 *
 * @param spelled what becomes of the names of arguments in errors
 * @returns the port
 */
export async function serve(
  answers: Answers,
  spelled: Spelling = asInApi,
): Promise<{ port: number; server: grpc.Server }> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": maxMessageBytes });
  const handlers = Object.entries(answers).map(([name, answer]) => [
    name,
    (call: grpc.ServerUnaryCall<never, unknown>, callback: grpc.sendUnaryData<unknown> = streamOn(call)) => {
      Promise.resolve(call.request)
        .then(answer)
        .then(
          (value) => {
            callback(null, value);
          },
          (error: unknown) => {
            callback(failureOf(error, spelled));
          },
        );
    },
  ]);
  server.addService(ResourceProviderService, Object.fromEntries(handlers) as grpc.UntypedServiceImplementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return { port, server };
}

/** Sends a list as a stream. A call with a stream as its answer has no callback. */
function streamOn(call: unknown): grpc.sendUnaryData<unknown> {
  const stream = call as grpc.ServerWritableStream<never, unknown>;
  return (error, values) => {
    if (error !== null) stream.emit("error", error);
    else for (const value of values as unknown[]) stream.write(value);
    if (error === null) stream.end();
  };
}

/** As large as the engine's own limit. */
const maxMessageBytes = 400 * 1024 * 1024;

/** An error that the engine prints as it is, without a stack trace. */
function failureOf(error: unknown, spelled: Spelling): Partial<grpc.StatusObject> {
  return { code: grpc.status.UNKNOWN, details: printableLines(spelled(messageOf(error))) };
}
