/** Where a command reads and writes: the process's own terminal, or a test's. */
import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import { isatty } from "node:tty";
import pc from "picocolors";

/** What a command may do to the world besides talking to the service. */
export interface Terminal {
  /** The environment. */
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a person sits at it, who can be asked. */
  isInteractive: boolean;
  /** Colours, or functions that change nothing. */
  colors: ReturnType<typeof pc.createColors>;
  /** Writes lines to stdout: what the command answers. */
  print: (text: string) => void;
  /** Writes lines to stderr: waits, warnings and errors. */
  note: (text: string) => void;
  /** Asks the person. Empty when there is no answer (Ctrl-C, Ctrl-D). */
  ask: (question: string) => Promise<string>;
  /** Waits for some milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Sets the exit code. */
  end: (exitCode: number) => void;
}

/** The terminal of this process. Colours only where stdout is a TTY and `NO_COLOR` is not set. */
export function processTerminal(): Terminal {
  const { env, stdout } = process;
  // Whoever reads may stop reading (`| head`): the command goes on, since it may be in the middle of a save.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    env,
    isInteractive: isatty(0) && isatty(1),
    colors: pc.createColors(isatty(1) && (env["NO_COLOR"] ?? "") === ""),
    print: (text) => {
      stdout.write(`${text}\n`);
    },
    note: (text) => {
      process.stderr.write(`${text}\n`);
    },
    ask,
    pause: (milliseconds) => setTimeout(milliseconds),
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D close the interface, and then the question is never answered.
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

/** What can move the cursor, hide text or turn it around: control characters and bidirectional overrides. */
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text of the service in one line that does nothing to the terminal. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text of the service in quotation marks. */
export function quoted(text: string): string {
  return printable(JSON.stringify(text));
}
