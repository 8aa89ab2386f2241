/** What `review --fixes` writes: a patch, and above it what has no one place in the program. */
import { createTwoFilesPatch } from "diff";
import { conditionCode } from "../../program/programText";
import { plainText, say } from "../../document/document";
import type { Fixes } from "../../studies/review/fixes";

/**
 * The text of the file. `git apply` takes it, and skips the lines above the patch.
 *
 * @param before the texts of the program's files by their paths
 */
export function fixesText({ files, open }: Fixes, before: ReadonlyMap<string, string>): string {
  const listed = open.flatMap(({ from, to, followers }) => [
    plainText(say`# ${from} is now called ${to}. It is in no place of this program, or in several. To write:`),
    ...followers.map(({ tag, path, condition }) =>
      plainText(say`#   ${tag.name}, ${{ plain: path }}: ${{ plain: conditionCode(condition) }}`),
    ),
  ]);
  const patches = [...files].map(([path, text]) =>
    createTwoFilesPatch(`a/${path}`, `b/${path}`, before.get(path) ?? "", text),
  );
  return [...listed.map((line) => `${line}\n`), ...patches].join("");
}
