/** What has to be read of a tag besides the list. */
import { isAsLeft, versionsToRead } from "../../../../cli/studies/compareTag";
import { declared, found, seen, stagedBy, theirs, written } from "./sides";

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
  const { versions } = seen(["v6", "v5", "v4", "v3", "v2"].map((id) => ({ id })));
  expect(versionsToRead(declared(), versions)).toEqual([]);
  expect(versionsToRead(declared(found({ previous: "v3" })), versions)).toEqual(["v3"]);
  expect(versionsToRead(declared(stagedBy("v6")), versions)).toEqual(["v5", "v4", "v3"]);
});
