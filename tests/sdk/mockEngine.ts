/** An engine that registers whatever a program declares, and makes nothing. */
import * as pulumi from "@pulumi/pulumi";

/** What the programs of this process have registered, by the resource's name. */
export const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

/** Puts the mock engine in the place of the real one: stack `dev` of project `bill`. In a preview, what is to be made has no ID yet. */
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
