/** States as `pulumi stack export` prints them, by hand. */

/** A resource of the state, with what most tests don't change. */
export interface Resource {
  kind?: "VirtualTag" | "VirtualTagV1" | "VirtualTagMetadata" | "NotificationEndpoint";
  resource?: string;
  id?: string;
  provider?: string;
  inputs?: object;
  outputs?: object;
  more?: object;
}

/** As the engine marks what it has encrypted. */
export const encrypted = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "v1:E1QuQz/0yb5s/e76:rc9n3Lgd3wpuopL",
};

/** The URN of a resource of the stack `shop/prod`. */
export function urnOf(resource: string, kind: NonNullable<Resource["kind"]> = "VirtualTag"): string {
  return `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/costallocation:${kind}::${resource}`;
}

/** The mark that the resource leaves. */
export const markOfResource = (resource: string): string => `(pulumi shop/prod#${resource})`;

/** The URN of a provider with an ID, as resources refer to it. */
export const providerOf = (name: string): string =>
  `urn:pulumi:prod::shop::pulumi:providers:pulumi-nodejs::${name}::d8a0e11f-eeb2-423b-a82a-cdd3718c55ad`;

function resourceOf({ kind = "VirtualTag", resource = "team", id, provider, inputs, outputs, more }: Resource): object {
  const urn = urnOf(resource, kind);
  return {
    urn,
    custom: true,
    type: `pulumi-nodejs:dynamic/costallocation:${kind}`,
    ...(id === undefined ? {} : { id }),
    provider: provider ?? providerOf("default"),
    inputs: { __resourceUrn: urn, ...inputs },
    outputs: { __memory: encrypted, ...inputs, ...outputs },
    ...more,
  };
}

/** The text of a state. */
export function exportOf(resources: readonly Resource[], deployment: object = {}): string {
  return JSON.stringify({
    version: 3,
    deployment: {
      resources: [
        { urn: "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod", custom: false, type: "pulumi:pulumi:Stack" },
        ...resources.map(resourceOf),
      ],
      ...deployment,
    },
  });
}
