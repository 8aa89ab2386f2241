import { EventEmitter, once } from "node:events";
import { PassThrough } from "node:stream";
import { NotAuthenticated } from "../../../client";
import { startEmulator } from "../../../emulator";
import { createHost, type HostProcess } from "../../../provider/engine/host";
import { unknownValue } from "../../../stack/state/unknown";
import { dynamicProvider } from "../../../provider/engine/dynamic";
import type { Host } from "../../../provider/shared/operations";
import { seeWarning } from "../../../provider/shared/operationMessages";
import type { Context, Difference, Lifecycle } from "../../../provider/shared/lifecycle";
import { type Message, message, Refused } from "../../../provider/shared/message";
import { RunMemory } from "../../../provider/shared/runMemory";

describe("the host", () => {
  const settings: Record<string, string> = {
    "costallocation:clientId": "an-id",
    "costallocation:secretKey": "s3cr3t",
    "costallocation:baseUrl": "https://api.example.com",
  };
  const config = (values: Record<string, string>) => ({
    get: (name: string) => values[name],
    require: (name: string) => String(values[name]),
  });
  const started = (changes: Partial<HostProcess> = {}): ReturnType<typeof createHost> =>
    createHost({ argv: [], env: {}, stdin: new PassThrough(), exit: () => undefined, ...changes });

  test("all kinds of resources share one client, and one memory of the run", () => {
    const host = started();
    host.configure(config(settings));
    const one = host.context("a");
    host.configure(config(settings));
    const other = host.context("b");
    expect(one.client).toBe(other.client);
    expect(one.memory).toBe(other.memory);
    expect(one.memory).toBe(host.memory);
  });

  test("two accounts never share a client or a memory", () => {
    const [one, other] = [started(), started()];
    one.configure(config(settings));
    other.configure(config({ ...settings, "costallocation:clientId": "another" }));
    expect(one.context(undefined).client).not.toBe(other.context(undefined).client);
    expect(one.memory).not.toBe(other.memory);
  });

  describe("the problem with the settings", () => {
    const problemWith = (values: Record<string, string>): string | undefined => {
      const host = started();
      host.configure(config(values));
      return host.settingsProblem()?.text;
    };

    test("names the command that sets a missing one", () => {
      expect(started().settingsProblem()?.text).toContain("pulumi config set --secret costallocation:secretKey");
    });

    test("is nothing if they are valid", () => {
      expect(problemWith(settings)).toBeUndefined();
    });

    test.each(["secretKey", "baseUrl"])("is unknown while %s is unknown until deployment", (name) => {
      expect(problemWith({ ...settings, [`costallocation:${name}`]: unknownValue })).toBeUndefined();
      // Others may be missing: their values may be unknown for the same reason.
      expect(problemWith({ [`costallocation:${name}`]: unknownValue })).toBeUndefined();
    });

    test("names a malformed one", () => {
      expect(problemWith({ ...settings, "costallocation:maxConcurrency": "many" })).toContain("maxConcurrency");
    });

    test("is thrown by an operation, which needs the service", () => {
      expect(() => started().context(undefined)).toThrow("costallocation:secretKey");
    });
  });

  test("a check sees the settings, or none while they are not valid", () => {
    const host = started();
    expect(host.settings()).toEqual({});
    host.configure(config({ ...settings, "costallocation:metadataNesting": "perValue" }));
    expect(host.settings()).toMatchObject({ metadataNesting: "perValue" });
  });

  test("the settings are read once, however many resources are checked", () => {
    const host = started();
    const { get, ...others } = config(settings);
    const read = jest.fn(get);
    host.configure({ ...others, get: read });
    host.settings();
    const once = read.mock.calls.length;
    for (let resource = 0; resource < 5; resource++) host.settings();
    expect(host.settingsProblem()).toBeUndefined();
    expect(read.mock.calls).toHaveLength(once);
  });

  test("variables that are no settings are warned about once, however many kinds of resources there are (CA1103)", () => {
    const host = started({ env: { COST_ALLOCATION_DRIFT_POLCY: "refuse" } });
    const warning = jest.spyOn(host.log, "warning");
    for (let kind = 0; kind < 3; kind++) host.configure(config(settings));
    expect(warning.mock.calls.map(([{ code }]) => code)).toEqual(["CA1103"]);
  });

  test("an explicit Provider takes settings of the environment, and no credential", () => {
    const env = {
      COST_ALLOCATION_CLIENT_ID: "c",
      COST_ALLOCATION_SECRET_KEY: "s",
      COST_ALLOCATION_MAX_CONCURRENCY: "3",
    };
    const host = started({ env });
    const given = { "costallocation:baseUrl": "https://api.example.com" };
    host.configure(config(given));
    expect(host.settings()).toMatchObject({ clientId: "c", maxConcurrency: 3 });
    const argument = (name: string): string => `the Provider's argument ${name}`;
    host.configure(config(given), argument);
    expect(host.settingsProblem()?.text).toMatch(/^clientId is not set.*\nsecretKey is not set[^\n]*$/);
    host.configure(config(settings), argument);
    expect(host.settings()).toMatchObject({ clientId: "an-id", maxConcurrency: 3 });
  });

  test("the config takes precedence over the environment, setting by setting", () => {
    const host = started({ env: { COST_ALLOCATION_MAX_CONCURRENCY: "many", COST_ALLOCATION_DRIFT_POLICY: "refuse" } });
    host.configure(config({ ...settings, "costallocation:maxConcurrency": "2" }));
    expect(host.settings()).toMatchObject({ maxConcurrency: 2, driftPolicy: "refuse" });
    expect(host.context(undefined).policy.driftPolicy).toBe("refuse");
  });

  test("credentials that the service does not accept are named by their two sources, and by whether a refresh has older ones", async () => {
    const emulator = await startEmulator();
    try {
      const sourceWith = async (values: Record<string, string>): Promise<unknown> => {
        const host = started({ env: { COST_ALLOCATION_CLIENT_ID: "c", COST_ALLOCATION_SECRET_KEY: "s" } });
        host.configure(config({ "costallocation:baseUrl": emulator.url, ...values }));
        return host
          .context(undefined)
          .client.virtualTags.list()
          .catch((error: unknown) => (error instanceof NotAuthenticated ? error.credentialSource : error));
      };
      const own = { "costallocation:clientId": "an-id", "costallocation:secretKey": "wrong" };
      expect(await sourceWith(own)).toMatch(/costallocation:clientId and .*costallocation:secretKey .*refresh/);
      const fromEnvironment = await sourceWith({});
      expect(fromEnvironment).toMatch(/COST_ALLOCATION_CLIENT_ID and .*COST_ALLOCATION_SECRET_KEY$/);
    } finally {
      await emulator.stop();
    }
  });

  test("when the engine ends, no new request starts and the process exits", async () => {
    const stdin = new PassThrough();
    const ended = new EventEmitter();
    const host = started({ stdin, exit: (code) => ended.emit("exit", code) });
    host.configure(config(settings));
    const { client, request } = host.context(undefined);
    expect(request.signal?.aborted).toBe(false);
    const exit = once(ended, "exit");
    stdin.end();
    expect(await exit).toEqual([1]);
    expect(request.signal?.aborted).toBe(true);
    // An address that nothing listens on would fail otherwise.
    await expect(client.virtualTags.list(request)).rejects.toThrow("it was cancelled");
  });
});

