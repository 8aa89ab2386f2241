import * as pulumi from "@pulumi/pulumi";
import * as costallocation from "../../sdk";
import { inputsOf } from "../../sdk/resource";
import { stubOf } from "../../stack/state/kinds";
import { mockEngine, registered, value } from "./mockEngine";

beforeAll(() => mockEngine());

const to = "https://hooks.slack.example/services/T000/B000/a-canary";

test("an endpoint registers only its arguments, its URN and the stub", async () => {
  const endpoint = new costallocation.NotificationEndpoint("finops", {
    type: "slack",
    name: "#finops",
    configuration: { to },
  });
  await value(endpoint.urn);
  const { type, inputs } = registered.get("finops") as { type: string; inputs: object };
  const { configuration, ...others } = inputs as Record<string, unknown>;
  expect(type).toBe("pulumi-nodejs:dynamic/costallocation:NotificationEndpoint");
  expect(others).toEqual({
    type: "slack",
    name: "#finops",
    __resourceUrn: "urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:NotificationEndpoint::finops",
    __provider: stubOf("NotificationEndpoint"),
  });
  expect(pulumi.runtime.isRpcSecret(configuration)).toBe(true);
  expect(pulumi.runtime.unwrapRpcSecret(configuration)).toEqual({ to });
  expect(costallocation.NotificationEndpoint.isInstance(endpoint)).toBe(true);
  expect(costallocation.NotificationEndpoint.isInstance({})).toBe(false);
});

test.each([
  ["a Slack URL", "slack", to],
  ["a Slack URL with the wrong type", "email", to],
  ["an email address", "email", "finops@example.com"],
] as const)("%s is a secret", async (_, type, destination) => {
  const endpoint = new costallocation.NotificationEndpoint("secret", {
    type,
    name: "x",
    configuration: pulumi.output({ to: destination }),
  });
  expect(await pulumi.isSecret(endpoint.configuration)).toBe(true);
  expect(await pulumi.isSecret(endpoint.name)).toBe(false);
  expect(await pulumi.isSecret(endpoint.id)).toBe(false);
});

test("get reads an endpoint by its ID", async () => {
  const endpoint = costallocation.NotificationEndpoint.get("existing", "an-id");
  expect(await value(endpoint.id)).toBe("an-id");
});

test("an argument is encrypted because its table says so, whatever class it is of", async () => {
  const field = { role: "argument", shape: () => true } as const;
  const fields = { hidden: { ...field, secret: true }, absent: { ...field, secret: true }, shown: field } as const;
  const inputs = inputsOf("VirtualTag", fields, "x", { hidden: "h", shown: "s" }, { opts: undefined });
  expect(await pulumi.isSecret(inputs["hidden"] as pulumi.Output<string>)).toBe(true);
  expect(inputs).toMatchObject({ shown: "s", absent: undefined });
});
