/** Where a command reads and writes: the terminal of the process, or that of a test. */
import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import { isatty } from "node:tty";
import pc from "picocolors";
import { printable, printableLines } from "../../client/printable";

/** What a command may do besides calling the service. */
export interface Terminal {
  /** The environment. */
  env: Readonly<Record<string, string | undefined>>;
  /** Whether there is a person to ask. */
  isInteractive: boolean;
  /** Colors, or functions that change nothing. */
  colors: ReturnType<typeof pc.createColors>;
  /** Writes lines to stdout: the result of the command. */
  print: (text: string) => void;
  /** Writes lines to stderr: waits, warnings and errors. */
  note: (text: string) => void;
  /** Shows a line on stderr that the next one replaces; an empty one removes it. Absent if stderr is not a terminal. */
  status?: (line: string) => void;
  /** Asks the person. Empty if there is no answer (Ctrl-C, Ctrl-D). */
  ask: (question: string) => Promise<string>;
  /** Waits for some milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** The time, in Unix milliseconds. */
  now: () => number;
  /** Sets the exit code. */
  end: (exitCode: number) => void;
}

/** The terminal of this process. Colors only if stdout is a TTY and `NO_COLOR` is not set. */
export function processTerminal(): Terminal {
  const { env, stdout } = process;
  // The reader may stop reading (`| head`). The command goes on, because it may be in the middle of a save.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    env,
    ...(isatty(2) ? { status } : {}),
    isInteractive: isatty(0) && isatty(1),
    colors: pc.createColors(isatty(1) && (env["NO_COLOR"] ?? "") === ""),
    print: (text) => {
      stdout.write(`${terminalText(text)}\n`);
    },
    note: (text) => {
      if (isatty(2)) status("");
      process.stderr.write(`${terminalText(text)}\n`);
    },
    ask,
    pause: (milliseconds) => setTimeout(milliseconds),
    now: Date.now,
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

function status(line: string): void {
  // Carriage return, and erase to the end of the line.
  process.stderr.write(`\r${printable(line)}\u001b[K`);
}

/** The codes of the colors that commands use, and their ends. */
// eslint-disable-next-line no-control-regex -- colors are control characters
const color = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/u;

/**
 * Escapes control characters that a command has missed, and keeps line ends and colors. In JSON and TypeScript, the escapes stand
 * for the same characters.
 */
export function terminalText(text: string): string {
  return text
    .split(color)
    .map((part) => (color.test(part) ? part : printableLines(part)))
    .join("");
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D close the interface, after which the question is never answered.
  const closed = new Promise<string>((resolve) => {
    lines.once("close", () => {
      resolve("");
    });
  });
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}

export { literal, printable, quoted, titleOf } from "../../client/printable";
