import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { engineLog } from "../../../provider/engine/engineLog";
import { filesWith } from "../../support/filesWith";

const wait = { route: "GET /v2/virtual-tags", seconds: 12 } as const;

describe("the engine's log", () => {
  /** An engine that only logs. */
  let engine: grpc.Server;
  let address: string;
  /** Told of each message that it is sent. */
  let received: (request: LogRequest.AsObject) => void;

  beforeEach(async () => {
    engine = new grpc.Server();
    // The answer is empty.
    const log = { ...EngineService.log, responseSerialize: () => Buffer.alloc(0) };
    engine.addService(
      { log },
      {
        log: (call: { request: LogRequest }, answer: grpc.sendUnaryData<object>) => {
          received(call.request.toObject());
          answer(null, {});
        },
      },
    );
    const port = await new Promise<number>((resolve, reject) => {
      engine.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    address = `127.0.0.1:${port}`;
  });
  afterEach(() => {
    engine.forceShutdown();
  });

  const next = (): Promise<LogRequest.AsObject> =>
    new Promise((resolve) => {
      received = resolve;
    });
  const message = { code: "CA1102", text: "rules has 51 rules (CA1102)" };

  test("information, warnings and the status reach the engine with their text, as it is spelled, and the resource's URN", async () => {
    const log = engineLog(address, (text) => text.replace("rules", "RULES"));
    const sent = async (send: () => void): Promise<LogRequest.AsObject> => {
      const request = next();
      send();
      return request;
    };
    const [info, warning, status] = [
      await sent(() => {
        log.info(message, "the URN");
      }),
      await sent(() => {
        log.warning(message, undefined);
      }),
      await sent(() => {
        log.status({ ...wait, message: "waiting 12 s" }, "the URN");
      }),
    ];
    const text = "RULES has 51 rules (CA1102)";
    expect(info).toMatchObject({ severity: LogSeverity.INFO, message: text, urn: "the URN", ephemeral: false });
    expect(warning).toMatchObject({ severity: LogSeverity.WARNING, message: text, urn: "", ephemeral: false });
    expect(status).toMatchObject({
      severity: LogSeverity.INFO,
      message: "waiting 12 s",
      urn: "the URN",
      ephemeral: true,
    });
  });

  test("nothing reaches the terminal that could write to it", async () => {
    const log = engineLog(address);
    const text = "Virtual Tag Evil\u001b[2K\u009b2K\u202e (CA1102)\nerror: run";
    for (const send of [
      () => {
        log.warning({ code: "CA1102", text }, "the URN");
      },
      () => {
        log.info({ code: "CA1102", text }, "the URN");
      },
      () => {
        log.status({ ...wait, message: text }, "the URN");
      },
    ]) {
      const request = next();
      send();
      expect((await request).message).toBe("Virtual Tag Evil\\u001b[2K\\u009b2K\\u202e (CA1102)\nerror: run");
    }
  });

  test("a message that can't be delivered fails nothing, nor does one without an engine", () => {
    engine.forceShutdown();
    for (const log of [engineLog(address), engineLog(undefined)]) {
      expect(() => {
        log.warning(message, "the URN");
      }).not.toThrow();
    }
  });
});

/** Output of the provider's process appears beside the stack, not beside the resource: so messages go to the engine's log. */
describe("the sources", () => {
  test.each(["provider", "client", "rules", "sdk"])("%s does not print", (folder) => {
    for (const way of ["console.", "process.stdout", "process.stderr"]) expect(filesWith(way, folder)).toEqual([]);
  });
});
