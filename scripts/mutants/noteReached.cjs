"use strict";

/** Runs before each test file, and notes which mutants it reaches and how long it takes. */
const fs = require("node:fs");
const path = require("node:path");

const { now } = Date; // A test may replace Date.
const started = now();
/** @type {Set<number>} */
const reached = new Set();
Reflect.set(globalThis, "__reached", (/** @type {number} */ mutant) => reached.add(mutant));

afterAll(() => {
  const test = path
    .relative(process.cwd(), expect.getState().testPath ?? "")
    .split(path.sep)
    .join("/");
  fs.appendFileSync("reached.jsonl", `${JSON.stringify({ test, ms: now() - started, reached: [...reached] })}\n`);
});
