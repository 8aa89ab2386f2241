/** The differences between two contents in one sentence. */
import type { ContentDiff, RuleChange } from "./ruleDiff";

/** `1 rule added before rule 1, 60 unchanged`. Numbers count from 1. */
export function diffText({ equal, rules, defaultValue }: ContentDiff): string {
  if (equal) return "rules unchanged";
  const parts = (["added", "removed", "changed", "moved", "unchanged"] as const).flatMap((kind) => {
    const some = rules.filter(({ change }) => change === kind);
    return some.length === 0 ? [] : [{ count: some.length, text: `${kind}${placeText(kind, some, rules)}` }];
  });
  const [first, ...others] = parts;
  const texts =
    first === undefined
      ? ["no rules"]
      : [
          `${first.count} ${first.count === 1 ? "rule" : "rules"} ${first.text}`,
          ...others.map(({ count, text }) => `${count} ${text}`),
        ];
  return `${texts.join(", ")}${defaultValue === undefined ? "" : "; default value changed"}`;
}

/** Where the rules of one kind are, if that is one place. */
function placeText(kind: RuleChange["change"], some: readonly RuleChange[], all: readonly RuleChange[]): string {
  const [only, ...others] = some;
  if (only === undefined || kind === "unchanged") return "";
  if (kind === "added") return addedPlace(some, all);
  if (others.length > 0) return "";
  const [before, after] = [beforeNumber(only), "afterIndex" in only ? only.afterIndex + 1 : undefined];
  if (kind === "moved") return ` (rule ${before} is now rule ${after})`;
  return ` (rule ${after ?? before})`;
}

const beforeNumber = (change: RuleChange): number | undefined =>
  "beforeIndex" in change ? change.beforeIndex + 1 : undefined;

/** Rules that follow each other are before one of the rules so far, or at the end. */
function addedPlace(added: readonly RuleChange[], all: readonly RuleChange[]): string {
  const [start, end] = [all.indexOf(added[0] as RuleChange), all.indexOf(added.at(-1) as RuleChange)];
  if (end - start + 1 !== added.length || all.length === added.length) return "";
  const next = all.slice(end + 1).find(({ change }) => change !== "moved");
  const number = next && beforeNumber(next);
  return number === undefined ? " at the end" : ` before rule ${number}`;
}
