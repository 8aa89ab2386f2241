/** Judges what a dry run said by what came of it. */
import type { Row } from "./compare";

/** What can be wrong. */
const mistakes = {
  "a refusal that was not said": ({ said, actual }: Row) => isRefusal(actual) && !said.some(isRefusal),
  "a certain stop that does not come": ({ said, isCertain, actual }: Row) =>
    isCertain && said.some(isRefusal) && !isRefusal(actual),
  "another code": ({ said, actual }: Row) => isRefusal(actual) && said.some(isRefusal) && !said.includes(actual),
  "another change": ({ said, isCertain, actual }: Row) =>
    !isRefusal(actual) && !said.includes(actual) && !(isCertain && said.some(isRefusal)),
};

/** @returns each mistake with what was said and what came of it */
export function mistakesOf(rows: readonly Row[]): string[] {
  return Object.entries(mistakes).flatMap(([name, isIt]) =>
    rows.filter(isIt).map(({ step: { op, urn }, said, isCertain, actual }) => {
      const words = `${isCertain ? "certainly" : "perhaps"} ${said.join(" or ")}`;
      return `${name}: ${op} ${urn}: said ${words}, came ${actual}`;
    }),
  );
}

function isRefusal(result: string): boolean {
  return result.startsWith("CA");
}

/** How many refusals came, and how many of these were said to be possible only. */
export function refusalsIn(rows: readonly Row[]): { all: number; possible: number } {
  const refusals = rows.filter(({ actual }) => isRefusal(actual));
  return { all: refusals.length, possible: refusals.filter(({ isCertain }) => !isCertain).length };
}
