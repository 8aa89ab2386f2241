import * as pulumi from "@pulumi/pulumi";

/**
 * The URN that a resource is going to have, as a plain input: the engine tells a lifecycle neither URN nor stack, and a
 * tag's owner must be told from all others (DESIGN: the mark in the change description).
 *
 * The result depends on no resource: as a child's dependency, its own parent would have to wait for the child.
 */
export function resourceUrn(
  name: string,
  type: string,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Input<string> {
  // Without a parent it is known at once, and no output, of which each costs a program of many resources its time.
  if (opts?.parent === undefined) return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  const urn = pulumi.createUrn(name, type, opts.parent);
  return pulumi.output(
    new Promise<string>((resolve) => {
      urn.apply(resolve);
    }),
  );
}
