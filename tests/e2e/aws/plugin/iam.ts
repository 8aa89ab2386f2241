/** The two kinds of IAM that the component makes. */
import * as iam from "@aws-sdk/client-iam";
import { type Kind, orGone, type Properties, sameDocument } from "./kind";

const client = new iam.IAMClient();

function tagsOf(inputs: Properties): iam.Tag[] {
  return Object.entries((inputs["tags"] ?? {}) as Record<string, string>).map(([Key, Value]) => ({ Key, Value }));
}

const role: Kind = {
  autonamed: "name",
  replaces: ["name", "path"],
  create: async (inputs) => {
    const RoleName = inputs["name"] as string;
    await client.send(
      new iam.CreateRoleCommand({
        RoleName,
        AssumeRolePolicyDocument: inputs["assumeRolePolicy"] as string,
        Description: inputs["description"] as string,
        Path: (inputs["path"] ?? "/") as string,
        PermissionsBoundary: inputs["permissionsBoundary"] as string | undefined,
        Tags: tagsOf(inputs),
      }),
    );
    return RoleName;
  },
  read: async (id, inputs) => {
    const found = (await orGone(client.send(new iam.GetRoleCommand({ RoleName: id }))))?.Role;
    if (found === undefined) return undefined;
    const held = decodeURIComponent(found.AssumeRolePolicyDocument ?? "{}");
    return {
      inputs: {
        name: id,
        assumeRolePolicy: sameDocument(held, inputs["assumeRolePolicy"]),
        description: found.Description,
        ...(found.Path === "/" ? {} : { path: found.Path }),
        ...(found.Tags === undefined || found.Tags.length === 0
          ? {}
          : { tags: Object.fromEntries(found.Tags.map(({ Key, Value }) => [Key, Value])) }),
      },
      outputs: { arn: found.Arn, uniqueId: found.RoleId },
    };
  },
  update: async (id, inputs) => {
    const [RoleName, PolicyDocument] = [id, inputs["assumeRolePolicy"] as string];
    await client.send(new iam.UpdateAssumeRolePolicyCommand({ RoleName, PolicyDocument }));
    await client.send(new iam.UpdateRoleCommand({ RoleName, Description: inputs["description"] as string }));
    await client.send(new iam.TagRoleCommand({ RoleName, Tags: tagsOf(inputs) }));
  },
  delete: async (id) => {
    await orGone(client.send(new iam.DeleteRoleCommand({ RoleName: id })));
  },
};

const rolePolicy: Kind = {
  autonamed: "name",
  replaces: ["name", "role"],
  create: async (inputs) => {
    await put(inputs);
    return `${String(inputs["role"])}:${String(inputs["name"])}`;
  },
  read: async (id, inputs) => {
    const [RoleName, PolicyName] = id.split(":");
    const found = await orGone(client.send(new iam.GetRolePolicyCommand({ RoleName, PolicyName })));
    if (found?.PolicyDocument === undefined) return undefined;
    const policy = sameDocument(decodeURIComponent(found.PolicyDocument), inputs["policy"]);
    return { inputs: { role: RoleName, name: PolicyName, policy }, outputs: {} };
  },
  update: (_id, inputs) => put(inputs),
  delete: async (id) => {
    const [RoleName, PolicyName] = id.split(":");
    await orGone(client.send(new iam.DeleteRolePolicyCommand({ RoleName, PolicyName })));
  },
};

async function put(inputs: Properties): Promise<void> {
  await client.send(
    new iam.PutRolePolicyCommand({
      RoleName: inputs["role"] as string,
      PolicyName: inputs["name"] as string,
      PolicyDocument: inputs["policy"] as string,
    }),
  );
}

/** By their tokens. */
export const iamKinds: Readonly<Record<string, Kind>> = {
  "aws:iam/role:Role": role,
  "aws:iam/rolePolicy:RolePolicy": rolePolicy,
};
