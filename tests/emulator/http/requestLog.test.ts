import { createTag, emulator, isoDate, startAnew, tagBody, tags } from "../support";

beforeEach(startAnew);

test("has method, path, query, route, client, body and status", async () => {
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
  expect(nowhere).toMatchObject({ route: null, clientId: "(unknown)", status: 404 });
  emulator.control.clearRequests();
  expect(emulator.control.requests()).toEqual([]);
});

test("never holds a secret: not the key, not the address of a Slack endpoint", async () => {
  const to = "https://hooks.slack.example/services/T/B/very-secret";
  const good = { type: "slack", name: "x", configuration: { to } };
  const bodies = [good, { ...good, type: "Slack" }, { ...good, type: undefined }, { ...good, configuration: to }];
  for (const body of [...bodies, `${JSON.stringify(good)}}`]) {
    await emulator.send("POST", "/v1/endpoints", { body });
  }
  const log = JSON.stringify(emulator.control.requests());
  expect(log).not.toContain("very-secret");
  expect(log).not.toContain("emulator-secret");
  expect(emulator.control.requests()[0]?.body).toEqual({ ...good, configuration: { to: "***" } });
});

test("never holds what stands in the place of a client ID", async () => {
  const colleague = emulator.control.addCredential({ user: "colleague@example.com" });
  await emulator.send("GET", tags, { as: colleague });
  await emulator.send("GET", tags, { as: { clientId: emulator.secretKey, secretKey: emulator.clientId } });
  await fetch(emulator.url + tags);
  expect(emulator.control.requests().map(({ clientId }) => clientId)).toEqual([colleague.clientId, "(unknown)", null]);
});

test("has a body as it came, where a configuration is no address", async () => {
  const body = { configuration: { groups: ["g"] } };
  await emulator.send("PUT", `${tags}/${await createTag(emulator)}/metadata`, { body });
  expect(emulator.control.requests().at(-1)).toMatchObject({ status: 200, body });
});

test("never holds an address that was sent to a wrong path", async () => {
  const body = { type: "slack", name: "x", configuration: { to: "https://hooks.slack.example/very-secret" } };
  await emulator.send("POST", "/v1/endpoint", { body });
  expect(JSON.stringify(emulator.control.requests())).not.toContain("very-secret");
});

test("a logged request cannot be altered from outside", async () => {
  await createTag(emulator);
  emulator.control.requests().splice(0);
  expect(emulator.control.requests()).toHaveLength(1);
});
