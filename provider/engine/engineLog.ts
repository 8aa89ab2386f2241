import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { printableLines } from "../../client/printable";
import type { Log } from "../shared/lifecycle";

/**
 * The engine's own log. The engine starts the host of a dynamic provider with its address as the first argument. A message that is
 * sent there with a URN appears beside its resource; the host's stdout and stderr appear beside the stack.
 *
 * @param address host and port of the engine; without it (as in a test), messages are dropped
 */
export function engineLog(address: string | undefined): Log {
  if (address === undefined) return { info: () => undefined, warning: () => undefined, status: () => undefined };
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  const send = (severity: LogSeverity, text: string, urn: string | undefined, ephemeral: boolean): void => {
    const request = new LogRequest();
    request.setSeverity(severity);
    request.setMessage(printableLines(text));
    request.setUrn(urn ?? "");
    request.setEphemeral(ephemeral);
    // A message that can't be delivered must not fail its operation.
    engine.log(request, () => undefined);
  };
  return {
    info: ({ text }, urn) => {
      send(LogSeverity.INFO, text, urn, false);
    },
    warning: ({ text }, urn) => {
      send(LogSeverity.WARNING, text, urn, false);
    },
    status: ({ message: text }, urn) => {
      send(LogSeverity.INFO, text, urn, true);
    },
  };
}
