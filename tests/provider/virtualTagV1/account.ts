/** One account, the lifecycle of V1 on it, and what another user of the account does. */
import type { Switches } from "../../../emulator";
import type { Checked } from "../../../provider/shared/lifecycle";
import { RunMemory } from "../../../provider/shared/runMemory";
import type { VirtualTagV1Inputs, VirtualTagV1State } from "../../../stack/state/virtualTagV1";
import type { Condition, Rule } from "../../../rules/types";
import { type Account, type AccountOptions, startAccount } from "../account";
import { virtualTagV1Lifecycle } from "./byInput";

/** An account whose V1 never ends, so that the tests pass after its end of life too. */
export function optionsOfV1(switches: Partial<Switches> = {}): AccountOptions {
  // Jest's `process` is a copy, so `noDeprecation` does not reach Node here.
  jest.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  return {
    // The response headers tell the client this rate, so it does not pace its requests.
    emulator: { switches: { v1AfterEndOfLife: "serve", ...switches }, limits: { perRoute: { "*": 1_000_000 } } },
    client: { v1AfterEndOfLife: "allow" },
  };
}

/** The account of the test at hand. */
export let account: Account;

/** Opens an account for the test at hand. */
export async function start(switches: Partial<Switches> = {}): Promise<void> {
  account = await startAccount(optionsOfV1(switches));
}

/** The URN of a resource of that class. */
export const urnOf = (name: string, type: "VirtualTag" | "VirtualTagV1" = "VirtualTagV1"): string =>
  `urn:pulumi:dev::bill::pulumi-nodejs:dynamic/costallocation:${type}::${name}`;

/** A condition as V1 accepts it: the types are V2's, which require `type`. */
export const conditionV1 = (fields: object): Condition => fields as Condition;

export const condition = conditionV1({ costCenter: "AWS", key: "team", operator: "oneOf", value: ["a", "b"] });
export const rule: Rule = { to: "Web", filters: condition };
export const inputs: VirtualTagV1Inputs = {
  name: "Team",
  rules: [rule],
  defaultValue: "Shared",
  isCaseSensitive: false,
  __resourceUrn: urnOf("team"),
};

/** The lifecycle, on the account of the test at hand. */
export const lifecycle = {
  check: (news: object, memory = new RunMemory()): Checked => virtualTagV1Lifecycle.check({ ...news }, { memory }),
  diff: (state: VirtualTagV1State, given: VirtualTagV1Inputs): ReturnType<typeof virtualTagV1Lifecycle.diff> =>
    virtualTagV1Lifecycle.diff(state, given),
  create: (given = inputs): ReturnType<typeof virtualTagV1Lifecycle.create> =>
    virtualTagV1Lifecycle.create(given, account.context),
  read: (id: string, state: Partial<VirtualTagV1State>): ReturnType<typeof virtualTagV1Lifecycle.read> =>
    virtualTagV1Lifecycle.read(id, state, account.context),
  /** A refresh of a tag that exists: the state that the engine keeps of it. */
  refresh: async (id: string, state: Partial<VirtualTagV1State>): Promise<VirtualTagV1State> => {
    const found = await virtualTagV1Lifecycle.read(id, state, account.context);
    if (found === undefined) throw new Error("The tag was not found.");
    return found.state;
  },
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

/** Makes a tag, as a person in the application would. Answers its ID. */
export async function madeByOther(change: object = {}): Promise<string> {
  const { id } = await account.asOther("POST", "/v2/virtual-tags", {
    name: "Team",
    rules: [],
    defaultValue: "x",
    ...change,
  });
  return String(id);
}
