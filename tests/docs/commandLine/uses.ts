/** Where pages and sources use `cost-allocation`, and what they say of it. */
import type { Command } from "@commander-js/extra-typings";
import { commandLine } from "../../../cli/commandLine";

/** The commands by their names: `versions list`. The name of the whole is empty. */
export const commands: ReadonlyMap<string, Command<unknown[]>> = new Map(named(commandLine("0.0.0"), ""));

function named(command: Command<unknown[]>, name: string): [string, Command<unknown[]>][] {
  const below = command.commands.flatMap((one) => named(one, `${name} ${one.name()}`.trim()));
  return [[name, command], ...below];
}

/** The options of a command, with those that commander adds. */
export function optionsOf(name: string): string[] {
  const own = commands.get(name)?.options.flatMap(({ long }) => long ?? []) ?? [];
  return [...own, "--help"];
}

/** The help of a command, for a terminal of 80 columns without colors. */
export function helpOf(name: string): string {
  let help = "";
  const output = {
    writeOut: (text: string) => (help += text),
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  };
  commands.get(name)?.configureOutput(output).outputHelp();
  return help;
}

/** A use of the command line. */
export interface Use {
  /** As it is written. */
  text: string;
  /** The longest known command at its beginning. Undefined: it begins with none. */
  command: string | undefined;
  options: string[];
}

/** What ends a command in a shell, in a code span, in a string, or in prose. */
const end = /[`|;<>()\n"]|&&|\s--\s|\\n|\$\{| #|\.\.\./u;

/** The uses in a text: after `npx`, and where a code span or a quotation begins. */
export function usesIn(text: string): Use[] {
  const joined = text.replaceAll(/\\\n\s*/gu, "");
  const uses = [...joined.matchAll(/(?:npx |[`"])cost-allocation((?: [^ ]|\s*`)[^\n]*)/gu)];
  return uses.map(({ 1: rest = "" }) => useOf(rest));
}

/** The short form in prose: `review --live`, `versions diff`. */
export function shortUsesIn(text: string): Use[] {
  const spans = [...text.matchAll(/(?<!`)`([a-z-]+ [^`\n]+)`/gu)].map(({ 1: span = "" }) => span);
  return spans
    .filter((span) => {
      const [first = "", second = ""] = span.split(" ");
      const isGroup = (commands.get(first)?.commands.length ?? 0) > 0;
      return commands.has(first) && (second.startsWith("--") || (isGroup && /^[a-z-]+$/u.test(second)));
    })
    .map(useOf);
}

/** The commands that messages recommend: in the sources, they are the argument of `command`. */
export function recommendedIn(source: string): Use[] {
  return [...source.matchAll(/\bcommand\(["`]([a-z][^"`]*)/gu)].map(({ 1: line = "" }) => useOf(line));
}

function useOf(rest: string): Use {
  const text = (rest.split(end)[0] ?? "").replace(/[.,:]+$/u, "").trim();
  const words = text.split(/\s+/u).flatMap((word) => word.replace(/[\\.,:]+$/u, "") || []);
  const names = [words.slice(0, 2).join(" "), words[0] ?? "", words[0]?.startsWith("--") === true ? "" : undefined];
  return {
    text,
    command: text === "" ? "" : names.find((name) => name !== undefined && commands.has(name)),
    options: [...text.matchAll(/(?:^|[\s(])(--[a-z][a-z0-9-]*)/gu)].map(({ 1: option = "" }) => option),
  };
}

/** What is wrong with a use. Undefined: nothing. */
export function problemOf({ text, command, options }: Use): string | undefined {
  if (command === undefined) return `no command: ${text}`;
  const known = optionsOf(command);
  const [, second = ""] = text.split(/\s+/u);
  const isGroup = command !== "" && (commands.get(command)?.commands.length ?? 0) > 0;
  if (isGroup && /^[a-z]/u.test(second)) return `"${command}" has no ${second}: ${text}`;
  const unknown = options.filter((option) => !known.includes(option));
  return unknown.length === 0 ? undefined : `"${command}" has no ${unknown.join(", ")}: ${text}`;
}
