/** What all messages of all resources have in common, whatever the facts in them are. */
import { inspect } from "node:util";
import fc from "fast-check";
import { texts as ofEndpoints } from "../../../provider/notificationEndpoint/messages";
import {
  type Message,
  message,
  ownerText,
  Refused,
  resourceText,
  titleOf,
  ways,
} from "../../../provider/shared/message";
import { texts as ofAccounts } from "../../../provider/shared/account";
import { texts as ofTags } from "../../../provider/virtualTag/messages";
import { texts as ofMetadata } from "../../../provider/virtualTagMetadata/messages";
import { textsV1 as ofV1 } from "../../../provider/virtualTagV1/messages";
import { savedBy } from "../../../stack/facts/drift";
import { driftText } from "../../../provider/virtualTag/messages/drift";
import { anyText } from "../../support/contents";

/** Every fact that a message takes. All texts are the same, and all flags. */
function factsOf(text: string, flag: boolean): object {
  const tag = { id: text, name: text, createdBy: text };
  const names = flag ? { names: { written: text, live: text } } : {};
  const differs = { name: flag, rules: 1, of: 2, order: false, defaultValue: false, ...names };
  const drift = { by: text, at: text, versionId: text, ...(flag ? { previous: text } : {}), differs };
  const urn = `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::team${text}`;
  return {
    ...{ kind: "VirtualTag", urn, id: text, name: text, type: text, reason: text, versionId: text },
    ...{
      tag,
      by: [tag],
      unreadable: flag ? [tag] : undefined,
      drift,
      named: [tag],
      others: [tag],
      oldest: { id: text, createdAt: text },
      count: 100,
    },
    ...{
      mark: `(pulumi bill/dev#${text})`,
      owner: `(pulumi bill/dev#${text})`,
      holder: urn,
      keeper: urn,
      declarer: urn,
    },
    ...{
      paths: [text],
      left: [text],
      values: [text],
      ignored: [text],
      diff: { equal: false, rules: [] },
      goal: flag ? "delete" : "update",
      overwrites: flag ? drift : undefined,
      adopt: flag,
    },
    ...{ isSavedSince: flag, isRefused: flag, isHeld: flag, isLost: flag, isPartial: flag, staysLive: flag },
    // Nothing that may be a secret is in a message.
    configuration: { to: "s3cr3t" },
    metadata: { Web: { customMetadata: { token: "s3cr3t" } } },
  };
}

const all = Object.entries({ ofAccounts, ofTags, ofMetadata, ofEndpoints, ofV1 }).flatMap(([resource, texts]) =>
  Object.entries(texts).flatMap(([name, make]) =>
    [true, false].map((flag) => ({
      title: `${resource}.${name}, ${String(flag)}`,
      textWith: (text: string): Message => (make as (facts: object) => Message)(factsOf(text, flag)),
    })),
  ),
);

test.each(all)("$title: the code ends the first line, and no fact is missing", ({ textWith }) => {
  const { code, text } = textWith("plain");
  expect(code).toMatch(/^CA[1-6][0-3]\d\d$/);
  expect(text.split("\n")[0]?.endsWith(` (${code})`)).toBe(true);
  expect(text).not.toMatch(/undefined|\[object|NaN/);
  // The second digit of an error is 0.
  const says = /^(?:Nothing|Only a part) was written|^The refresh was stopped|^Create it with the class/;
  if (code[3] === "0") expect(text.split("\n")[1]).toMatch(says);
});

test.each(all)(
  "$title: no text of the service adds a line or a control character, and no secret is shown",
  ({ textWith }) => {
    const { text } = textWith("\u001b[2J\n\u202etxt\u2028");
    expect(text.split("\n")).toHaveLength(textWith("plain").text.split("\n").length);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text).not.toContain("s3cr3t");
  },
);

test("a code has one meaning", () => {
  const namesOf = new Map<string, Set<string>>();
  for (const { title, textWith } of all) {
    const { code } = textWith("plain");
    namesOf.set(code, (namesOf.get(code) ?? new Set()).add(title.replace(/, .*/, "")));
  }
  expect([...namesOf].filter(([, names]) => names.size > 1)).toEqual([]);
});

describe("a message", () => {
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
      fc.property(anyText, (text) => {
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
});
