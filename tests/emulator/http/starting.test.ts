/** What starting and stopping an emulator promises. */
import { startEmulator, type Emulator } from "../../../emulator";
import { emulator, start, startAnew, tags } from "../support";

beforeEach(startAnew);

test("refuses what is no switch and no limit", async () => {
  await expect(startEmulator({ switches: { dates: "julian" as "iso" } })).rejects.toThrow(/^Not switches .*dates/);
  await expect(startEmulator({ limits: { perAccount: -1 } })).rejects.toThrow("Not limits: perAccount");
});

test("a taken port is an error", async () => {
  const port = Number(new URL(emulator.url).port);
  await expect(startEmulator({ port })).rejects.toThrow("EADDRINUSE");
});

test("listens on 127.0.0.1, and after stop no more; a port that is given is taken", async () => {
  const port = Number(new URL(emulator.url).port);
  expect(new URL(emulator.url).hostname).toBe("127.0.0.1");
  await Promise.all([emulator.stop(), emulator.stop()]);
  await expect(fetch(emulator.url)).rejects.toThrow("fetch failed");
  const again: Emulator = await startEmulator({ port });
  expect(again.url).toBe(emulator.url);
  await again.stop();
});

test("stop does not wait for a request that is never answered", async () => {
  emulator.control.placeFault({ kind: "timeout" });
  const pending = expect(emulator.send("GET", tags)).rejects.toThrow("fetch failed");
  while (emulator.control.requests().length === 0) {
    await new Promise(setImmediate);
  }
  await emulator.stop();
  await pending;
});

test("the first credential is what the options say", async () => {
  const options = { clientId: "c", secretKey: "s", account: "acme", user: "me@example.com" };
  const own = await start(options);
  expect([own.clientId, own.secretKey]).toEqual(["c", "s"]);
  const reply = await own.send("POST", "/v1/endpoints", {
    body: { type: "email", name: "x", configuration: { to: "y" } },
  });
  expect(reply.at("endpoint")).toMatchObject({ accountId: "acme", createdBy: "me@example.com" });
});
