/** Which endpoints a program can declare. */
import { declareEndpoints, endpointsFile } from "../../../cli/program/endpointsFile";
import { UniqueNames } from "../../../cli/program/names";
import type { NotificationEndpoint } from "../../../client";

const slack = "https://hooks.slack.example/services/T0/B0/Secret";
const endpoint = (more: Partial<NotificationEndpoint>): NotificationEndpoint => ({
  id: "e-1",
  type: "slack",
  name: "finops",
  configuration: { to: slack },
  ...more,
});
const declare = (...all: NotificationEndpoint[]): ReturnType<typeof declareEndpoints> =>
  declareEndpoints(all, new UniqueNames(), new Map());

test.each([
  ["Microsoft Teams", { type: "msteams" }],
  ["another kind", { type: "webhook" }],
  ["a masked destination", { configuration: { to: "https://hooks.slack.example/••••" } }],
  ["no address", { type: "email", configuration: { to: "not an address" } }],
  ["a name with white space around it", { name: " finops" }],
  ["an ID that would be code", { id: 'x\nrequire("child_process")' }],
])("%s is listed", (_, more) => {
  const { endpoints, remarks } = declare(endpoint(more));
  expect(endpoints).toEqual([]);
  expect(remarks).toHaveLength(1);
});

test("two equal endpoints are one; case counts in a webhook's path, and not in an email address", () => {
  const upper = endpoint({ id: "e-2", configuration: { to: slack.replace("Secret", "SECRET") } });
  expect(declare(endpoint({}), upper).endpoints).toHaveLength(2);
  expect(declare(endpoint({}), endpoint({ id: "e-2" })).remarks).toHaveLength(1);
  const mail = (id: string, to: string): NotificationEndpoint => endpoint({ id, type: "email", configuration: { to } });
  expect(declare(mail("e-1", "a@x.example"), mail("e-2", "A@X.example")).remarks).toHaveLength(1);
});

test("an email address is in the program, a webhook is not", async () => {
  const { endpoints } = declare(
    endpoint({}),
    endpoint({ id: "e-2", type: "email", configuration: { to: "a@x.example" } }),
  );
  const file = await endpointsFile(endpoints, false);
  expect(file?.text).not.toContain(slack);
  expect(file?.text).toContain("a@x.example");
});
