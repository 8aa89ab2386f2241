import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Log } from "./lifecycle";

/**
 * The engine's own log. The host of a dynamic provider gets the engine's address as its first argument; a message sent
 * there with a URN stands beside its resource, where stdout and stderr of the host would stand beside the stack.
 *
 * @param address host and port of the engine; without it (in a test, say) messages go nowhere
 */
export function engineLog(address: string | undefined): Log {
  if (address === undefined) return { info: () => undefined, warning: () => undefined, status: () => undefined };
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  const send = (severity: LogSeverity, message: string, urn: string | undefined, ephemeral: boolean): void => {
    const request = new LogRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    request.setUrn(urn ?? "");
    request.setEphemeral(ephemeral);
    // A message that can't be delivered must not fail the operation that it speaks of.
    engine.log(request, () => undefined);
  };
  return {
    info: (message, urn) => {
      send(LogSeverity.INFO, message, urn, false);
    },
    warning: (message, urn) => {
      send(LogSeverity.WARNING, message, urn, false);
    },
    status: (message, urn) => {
      send(LogSeverity.INFO, message, urn, true);
    },
  };
}
