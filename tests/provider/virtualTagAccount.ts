/** One account, the lifecycle of Virtual Tags on it, and the hands of another person. */
import { virtualTagLifecycle as lifecycle } from "../../provider/virtualTag";
import type { VirtualTagInputs, VirtualTagState } from "../../provider/virtualTagState";
import type { Rule, ValueCondition } from "../../rules/types";
import { type Account, startAccount } from "./account";

/** The account of the test at hand. */
export let account: Account;

/** Has an account for the test at hand: an ordinary one, where no other is given. */
export async function start(started: Promise<Account> = startAccount()): Promise<void> {
  account = await started;
}

/** The URN of a resource of this class. */
export const urn = (name: string, stack = "dev"): string =>
  `urn:pulumi:${stack}::bill::pulumi-nodejs:dynamic/costallocation:VirtualTag::${name}`;

export const condition: ValueCondition = {
  costCenter: "AWS",
  key: "team",
  type: "tag",
  operator: "oneOf",
  value: ["a", "b"],
};
export const rule: Rule = { to: "Web", filters: condition };
/** What the tag holds, whoever makes it. */
export const content = { name: "Team", rules: [rule], defaultValue: "Shared" };
/** The same as this program declares it. */
export const inputs: VirtualTagInputs = { ...content, resourceUrn: urn("team") };
/** What its writes end their description with. */
export const mark = "(pulumi bill/dev#team)";

export const create = (given: VirtualTagInputs = inputs): ReturnType<typeof lifecycle.create> =>
  lifecycle.create(given, account.context);
export const read = (id: string, state: Partial<VirtualTagState>): ReturnType<typeof lifecycle.read> =>
  lifecycle.read(id, state, account.context);
export const update = (id: string, state: VirtualTagState, given: VirtualTagInputs): Promise<VirtualTagState> =>
  lifecycle.update(id, state, given, account.context);
export const remove = (id: string, state: VirtualTagState): Promise<void> =>
  lifecycle.delete(id, state, account.context);
/** A refresh of a tag that is there. */
export const refresh = async (
  id: string,
  state: Partial<VirtualTagState>,
): Promise<{ inputs: VirtualTagInputs; state: VirtualTagState }> => {
  const found = await read(id, state);
  if (found === undefined) throw new Error("gone");
  return found;
};

/** A run of its own: what an earlier one has noted is gone. */
export const newRun = (): void => {
  account.context.claims.clear();
};
/** An hour goes by. */
export const later = (): void => {
  account.emulator.control.advanceClock(3_600_000);
};
/** Our own requests that delete. */
export const deletes = (): string[] => account.writes().filter((write) => write.startsWith("DELETE"));

/** Makes a tag, as a person in the application would: {@link content} with a change. Answers its ID. */
export const madeByOther = async (change: object = {}): Promise<string> =>
  String((await account.asOther("POST", "/v2/virtual-tags", { ...content, ...change }))["id"]);
/** Saves other content over a tag, as a person in the application would: {@link content} with a change. */
export const editByOther = (id: string, change: object): Promise<unknown> =>
  account.asOther("PUT", `/v2/virtual-tags/${id}`, { ...content, ...change });
/** Stages other content beside what is live, as a person in the application would. */
export const stageByOther = (id: string, change: object): Promise<unknown> =>
  account.asOther("PUT", `/v2/virtual-tags/${id}?setAsLive=false`, { ...content, ...change });

/** The history of a tag, newest first. */
export const versions = async (id: string): Promise<{ id: string; isLive: boolean; changeDescription?: string }[]> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}/versions`)) as never;
