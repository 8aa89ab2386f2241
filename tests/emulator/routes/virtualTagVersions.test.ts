/** Virtual Tag versions, and automatic retention. */
import { having, isoDate, uuid } from "../matchers";
import { createTag, emulator, startForTest, tagBody, tags, type Reply } from "../testEmulator";

let id: string;
const start2026 = Date.parse("2026-01-01T00:00:00Z");
const minute = 60_000;

/** Saves the tag once a minute, with the values 1, 2, 3 and so on. */
async function save(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    emulator.control.advanceClock(minute);
    await emulator.send("PUT", `${tags}/${id}`, { body: tagBody("Team", String(number)) });
  }
}

function versions(query = ""): Promise<Reply> {
  return emulator.send("GET", `${tags}/${id}/versions${query}`);
}

function idsOf(reply: Reply): string[] {
  return (reply.at("data") as { id: string }[]).map((version) => version.id);
}

/** Returns the minute in which each version was created. */
function minutesOf(reply: Reply): number[] {
  return (reply.at("data") as { createdAt: string }[]).map(
    ({ createdAt }) => (Date.parse(createdAt) - start2026) / minute,
  );
}

async function allPages(first: string, next: (cursor: string) => string): Promise<Reply[]> {
  const pages = [await versions(first)];
  for (let cursor = pages[0]?.at("pagination.nextCursor"); typeof cursor === "string";) {
    const page = await versions(next(cursor));
    pages.push(page);
    cursor = page.at("pagination.nextCursor");
  }
  return pages;
}

beforeEach(async () => {
  await startForTest();
  emulator.control.freezeClock();
  emulator.control.setClock(start2026);
  id = await createTag(emulator, "Team", "0");
});

describe("GET /v2/virtual-tags/{id}/versions", () => {
  test("returns {requestId, pagination, data} without versionData", async () => {
    const reply = await versions();
    expect(reply.body).toEqual({
      requestId: uuid,
      pagination: { hasMore: false, nextCursor: null },
      data: [{ id: uuid, createdAt: isoDate, createdBy: "emulator@example.com", isLive: true }],
    });
  });

  test("changeDescription is present only when one was given", async () => {
    const body = { ...tagBody(), versionMetadata: { changeDescription: "why" } };
    await emulator.send("PUT", `${tags}/${id}`, { body });
    const reply = await versions("?sortDirection=asc");
    expect(reply.at("data.0")).not.toHaveProperty("changeDescription");
    expect(reply.at("data.1")).toMatchObject({ changeDescription: "why" });
  });

  test("from: only versions created on or after it", async () => {
    await save(3);
    expect(minutesOf(await versions(`?from=${start2026 + 2 * minute}`))).toEqual([3, 2]);
    expect(minutesOf(await versions(`?from=${start2026 + 2 * minute + 1}`))).toEqual([3]);
  });

  test("to: only versions created on or before it", async () => {
    await save(3);
    expect(minutesOf(await versions(`?to=${start2026 + minute}`))).toEqual([1, 0]);
    expect(minutesOf(await versions(`?to=${start2026 + minute - 1}`))).toEqual([0]);
  });

  test("pageSize: default 50, maximum 100", async () => {
    await save(60);
    expect(idsOf(await versions())).toHaveLength(50);
    expect(idsOf(await versions("?pageSize=60"))).toHaveLength(60);
    expect(await versions("?pageSize=100")).toMatchObject({ status: 200 });
    for (const invalid of ["101", "0", "-1", "1.5", "x", ""]) {
      expect(await versions(`?pageSize=${invalid}`)).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
    }
  });

  test("cursor: all pages together are the whole list", async () => {
    await save(11);
    const pages = await allPages("?pageSize=5", (cursor) => `?pageSize=5&cursor=${cursor}`);
    expect(pages.map((page) => idsOf(page).length)).toEqual([5, 5, 2]);
    expect(pages.map((page) => page.at("pagination.hasMore"))).toEqual([true, true, false]);
    const halves = await allPages("?pageSize=6", (cursor) => `?pageSize=6&cursor=${cursor}`);
    expect(halves.map((page) => idsOf(page).length)).toEqual([6, 6]);
    expect(pages.flatMap(idsOf)).toEqual(idsOf(await versions("?pageSize=100")));
    expect(await versions("?cursor=nonsense")).toMatchObject({ status: 400 });
  });

  test("cursor without the other parameters gives inconsistent results", async () => {
    await save(11);
    const allIds = new Set(idsOf(await versions("?pageSize=100")));
    const pages = await allPages("?pageSize=5&sortDirection=asc", (cursor) => `?pageSize=5&cursor=${cursor}`);
    expect(new Set(pages.flatMap(idsOf)).size).toBeLessThan(allIds.size);
  });

  test("sortDirection: asc or desc, default desc", async () => {
    await save(2);
    expect(minutesOf(await versions())).toEqual([2, 1, 0]);
    expect(minutesOf(await versions("?sortDirection=desc"))).toEqual([2, 1, 0]);
    expect(minutesOf(await versions("?sortDirection=asc"))).toEqual([0, 1, 2]);
    expect(await versions("?sortDirection=up")).toMatchObject({ status: 400 });
  });
});

