/** The judge of the random histories takes for shown what the service shows, in its own words. */
import { visibleVersion } from "../../../emulator/routes/storedTags";
import type { StoredTag, StoredVersion } from "../../../emulator/store/state";
import { factsOf } from "./facts";

const day = 86_400_000;
const version = (id: string, isLive: boolean): StoredVersion => ({
  id,
  createdAt: 0,
  createdBy: "somebody",
  isLive,
  content: JSON.stringify({ name: id, defaultValue: id, rules: [] }),
});
const histories = {
  "a staged version": [version("live", true), version("staged", false)],
  "no live version": [version("staged", false)],
};

describe.each(Object.entries(histories))("with %s", (_, versions) => {
  test.each([
    ["live", 1],
    ["latest", 1],
    ["live", 400],
    ["latest", 400],
  ] as const)("of a service that shows the %s one, after %i days", (shows, days) => {
    const tag = { id: "tag", versions, metadata: {} } as unknown as StoredTag;
    const now = days * day;
    expect(factsOf(tag, { now, shows }).shown?.id).toBe(visibleVersion(tag, shows, now).id);
  });
});
