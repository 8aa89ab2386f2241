/** The files of the program in the current folder, in any language. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

/** Languages that Pulumi runs. */
const extensions = new Set([".ts", ".mts", ".js", ".mjs", ".py", ".go", ".java", ".cs", ".yaml", ".yml"]);

/** What is installed or generated. */
const foreign = new Set([
  "node_modules",
  "dist",
  "build",
  "bin",
  "obj",
  "sdk",
  "sdks",
  "target",
  "venv",
  "__pycache__",
]);

/** Above these, a folder is no program. */
const [mostFiles, mostBytes] = [2000, 1_000_000];

/** The text of each file of a program, by its path from the folder. */
export function programFiles(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [""];
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.name.startsWith(".") || foreign.has(entry.name)) continue;
      if (entry.isDirectory()) waiting.push(path);
      const isRead = entry.isFile() && extensions.has(extname(entry.name)) && found.size < mostFiles;
      const file = join(folder, path);
      if (isRead && statSync(file).size <= mostBytes) found.set(path, readFileSync(file, "utf8"));
    }
  }
  return found;
}
