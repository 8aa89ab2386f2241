/** The sentences about an effect. */
import { plainText } from "../../../cli/document/document";
import { effectPhrase } from "../../../cli/words/effect";

test.each([
  [{ kind: "same" }, "staged", "went live"],
  [{ kind: "not-decided", because: "proof" }, undefined, "the proof"],
  [{ kind: "not-decided", because: "content" }, undefined, "what records get now"],
  [{ kind: "not-decided", because: "unreadable" }, undefined, "can't be read"],
] as const)("%j, %s", (effect, how, expected) => {
  expect(plainText(effectPhrase(effect, how))).toContain(expected);
});
