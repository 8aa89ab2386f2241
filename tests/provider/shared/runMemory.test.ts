import { ThoroughUpdates } from "../../../provider/virtualTag/observe";
import { DeclaredMetadata } from "../../../provider/virtualTagMetadata/wanted";
import { RunMemory } from "../../../provider/shared/runMemory";

const [own, other] = ["urn:own", "urn:other"];
const tag = "Tag-1";
/** The service does not tell IDs apart by case. */
const sameTag = "tAG-1";

let memory: RunMemory;
beforeEach(() => {
  memory = new RunMemory();
  for (const urn of [own, other]) memory.check(urn, "VirtualTag");
});

/** Notes that a resource has the tag in the state. */
const hold = (urn: string | undefined, former?: string, isReplaced = false): void => {
  memory.compare(urn, { kind: "VirtualTag", id: tag, state: {}, former, isReplaced });
};

describe("the holder of a tag", () => {
  test("is unknown at first", () => {
    expect(memory.holderOf(tag)).toBeUndefined();
    expect(memory.takerOf(tag)).toBeUndefined();
  });

  test("is the resource of the program that has it in the state", () => {
    hold(own);
    expect(memory.holderOf(sameTag)).toBe(own);
    expect(memory.takerOf(tag)).toBeUndefined();
    expect(memory.holderOf("another")).toBeUndefined();
  });

  test.each([["urn:removed"], [undefined]])("is never %p, which the program does not declare", (urn) => {
    hold(urn);
    expect(memory.holderOf(tag)).toBeUndefined();
  });

  test("is the resource that took it over, whoever has it in the state", () => {
    memory.takeOver(tag, other);
    hold(own);
    expect(memory.holderOf(sameTag)).toBe(other);
    expect(memory.takerOf(sameTag)).toBe(other);
  });
});

describe("a delete is kept from deleting a tag", () => {
  const former = "urn:former";

  interface Given {
    declarer?: string;
    before?: string;
    isReplaced?: true;
    taker?: string;
    urn?: string;
  }
  test.each<[string, Given, string | undefined]>([
    ["by nobody if nobody has it", { urn: "urn:removed" }, undefined],
    ["by its own resource, whose difference is not known yet", { urn: own }, own],
    ["by nobody if it replaces its own", { declarer: own, isReplaced: true, urn: own }, undefined],
    ["by its own resource, whose update may have failed", { declarer: own, urn: own }, own],
    [
      "by nobody if it replaces one that was renamed",
      { declarer: own, before: former, isReplaced: true, urn: former },
      undefined,
    ],
    ["by the renamed resource that stays", { declarer: own, before: former, urn: former }, own],
    ["by another resource of the program", { declarer: other, urn: own }, other],
    ["by another one, if the state has no URN", { declarer: other }, other],
    ["by the one that took it over", { taker: other, urn: own }, other],
    ["even by its own successor, which took it over", { taker: own, urn: own }, own],
    ["by the one that took it over, not the one that declares it", { declarer: own, taker: other, urn: own }, other],
  ])("%s", (_, { declarer, before, isReplaced = false, taker, urn }, keeper) => {
    hold(declarer, before, isReplaced);
    if (taker !== undefined) memory.takeOver(tag, taker);
    expect(memory.keeperOf("VirtualTag", tag, urn)).toBe(keeper);
    expect(memory.keeperOf("VirtualTag", sameTag, urn)).toBe(keeper);
  });
});

test("a tag that was deleted stays deleted", () => {
  expect(memory.wasDeleted(tag)).toBe(false);
  memory.deleted(tag);
  expect(memory.wasDeleted(sameTag)).toBe(true);
  expect(memory.wasDeleted("another")).toBe(false);
});

test("something happens for the first time once in a run", () => {
  expect(["a", "a", "b"].map((what) => memory.isFirst(what))).toEqual([true, false, true]);
  // Two resources may have the same to say.
  expect(["one", "two", "one"].map((urn) => memory.isFirst("a", urn))).toEqual([true, true, false]);
});

test("the first tags of a run stay the first, however often they are asked for", () => {
  const isFirst = (id: string): boolean => memory.notes(ThoroughUpdates).has(id);
  const first = ["a", "b", "c", "d", "e", "f", "g", "h"];
  expect([...first, "i"].map(isFirst)).toEqual([...first.map(() => true), false]);
  expect(["i", "A", "b"].map(isFirst)).toEqual([false, true, true]);
});

test("who declares metadata is noted tag by tag", () => {
  const declared = memory.notes(DeclaredMetadata);
  const known = declared.of(tag);
  expect(known).toEqual({ merging: new Set(), values: new Map(), fields: new Map() });
  known.merging.add(own);
  known.values.set("Web", own);
  expect(declared.of(sameTag)).toBe(known);
  expect(declared.of("another").merging).toEqual(new Set());
});

test("two runs share nothing", () => {
  memory.takeOver(tag, own);
  memory.deleted(tag);
  memory.notes(DeclaredMetadata).of(tag).whole = own;
  const next = new RunMemory();
  expect(next.hasChecked(own)).toBe(false);
  expect([next.takerOf(tag), next.notes(DeclaredMetadata).of(tag).whole]).toEqual([undefined, undefined]);
  expect(next.wasDeleted(tag)).toBe(false);
});
