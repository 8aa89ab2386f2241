/** Every program under examples/, from the packed package: up, an empty preview, refresh and destroy. */
import { examples, live } from "../support/examples";

test("all examples are known here", () => {
  const expected = ["catalog-driven", "metadata-for-financial-plans", "msteams-channel", "quickstart", "two-accounts"];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
});

test.concurrent.each(examples.map((example) => [example.name, example] as const))(
  "%s",
  async (_, example) => {
    await live(example);
  },
  900_000,
);
