/** Compares what commands print with `--json` with the schemas in schemas/. */
import * as fs from "node:fs";
import * as path from "node:path";
import { z } from "zod";
import { isObject } from "../../../rules/shared/isObject";

const folder = path.resolve(__dirname, "../../../schemas");

const opened = new Map<string, z.ZodType>();

/** The schema of a command, such as `versions-list`; undefined if it has none. */
function schemaOf(command: string): z.ZodType | undefined {
  const file = path.join(folder, `${command}.json`);
  if (!fs.existsSync(file)) return undefined;
  const known = opened.get(command);
  if (known !== undefined) return known;
  // Published schemas allow more fields, because later versions may add some. Tests don't, so that no field lacks a description.
  const strict = JSON.parse(fs.readFileSync(file, "utf8"), (_, value: unknown) =>
    isObject(value) && "type" in value && value["type"] === "object" && !("additionalProperties" in value)
      ? { ...value, additionalProperties: false }
      : value,
  ) as z.core.JSONSchema.JSONSchema;
  const schema = z.fromJSONSchema(strict);
  opened.set(command, schema);
  return schema;
}

/** Fails unless the schema of the command describes each field of the output. */
export function expectDescribed(command: string, subcommand: string | undefined, stdout: string): void {
  const schema = schemaOf(command) ?? schemaOf(`${command}-${subcommand}`);
  if (schema === undefined) throw new Error(`schemas/ has no schema of ${command} ${subcommand}.`);
  const { error } = schema.safeParse(JSON.parse(stdout));
  if (error !== undefined) throw new Error(`The schema of ${command}: ${z.prettifyError(error)}`);
}
