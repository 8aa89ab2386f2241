/** The pages quote messages as the code writes them, so that a search for a message finds what to do. */
import { pages, textOf } from "./pages";
import { piecesNotInSources } from "./sources";

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
      "docs/functions.md",
      "docs/notification-endpoint.md",
      "docs/provider.md",
      "docs/storage-bucket-access.md",
      "docs/virtual-tag-metadata.md",
      "docs/virtual-tag-v1.md",
      "docs/virtual-tag.md",
    ]),
  );
});

test.each(withErrors)("%s quotes what the code says", (_, messages) => {
  expect(messages.flatMap(piecesNotInSources)).toEqual([]);
});
