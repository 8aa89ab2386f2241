import * as pulumi from "@pulumi/pulumi";

/**
 * The future URN of a resource, for one of its inputs. The engine passes neither the URN nor the stack to a dynamic provider,
 * which needs both for the ownership mark.
 *
 * The result depends on no resource. If a child depended on its own parent, the parent would wait for the child and never finish.
 */
export function resourceUrn(
  name: string,
  type: string,
  opts: pulumi.CustomResourceOptions | undefined,
): pulumi.Input<string> {
  // A string if there is no parent, because each output takes time in a program with many resources.
  if (opts?.parent === undefined) return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${type}::${name}`;
  const urn = pulumi.createUrn(name, type, opts.parent);
  return pulumi.output(
    new Promise<string>((resolve) => {
      urn.apply(resolve);
    }),
  );
}
