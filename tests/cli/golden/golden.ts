/**
 * Golden outputs: what commands print and write, as files in outputs/. `UPDATE_GOLDEN=1` writes them instead of comparing, and
 * removes those that no test compares any more.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { version } from "../../../package.json";
import type { Ended, RunOptions } from "../../support/commands/runCommand";
import { type CommandName, run } from "./commands";

const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** A run of a command. */
export interface GoldenRun extends RunOptions {
  /** The golden file of what it prints, without `.txt`. */
  name: string;
  command: CommandName;
  args: readonly string[];
  /** The files that it writes, by the golden files that they are compared with. */
  writes?: Readonly<Record<string, string>>;
  /** Leaves out of the output what another golden file has. */
  shorten?: (stdout: string) => string;
}

/** A part of the golden outputs: a folder in outputs/, and a folder for what the commands read and write. */
export interface Goldens {
  /** The path of a file in the folder of the commands. */
  at: (name: string) => string;
  /** Writes a file into that folder, what is no text or bytes as JSON, and returns its path. */
  file: (name: string, content: unknown) => string;
  /** Runs a command, and compares what it prints and writes. */
  compareRun: (golden: GoldenRun) => Promise<void>;
  /** Compares a text with a golden file. */
  compare: (name: string, text: string) => void;
  /** Fails if outputs/ has a file that was not compared, and removes the folder of the commands. */
  end: () => void;
}

/** Opens a part. */
export function openGoldens(part: string): Goldens {
  const outputs = path.join(__dirname, "outputs", part);
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "golden-"));
  const compared = new Set<string>();
  const at = (name: string): string => path.join(folder, name);

  const compare = (name: string, text: string): void => {
    if (compared.has(name)) throw new Error(`Two runs have the name ${name}.`);
    compared.add(name);
    const file = path.join(outputs, name);
    const known = shortened(withoutRandom(text, folder));
    if (!isUpdate) {
      expect(known).toBe(fs.readFileSync(file, "utf8"));
      return;
    }
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, known);
  };

  return {
    at,
    file: (name, content) => {
      const isWhole = typeof content === "string" || content instanceof Uint8Array;
      fs.writeFileSync(at(name), isWhole ? content : JSON.stringify(content));
      return at(name);
    },
    compare,
    compareRun: async ({ name, command, args, writes = {}, shorten = (stdout) => stdout, ...options }) => {
      const ended = await run(command, args, options);
      compare(`${name}.txt`, runText({ ...ended, stdout: shorten(ended.stdout) }));
      for (const [golden, written] of Object.entries(writes)) {
        compare(golden, fs.existsSync(written) ? fs.readFileSync(written, "utf8") : "(not written)\n");
      }
    },
    end: () => {
      fs.rmSync(folder, { recursive: true, force: true });
      const files = fs.readdirSync(outputs, { recursive: true, encoding: "utf8" });
      const left = files.filter(
        (name) => !compared.has(name.replaceAll(path.sep, "/")) && fs.statSync(path.join(outputs, name)).isFile(),
      );
      if (isUpdate) for (const name of left) fs.rmSync(path.join(outputs, name));
      else expect(left).toEqual([]);
    },
  };
}

/** What a run printed. The escape that begins a color is shown as a letter. */
function runText({ code, stdout, stderr }: Ended): string {
  const streams = Object.entries({ stdout, stderr }).map(([name, text]) => `--- ${name}\n${text}`);
  return [`exit code ${code}\n`, ...streams].join("").replaceAll("\u001b", "␛");
}

/** The IDs of requests and of new versions, and a part of the name of a file that is written before it is renamed. */
const random =
  /(?<=requestId |Saved as version |"newVersionId": ")[0-9a-f]{8}(?:(?:-|&#45;)[0-9a-f]{4,12}){4}|[0-9a-f-]{36}(?=\.tmp)/gu;

/** The text without what differs from run to run, and from release to release. */
function withoutRandom(text: string, folder: string): string {
  // First, since the relative path ends with the absolute one, if both have only the root in common.
  const relative = new RegExp(`(?:\\.\\./)+[^\\s"]*${path.basename(folder)}`, "gu");
  return text
    .replaceAll(relative, "<folder>")
    .replaceAll(folder, "<folder>")
    .replaceAll(version, "<version>")
    .replaceAll(random, "<random>");
}

/** A larger text is stored in parts. A comment, which has a limit, is stored as a whole. */
const largest = 70_000;

/** The first and the last part of a large text, with a digest of the whole. */
function shortened(text: string): string {
  if (text.length <= largest) return text;
  const digest = createHash("sha256").update(text).digest("hex");
  const part = 5000;
  return `${text.slice(0, part)}\n... ${text.length} characters, SHA-256 ${digest} ...\n${text.slice(-part)}`;
}
