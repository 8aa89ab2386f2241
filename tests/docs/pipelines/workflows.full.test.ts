/** The workflows of the pages and of this repository, as `actionlint` and `zizmor` see them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithPython, pythonProgram } from "../../e2e/aws/python";
import { folder } from "../../support/folder";
import { blocksOf, root } from "../pages";

const own = join(root, ".github", "workflows");
const workflows = readdirSync(own).map((name) => join(own, name));

/** Writes the workflows of the pages, and returns their paths. */
function ofPages(): string[] {
  const parent = join(folder(), ".github", "workflows");
  mkdirSync(parent, { recursive: true });
  const blocks = ["docs/pipelines.md", "docs/forks.md", "docs/nightly.md"].flatMap(blocksOf);
  return blocks
    .filter(({ words, text }) => words[0] === "yaml" && /^on:/mu.test(text))
    .map(({ text }, index) => {
      const path = join(parent, `${index}.yml`);
      writeFileSync(path, text);
      return path;
    });
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder(), encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}`;
}

const hasGo = spawnSync("go", ["version"]).status === 0;

(hasGo ? test : test.skip)("actionlint", () => {
  const pages = ofPages();
  expect(pages).toHaveLength(5);
  expect(run("go", ["run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12", ...pages, ...workflows])).toBe("");
});

describeWithPython("zizmor", () => {
  test("finds nothing", async () => {
    const zizmor = await pythonProgram("zizmor");
    // On a page, `v0.1.0` stands for a commit. Everything else is pinned by one.
    const policies = ["acme/*: ref-pin", "pulumi/*: ref-pin", '"*": hash-pin']
      .map((line) => `        ${line}\n`)
      .join("");
    const config = join(folder(), "zizmor.yml");
    writeFileSync(config, `rules:\n  unpinned-uses:\n    config:\n      policies:\n${policies}`);
    const paths = [...ofPages(), ...workflows, join(root, "action.yml")];
    expect(run(zizmor, ["--offline", "--config", config, ...paths])).toBe("");
  });
});
