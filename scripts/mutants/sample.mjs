/** Chooses the mutants: the same ones of the same sources, and nearly the same ones after a change. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { checkout } from "../shared/checkout.mjs";
import { candidates } from "./candidates.mjs";

/** @typedef {import("./candidates.mjs").Mutant} Mutant */

const cost = { tests: "tests/cost/" };
const client = ["client/http", "client/limits", "client/cache", "client/resources", "client/ownershipMark.ts"];
const rules = ["rules/evaluation", "rules/analysis", "rules/canonical.ts"];

/** How many mutants each folder gets, and where its own tests are. */
export const groups = [
  { name: "provider", count: 28, tests: "tests/provider/" },
  { name: "rules", count: 27, sources: rules, tests: "tests/rules/" },
  { name: "client", count: 27, sources: client, tests: "tests/client/" },
  { name: "cost/impact", count: 19, ...cost },
  { name: "cost/sql", count: 19, ...cost },
  { name: "cost/cube", count: 19, ...cost },
  { name: "cli/studies", count: 23, tests: "tests/cli/studies/" },
  { name: "stack/facts", count: 19, tests: "tests/stack/" },
  { name: "plugin", count: 19, tests: "tests/plugin/" },
].map((group) => ({ sources: [group.name], ...group }));

/** Each kind of change gets its turn, so that rare ones are in the sample, too. */
const kinds = [
  ...["condition", "branch", "comparison", "statement", "early exit", "await"],
  ...["constant", "fallback", "array method", "property", "arguments"],
];

/** @param {Pick<Mutant, "file" | "line" | "what">} mutant */
export const keyOf = ({ file, line, what }) => `${file}: ${line}: ${what}`;

/** @type {(text: string, mutant: Mutant) => string} */
export const mutated = (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end);

/** @type {(path: string) => string[]} */
function sourcesOf(path) {
  if (statSync(join(checkout, path)).isFile()) return path.endsWith(".ts") && !path.includes("V1") ? [path] : [];
  return readdirSync(join(checkout, path))
    .sort()
    .flatMap((name) => sourcesOf(`${path}/${name}`));
}

/** Errors that a mutant may have: it no longer uses a name, or reaches a line. */
const unused = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205, 7027]);

/** The compiler, which keeps what it knows of the other files while it checks the mutants of one. */
function compiler() {
  const { config } = ts.readConfigFile(join(checkout, "tsconfig.json"), (name) => ts.sys.readFile(name));
  const include = groups.flatMap(({ sources }) => sources);
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include }, ts.sys, checkout);
  /** @type {Map<string, string>} */
  const changed = new Map();
  let version = 0;
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (name) => (changed.has(name) ? String(version) : "0"),
    getScriptSnapshot: (name) => {
      const text = changed.get(name) ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => checkout,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  /** @param {Mutant} mutant */
  const compiles = (mutant) => {
    const name = join(checkout, mutant.file);
    version += 1;
    changed.set(name, mutated(readFileSync(name, "utf8"), mutant));
    const errors = [...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name)];
    changed.delete(name);
    return errors.every(({ code }) => unused.has(code));
  };
  return { program: /** @type {ts.Program} */ (service.getProgram()), compiles };
}

/** @param {number} seed */
export function sample(seed) {
  const { program, compiles } = compiler();
  const checker = program.getTypeChecker();
  // By a hash of each instead of in a random order of all, so that a new candidate doesn't change which others are chosen.
  const rank = (/** @type {Mutant} */ mutant) =>
    createHash("sha256")
      .update(`${seed} ${keyOf(mutant)}`)
      .digest("hex");
  return groups.flatMap(({ count, sources, ...group }) => {
    const found = sources.flatMap(sourcesOf).flatMap((file) => {
      const source = program.getSourceFile(join(checkout, file));
      return source === undefined ? [] : candidates(file, source, checker);
    });
    const ranked = found.map((mutant) => ({ mutant, rank: rank(mutant) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const queues = kinds.map((kind) => ranked.filter(({ mutant }) => mutant.kind === kind));
    /** @type {Map<string, Mutant>} By line, so that no two are of the same one. */
    const chosen = new Map();
    const isNew = (/** @type {Mutant} */ { file, line }) => !chosen.has(`${file} ${line}`);
    for (let turn = 0; chosen.size < count && queues.some(({ length }) => length > 0); turn += 1) {
      const queue = queues[turn % queues.length] ?? [];
      const next = queue.findIndex(({ mutant }) => isNew(mutant) && compiles(mutant));
      const mutant = queue[next]?.mutant;
      queue.splice(0, next === -1 ? queue.length : next + 1);
      if (mutant !== undefined) chosen.set(`${mutant.file} ${mutant.line}`, mutant);
    }
    return [...chosen.values()].map((mutant) => ({ ...mutant, group: group.name, tests: group.tests }));
  });
}
