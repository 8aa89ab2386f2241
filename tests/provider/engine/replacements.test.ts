/** Replacements of V1 tags, which only the dynamic front has. tests/plugin/replacements.test.ts has those of the other resources. */
import type * as dynamic from "@pulumi/pulumi/dynamic";
import { dynamicProvider } from "../../../provider/engine/dynamic";
import type { Host } from "../../../provider/shared/operations";
import { virtualTagV1Lifecycle } from "../../../provider/virtualTagV1/lifecycle";
import { type Account, startAccount } from "../account";
import { inputs, optionsOfV1 } from "../virtualTagV1/account";

let account: Account;
beforeEach(async () => {
  account = await startAccount(optionsOfV1());
});

/** The calls of a run. */
function provider(): Required<dynamic.ResourceProvider<object, object>> {
  account.newRun();
  const { context } = account;
  const host: Host = {
    memory: context.memory,
    log: context.log,
    configure: () => undefined,
    settingsProblem: () => undefined,
    settings: () => ({}),
    context: (urn) => ({ ...context, urn }),
  };
  return dynamicProvider(virtualTagV1Lifecycle, host) as Required<dynamic.ResourceProvider<object, object>>;
}

test.each([
  { of: "the rules", changed: { ...inputs, rules: [] }, writes: ["POST", "PUT"] },
  { of: "the name", changed: { ...inputs, name: "New" }, writes: ["POST", "POST", "DELETE"] },
])("a replacement because of $of creates first, and deletes only another tag", async ({ changed, writes }) => {
  const { id, outs = {} } = await provider().create(inputs);
  const next = provider();
  await next.check(inputs, changed);
  expect(await next.diff(id, outs, changed)).toMatchObject({ deleteBeforeReplace: false });
  await next.create(changed);
  await next.delete(id, outs);
  expect(account.writes().map((request) => request.split(" ")[0])).toEqual(writes);
});
