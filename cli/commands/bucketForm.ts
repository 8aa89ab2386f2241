/** `cost-allocation bucket-form`: what to type into the application's form for a storage bucket endpoint. */
import { isatty } from "node:tty";
import { Command } from "@commander-js/extra-typings";
import type { StorageBucketForm } from "../../client/resources/storageBucketForm";
import { readInput } from "../sources/textFile";
import { printable, processTerminal, type Terminal } from "../console/terminal";

/** The command line with which to pipe in what the command reads. */
const usage = "pulumi stack output registration --json | npx cost-allocation bucket-form";

/** One field of the form. */
interface Field {
  name: keyof StorageBucketForm;
  required: boolean;
  /** The pattern of a valid value. */
  pattern?: RegExp;
  /** A hint for the person who fills in the form. */
  hint?: string;
}

/** The fields, in the form's order. */
const fields: readonly Field[] = [
  { name: "Endpoint Name", required: true },
  { name: "Description", required: false },
  {
    name: "Bucket Access",
    required: true,
    pattern: /^(?:Read Only|Read and Write)$/u,
    hint: "select it; you can't change it later",
  },
  { name: "Role ARN", required: true, pattern: /^arn:[\w-]+:iam::\d{12}:role\/\S+$/u },
  { name: "Bucket Name", required: true, pattern: /^[a-z0-9.-]{3,63}$/u },
  { name: "S3 Path Prefix", required: false, pattern: /^[^/].*\/$/u, hint: "with the final slash" },
  { name: "Region", required: true, pattern: /^[a-z]+(?:-[a-z]+)+-\d+$/u },
];

const help = `
Prints the output "registration" of a StorageBucketAccess in the order of the application's form, with the steps before and
after it. It prints a form for each registration in its input, so you can pass all outputs of a stack. It reads no settings
and calls no service.

Exit code: 0 if it printed a form, 1 if the input has no valid registration, 2 for wrong arguments.

Examples:
  ${usage}
  pulumi stack output --json | npx cost-allocation bucket-form
  npx cost-allocation bucket-form outputs.json`;

/**
 * The subcommand.
 *
 * @param terminal where it prints. Default: the terminal of the process
 * @param standardInput reads what is piped in. Default: the standard input of the process
 */
export function bucketFormCommand(
  terminal: Terminal = processTerminal(),
  standardInput: () => Promise<string> = readStandardInput,
): Command<[string | undefined]> {
  return new Command("bucket-form")
    .description("Print what to type into the application's form for a storage bucket endpoint")
    .argument("[file]", "outputs of a stack as JSON (default: what is piped in)")
    .addHelpText("after", help)
    .action(async (file) => {
      const text = file === undefined ? await standardInput() : await readInput(file);
      terminal.print(
        readForms(text)
          .map((form) => formText(form, terminal.colors))
          .join("\n\n"),
      );
    });
}

async function readStandardInput(): Promise<string> {
  if (isatty(0)) throw new Error(`Nothing is piped in. Run: ${usage}`);
  return readInput("-");
}

/** The forms in the outputs of a stack: a single registration, or any number of them inside other outputs. */
function readForms(text: string): StorageBucketForm[] {
  const forms = formsIn(parsed(text), "");
  if (forms.length > 0) return forms;
  const hidden = text.includes('"[secret]"') ? " It contains a secret: add --show-secrets." : "";
  throw new Error(`The input has no registration of a StorageBucketAccess.${hidden} Run: ${usage}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The input is not JSON. Run: ${usage}`);
  }
}

function formsIn(value: unknown, path: string): StorageBucketForm[] {
  if (typeof value !== "object" || value === null) return [];
  if ("Bucket Access" in value || "Endpoint Name" in value) return [checkedForm(value, path)];
  return Object.entries(value).flatMap(([name, inner]) => formsIn(inner, path === "" ? name : `${path}.${name}`));
}

function checkedForm(value: object, path: string): StorageBucketForm {
  const given = value as Record<string, unknown>;
  const problems = [
    ...fields.flatMap((field) => problemOf(field, given[field.name])),
    ...Object.keys(given)
      .filter((name) => !fields.some((field) => field.name === name))
      .map((name) => `"${name}" is not a field of the form`),
  ];
  if (problems.length === 0) return value as StorageBucketForm;
  const where = path === "" ? "The registration" : `The registration ${path}`;
  throw new Error(printable(`${where} is not one that StorageBucketAccess makes: ${problems.join("; ")}.`));
}

function problemOf({ name, required, pattern }: Field, value: unknown): string[] {
  if (value === undefined) return required ? [`"${name}" is missing`] : [];
  if (typeof value !== "string") return [`"${name}" is not a string`];
  if (value === "[secret]") return [`"${name}" is hidden: add --show-secrets to "pulumi stack output"`];
  if (required && value.trim() === "") return [`"${name}" is empty`];
  return pattern === undefined || pattern.test(value) ? [] : [`"${name}" can't be "${value}"`];
}

function formText(form: StorageBucketForm, colors: Terminal["colors"]): string {
  const { bold, dim } = colors;
  const width = Math.max(...fields.map(({ name }) => name.length));
  const lines = fields.map(({ name, hint }) => {
    const value = form[name];
    const shown = value === undefined ? dim("(leave empty)") : bold(printable(value));
    return `     ${name.padEnd(width)}  ${shown}${hint === undefined || value === undefined ? "" : dim(`  ${hint}`)}`;
  });
  const test =
    form["Bucket Access"] === "Read Only" ? "it reads from the bucket" : "it reads, writes and deletes a test file";
  return [
    bold(`Storage bucket endpoint "${printable(form["Endpoint Name"])}"`),
    "",
    "  1. In the application, add a storage bucket endpoint. Its External ID must be the program's externalId:",
    "     the role trusts no other.",
    "  2. Fill in the form:",
    "",
    ...lines,
    "",
    `  3. Test the endpoint: ${test}.`,
    "  4. Save it. You can't edit an endpoint later.",
  ].join("\n");
}
