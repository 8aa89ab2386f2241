/** `ci/drift.sh` of docs/nightly.md, with doubles of the command and of GitHub's: one issue, whatever the nights bring. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { file, folder } from "../../support/folder";
import { blocksOf } from "../pages";

const text = blocksOf("docs/nightly.md").find(({ words }) => words[0] === "sh")?.text ?? "";

/** Runs a night. `codes`: how the comparison of each stack ends. `issue`: the open one. */
function night(codes: Record<string, number>, issue = ""): { code: number | null; calls: string[]; body: string } {
  mkdirSync(join(folder(), "bin"));
  const program = (name: string, script: string): void => {
    chmodSync(file(`bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
  };
  const cases = Object.entries(codes).map(
    ([stack, code]) => `*" ${stack} "*) [ ${code} -eq 2 ] || echo "# ${stack}" > one.md; exit ${code} ;;`,
  );
  program("npx", `case " $* " in ${cases.join(" ")} esac`);
  program("gh", `if [ "$2" = list ]; then printf %s "$ISSUE"; else echo "$2 $3" >> calls; fi`);
  file("calls", "");
  const PATH = [join(folder(), "bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, ISSUE: issue, STACKS: Object.keys(codes).join(" ") };
  const { status } = spawnSync("bash", ["--norc", "-c", text], { cwd: folder(), env });
  const read = (name: string): string => readFileSync(join(folder(), name), "utf8");
  return { code: status, calls: read("calls").trimEnd().split("\n"), body: read("drift.md") };
}

test.each<[string, Record<string, number>, string, [number, string, string]]>([
  ["no drift", { dev: 0, prod: 0 }, "", [0, "", ""]],
  ["no drift anymore", { dev: 0 }, "7", [0, "close 7", ""]],
  ["drift", { dev: 0, prod: 1 }, "", [1, "create --title", "# prod\n"]],
  ["drift again", { dev: 1, prod: 1 }, "7", [1, "edit 7", "# dev\n# prod\n"]],
  ["a stack that can't be compared", { dev: 2, prod: 1 }, "7", [2, "edit 7", "Not compared: drift --stack dev"]],
])("%s", (_, codes, issue, [code, call, body]) => {
  const ended = night(codes, issue);
  expect(ended).toMatchObject({ code, calls: [call] });
  expect(ended.body).toContain(body);
});
