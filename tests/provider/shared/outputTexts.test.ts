import { output } from "@pulumi/pulumi";
import { outputProblems } from "../../../provider/shared/arguments";

const inText = (value: unknown): string => `Team ${value as string}`;
const python =
  "Calling __str__ on an Output[T] is not supported.\n\nTo get the value of an Output[T] as an Output[str] consider:";

test.each([
  ["toString in Node.js", inText(output("a"))],
  ["toJSON in Node.js, in a JSON text", JSON.stringify({ team: output("a") })],
  ["__str__ in Python", inText(python)],
])("a text with the instructions of %s contains an Output", (_, text) => {
  expect(
    outputProblems({ metadata: { Web: { customMetadata: { owner: text } } }, to: [{ "a b": text }] }),
  ).toMatchObject([{ path: "metadata.Web.customMetadata.owner" }, { path: 'to[0]["a b"]' }]);
  expect(outputProblems({ metadata: { [text]: {} } })).toMatchObject([{ path: "metadata" }]);
});

test.each(["Calling [toString] on an [Output<T>] is not supported.", "Output", "To get the value of an Output, call"])(
  "a text that mentions an Output is fine: %s",
  (text) => {
    expect(outputProblems({ name: text })).toEqual([]);
  },
);
