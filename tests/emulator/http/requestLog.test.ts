/** The request log. */
import { isoDate } from "../matchers";
import { createTag, emulator, startForTest, tagBody, tags } from "../testEmulator";

beforeEach(startForTest);

test("contains time, method, path, query, route, client ID, body and status", async () => {
  const id = await createTag(emulator, "Team", "a", "?setAsLive=false");
  await emulator.send("GET", `${tags}/${id}`);
  await emulator.send("GET", "/nowhere", { as: { clientId: "nobody", secretKey: "x" } });
  const [create, get, nowhere] = emulator.control.requests();
  expect(create).toEqual({
    time: isoDate,
    method: "POST",
    path: tags,
    query: { setAsLive: "false" },
    route: `POST ${tags}`,
    clientId: "emulator",
    body: tagBody("Team", "a"),
    status: 200,
  });
  expect(get).toMatchObject({ path: `${tags}/${id}`, route: `GET ${tags}/{id}`, status: 200 });
  expect(get).not.toHaveProperty("body");
  expect(nowhere).toMatchObject({ route: null, clientId: "(unknown)", status: 401 });
  emulator.control.clearRequests();
  expect(emulator.control.requests()).toEqual([]);
});

test("never contains the secret key or the address of a Slack endpoint", async () => {
  const to = "https://hooks.slack.example/services/T/B/very-secret";
  const valid = { type: "slack", name: "x", configuration: { to } };
  const bodies = [valid, { ...valid, type: "Slack" }, { ...valid, type: undefined }, { ...valid, configuration: to }];
  for (const body of [...bodies, `${JSON.stringify(valid)}}`]) {
    await emulator.send("POST", "/v1/endpoints", { body });
  }
  const log = JSON.stringify(emulator.control.requests());
  expect(log).not.toContain("very-secret");
  expect(log).not.toContain("emulator-secret");
  expect(emulator.control.requests()[0]?.body).toEqual({ ...valid, configuration: { to: "***" } });
});

test("never contains an unknown client ID, which may be a secret", async () => {
  const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
  await emulator.send("GET", tags, { as: colleague });
  await emulator.send("GET", tags, { as: { clientId: emulator.secretKey, secretKey: emulator.clientId } });
  await fetch(emulator.url + tags);
  expect(emulator.control.requests().map(({ clientId }) => clientId)).toEqual([colleague.clientId, "(unknown)", null]);
});

test("contains `configuration` unmasked where it is a tag value", async () => {
  const body = { configuration: { groups: ["g"] } };
  await emulator.send("PUT", `${tags}/${await createTag(emulator)}/metadata`, { body });
  expect(emulator.control.requests().at(-1)).toMatchObject({ status: 200, body });
});

test("never contains an address that was sent to a wrong path", async () => {
  const body = { type: "slack", name: "x", configuration: { to: "https://hooks.slack.example/very-secret" } };
  await emulator.send("POST", "/v1/endpoint", { body });
  expect(JSON.stringify(emulator.control.requests())).not.toContain("very-secret");
});

test("returns a copy", async () => {
  await createTag(emulator);
  emulator.control.requests().splice(0);
  expect(emulator.control.requests()).toHaveLength(1);
});
