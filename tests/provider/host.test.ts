import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { once } from "node:events";
import { startEmulator } from "../../emulator";
import { createHost, type HostProcess } from "../../provider/host";

const settings: Record<string, string> = {
  "costallocation:clientId": "an-id",
  "costallocation:secretKey": "s3cr3t",
  "costallocation:baseUrl": "https://api.example.com",
};
const config = (values: Record<string, string>) => ({
  config: { get: (name: string) => values[name], require: (name: string) => String(values[name]) },
});
const started = (changes: Partial<HostProcess> = {}): ReturnType<typeof createHost> =>
  createHost({ argv: [], env: {}, stdin: new PassThrough(), exit: () => undefined, ...changes });

test("all kinds of resources share one client", () => {
  const host = started();
  host.configure(config(settings).config);
  host.configure(config(settings).config);
  expect(host.context("a").client).toBe(host.context("b").client);
});

test("two accounts never share a client", () => {
  const [one, other] = [started(), started()];
  one.configure(config(settings).config);
  other.configure(config({ ...settings, "costallocation:clientId": "another" }).config);
  expect(one.context(undefined).client).not.toBe(other.context(undefined).client);
});

test("settings are told as missing, but not while a Provider's argument is yet to be made", () => {
  const host = started();
  expect(host.settingsProblem()).toContain("pulumi config set --secret costallocation:secretKey");
  host.configure(config({ ...settings, "costallocation:secretKey": "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }).config);
  expect(host.settingsProblem()).toBeUndefined();
  host.configure(config({ "costallocation:baseUrl": "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }).config);
  expect(host.settingsProblem()).toBeUndefined();
  host.configure(config(settings).config);
  expect(host.settingsProblem()).toBeUndefined();
  host.configure(config({ ...settings, "costallocation:maxConcurrency": "many" }).config);
  expect(host.settingsProblem()).toContain("maxConcurrency");
});

test("a check sees the settings, or none while they can't be known", () => {
  const host = started();
  expect(host.settings()).toEqual({});
  host.configure(config({ ...settings, "costallocation:metadataNesting": "perValue" }).config);
  expect(host.settings()).toMatchObject({ metadataNesting: "perValue" });
});

test("the config wins over the environment", () => {
  const host = started({ env: { COST_ALLOCATION_MAX_CONCURRENCY: "many", COST_ALLOCATION_DRIFT_POLICY: "refuse" } });
  host.configure(config({ ...settings, "costallocation:maxConcurrency": "2" }).config);
  expect(host.context(undefined).settings).toMatchObject({ maxConcurrency: 2, driftPolicy: "refuse" });
});

test("a pair that is refused is told with both of its places, and when a refresh has an older one", async () => {
  const emulator = await startEmulator();
  try {
    const refusalWith = async (values: Record<string, string>): Promise<unknown> => {
      const host = started({ env: { COST_ALLOCATION_CLIENT_ID: "c", COST_ALLOCATION_SECRET_KEY: "s" } });
      host.configure(config({ "costallocation:baseUrl": emulator.url, ...values }).config);
      return host.context(undefined).client.virtualTags.list();
    };
    await expect(refusalWith({ "costallocation:clientId": "an-id" })).rejects.toThrow(
      "They came from stack config costallocation:clientId and environment variable COST_ALLOCATION_SECRET_KEY " +
        '(for a refresh or destroy: as the last "pulumi up" had them): check',
    );
    await expect(refusalWith({})).rejects.toThrow(
      "They came from environment variable COST_ALLOCATION_CLIENT_ID and environment variable COST_ALLOCATION_SECRET_KEY: ",
    );
  } finally {
    await emulator.stop();
  }
});

test("when the engine dies, no new request starts and the process ends", async () => {
  const stdin = new PassThrough();
  const ended = new EventEmitter();
  const host = started({ stdin, exit: (code) => ended.emit("exit", code) });
  host.configure(config(settings).config);
  const { signal, request } = host.context(undefined);
  expect(signal.aborted).toBe(false);
  const exit = once(ended, "exit");
  stdin.end();
  expect(await exit).toEqual([1]);
  expect(signal.aborted).toBe(true);
  expect(request.signal).toBe(signal);
});
