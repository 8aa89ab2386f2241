/** A mock engine that records what a program registers. */
import * as pulumi from "@pulumi/pulumi";

/** The registered resources by name. */
export const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

/** Installs the mock engine, with stack `dev` of project `bill`. In a preview, new resources have no ID. */
export function mockEngine({ isPreview = false } = {}): Promise<void> {
  const idOf = ({ id, name }: pulumi.runtime.MockResourceArgs): string | undefined => {
    if (isPreview) return undefined;
    return id === undefined || id === "" ? `${name}-id` : id;
  };
  const mocks: pulumi.runtime.Mocks = {
    newResource: (args) => {
      registered.set(args.name, args);
      return { id: idOf(args), state: args.inputs as object };
    },
    call: () => ({}),
  };
  return pulumi.runtime.setMocks(mocks, "bill", "dev", isPreview);
}

/** The value of an output, once it is known. */
export const value = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));
