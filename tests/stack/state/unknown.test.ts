import { unknownValue as sentByEngine } from "@pulumi/pulumi/runtime/rpc";
import { containsUnknown, isUnknown, unknownValue } from "../../../stack/state/unknown";

test("the placeholder is the one that the engine sends", () => {
  expect(unknownValue).toBe(sentByEngine);
});

test.each<[string, unknown, boolean, boolean]>([
  ["the placeholder", unknownValue, true, true],
  ["a placeholder in an object", { a: { b: unknownValue } }, false, true],
  ["a placeholder in an array", ["a", [unknownValue]], false, true],
  ["a text that contains the placeholder", `a ${unknownValue}`, false, false],
  ["a placeholder as a name", { [unknownValue]: "a" }, false, false],
  ["known values", { a: ["b", 1, true, null, undefined] }, false, false],
  ["nothing", undefined, false, false],
  ["null", null, false, false],
])("%s", (_, value, itself, within) => {
  expect([isUnknown(value), containsUnknown(value)]).toEqual([itself, within]);
});
