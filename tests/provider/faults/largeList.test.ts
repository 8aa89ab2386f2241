/** A list of tags that is larger than the limit: the error names the setting, and the setting helps. */
import { readSettings } from "../../../client/settings";
import { virtualTagLifecycle } from "../../../provider/virtualTag/lifecycle";
import { startAccount } from "../account";
import { content, inputs } from "../virtualTag/account";

const limit = (maxResponseBytes: string): number =>
  readSettings((name) => ({ maxResponseBytes })[name as "maxResponseBytes"], {
    COST_ALLOCATION_CLIENT_ID: "a",
    COST_ALLOCATION_SECRET_KEY: "b",
    COST_ALLOCATION_BASE_URL: "https://api.example.com",
  }).settings.maxResponseBytes;

test("a create fails and names maxResponseBytes, and succeeds once it is raised", async () => {
  const small = await startAccount({
    client: { maxResponseBytes: limit("20000") },
  });
  const many = Array.from({ length: 10 }, (_, n) => ({
    ...content,
    name: `Tag ${n}`,
    defaultValue: "x".repeat(3_000),
  }));
  for (const tag of many) await small.asOther("POST", "/v2/virtual-tags", tag);

  const failed = await virtualTagLifecycle.create(inputs, small.context).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: "UnexpectedAnswer", cause: { code: "ANSWER_TOO_LARGE" } });
  expect((failed as Error).message).toMatch(/larger than maxResponseBytes.* Raise .*maxResponseBytes/);
  expect(small.writes()).toEqual([]);

  const { clientId, secretKey, url: baseUrl } = small.emulator;
  const raised = await startAccount({
    client: { clientId, secretKey, baseUrl, maxResponseBytes: limit("1000000") },
  });
  const { state } = await virtualTagLifecycle.create(inputs, raised.context);
  expect(state).toMatchObject(content);
});
