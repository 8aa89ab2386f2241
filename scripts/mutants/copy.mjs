/** A copy of the checkout, in which the tests meet the mutants. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { checkout } from "../shared/checkout.mjs";
import { must, run } from "../shared/run.mjs";
import { mutated } from "./sample.mjs";

/** @typedef {import("./candidates.mjs").Mutant} Mutant */
/** @typedef {{ path: string, files: readonly string[] }} Copy */
/** @typedef {{ test: string, ms: number, reached: number[] }} Reaching A test file that passes, and which mutants it reaches. */

/**
 * @template T
 * @param {(copy: Copy) => Promise<T>} work
 */
export async function withCopy(work) {
  const path = mkdtempSync(join(tmpdir(), "cost-allocation-mutants-"));
  try {
    const listed = await must("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: checkout });
    const files = listed.split("\n").filter((file) => existsSync(join(checkout, file)));
    for (const file of files) cpSync(join(checkout, file), join(path, file));
    for (const folder of ["node_modules", "dist"]) symlinkSync(join(checkout, folder), join(path, folder), "junction");
    return await work({ path, files });
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** @type {{ projects: object[] }} */
const { projects } = createRequire(import.meta.url)(join(checkout, "jest.config.cjs"));

/**
 * Runs tests while some files have another text.
 *
 * @param {Copy} copy
 * @param {ReadonlyMap<string, string>} texts
 * @param {readonly string[]} tests
 * @param {{ timeoutMs?: number, args: string[], onTest?: (done: number) => void }} options
 */
async function runJest({ path }, texts, tests, { timeoutMs, args, onTest }) {
  const setup = [join(path, "scripts/mutants/noteReached.cjs")];
  const config = { ...projects[0], rootDir: path, testPathIgnorePatterns: [], setupFilesAfterEnv: setup };
  const jest = [join(checkout, "node_modules/jest/bin/jest.js"), "--config", JSON.stringify(config), ...args];
  for (const [file, text] of texts) writeFileSync(join(path, file), text);
  /** @type {Map<string, boolean>} */
  const passed = new Map();
  const { code } = await run(process.execPath, [...jest, "--runTestsByPath", ...tests], {
    cwd: path,
    ...(timeoutMs !== undefined && { timeoutMs }),
    onLine: (line) => {
      const [, verdict, test] = /^(PASS|FAIL) \w+ (\S+)/u.exec(line) ?? [];
      if (test !== undefined) passed.set(test.replaceAll("\\", "/"), verdict === "PASS");
      onTest?.(passed.size);
    },
  });
  for (const file of texts.keys()) cpSync(join(checkout, file), join(path, file));
  return { code, passed };
}

/**
 * Where to note that a mutant is reached: before its statement, or at the start of an arrow function's expression.
 *
 * @type {(mutant: Mutant, id: number, source: ts.SourceFile) => { at: number, note: string }[]}
 */
function notes({ start, end }, id, source) {
  const note = `globalThis.__reached?.(${id})`;
  /** @type {(node: ts.Node) => ts.Node} */
  const innermost = (node) => {
    const isAround = (/** @type {ts.Node} */ child) => child.getStart(source) <= start && child.getEnd() >= end;
    const inner = ts.forEachChild(node, (child) => (isAround(child) ? child : undefined));
    return inner === undefined ? node : innermost(inner);
  };
  for (let node = innermost(source); ; node = node.parent) {
    const { parent } = node;
    const at = node.getStart(source);
    const isBody = ts.isArrowFunction(parent) && parent.body === node && !ts.isBlock(node);
    if (isBody) return [{ at, note: `(${note}, ` }, { at: node.getEnd(), note: ")" }]; // prettier-ignore
    const isInList = ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);
    if (isInList && ts.isStatement(node)) return [{ at, note: `${note}; ` }];
  }
}

/**
 * Runs tests without a mutant, and finds out which mutants each of them reaches.
 *
 * @param {Copy} copy
 * @param {readonly string[]} tests
 * @param {readonly Mutant[]} mutants
 * @param {(detail: string) => void} setDetail
 */
export async function findReaching(copy, tests, mutants, setDetail) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { file } of mutants) {
    const text = readFileSync(join(copy.path, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
    const all = mutants.flatMap((mutant, id) => (mutant.file === file ? notes(mutant, id, source) : []));
    // From the end of the file. At the same place, what closes comes before what opens.
    all.sort((a, b) => b.at - a.at || Number(a.note === ")") - Number(b.note === ")"));
    texts.set(
      file,
      all.reduce((noted, { at, note }) => noted.slice(0, at) + note + noted.slice(at), text),
    );
  }
  const reachedFile = join(copy.path, "reached.jsonl");
  writeFileSync(reachedFile, "");
  const onTest = (/** @type {number} */ done) => {
    setDetail(`${done} of ${tests.length} files`);
  };
  const { passed } = await runJest(copy, texts, tests, { args: ["--maxWorkers=1", "--testTimeout=120000"], onTest });
  for (const test of tests.filter((one) => passed.get(one) !== true))
    console.log(`Left out, because it fails without a mutant: ${test}`);
  const lines = readFileSync(reachedFile, "utf8").split("\n").slice(0, -1);
  const reaching = lines.map((line) => /** @type {Reaching} */ (JSON.parse(line)));
  return reaching.filter(({ test }) => passed.get(test) === true);
}

/**
 * Runs tests with a mutant, until one fails. A mutant that never ends fails the test that runs then.
 *
 * @param {Copy} copy
 * @param {Mutant} mutant
 * @param {readonly { test: string, ms: number }[]} tests
 */
export async function killerOf(copy, mutant, tests) {
  const texts = new Map([[mutant.file, mutated(readFileSync(join(copy.path, mutant.file), "utf8"), mutant)]]);
  // The nearest ones alone, so that one that never ends is found soon.
  for (const batch of [tests.slice(0, 1), tests.slice(1, 6), tests.slice(6)].filter(({ length }) => length > 0)) {
    const names = batch.map(({ test }) => test);
    // Generous, so that a busy machine kills no mutant.
    const timeoutMs = 60_000 + 6 * batch.reduce((sum, { ms }) => sum + ms, 0);
    const testTimeout = 30_000 + 6 * Math.max(...batch.map(({ ms }) => ms));
    const args = ["--runInBand", "--bail", `--testTimeout=${testTimeout}`];
    const { code, passed } = await runJest(copy, texts, names, { timeoutMs, args });
    const failed = names.find((test) => passed.get(test) === false);
    if (failed !== undefined) return { test: failed, isTimeout: false };
    if (code !== 0) return { test: names.find((test) => !passed.has(test)) ?? "", isTimeout: true };
  }
  return undefined;
}
