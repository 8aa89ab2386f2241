import { RetryLater } from "../../../client";
import type { NotificationEndpointInputs, NotificationEndpointState } from "../../../stack/state/notificationEndpoint";
import { RunMemory } from "../../../provider/shared/runMemory";
import { type Account, startAccount } from "../account";
import { notificationEndpointLifecycle } from "../lifecycles";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const slackAddress = "https://hooks.slack.example/services/T000/B000/canary-of-the-slack-address";
const __resourceUrn = "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:NotificationEndpoint::finops";
const email: NotificationEndpointInputs = {
  type: "email",
  name: "FinOps",
  configuration: { to: "finops@example.com" },
  __resourceUrn,
};
const slack: NotificationEndpointInputs = { type: "slack", name: "#finops", configuration: { to: slackAddress } };

let account: Account;
beforeEach(async () => {
  account = await startAccount();
});

const check = (news: object): ReturnType<typeof notificationEndpointLifecycle.check> =>
  notificationEndpointLifecycle.check({ ...news }, { memory: new RunMemory() });
const diff: typeof notificationEndpointLifecycle.diff = (...args) => notificationEndpointLifecycle.diff(...args);
const create = (inputs = email): ReturnType<typeof notificationEndpointLifecycle.create> =>
  notificationEndpointLifecycle.create(inputs, account.context);
const posts = (): unknown[] =>
  account.emulator.control
    .requests()
    .filter(({ method }) => method === "POST")
    .map(({ body }) => body);
const names = async (): Promise<string[]> =>
  (await account.context.client.notificationEndpoints.list()).map(({ name }) => name);

describe("golden triples: arguments -> wire body -> state", () => {
  test.each([
    ["email", email],
    ["slack", slack],
  ])("%s", async (_, inputs) => {
    expect(check(inputs)).toEqual({ inputs, problems: [], warnings: [] });
    const { id, state } = await create(inputs);
    const { type, name, configuration } = inputs;
    // The emulator's log hides a Slack address; what it has stored shows that it came through.
    expect(posts()).toEqual([{ type, name, configuration: type === "slack" ? { to: "***" } : configuration }]);
    const [stored] = await account.context.client.notificationEndpoints.list();
    expect(stored).toMatchObject({ id, type, name, configuration });
    const date = expect.stringMatching(/Z$/) as string;
    const added = { accountId: "account-1", createdBy: "emulator@example.com", createdAt: date, updatedAt: date };
    expect(state).toEqual({ ...inputs, ...added });

    expect(await notificationEndpointLifecycle.read(id, state, account.context)).toEqual({ inputs, state });
    expect(diff(state, inputs).kind).toBe("none");
    expect(account.messages).toEqual([]);
  });
});

describe("check", () => {
  test.each<[string, object, string[]]>([
    ["nothing at all", {}, ["type", "name", "configuration"]],
    ["a type that does not exist", { ...email, type: "sms" }, ["type"]],
    ["an empty name", { ...email, name: " " }, ["name"]],
    ["a name with white space around it", { ...email, name: "FinOps " }, ["name"]],
    ["an argument that does not exist", { ...email, to: "a@example.com" }, ["to"]],
    ["a text as configuration", { ...email, configuration: "a@example.com" }, ["configuration"]],
    ["no destination", { ...email, configuration: {} }, ["configuration.to"]],
    ["more than a destination", { ...email, configuration: { to: "a@b.example", cc: "x" } }, ["configuration.cc"]],
    ...[
      "finops",
      "finops@localhost",
      "a@b.example, c@d.example",
      "FinOps <a@b.example>",
      "a@b..example",
      "a @b.example",
    ].map((to): [string, object, string[]] => [
      `${to} as an email`,
      { ...email, configuration: { to } },
      ["configuration.to"],
    ]),
    ...[
      "http://hooks.slack.example/x",
      "hooks.slack.example/x",
      "https://u:p@slack.example/x",
      "https:hooks.slack.example/x",
      "https:/hooks.slack.example/x",
      "https:\\\\hooks.slack.example\\x",
      "https://a b",
      "#finops",
    ].map((to): [string, object, string[]] => [
      `${to} for Slack`,
      { ...slack, configuration: { to } },
      ["configuration.to"],
    ]),
  ])("refuses %s", (_, news, paths) => {
    const { problems } = check(news);
    expect(problems.map(({ path }) => path)).toEqual(paths);
  });

  test("names the function that finds a Microsoft Teams endpoint", () => {
    const message = expect.stringContaining("getNotificationEndpoint") as string;
    expect(check({ ...email, type: "msteams" }).problems).toEqual([{ path: "type", message, code: "CA4301" }]);
  });

  test("does not repeat a type that may be a destination", () => {
    const { problems } = check({ ...slack, type: slackAddress });
    expect(problems).toMatchObject([{ path: "type", code: "CA4301" }]);
    expect(JSON.stringify(problems)).not.toContain("canary");
  });

  test.each<[string, object]>([
    ["everything", { type: unknown, name: unknown, configuration: unknown }],
    ["the destination", { ...slack, configuration: { to: unknown } }],
    ["the type", { ...slack, type: unknown }],
    ["a destination of an unknown type", { type: unknown, name: "x", configuration: { to: "anything" } }],
  ])("accepts what is unknown until deployment: %s", (_, news) => {
    expect(check(news).problems).toEqual([]);
  });

  test("never shows a destination", () => {
    const { problems } = check({ ...email, configuration: { to: slackAddress } });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain("canary");
  });
});

