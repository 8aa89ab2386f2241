import fc from "fast-check";
import { inspect } from "node:util";
import { savedBy } from "../../../stack/facts/drift";
import { driftText } from "../../../provider/virtualTag/messages/drift";
import { message, ownerText, Refused, resourceText, titleOf, ways } from "../../../provider/shared/message";

const urn = "urn:pulumi:dev::bill::my:Group$pulumi-nodejs:dynamic/costallocation:VirtualTag::team";

test("the code ends the first line, and the steps follow", () => {
  expect(message("CA2001", "It exists.", "Nothing was written.", ...ways("Do this.", "Do that."))).toEqual({
    code: "CA2001",
    text: "It exists. (CA2001)\nNothing was written.\n- Do this.\n- Do that.",
  });
});

test("a refusal has its message and its code, and nothing else", () => {
  const refused = new Refused({ ...message("CA2001", "It exists."), secret: "s3cr3t" } as never);
  expect(refused).toBeInstanceOf(Error);
  expect([refused.message, refused.code, refused.cause]).toEqual(["It exists. (CA2001)", "CA2001", undefined]);
  expect(inspect(refused, { depth: Infinity, showHidden: true })).not.toContain("s3cr3t");
});

test("tags, owners and resources have names that people know", () => {
  expect(titleOf({ id: "t1", name: "Team" })).toBe('Virtual Tag "Team" (t1)');
  expect(ownerText("(pulumi bill/dev#team)")).toBe("bill/dev#team");
  expect(resourceText(urn)).toBe('"my:Group$team"');
});

describe("drift", () => {
  const unsigned = { id: "t1", name: "Team", rules: [], defaultValue: "x" };
  const tag = { ...unsigned, updatedBy: "jo@example.com", updatedAt: "2026-11-20" };

  test("is the live version's, and the tag's if that is unknown", () => {
    const live = { id: "v2", isLive: true, createdBy: "ines@example.com", createdAt: "2026-11-21" };
    expect(savedBy(tag, live as never)).toEqual({ by: "ines@example.com", at: "2026-11-21", versionId: "v2" });
    expect(savedBy(tag, undefined)).toEqual({ by: "jo@example.com", at: "2026-11-20" });
    expect(savedBy(unsigned, undefined)).toEqual({});
  });

  test.each([
    [{}, "by an unknown user"],
    [{ by: "jo@example.com" }, "by jo@example.com"],
    [{ by: "jo@example.com", at: "2026-11-20" }, "by jo@example.com at 2026-11-20"],
    [{ at: "2026-11-20", versionId: "v2" }, "by an unknown user at 2026-11-20 (saved as version v2)"],
  ])("%j is said as %p", (drift, text) => {
    expect(driftText(drift)).toBe(text);
  });
});

test("whatever the service says stays on its line and does nothing to a terminal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const texts = [
        titleOf({ id: text, name: text }),
        ownerText(`(pulumi ${text})`),
        resourceText(`${urn}${text}`),
        driftText({ by: text, at: text, versionId: text }),
      ];
      const made = message("CA2001", text, text).text.split("\n");
      expect(made).toHaveLength(2);
      expect([...texts, ...made].join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
