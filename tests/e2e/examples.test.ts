// Promise: The programs under examples/ come up from the packed package, have an empty preview, and can be destroyed.
import { examples, live } from "../support/examples";
import { atSize } from "../support/size";

test("all examples are known here", () => {
  const expected = [
    "catalog-driven",
    "from-a-table",
    "metadata-for-financial-plans",
    "msteams-channel",
    "quickstart",
    "two-accounts",
  ];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
});

const chosen = examples.filter(({ name }) => atSize(name === "quickstart", true));

test.concurrent.each(chosen.map((example) => [example.name, example] as const))(
  "%s",
  async (_, example) => {
    await live(example);
  },
  900_000,
);