describe("diff", () => {
  const state: NotificationEndpointState = { ...slack, createdBy: "someone" };
  test.each<[string, Partial<NotificationEndpointInputs>, string[]]>([
    ["the name", { name: "#cost" }, ["name"]],
    ["the destination", { configuration: { to: "https://hooks.slack.example/other" } }, ["configuration"]],
    ["a destination that is unknown until deployment", { configuration: { to: unknown } }, ["configuration"]],
    [
      "the type, with its destination",
      { type: "email", configuration: { to: "a@b.example" } },
      ["type", "configuration"],
    ],
  ])("%s means a new endpoint, with a warning that the old one stays", (_, change, replaces) => {
    const difference = diff(state, { ...slack, ...change });
    const text = expect.stringContaining('slack "#finops"') as string;
    expect(difference).toEqual({
      ...{ kind: "replace", because: replaces },
      ...{ warnings: [{ code: "CA4102", text }], notes: [] },
    });
    expect(JSON.stringify(difference)).not.toContain("canary");
  });

  test("the case of an email address makes no difference, the case of a Slack path does", () => {
    expect(diff(email, { ...email, configuration: { to: "FinOps@Example.com" } }).kind).toBe("none");
    expect(diff(slack, { ...slack, configuration: { to: slackAddress.toUpperCase() } }).kind).not.toBe("none");
  });

  test("the URN makes no difference", () => {
    expect(diff(email, { ...email, __resourceUrn: "another" }).kind).toBe("none");
  });
});

