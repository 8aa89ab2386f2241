import { factsOf } from "../../../stack/facts/facts";
import { leftOf } from "../../../stack/facts/left";
import { nextOwnVersion, versionsLeft } from "../../../stack/facts/seen";
import type { VirtualTagState } from "../../../stack/state/virtualTag";
import { own as mark, seen, theirs, written } from "../../cli/commands/drift/sides";
import { urnOf } from "../../cli/commands/drift/state";

const state: VirtualTagState = { name: "Team", ...written, __resourceUrn: urnOf("team"), __memory: { mark } };
const live = { id: "v3", content: theirs, isLive: true };

test("if nothing was live when a version was staged, no version holds what was", () => {
  const staged = { ...state, stagedVersionId: "v2", __memory: { mark, formerLive: null } };
  expect(versionsLeft(seen([live, { id: "v2" }]), leftOf(staged))).toStrictEqual([]);
});

test("the version with what the stack wrote may have types that the service filled in", () => {
  const key = { costCenter: "AWS", key: "team" };
  const left = leftOf({ ...state, defaultValue: key });
  const own = (id: string, defaultValue: object): object => ({
    id,
    content: { ...written, defaultValue },
    description: mark,
  });
  const rows = [live, own("v2", { ...key, type: "tag" }), { id: "v1", description: mark }];
  expect(nextOwnVersion(seen(rows as never), left)).toBeUndefined();
});

test("the version to go back to is the one that the refresh found, if it isn't listed any more", () => {
  const drift = { by: "ines@example.com", versionId: "v3", previous: "v1" };
  const found = { ...state, ...theirs, __memory: { mark, drift, written: { name: "Team", ...written } } };
  expect(factsOf(seen([live]), leftOf(found), mark).change).toMatchObject({ drift: { previous: "v1" } });
});
