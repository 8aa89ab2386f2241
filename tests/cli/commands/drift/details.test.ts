/** What has to be read of a tag besides the list. */
import { isAsLeft } from "../../../../cli/sources/account/seenStack";
import { versionsLeft } from "../../../../stack/facts/seen";
import { declared, found, own, seen, stagedBy, theirs, written } from "./sides";

test.each([
  ["after a save of others", { updatedAt: "2026-03-02T00:00:00.000Z" }, {}, false],
  ["without its rules in the list", { rules: undefined }, {}, false],
  ["with another name", { name: "Other" }, {}, false],
  ["with another content", theirs, {}, false],
  ["if a refresh found drift", {}, found({}), false],
  ["while a version is staged", {}, stagedBy("v2"), false],
  ["as the stack left it", {}, {}, true],
])("details of a tag %s are read: %j %j", (_, listed, outputs, expected) => {
  const tag = {
    id: "t",
    name: "Team",
    ...written,
    updatedAt: "2026-03-01T01:00:00.000Z",
    updatedBy: "emulator@example.com",
    ...listed,
  };
  expect(isAsLeft(declared(outputs), tag as never)).toBe(expected);
});

test("the versions to read: what a refresh names, or those before a staged one, at most three", () => {
  const tagWith = (live: string) =>
    seen(["v7", "v6", "v5", "v4", "v3", "v2"].map((id) => ({ id, isLive: id === live })));
  const tag = tagWith("v7");
  expect(versionsLeft(tag, declared().left)).toEqual([]);
  expect(versionsLeft(tag, declared(found({ previous: "v3" })).left)).toEqual(["v3"]);
  expect(versionsLeft(tag, declared(stagedBy("v6")).left)).toEqual(["v5", "v4", "v3"]);
  // Nothing shows which versions came before one that was deleted.
  expect(versionsLeft(tag, declared(stagedBy("v1")).left)).toEqual([]);
  // A later run was interrupted. The resource has had another URN before.
  const { left } = declared(stagedBy("v3"));
  const marks = [...left.marks, "(pulumi former/dev#team)"];
  const byRun = seen([{ id: "v5", isLive: true }, { id: "v4", description: own }, { id: "v3" }, { id: "v2" }]);
  expect(versionsLeft(byRun, { ...left, marks })).toEqual(["v4", "v2"]);
  // Nothing was made live since.
  expect(versionsLeft(tagWith("v5"), declared(stagedBy("v6")).left)).toEqual([]);
});