describe("create", () => {
  test("uses an existing identical endpoint, and says so", async () => {
    const first = await create(slack);
    const second = await create(slack);
    expect(second).toEqual({ id: first.id, state: expect.objectContaining(slack) as object });
    expect(posts()).toHaveLength(1);
    const text = expect.stringContaining(`"#finops" (slack, ${first.id})`) as string;
    expect(account.messages).toEqual([{ kind: "info", code: "CA4201", text }]);
    expect(JSON.stringify(account.messages)).not.toContain("canary");
  });

  test("two identical ones at the same time make one call", async () => {
    const made = await Promise.all([create(), create(), create(slack), create()]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    expect(posts()).toHaveLength(2);
  });

  test("reads again before it sends again: what someone else created in the meantime is used", async () => {
    const { notificationEndpoints } = account.context.client;
    const facts = { operation: "create", method: "POST", path: "/v1/endpoints", code: "RATE_LIMITED" };
    const rateLimited = new RetryLater(facts, { afterMilliseconds: 0, isFailure: false });
    jest.spyOn(notificationEndpoints, "create").mockRejectedValueOnce(rateLimited);
    const theirs = { ...email, id: "their-id" };
    jest.spyOn(notificationEndpoints, "list").mockResolvedValueOnce([]).mockResolvedValue([theirs]);
    expect((await create()).id).toBe("their-id");
    expect(posts()).toEqual([]);
    expect(account.codes()).toEqual(["CA4201"]);
  });

  test("is refused if the name has another destination, unless the program allows it, or the resource replaces its own", async () => {
    const { id } = await create();
    const other = { ...email, configuration: { to: "other@example.com" } };
    await expect(create(other)).rejects.toMatchObject({ code: "CA4003" });
    const { memory } = account.context;
    memory.check(__resourceUrn, "NotificationEndpoint");
    memory.compare(__resourceUrn, { kind: "NotificationEndpoint", id, state: {}, former: undefined, isReplaced: true });
    await create(other);
    const third = { ...email, configuration: { to: "third@example.com" } };
    await expect(create(third)).rejects.toMatchObject({ code: "CA4003" });
    await create({ ...third, allowSameName: true });
    expect(posts()).toHaveLength(3);
  });

  test("one that fails does not hold up the next", async () => {
    account.emulator.control.placeFault({
      method: "POST",
      when: "afterReading",
      kind: "status",
      status: 400,
      times: 1,
    });
    const [first, second] = await Promise.allSettled([create(), create()]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
  });
});

describe("read", () => {
  test("an endpoint that is no longer listed was deleted", async () => {
    const { state } = await create();
    expect(await notificationEndpointLifecycle.read("another-id", state, account.context)).toBeUndefined();
  });

  test("without a state, everything comes from the service, also for Microsoft Teams", async () => {
    account.emulator.control.seed();
    const list = await account.context.client.notificationEndpoints.list();
    for (const { id, type, name, configuration } of list) {
      const read = await notificationEndpointLifecycle.read(id, {}, account.context);
      expect(read?.inputs).toEqual(configuration === undefined ? { type, name } : { type, name, configuration });
    }
    expect(list.map(({ type }) => type)).toEqual(["email", "slack", "msteams"]);
  });

  test.each([
    ["that the service masks", slack, "https://hooks.slack.example/***"],
    ["in another spelling", email, "FinOps@Example.com"],
  ])("a destination %s makes no difference", async (_, inputs, to) => {
    const { id, state } = await create(inputs);
    const { client } = account.context;
    jest.spyOn(client.notificationEndpoints, "list").mockResolvedValue([{ ...inputs, id, configuration: { to } }]);
    expect(await notificationEndpointLifecycle.read(id, state, account.context)).toEqual({ inputs, state });
  });

  test("a name that was changed in the application makes a difference", async () => {
    const { id, state } = await create(slack);
    jest
      .spyOn(account.context.client.notificationEndpoints, "list")
      .mockResolvedValue([{ ...slack, id, name: "#other" }]);
    const read = await notificationEndpointLifecycle.read(id, state, account.context);
    expect(read?.inputs).toMatchObject({ name: "#other" });
    expect(diff(read?.state as NotificationEndpointState, slack)).toMatchObject({ kind: "replace", because: ["name"] });
  });
});

test("delete leaves the endpoint in the service, and names it with its ID", async () => {
  const { id, state } = await create(slack);
  await notificationEndpointLifecycle.delete(id, state, account.context);
  expect(await names()).toEqual(["#finops"]);
  const text = expect.stringContaining(`"#finops" (slack, ${id})`) as string;
  expect(account.messages).toEqual([{ kind: "warning", code: "CA4101", text }]);
  expect(JSON.stringify(account.messages)).not.toContain("canary");
});

test("an update keeps an endpoint that only differs in spelling, and refuses what only a replacement can do", async () => {
  const { id, state } = await create();
  const update = (inputs: NotificationEndpointInputs): Promise<unknown> =>
    notificationEndpointLifecycle.update(id, state, inputs, account.context);
  expect(await update(email)).toEqual(state);
  const configuration = { to: "FinOps@Example.com" };
  expect(await update({ ...email, configuration })).toEqual({ ...state, configuration });
  await expect(update({ ...email, name: "x" })).rejects.toMatchObject({ code: "CA4002" });
  expect(posts()).toHaveLength(1);
});

describe("every fault at the write", () => {
  const kinds = ["reset", "truncated", "wrongContentType", "status"] as const;
  const moments = ["beforeReading", "afterReading", "afterCommit"] as const;
  test.each(moments.flatMap((when) => kinds.map((kind) => [when, kind] as const)))(
    "%s, %s: one endpoint in the end, and no destination in a message",
    async (when, kind) => {
      account.emulator.control.placeFault({ method: "POST", when, kind, times: 1 });
      const said: string[] = [];
      const attempt = (): Promise<unknown> => create(slack).catch((error: unknown) => said.push(String(error)));
      await attempt();
      expect(said).toHaveLength(when === "afterCommit" ? 0 : 1);
      await attempt();
      expect(await names()).toEqual(["#finops"]);
      expect(JSON.stringify([said, account.messages])).not.toContain("canary");
    },
  );
});
