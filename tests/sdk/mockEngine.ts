/** A mock engine that records what a program registers. */
import * as pulumi from "@pulumi/pulumi";

/** The registered resources by name. */
export const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

/** What a mock engine may have otherwise than most. */
interface MockOptions {
  /** Whether it is a preview, in which new resources have no ID. */
  isPreview?: boolean;
  /** Mocks functions. Default: they read the account. */
  call?: pulumi.runtime.Mocks["call"];
}

/** Installs the mock engine, with stack `dev` of project `bill`. */
export function mockEngine({ isPreview = false, call }: MockOptions = {}): Promise<void> {
  const idOf = ({ id, name }: pulumi.runtime.MockResourceArgs): string | undefined => {
    if (isPreview) return undefined;
    return id === undefined || id === "" ? `${name}-id` : id;
  };
  const mocks = {
    newResource: (args: pulumi.runtime.MockResourceArgs) => {
      registered.set(args.name, args);
      return { id: idOf(args), state: args.inputs as object };
    },
    call,
  };
  return pulumi.runtime.setMocks(mocks as pulumi.runtime.Mocks, "bill", "dev", isPreview);
}

/** The value of an output, once it is known. */
export const value = <T>(output: pulumi.Output<T>): Promise<T> => new Promise((resolve) => output.apply(resolve));
