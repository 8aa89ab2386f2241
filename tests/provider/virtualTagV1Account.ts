/** One account, the lifecycle of V1 on it, and the hands of another person. */
import type { Switches } from "../../emulator";
import type { Checked, Claims } from "../../provider/lifecycle";
import { virtualTagV1Lifecycle } from "../../provider/virtualTagV1";
import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../provider/virtualTagV1State";
import type { Condition, Rule } from "../../rules/types";
import { type Account, startAccount } from "./account";

/** An account whose V1 is there for ever, so that the tests pass after its end of life too. */
export function startV1Account(switches: Partial<Switches> = {}): Promise<Account> {
  // Jest's `process` is a copy: what silences the client's warning in a host does not reach Node here.
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  return startAccount({
    // Unlimited, but with headers: they let the client go as fast as it can.
    emulator: { switches: { v1AfterEndOfLife: "serve", ...switches }, limits: { perRoute: { "*": 1_000_000 } } },
    client: { v1AfterEndOfLife: "allow" },
  });
}

/** The account of the test at hand. */
export let account: Account;

/** Has an account for the test at hand. */
export async function start(switches: Partial<Switches> = {}): Promise<void> {
  account = await startV1Account(switches);
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

/** The lifecycle, on the account of the test at hand. */
export const lifecycle = {
  check: (news: object, claims: Claims = new Map()): Checked => virtualTagV1Lifecycle.check({ ...news }, claims),
  diff: (state: VirtualTagV1State, given: VirtualTagV1Inputs): ReturnType<typeof virtualTagV1Lifecycle.diff> =>
    virtualTagV1Lifecycle.diff(state, given),
  create: (given = inputs): ReturnType<typeof virtualTagV1Lifecycle.create> =>
    virtualTagV1Lifecycle.create(given, account.context),
  read: (id: string, state: Partial<VirtualTagV1State>): ReturnType<typeof virtualTagV1Lifecycle.read> =>
    virtualTagV1Lifecycle.read(id, state, account.context),
  update: (id: string, state: VirtualTagV1State, given: VirtualTagV1Inputs): Promise<VirtualTagV1State> =>
    virtualTagV1Lifecycle.update(id, state, given, account.context),
  delete: (id: string, state: VirtualTagV1State): Promise<void> =>
    virtualTagV1Lifecycle.delete(id, state, account.context),
};

/** Saves other content over a tag, as a person in the application would: {@link inputs} with a change. */
export function editByOther(id: string, change: object): Promise<unknown> {
  const filters = { ...condition, type: "tag" };
  return account.asOther("PUT", `/v2/virtual-tags/${id}`, {
    name: "Team",
    rules: [{ to: "Web", filters }],
    defaultValue: "Shared",
    ...change,
  });
}

/** Makes a tag, as a person in the application would. */
export async function madeByOther(change: object = {}): Promise<string> {
  const { id } = await account.asOther("POST", "/v2/virtual-tags", {
    name: "Team",
    rules: [],
    defaultValue: "x",
    ...change,
  });
  return String(id);
}
