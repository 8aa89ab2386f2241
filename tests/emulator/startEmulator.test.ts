/** Starting and stopping an emulator. */
import { startEmulator, type Emulator } from "../../emulator";
import { matching } from "./matchers";
import { emulator, start, startForTest, tags } from "./testEmulator";

beforeEach(startForTest);

test("rejects an invalid switch and an invalid limit", async () => {
  const invalidSwitch = startEmulator({ switches: { dates: "julian" as "iso" } });
  await expect(invalidSwitch).rejects.toMatchObject({ name: "TypeError", message: matching(/\bdates: /) });
  const invalidLimit = startEmulator({ limits: { perAccount: -1 } });
  await expect(startEmulator({ host: "" })).rejects.toMatchObject({ name: "TypeError", message: matching(/\bhost: /) });
  await expect(invalidLimit).rejects.toMatchObject({ name: "TypeError", message: matching(/\bperAccount: /) });
});

test("fails if its folder can't be created", async () => {
  await expect(startEmulator({ dataFolder: "/dev/null/x" })).rejects.toThrow("ENOTDIR");
});

test("fails if the port is in use", async () => {
  const port = Number(new URL(emulator.url).port);
  await expect(startEmulator({ port })).rejects.toThrow("EADDRINUSE");
});

test("listens on 127.0.0.1 until it is stopped, and uses the given port", async () => {
  const port = Number(new URL(emulator.url).port);
  expect(new URL(emulator.url).hostname).toBe("127.0.0.1");
  await Promise.all([emulator.stop(), emulator.stop()]);
  await expect(fetch(emulator.url)).rejects.toThrow("fetch failed");
  const restarted: Emulator = await startEmulator({ port });
  expect(restarted.url).toBe(emulator.url);
  await restarted.stop();
});

test("listens on a given host", async () => {
  const all = await startEmulator({ host: "0.0.0.0" });
  expect(new URL(all.url).hostname).toBe("127.0.0.1");
  const port = Number(new URL(all.url).port);
  await expect(startEmulator({ port })).rejects.toThrow("EADDRINUSE");
  expect((await fetch(`${all.url}/_emulator/now`)).status).toBe(200);
  await all.stop();
});

test("stop does not wait for a request without a response", async () => {
  emulator.control.placeFault({ kind: "timeout" });
  const pending = expect(emulator.send("GET", tags)).rejects.toThrow("fetch failed");
  while (emulator.control.requests().length === 0) {
    await new Promise(setImmediate);
  }
  await emulator.stop();
  await pending;
});

test("the options set the first credential", async () => {
  const options = { clientId: "c", secretKey: "s", account: "acme", user: "me@example.com" };
  const configured = await start(options);
  expect([configured.clientId, configured.secretKey]).toEqual(["c", "s"]);
  const reply = await configured.send("POST", "/v1/endpoints", {
    body: { type: "email", name: "x", configuration: { to: "y" } },
  });
  expect(reply.at("endpoint")).toMatchObject({ accountId: "acme", createdBy: "me@example.com" });
});
