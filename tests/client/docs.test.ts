import { readFileSync } from "node:fs";
import path from "node:path";

import { CostAllocationClient } from "../../client";
import * as errors from "../../client/errors";
import { routeLimits } from "../../client/limits/routes";

const page = readFileSync(path.join(__dirname, "../../docs/client.md"), "utf8");

test.each(Object.keys(routeLimits))("the page shows %s", (route) => {
  expect(page).toContain(`\`${route}\``);
});

test("the page shows every method of the client", () => {
  const client = new CostAllocationClient({ clientId: "client", secretKey: "secret", baseUrl: "http://localhost" });
  const internal = ["constructor", "findNew", "forget", "snapshot"];
  const calls = Object.entries(client).flatMap(([resource, value]: [string, object]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(value))
      .filter((method) => !internal.includes(method))
      .map((method) => `\`${resource}.${method}(`),
  );
  client.close();
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !page.includes(call))).toEqual([]);
});

test("the page shows every error", () => {
  const names = Object.keys(errors).filter((name) => name !== "AttemptFailed");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
