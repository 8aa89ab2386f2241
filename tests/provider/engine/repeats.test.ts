import { dynamicProvider, type Host } from "../../../provider/engine/dynamic";
import { seeWarning } from "../../../provider/engine/messages";
import type { Context, Difference, Lifecycle } from "../../../provider/shared/lifecycle";
import { type Message, message, Refused } from "../../../provider/shared/message";
import { RunMemory } from "../../../provider/shared/runMemory";

const found = message("CA2103", "It was changed.", "It differs in the name.", "- To undo it: restore.");
const refusal = message("CA2013", "It was changed.", "Nothing was written.", "- To undo it: restore.");
const urn = { __resourceUrn: "the URN" };

/** What an update says that fails after a `diff` with these warnings. */
async function saidBy(error: Error, warnings: Message[], updated: object = urn): Promise<string> {
  const difference: Difference = { kind: "update", first: "delete", warnings, notes: [] };
  const lifecycle = { kind: "Thing", diff: () => difference, update: () => Promise.reject(error) };
  const host: Partial<Host> = {
    memory: new RunMemory(),
    log: { info: () => undefined, warning: () => undefined, status: () => undefined },
    settings: () => ({}),
    context: () => ({}) as Context,
  };
  const provider = dynamicProvider(lifecycle as unknown as Lifecycle<object, object>, host as Host);
  await provider.diff?.("1", urn, urn);
  const failure: unknown = await provider.update?.("1", urn, updated).catch((thrown: unknown) => thrown);
  return failure instanceof Error ? failure.message : "";
}

test("a refusal leaves out what a warning of the run has said about the resource", async () => {
  expect(await saidBy(new Refused(refusal), [found])).toBe(
    `It was changed. (CA2013)\nNothing was written.\n${seeWarning}`,
  );
});

test.each([
  ["there was no warning", [], urn],
  ["the warning was about another resource", [found], { __resourceUrn: "another" }],
])("it says everything if %s", async (_, warnings, updated) => {
  expect(await saidBy(new Refused(refusal), warnings, updated)).toBe(refusal.text);
});

test("other errors stay as they are", async () => {
  expect(await saidBy(new Error(refusal.text), [found])).toBe(refusal.text);
});
