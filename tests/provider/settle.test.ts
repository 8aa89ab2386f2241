import { Forbidden, OutcomeUnknown } from "../../client";
import { settle, shown } from "../../provider/settle";

const facts = { operation: "virtualTags.create", method: "POST", path: "/v2/virtual-tags", code: "X" };
const lost = (): Promise<never> =>
  Promise.reject(new OutcomeUnknown(facts, { sentAt: "now" }, "the connection broke."));
const pause = (): Promise<void> => Promise.resolve();

test("a look that fails does not end the looking", async () => {
  let looks = 0;
  const look = (): Promise<string | undefined> =>
    ++looks < 3 ? Promise.reject(new Forbidden(facts)) : Promise.resolve("found");
  await expect(settle(lost, look, { pause })).resolves.toBe("found");
});

test("when all looks fail, both are told", async () => {
  const look = (): Promise<undefined> => Promise.reject(new Forbidden(facts));
  await expect(settle(lost, look, { pause })).rejects.toThrow(
    /it is not known whether .* Looking failed as well: .*may not do this/s,
  );
});

test("what never shows is looked for a few times, with pauses", async () => {
  const pauses: number[] = [];
  const note = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  const found = await shown<string>(() => Promise.resolve(undefined), { pause: note });
  expect(found).toBeUndefined();
  expect(pauses).toEqual([500, 1_500, 4_000]);
});
