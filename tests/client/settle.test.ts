import { Forbidden, NotFound, OutcomeUnknown } from "../../client";
import { lookUntilFound, orNotFound, settle } from "../../client/settle";

const facts = { operation: "virtualTags.create", method: "POST", path: "/v2/virtual-tags", code: "X" };
const outcomeUnknown = new OutcomeUnknown(facts, { sentAt: "now" }, "the connection broke.");
const lost = (): Promise<never> => Promise.reject(outcomeUnknown);

let pauses: number[];
beforeEach(() => {
  pauses = [];
});
const waiting = {
  pause: (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  },
};
/** Looks that find something at the last of so many. */
const foundAtLook = (last: number): jest.Mock<Promise<string | undefined>> => {
  const look = jest.fn<Promise<string | undefined>, []>();
  return look.mockImplementation(() => Promise.resolve(look.mock.calls.length === last ? "found" : undefined));
};

describe("a write", () => {
  test("that is answered is not looked for", async () => {
    const look = foundAtLook(1);
    await expect(settle(() => Promise.resolve("written"), look, waiting)).resolves.toBe("written");
    expect(look).not.toHaveBeenCalled();
  });

  test("that is refused is not looked for", async () => {
    const look = foundAtLook(1);
    const refused = new Forbidden(facts);
    await expect(settle(() => Promise.reject(refused), look, waiting)).rejects.toBe(refused);
    expect(look).not.toHaveBeenCalled();
  });

  test("whose outcome is unknown is looked for, and sent once", async () => {
    const write = jest.fn(lost);
    await expect(settle<string>(write, foundAtLook(2), waiting)).resolves.toBe("found");
    expect(write).toHaveBeenCalledTimes(1);
    expect(pauses).toEqual([500]);
  });

  test("that is never found is an unknown outcome", async () => {
    await expect(settle<string>(lost, foundAtLook(Infinity), waiting)).rejects.toBe(outcomeUnknown);
    expect(pauses).toEqual([500, 1_500, 4_000]);
  });

  test("is looked for again after a look that fails", async () => {
    const look = foundAtLook(3).mockRejectedValueOnce(new Forbidden(facts)).mockRejectedValueOnce(new Forbidden(facts));
    await expect(settle<string>(lost, look, waiting)).resolves.toBe("found");
  });

  test("is an error with both reasons if the last look fails", async () => {
    const forbidden = new Forbidden(facts);
    const failed = settle<string>(lost, () => Promise.reject(forbidden), waiting);
    await expect(failed).rejects.toMatchObject({ cause: outcomeUnknown });
    await expect(failed).rejects.toThrow(outcomeUnknown.message);
    await expect(failed).rejects.toThrow(forbidden.message);
  });

  test("is an unknown outcome if an earlier look fails and the last finds nothing", async () => {
    const look = foundAtLook(Infinity).mockRejectedValueOnce(new Forbidden(facts));
    await expect(settle<string>(lost, look, waiting)).rejects.toBe(outcomeUnknown);
  });
});

describe("looking", () => {
  test.each([
    [1, []],
    [2, [500]],
    [4, [500, 1_500, 4_000]],
  ])("ends with look %i, after pauses of %j ms", async (last, expected) => {
    const look = foundAtLook(last);
    await expect(lookUntilFound(look, waiting)).resolves.toBe("found");
    expect(look).toHaveBeenCalledTimes(last);
    expect(pauses).toEqual(expected);
  });

  test("ends after four looks", async () => {
    const look = foundAtLook(5);
    await expect(lookUntilFound(look, waiting)).resolves.toBeUndefined();
    expect(look).toHaveBeenCalledTimes(4);
  });

  test("finds what is false or empty", async () => {
    await expect(lookUntilFound(() => Promise.resolve(""), waiting)).resolves.toBe("");
    expect(pauses).toEqual([]);
  });
});

test("only an answer that something was not found is no error", async () => {
  await expect(orNotFound(Promise.resolve("tag"))).resolves.toBe("tag");
  await expect(orNotFound(Promise.reject(new NotFound(facts, "Virtual Tag")))).resolves.toBeUndefined();
  const forbidden = new Forbidden(facts);
  await expect(orNotFound(Promise.reject(forbidden))).rejects.toBe(forbidden);
});
