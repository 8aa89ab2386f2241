/** What all messages of all resources have in common, whatever the facts in them are. */
import { texts as ofEndpoints } from "../../../provider/notificationEndpoint/messages";
import type { Message } from "../../../provider/shared/message";
import { texts as ofAccounts } from "../../../provider/shared/account";
import { texts as ofTags } from "../../../provider/virtualTag/messages";
import { texts as ofMetadata } from "../../../provider/virtualTagMetadata/messages";
import { textsV1 as ofV1 } from "../../../provider/virtualTagV1/messages";

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
