import { CostAllocationClient } from "../../client";
import type { Switches } from "../../emulator";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1";
import type { Checked, Claims } from "../../provider/lifecycle";
import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../provider/virtualTagV1State";
import type { Condition, Rule } from "../../rules/types";
import { type Account, startAccount } from "./account";

/** An account whose V1 is there for ever, so that the tests pass after its end of life too. */
export async function startV1Account(switches: Partial<Switches> = {}): Promise<Account> {
  // Jest's `process` is a copy: what silences the client's warning in a host does not reach Node here.
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const account = await startAccount(
    {},
    // Unlimited, but with headers: they let the client go as fast as it can.
    { switches: { v1AfterEndOfLife: "serve", ...switches }, limits: { perRoute: { "*": 1_000_000 } } },
  );
  const { url, clientId, secretKey } = account.emulator;
  const client = new CostAllocationClient({
    baseUrl: url,
    clientId,
    secretKey,
    requestTimeoutSeconds: 2,
    listMaxAgeSeconds: 0,
    v1AfterEndOfLife: "allow",
  });
  account.context.client.close();
  account.context.client = client;
  return {
    ...account,
    stop: async () => {
      client.close();
      await account.stop();
    },
  };
}

/** The URN of a resource of that class. */
export const urnOf = (name: string, type: "VirtualTag" | "VirtualTagV1" = "VirtualTagV1"): string =>
  `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:${type}::${name}`;

/** A condition as V1 takes it: the types are V2's, which require `type`. */
export const conditionV1 = (fields: object): Condition => fields as Condition;

export const condition = conditionV1({ costCenter: "AWS", key: "team", operator: "oneOf", value: ["a", "b"] });
export const rule: Rule = { to: "Web", filters: condition };
export const inputs: VirtualTagV1Inputs = {
  name: "Team",
  rules: [rule],
  defaultValue: "Shared",
  isCaseSensitive: false,
  resourceUrn: urnOf("team"),
};

/** The lifecycle, on one account. */
export interface LifecycleV1 {
  check(news: object, claims?: Claims): Checked;
  diff: typeof virtualTagV1Lifecycle.diff;
  create(given?: VirtualTagV1Inputs): ReturnType<typeof virtualTagV1Lifecycle.create>;
  read(id: string, state: Partial<VirtualTagV1State>): ReturnType<typeof virtualTagV1Lifecycle.read>;
  update(id: string, state: VirtualTagV1State, given: VirtualTagV1Inputs): Promise<VirtualTagV1State>;
  delete(id: string, state: VirtualTagV1State): Promise<void>;
}

/** The lifecycle on an account. */
export function lifecycleOn({ context }: Account): LifecycleV1 {
  return {
    check: (news, claims = new Map()) => virtualTagV1Lifecycle.check({ ...news }, claims),
    diff: (state, given) => virtualTagV1Lifecycle.diff(state, given),
    create: (given = inputs) => virtualTagV1Lifecycle.create(given, context),
    read: (id, state) => virtualTagV1Lifecycle.read(id, state, context),
    update: (id, state, given) => virtualTagV1Lifecycle.update(id, state, given, context),
    delete: (id, state) => virtualTagV1Lifecycle.delete(id, state, context),
  };
}

/** Saves other content over a tag, as a person in the application would: {@link inputs} with a change. */
export function editByOther(account: Account, id: string, change: object): Promise<unknown> {
  const filters = { ...condition, type: "tag" };
  return account.asOther("PUT", `/v2/virtual-tags/${id}`, {
    name: "Team",
    rules: [{ to: "Web", filters }],
    defaultValue: "Shared",
    ...change,
  });
}

/** Makes a tag, as a person in the application would. */
export async function madeByOther(account: Account, change: object = {}): Promise<string> {
  const { id } = await account.asOther("POST", "/v2/virtual-tags", {
    name: "Team",
    rules: [],
    defaultValue: "x",
    ...change,
  });
  return String(id);
}
