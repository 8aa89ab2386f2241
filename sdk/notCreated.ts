import * as pulumi from "@pulumi/pulumi";

/**
 * The input that names the resources of which an argument lacks values because this run does not create them: `--target` leaves them
 * out, or they failed. The provider would take such a value for one that the program does not give. In a preview, the engine passes a
 * placeholder, and says itself what is not targeted.
 */
export function notCreated(args: object): { __notCreated?: Promise<string[] | undefined> } {
  const outputs = pulumi.runtime.isDryRun() ? [] : outputsIn(args);
  // Pulumi reports an error of an argument itself.
  return outputs.length === 0 ? {} : { __notCreated: urnsOfNotCreated(outputs).catch(() => undefined) };
}

async function urnsOfNotCreated(outputs: readonly pulumi.Output<unknown>[]): Promise<string[] | undefined> {
  const missing = await Promise.all(outputs.map(async (output) => ((await isGiven(output)) ? [] : [output])));
  const used = await Promise.all(missing.flat().map((output) => pulumi.getAllResources(output)));
  const urns: string[] = [];
  for (const resource of new Set(used.flatMap((resources) => [...resources]))) {
    // A component has no ID, nor has a resource of another process.
    if (!pulumi.CustomResource.isInstance(resource) || (resource.id as unknown) === undefined) continue;
    if (!(await isKnown(resource.id))) urns.push(String(await valueOf(resource.urn)));
  }
  return urns.length === 0 ? undefined : urns;
}

/** Whether an output has a value: one such as `urn` has it in any run. Interpolated, a missing value is the text "undefined". */
async function isGiven(output: pulumi.Output<unknown>): Promise<boolean> {
  return (await isKnown(output)) && !lacksValue(await valueOf(output));
}

function lacksValue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(lacksValue);
  return value === undefined || (typeof value === "string" && value.includes("undefined"));
}

/** Pulumi does not declare it. */
const isKnown = (output: object): Promise<boolean> => (output as { isKnown: Promise<boolean> }).isKnown;

const valueOf = <T>(output: pulumi.Output<T>): Promise<unknown> => new Promise((resolve) => output.apply(resolve));

/** The outputs at any depth of an argument. */
function outputsIn(value: unknown): pulumi.Output<unknown>[] {
  if (pulumi.Output.isInstance(value)) return [value];
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return [];
  return Object.values(value).flatMap(outputsIn);
}
