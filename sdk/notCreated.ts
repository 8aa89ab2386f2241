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
  const used = await Promise.all(outputs.map((output) => pulumi.getAllResources(output)));
  const urns: string[] = [];
  for (const { id, urn } of new Set(used.flatMap((resources) => [...resources])) as Set<Partial<Used>>) {
    if (id === undefined || urn === undefined || (await id.isKnown)) continue;
    urns.push(await new Promise<string>((resolve) => urn.apply(resolve)));
  }
  return urns.length === 0 ? undefined : urns;
}

/** A resource, with what Pulumi does not declare. A component has no ID, nor has a resource of another process. */
interface Used {
  id: { isKnown: Promise<boolean> };
  urn: pulumi.Output<string>;
}

/** The outputs at any depth of an argument. */
function outputsIn(value: unknown): pulumi.Output<unknown>[] {
  if (pulumi.Output.isInstance(value)) return [value];
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return [];
  return Object.values(value).flatMap(outputsIn);
}
