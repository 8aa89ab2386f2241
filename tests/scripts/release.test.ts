/** @jest-environment ./tests/scripts/environment.cjs */
import type * as Notes from "../../scripts/release/notes.mjs";
import { load } from "./load";

const { notesOf } = load("scripts/release/notes.mjs") as typeof Notes;

const manifest = { version: "1.2.0", repository: { type: "git", url: "git+https://git.example.com/acme/costs.git" } };
const changelog = "# Changelog\n\n## 1.2.0 (2026-12-01)\n\nNew:\n\n- A.\n\n## 1.1.0 (2026-11-01)\n\n- B.\n";

test("the notes are the part of the changelog", () => {
  expect(notesOf("v1.2.0", manifest, changelog)).toBe("New:\n\n- A.");
  expect(notesOf("v1.1.0", { ...manifest, version: "1.1.0" }, changelog)).toBe("- B.");
});

test.each<[string, Parameters<typeof notesOf>, string]>([
  ["another version", ["v1.2.1", manifest, changelog], "1.2.0"],
  ["a tag without a v", ["1.2.0", manifest, changelog], "1.2.0"],
  ["no repository", ["v1.2.0", { version: "1.2.0" }, changelog], "repository"],
  ["no part in the changelog", ["v1.3.0", { ...manifest, version: "1.3.0" }, changelog], "1.3.0"],
  ["an unreleased part", ["v1.2.0", manifest, changelog.replace("2026-12-01", "unreleased")], "unreleased"],
])("%s is an error", (_, args, named) => {
  expect(() => notesOf(...args)).toThrow(named);
});
