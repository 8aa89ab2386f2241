/** One account, the lifecycle of Virtual Tags on it, and what another person does there. */
import type { Policy } from "../../../provider/shared/lifecycle";
import type { VirtualTagInputs, VirtualTagState } from "../../../stack/state/virtualTag";
import type { Rule, ValueCondition } from "../../../rules/types";
import { type Account, type AccountOptions, startAccount } from "../account";
import { virtualTagLifecycle as lifecycle } from "../lifecycles";

/** The account of the current test. */
export let account: Account;

/** Starts an account for the current test. */
export async function start(options?: AccountOptions): Promise<void> {
  account = await startAccount(options);
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
export const inputs: VirtualTagInputs = { ...content, __resourceUrn: urn("team") };
/** The same with another default value. */
export const changed: VirtualTagInputs = { ...inputs, defaultValue: "Other" };
/** The same with a staged version. */
export const staging: VirtualTagInputs = { ...inputs, defaultValue: "Staged", setAsLive: false };
/** The same in another stack, which takes the tag over. */
export const secondStack: VirtualTagInputs = { ...inputs, adopt: true, __resourceUrn: urn("team", "prod") };
/** The ownership mark of {@link inputs}. */
export const mark = "(pulumi bill/dev#team)";

export const create = (given: VirtualTagInputs = inputs): ReturnType<typeof lifecycle.create> =>
  lifecycle.create(given, account.context);
/** Reads as another process does, which has no list yet. */
export const read = (id: string, state: Partial<VirtualTagState>): ReturnType<typeof lifecycle.read> => {
  account.context.client.virtualTags.forget();
  return lifecycle.read(id, state, account.context);
};
export const update = (id: string, state: VirtualTagState, given: VirtualTagInputs): Promise<VirtualTagState> =>
  lifecycle.update(id, state, given, account.context);
export const remove = (id: string, state: VirtualTagState): Promise<void> =>
  lifecycle.delete(id, state, account.context);
/** Reads a tag that exists. */
export const refresh = async (
  id: string,
  state: Partial<VirtualTagState>,
): Promise<{ inputs: VirtualTagInputs; state: VirtualTagState }> => {
  const found = await read(id, state);
  if (found === undefined) throw new Error("The tag was not found.");
  return found;
};

/** Sets `costallocation:driftPolicy`. */
export const setDriftPolicy = (driftPolicy: Policy["driftPolicy"]): void => {
  account.context.policy = { ...account.context.policy, driftPolicy };
};
/** Sets `costallocation:referencePolicy`. */
export const setReferencePolicy = (referencePolicy: Policy["referencePolicy"]): void => {
  account.context.policy = { ...account.context.policy, referencePolicy };
};
/** Starts a new run, which remembers nothing. */
export const newRun = (): void => {
  account.newRun();
  account.context.client.virtualTags.forget();
};
/** Lets an hour pass. */
export const later = (): void => {
  account.emulator.control.advanceClock(3_600_000);
};
/** Requests that read, as {@link requests} has them. */
export const reads = {
  list: "GET /v2/virtual-tags",
  tag: "GET /v2/virtual-tags/{id}",
  history: "GET /v2/virtual-tags/{id}/versions pageSize=100 sortDirection=desc",
  version: "GET /v2/virtual-tags/{vtagId}/versions/{id}",
};
/** Our own requests so far, as route and query. */
export const requests = (): string[] =>
  account.emulator.control
    .requests()
    .filter(({ clientId }) => clientId === account.emulator.clientId)
    .map(({ route, query }) =>
      [String(route), ...Object.entries(query).map(([name, value]) => `${name}=${value}`)].join(" "),
    );
/** Our own requests that delete. */
export const deletes = (): string[] => account.writes().filter((write) => write.startsWith("DELETE"));

/** Makes a tag in the application: {@link content} with a change. Returns its ID. */
export const madeByOther = async (change: object = {}): Promise<string> =>
  String((await account.asOther("POST", "/v2/virtual-tags", { ...content, ...change }))["id"]);
/** Changes a tag in the application: {@link content} with a change. */
export const editByOther = (id: string, change: object): Promise<unknown> =>
  account.asOther("PUT", `/v2/virtual-tags/${id}`, { ...content, ...change });
/** Stages a version in the application. */
export const stageByOther = (id: string, change: object): Promise<unknown> =>
  account.asOther("PUT", `/v2/virtual-tags/${id}?setAsLive=false`, { ...content, ...change });

/** The history of a tag, newest first. */
export const versions = async (id: string): Promise<{ id: string; isLive: boolean; changeDescription?: string }[]> =>
  (await account.asOther("GET", `/v2/virtual-tags/${id}/versions`)) as never;
