import type * as pulumi from "@pulumi/pulumi";

/**
 * Changes a child resource of a component before it is created: arguments that replace those of the component, or a function
 * that changes the arguments and options in place.
 */
export type Transform<Args> = Partial<Args> | ((args: Args, opts: pulumi.CustomResourceOptions, name: string) => void);

/** Returns the constructor arguments of a child after the transform. */
export function transformed<Args extends object>(
  transform: Transform<Args> | undefined,
  name: string,
  args: Args,
  opts: pulumi.CustomResourceOptions,
): [name: string, args: Args, opts: pulumi.CustomResourceOptions] {
  if (typeof transform !== "function") return [name, { ...args, ...transform }, opts];
  transform(args, opts, name);
  return [name, args, opts];
}