describe("messages that are repeated", () => {
  const found = message("CA2103", "It was changed.", "It differs in the name.", "- To undo it: restore.");
  const refusal = message("CA2013", "It was changed.", "Nothing was written.", "- To undo it: restore.");
  const urn = { __resourceUrn: "the URN" };

  /** What an update says that fails after a `diff` with these warnings. */
  async function saidBy(error: Error, warnings: Message[], updated: object = urn): Promise<string> {
    const difference: Difference = { kind: "update", warnings, notes: [] };
    const lifecycle = { kind: "Thing", diff: () => difference, update: () => Promise.reject(error) };
    const host: Partial<Host> = {
      memory: new RunMemory(),
      log: { info: () => undefined, warning: () => undefined, status: () => undefined },
      settings: () => ({}),
      context: () => ({}) as Context,
    };
    const provider = dynamicProvider(lifecycle as unknown as Lifecycle<object, object>, host as Host);
    await provider.diff?.("1", urn, urn);
    const failure: unknown = await provider.update?.("1", urn, updated).catch((thrown: unknown) => thrown);
    return failure instanceof Error ? failure.message : "";
  }

  test("a refusal leaves out what a warning of the run has said about the resource", async () => {
    expect(await saidBy(new Refused(refusal), [found])).toBe(
      `It was changed. (CA2013)\nNothing was written.\n${seeWarning}`,
    );
  });

  test.each([
    ["there was no warning", [], urn],
    ["the warning was about another resource", [found], { __resourceUrn: "another" }],
  ])("it says everything if %s", async (_, warnings, updated) => {
    expect(await saidBy(new Refused(refusal), warnings, updated)).toBe(refusal.text);
  });

  test("other errors stay as they are", async () => {
    expect(await saidBy(new Error(refusal.text), [found])).toBe(refusal.text);
  });
});
