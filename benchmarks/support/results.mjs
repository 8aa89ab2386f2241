/** Keeps the figures of a whole run where they are read later: benchmarks/RESULTS.md. */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { format } from "prettier";
import { checkout } from "../../scripts/shared/checkout.mjs";
import { cells, head } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */

/**
 * How busy the machine was with other things: the average number of waiting processes in the last minute. Systems that keep
 * no such figure answer 0.
 */
export function otherLoad() {
  return loadavg()[0] ?? 0;
}

/**
 * Writes the table with what it was measured on. Nothing in it names the machine or a folder of it.
 *
 * @param {readonly Row[]} rows
 * @param {{ engine: string, load: number }} run The engine's version, and the load before the run began.
 */
export async function writeResults(rows, { engine, load }) {
  const line = (/** @type {readonly string[]} */ texts) => `| ${texts.join(" | ")} |`;
  const memory = Math.round(totalmem() / 1024 ** 3);
  const processor = cpus()[0]?.model ?? "unknown processor";
  const text = [
    "# Benchmarks",
    "",
    "Written by `npm run bench`, whole: a run of single parts writes nothing. Each figure stands beside one from the same run;",
    "where something was measured several times, both are medians; the ratio of 500 tags to 500 empty resources is the median of",
    "the pairs' own. A row that misses its target is a bug.",
    "",
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${availableParallelism()} cores (${processor}), ${memory} GiB of memory, ${process.platform}/${process.arch}`,
    `- Load of other things as it began: ${load.toFixed(2)}`,
    `- Node.js ${process.versions.node}, Pulumi engine ${engine}`,
    "",
    line(head.map((name) => name.charAt(0) + name.slice(1).toLowerCase())),
    line(head.map(() => "---")),
    ...rows.map((row) => line(cells(row))),
    "",
  ].join("\n");
  const file = join(checkout, "benchmarks", "RESULTS.md");
  writeFileSync(file, await format(text, { parser: "markdown", printWidth: 120 }));
}
