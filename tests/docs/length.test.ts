/** Pages that people read are short. */
import { pages, textOf } from "./pages";

/** Only looked up, never read. */
const lookedUp = ["docs/messages.md"];

test.each(pages.filter((page) => !lookedUp.includes(page)))("%s", (page) => {
  expect(textOf(page).split("\n").length - 1).toBeLessThanOrEqual(page === "README.md" ? 100 : 150);
});

test("CONTRIBUTING.md", () => {
  expect(textOf("CONTRIBUTING.md").split("\n").length - 1).toBeLessThanOrEqual(200);
});
