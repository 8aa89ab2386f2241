/** The results of a complete run, in benchmarks/RESULTS.md. */
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { checkout } from "../../scripts/shared/checkout.mjs";
import { cells, head } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */

/**
 * Writes the table, and the machine's specifications. The text includes no host name and no path.
 *
 * @param {readonly Row[]} rows
 * @param {{ engine: string, load: number, others: number }} run The engine's version, the load average before the run, and the
 *   share of the processors that other processes took during it.
 */
export async function writeResults(rows, { engine, load, others }) {
  const line = (/** @type {readonly string[]} */ texts) => `| ${texts.join(" | ")} |`;
  const memory = Math.round(totalmem() / 1024 ** 3);
  const during = Number.isNaN(others)
    ? ""
    : `; other processes took ${Math.round(others * 100)} % of the processors during it`;
  const processor = cpus()[0]?.model ?? "unknown processor";
  const text = [
    "# Benchmarks",
    "",
    "A complete run of `npm run bench` writes this file. Each figure is compared with a baseline from the same run. Results that",
    "are measured several times are medians. The ratio of 500 tags to 500 empty resources is the median of the ratios of the",
    "pairs. CPU time includes all threads and child processes. A result that misses its target is a bug. `busy` means that other",
    "processes took too much of the machine to measure elapsed time.",
    "",
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Machine: ${availableParallelism()} cores (${processor}), ${memory} GiB of memory, ${process.platform}/${process.arch}`,
    `- Load average before the run: ${load.toFixed(2)}${during}`,
    `- Node.js ${process.versions.node}, Pulumi engine ${engine}`,
    "",
    line(head.map((name) => name.charAt(0) + name.slice(1).toLowerCase())),
    line(head.map(() => "---")),
    ...rows.map((row) => line(cells(row))),
    "",
  ].join("\n");
  const { format } = await import("prettier"); // On demand: set-up installs it.
  const file = join(checkout, "benchmarks", "RESULTS.md");
  writeFileSync(file, await format(text, { parser: "markdown", printWidth: 120 }));
}
