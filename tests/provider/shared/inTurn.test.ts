import { CostAllocationClient } from "../../../client";
import { inTurn } from "../../../provider/shared/inTurn";
import { settled } from "../../client/fakeClock";

const account = (): CostAllocationClient =>
  new CostAllocationClient({ clientId: "client", secretKey: "secret", baseUrl: "http://localhost" });

/** Work that ends when it is told to. */
class Work {
  readonly events: string[] = [];
  readonly #ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();

  /** Starts work in turn; its result is its name. */
  start(client: CostAllocationClient, subject: string, name: string): Promise<string> {
    return inTurn(client, subject, async () => {
      this.events.push(`${name} begins`);
      await new Promise<void>((resolve, reject) => this.#ends.set(name, { resolve, reject }));
      this.events.push(`${name} ends`);
      return name;
    });
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.resolve();
    await settled();
  }

  async fail(name: string): Promise<void> {
    this.#ends.get(name)?.reject(new Error(`${name} failed`));
    await settled();
  }
}

test("work on one subject is done one after the other, in the order of the calls", async () => {
  const [client, work] = [account(), new Work()];
  const results = Promise.all(["a", "b", "c"].map((name) => work.start(client, "tag", name)));
  for (const name of ["a", "b", "c"]) {
    await settled();
    await work.end(name);
  }
  await expect(results).resolves.toEqual(["a", "b", "c"]);
  expect(work.events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("work that fails is an error for its caller only: the next begins", async () => {
  const [client, work] = [account(), new Work()];
  const first = work.start(client, "tag", "a");
  const second = work.start(client, "tag", "b");
  await settled();
  const failing = expect(first).rejects.toThrow("a failed");
  await work.fail("a");
  await failing;
  await work.end("b");
  await expect(second).resolves.toBe("b");
});

test.each([
  ["another subject", true, "other"],
  ["the same subject of another account", false, "tag"],
])("work on %s does not wait", async (_, isSameAccount, subject) => {
  const [client, work] = [account(), new Work()];
  const first = work.start(client, "tag", "a");
  const second = work.start(isSameAccount ? client : account(), subject, "b");
  await settled();
  expect(work.events).toEqual(["a begins", "b begins"]);
  await work.end("b");
  await expect(second).resolves.toBe("b");
  await work.end("a");
  await first;
});

test("work that is asked for while the last one ends waits for it", async () => {
  const [client, work] = [account(), new Work()];
  const first = work.start(client, "tag", "a");
  await settled();
  void first.then(() => work.start(client, "tag", "c"));
  const second = work.start(client, "tag", "b");
  await work.end("a");
  expect(work.events).toEqual(["a begins", "a ends", "b begins"]);
  await work.end("b");
  await second;
  expect(work.events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins"]);
  await work.end("c");
});
