/** What a plan undoes of others' changes of metadata. */
import { pathDigest } from "../../../../client/resources/metadataFields";
import type { MetadataMap } from "../../../../client/wire";
import { parsePlan, type PlannedInputs } from "../../../../cli/sources/plan/plan";
import { liveMetadata, overwrittenFields } from "../../../../cli/studies/review/overwrittenFields";
import { unknownValue } from "../../../../stack/state/unknown";
import { type PlannedResource, planOf } from "../../sources/planBuilder";

const id = "11111111-0000-4000-8000-000000000001";
const groups = (...ids: string[]): MetadataMap[string] => ({ groups: ids });
const owner = (name: string): MetadataMap[string] => ({ customMetadata: { owner: name } });
const of = (metadata: MetadataMap, more: object = {}): object => ({ virtualTagId: id, metadata, ...more });
const merging = { mergeValuesAndMetadata: true };
const found = (...paths: string[]): object => ({ drift: { fields: paths.map((path) => pathDigest(id, path)) } });
const [web, shop] = ['metadata["Web"].groups', 'metadata["Shop"].groups'];
const ownerOfWeb = 'metadata["Web"].customMetadata["owner"]';

function planned(resource: Partial<PlannedResource>, live?: PlannedInputs["live"]): PlannedInputs {
  const [one] = parsePlan(planOf([{ kind: "VirtualTagMetadata", resource: "metadata", id, ...resource }])).metadata;
  if (one === undefined) throw new Error("no metadata");
  return { ...one, ...(live === undefined ? {} : { live }) };
}
const edit = (paths: string[], isCertain = true): object => ({ kind: "edit", paths, isCertain });
const [ours, theirs, next] = [{ Web: groups("a") }, { Web: groups("b") }, { Web: groups("c") }];

describe("what the refresh of this preview found", () => {
  const refreshed = (after: object, more: Partial<PlannedResource> = {}): unknown =>
    overwrittenFields(planned({ unrefreshed: of(ours), before: of(theirs), after, ...found(web), ...more }));

  test.each<[string, object, object | undefined]>([
    ["goes back", of(ours), edit([web])],
    ["changes again", of(next), edit([web])],
    ["is what the program declares", of(theirs), undefined],
    ["is no longer declared by a resource that owns the whole map", of({}), edit([web])],
    ["is no longer declared by one that merges, which leaves it", of({}, merging), undefined],
    ["may go back, for a value is unknown", of({ Web: groups("a"), X: owner(unknownValue) }), edit([web], false)],
    ["may go back, for secrets hide it", of({ Web: "[secret]" as never }), edit([], false)],
  ])("%s", (_, after, expected) => {
    expect(refreshed(after)).toEqual(expected);
  });

  test("is nothing, and the author's change is nobody else's", () => {
    expect(overwrittenFields(planned({ unrefreshed: of(ours), before: of(ours), after: of(next) }))).toBeUndefined();
  });

  test("a field that others added, and the whole map lacks", () => {
    const before = of({ ...ours, Shop: groups("s") });
    expect(refreshed(of(next), { before, ...found(shop) })).toEqual(edit([shop]));
  });

  test("a field that others removed", () => {
    expect(refreshed(of(ours), { before: of({}) })).toEqual(edit([web]));
  });

  test("with a deletion, it may be what was there before the stack", () => {
    const plan = { op: "delete", unrefreshed: of(ours), before: of(theirs), ...found(web) };
    expect(overwrittenFields(planned(plan))).toEqual(edit([web], false));
    const merged = { ...plan, unrefreshed: of(ours, merging), before: of(theirs, merging) };
    expect(overwrittenFields(planned(merged))).toBeUndefined();
  });
});

test("what an earlier refresh found may have been put back since", () => {
  expect(overwrittenFields(planned({ before: of(theirs), after: of(ours), ...found(web) }))).toEqual(
    edit([web], false),
  );
});

test("without a refresh and without the account, it is not known", () => {
  expect(overwrittenFields(planned({ before: of(ours), after: of(next) }))).toEqual({ kind: "notRead" });
  expect(overwrittenFields(planned({ before: of(ours), after: of(next) }, "notKnown"))).toEqual({ kind: "notKnown" });
});

describe("with the account", () => {
  const live = (shown: MetadataMap, before = of(ours), after = of(next), more: object = {}): unknown =>
    overwrittenFields(planned({ before, after, ...more }, shown));

  test("what differs from the state, and from the program", () => {
    expect(live(theirs)).toEqual(edit([web]));
    expect(live(ours)).toBeUndefined();
    expect(live({ ...ours, Shop: groups("s") })).toEqual(edit([shop]));
    expect(live({ ...ours, Shop: groups("s") }, of(ours, merging), of(next, merging))).toBeUndefined();
  });

  test("a field that the program declares first, and others entered", () => {
    const after = of({ Web: { ...groups("a"), ...owner("we") } }, merging);
    expect(live({ Web: { ...groups("a"), ...owner("they") } }, of(ours, merging), after)).toEqual(edit([ownerOfWeb]));
  });

  test("what an earlier refresh found, and is there still, is certain; what somebody changed since is not", () => {
    expect(live(theirs, of(theirs), of(ours), found(web))).toEqual(edit([web]));
    expect(live(next, of(theirs), of(ours), found(web))).toEqual(edit([web], false));
  });

  test("a creation overwrites only with `adopt`", () => {
    const create = (more: object): unknown => overwrittenFields(planned({ after: of(ours, more) }, theirs));
    expect(create({ adopt: true })).toEqual({ ...edit([web]), kind: "adopted" });
    expect(create({})).toBeUndefined();
  });

  test("secrets hide the state's fields, so nothing is compared", () => {
    expect(live(theirs, of({ Web: "[secret]" as never }))).toEqual({ kind: "notKnown" });
  });

  test("what is live is compared with the program, without what a merging resource leaves to others", () => {
    const shown = { Web: { ...groups("b"), ...owner("they") }, Shop: groups("s") };
    const shownOf = (before: object, after: object): unknown => liveMetadata(planned({ before, after }, shown));
    expect(shownOf(of(ours), of(next))).toEqual(shown);
    expect(shownOf(of(ours, merging), of(next, merging))).toEqual({ Web: groups("b") });
    expect(shownOf(of(ours, merging), of({}, merging))).toEqual({});
    expect(shownOf(of({ Shop: groups("s") }, merging), of({}, merging))).toEqual({ Shop: groups("s") });
  });

  test("of a list that others changed, a merging resource takes back the elements that it wrote", () => {
    const left = of({ Web: groups("a", "b") }, merging);
    const shownOf = (after: object, ...ids: string[]): unknown =>
      liveMetadata(planned({ before: left, after }, { Web: groups(...ids) }));
    expect(shownOf(of({}, merging), "theirs", "a")).toEqual({ Web: groups("a") });
    expect(shownOf(of({}, merging), "theirs")).toEqual({});
    expect(shownOf(of({ Web: groups("a") }, merging), "theirs", "a")).toEqual({ Web: groups("theirs", "a") });
  });
});
