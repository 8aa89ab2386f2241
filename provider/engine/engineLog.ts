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
 * @param spelled what becomes of a text. Default: it stays
 */
export function engineLog(address: string | undefined, spelled = (text: string): string => text): Log {
  if (address === undefined) return { info: () => undefined, warning: () => undefined, status: () => undefined };
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  const sender =
    <Said>(severity: LogSeverity, isEphemeral: boolean, textOf: (said: Said) => string) =>
    (said: Said, urn = ""): void => {
      const request = new LogRequest().setSeverity(severity).setUrn(urn).setEphemeral(isEphemeral);
      // A message that can't be delivered must not fail its operation.
      engine.log(request.setMessage(printableLines(spelled(textOf(said)))), () => undefined);
    };
  return {
    info: sender(LogSeverity.INFO, false, ({ text }) => text),
    warning: sender(LogSeverity.WARNING, false, ({ text }) => text),
    status: sender(LogSeverity.INFO, true, ({ message }) => message),
  };
}
