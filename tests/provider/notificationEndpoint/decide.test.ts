/** What is decided about an endpoint, one row per combination that docs/notification-endpoint.md promises. */
import type { NotificationEndpoint } from "../../../client";
import { decide } from "../../../provider/notificationEndpoint/decide";
import type { NotificationEndpointInputs } from "../../../stack/state/notificationEndpoint";

const slack: NotificationEndpointInputs = {
  type: "slack",
  name: "#finops",
  configuration: { to: "https://hooks.slack.example/services/T000/B000/x" },
};
const allowing: NotificationEndpointInputs = { ...slack, allowSameName: true };
const email: NotificationEndpointInputs = { type: "email", name: "FinOps", configuration: { to: "ines@example.com" } };

/** The endpoint of these arguments in the account, with a change. */
const existing = (id: string, inputs: NotificationEndpointInputs, change: object = {}): NotificationEndpoint => ({
  id,
  ...inputs,
  ...change,
});
const to = (address: string): object => ({ configuration: { to: address } });
/** An endpoint with the name of the Slack channel, and this address. */
const slackAt = (address: string, id = "1"): NotificationEndpoint => existing(id, slack, to(address));
const other = "https://hooks.slack.example/y";
const hidden = { configuration: undefined };

test.each<[string, NotificationEndpointInputs, NotificationEndpoint[], string]>([
  ["there is none", slack, [], "create"],
  ["the same one exists", slack, [existing("1", slack)], "keep 1"],
  ["someone else made the same one", slack, [existing("1", slack, { createdBy: "ines@x.example" })], "keep 1"],
  ["the same one exists twice", slack, [existing("1", slack), existing("2", slack)], "keep 1"],
  ["another name has this destination", slack, [existing("1", slack, { name: "#other" })], "create"],
  ["another type has this name and destination", slack, [existing("1", slack, { type: "msteams" })], "create"],
  ["this name has another destination", slack, [slackAt(other)], "refuse 1"],
  ["it has, and the program allows it", allowing, [slackAt(other)], "create"],
  ["the program allows it, but the destination is hidden", allowing, [existing("1", slack, hidden)], "refuse 1"],

  ["only the case of the email address differs", email, [existing("1", email, to("Ines@Example.COM"))], "keep 1"],
  [
    "only the case of the Slack host differs",
    slack,
    [slackAt("HTTPS://Hooks.Slack.Example/services/T000/B000/x")],
    "keep 1",
  ],
  [
    "the Slack address spells out the port",
    slack,
    [slackAt("https://hooks.slack.example:443/services/T000/B000/x")],
    "keep 1",
  ],
  [
    "the case of the Slack path differs",
    slack,
    [slackAt("https://hooks.slack.example/services/t000/b000/X")],
    "refuse 1",
  ],

  ["the service hides the destination", slack, [existing("1", slack, hidden)], "refuse 1"],
  ["the service masks it with asterisks", slack, [slackAt("https://hooks.slack.example/***")], "refuse 1"],
  [
    "the service masks it with bullets",
    email,
    [existing("1", email, to("i\u2022\u2022\u2022@example.com"))],
    "refuse 1",
  ],
  ["the service shortens it", slack, [slackAt("https://hooks.slack.example/\u2026")], "refuse 1"],
  ["the hidden one has another name", slack, [existing("1", slack, { ...hidden, name: "#other" })], "create"],
  ["the hidden one has another type", slack, [existing("1", slack, { ...hidden, type: "email" })], "create"],
  [
    "beside the hidden one, there is the same one",
    slack,
    [existing("1", slack, hidden), existing("2", slack)],
    "keep 2",
  ],
  [
    "beside the hidden one, there is one with another destination",
    slack,
    [slackAt(other), existing("2", slack, hidden)],
    "refuse 2",
  ],
  [
    "the declared address itself contains an asterisk",
    { ...email, ...to("in*es@example.com") },
    [existing("1", email, to("in*es@example.com"))],
    "keep 1",
  ],
])("if %s", (_, inputs, endpoints, expected) => {
  const decision = decide(endpoints, inputs);
  const id = decision.kind === "create" ? [] : [decision.endpoint.id];
  expect([decision.kind, ...id].join(" ")).toBe(expected);
});

test("if its own destination changes, a resource replaces the endpoint, which stays", () => {
  const own = slackAt(other);
  expect(decide([own], slack, "1")).toEqual({ kind: "create" });
  const another = slackAt("https://hooks.slack.example/z", "2");
  const refused = { kind: "refuse", because: "nameTaken", endpoint: another };
  expect(decide([own, another], slack, "1")).toEqual(refused);
  expect(decide([own, another], allowing, "1")).toEqual({ kind: "create" });
  // A new name may belong to somebody else.
  expect(decide([another], slack, "1")).toEqual(refused);
});
