import type * as pulumi from "@pulumi/pulumi";

/**
 * A last word on a child of a component: arguments that are put over the component's own, or a function that changes
 * arguments and options in place.
 */
export type Transform<Args> = Partial<Args> | ((args: Args, opts: pulumi.CustomResourceOptions, name: string) => void);

/** The arguments of a child's constructor, after the program had its word. */
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