describe("GET /v2/virtual-tags/{vtagId}/versions/{id}", () => {
  test("returns the version with its content", async () => {
    await save(1);
    const [newest = "", first = ""] = idsOf(await versions());
    const { rules, defaultValue } = tagBody("Team", "0");
    const reply = await emulator.send("GET", `${tags}/${id}/versions/${first}`);
    expect(reply.body).toEqual({
      requestId: uuid,
      data: { ...((await versions()).at("data.1") as object), versionData: { rules, defaultValue } },
    });
    const live = await emulator.send("GET", `${tags}/${id}/versions/${newest}`);
    expect(live.at("data")).toEqual(having({ isLive: true }));
  });

  test("a version of another tag is not found", async () => {
    const other = await createTag(emulator, "Other");
    const [version = ""] = idsOf(await versions());
    const reply = await emulator.send("GET", `${tags}/${other}/versions/${version}`);
    expect(reply).toMatchObject({ status: 404, body: { error: "VTAG_VERSION_NOT_FOUND" } });
  });
});

describe("automatic retention", () => {
  test("more than 100 versions: the oldest are removed first", async () => {
    await save(101);
    expect(minutesOf(await versions("?pageSize=100&sortDirection=asc"))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 2),
    );
  });

  test("more than 100 versions: the live one is never removed", async () => {
    for (let number = 0; number < 105; number += 1) {
      emulator.control.advanceClock(minute);
      await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Team", "staged") });
    }
    const remaining = await versions("?pageSize=100&sortDirection=asc");
    expect(idsOf(remaining)).toHaveLength(100);
    expect(remaining.at("data.0")).toMatchObject({ isLive: true });
    expect(minutesOf(remaining).slice(0, 2)).toEqual([0, 7]);
  });

  test("older than 1 year: removed, except the live one", async () => {
    await save(2);
    const year = 365 * 24 * 60 * minute;
    emulator.control.setClock(start2026 + year);
    expect(minutesOf(await versions())).toEqual([2, 1, 0]);
    const [, , first = ""] = idsOf(await versions());
    emulator.control.advanceClock(1);
    expect(minutesOf(await versions())).toEqual([2, 1]);
    expect(await emulator.send("GET", `${tags}/${id}/versions/${first}`)).toMatchObject({ status: 404 });
    emulator.control.advanceClock(year);
    expect(minutesOf(await versions())).toEqual([2]);
  });

  test("a read with stagedRead latest does not show a staged version that was removed", async () => {
    emulator.control.setSwitches({ stagedRead: "latest" });
    await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Team", "staged") });
    const read = async (): Promise<unknown> => (await emulator.send("GET", `${tags}/${id}`)).at("data.rules.0.to");
    expect(await read()).toBe("staged");
    emulator.control.setClock(start2026 + 365 * 24 * 60 * minute + 1);
    expect(idsOf(await versions())).toHaveLength(1);
    expect(await read()).toBe("0");
  });

  test("a tag that never was live is still shown when its versions are removed", async () => {
    id = await createTag(emulator, "Staged", "a", "?setAsLive=false");
    emulator.control.setClock(start2026 + 365 * 24 * 60 * minute + 1);
    expect(idsOf(await versions())).toEqual([]);
    expect((await emulator.send("GET", `${tags}/${id}`)).at("data.rules.0.to")).toBe("a");
  });
});
