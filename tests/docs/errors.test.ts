/** The pages quote messages as the code writes them, so that a search for a message finds what to do. */
import { pages, textOf } from "./pages";
import { piecesNotInSources } from "./sources";
import { CostAllocationClient } from "../../client";
import * as errors from "../../client/errors";
import { routeLimits } from "../../client/limits/routes";

/** The first cells of the tables under a heading "Errors" or "Warnings" of a page. */
function quotedMessages(page: string): string[] {
  const sections = textOf(page).split(/^## /m);
  return sections
    .filter((section) => /^(?:Errors|Warnings)\b/.test(section))
    .flatMap((section) => section.split("\n"))
    .filter((line) => /^\| `/.test(line))
    .map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? "");
}

const withErrors = pages.map((page) => [page, quotedMessages(page)] as const).filter(([, all]) => all.length > 0);

test("each resource has its errors", () => {
  expect(withErrors.map(([page]) => page)).toEqual(
    expect.arrayContaining([
      "docs/cost-data.md",
      "docs/functions.md",
      "docs/notification-endpoint.md",
      "docs/service-errors.md",
      "docs/storage-bucket-changes.md",
      "docs/metadata-errors.md",
      "docs/virtual-tag-v1.md",
      "docs/invalid-arguments.md",
    ]),
  );
});

test.each(withErrors)("%s quotes what the code says", (_, messages) => {
  expect(messages.flatMap(piecesNotInSources)).toEqual([]);
});

describe("the pages of the client", () => {
  const page = ["client", "client-errors"].map((name) => textOf(`docs/${name}.md`)).join("");

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
});
