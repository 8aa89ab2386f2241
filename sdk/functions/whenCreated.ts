import * as pulumi from "@pulumi/pulumi";

/** Pulumi's own resolution of `dependsOn`, which it does not declare in its types. */
interface DependsOnModule {
  gatherExplicitDependencies: (dependsOn: pulumi.InvokeOutputOptions["dependsOn"]) => Promise<pulumi.Resource[]>;
  /** Replaces components by their children. */
  getAllTransitivelyReferencedResources: (
    resources: Set<pulumi.Resource>,
    exclude: Set<pulumi.Resource>,
  ) => Promise<pulumi.Resource[]>;
}

/**
 * An output that resolves when the resources exist that the arguments and `dependsOn` depend on, and depends on them. It is
 * unknown in a preview that would create one of them: the function would not find it.
 */
export function whenCreated(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): pulumi.Output<unknown> {
  return pulumi.output(created(args, dependsOn));
}

async function created(
  args: pulumi.Output<unknown>,
  dependsOn: pulumi.InvokeOutputOptions["dependsOn"],
): Promise<pulumi.Output<string>[]> {
  const implicit = await pulumi.getAllResources(args);
  if (implicit.size === 0 && dependsOn === undefined) return [];
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- its declaration file is empty
  const pulumiDependsOn = require("@pulumi/pulumi/runtime/dependsOn") as DependsOnModule;
  const explicit = await pulumiDependsOn.gatherExplicitDependencies(dependsOn);
  const resources = await pulumiDependsOn.getAllTransitivelyReferencedResources(
    new Set([...implicit, ...explicit]),
    new Set(),
  );
  return resources.map((resource) => idOf(resource) ?? resource.urn);
}

/** The ID, which a resource of another process does not have. */
function idOf(resource: pulumi.Resource): pulumi.Output<string> | undefined {
  return (resource as Partial<pulumi.CustomResource>).id;
}
