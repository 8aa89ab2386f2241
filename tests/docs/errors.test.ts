/** The messages that the pages quote are the code's own words: whoever searches for one finds its cure. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pages, root, textOf } from "./pages";

/** All texts of the sources, those put together from pieces as one, what is inserted as `<>`. */
function messagesInSources(): string {
  const rooms = ["rules", "client", "provider", "sdk", "cli", "emulator"];
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(root, room, name), "utf8")),
  );
  return files
    .join("\n")
    .replaceAll(/["'`]\s*\+\s*["'`]/g, "")
    .replaceAll(/\\(["'`])/g, "$1");
}

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
const sources = messagesInSources();

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
  const pieces = messages.flatMap((message) =>
    message.split(/<[^>]*>|\.\.\./).map((piece) => piece.replace(/^[\s.,;]+|\s+$/g, "")),
  );
  expect(pieces.filter((piece) => piece.length > 3 && !sources.includes(piece))).toEqual([]);
});
