/**
 * Both judges of drift on histories: `refresh` of the provider, and `cost-allocation drift`. They disagree only where a part of the
 * state decides that `drift` can't read, because it is encrypted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../../emulator";
import { isFull } from "../../support/size";
import { type History, histories, titleOf } from "./histories";
import { play, usersOf } from "./play";
import { driftVerdict, refreshVerdict, type Verdict } from "./verdicts";

/** All at full size, otherwise a quarter. An event has eight endings, so each event gets others. */
const played = histories.filter((_, index) => isFull || (index + Math.floor(index / 8)) % 4 === 0);

const folder = mkdtempSync(join(tmpdir(), "judges-"));

interface Judged {
  history: History;
  refresh: Verdict;
  drift: Verdict;
}

async function judge(emulator: Emulator, history: History, name: string): Promise<Judged> {
  const users = usersOf(emulator, name);
  try {
    const played = await play(users, history, name);
    const drift = await driftVerdict(users, played, join(folder, `${history.stagedRead}.json`));
    return { history, drift, refresh: await refreshVerdict(users, played) };
  } catch (error) {
    throw new Error(`${titleOf(history)}: ${String(error)}`, { cause: error });
  } finally {
    users.ours.close();
    users.person.close();
  }
}

async function judgeAll(stagedRead: History["stagedRead"]): Promise<Judged[]> {
  const emulator = await startEmulator({ limits: { enabled: false }, switches: { stagedRead } });
  emulator.control.freezeClock();
  const judged: Judged[] = [];
  try {
    const all = played.filter((history) => history.stagedRead === stagedRead);
    for (const [index, history] of all.entries()) judged.push(await judge(emulator, history, `tag${index}`));
  } finally {
    await emulator.stop();
  }
  return judged;
}

let judged: Judged[];
beforeAll(async () => {
  judged = (await Promise.all([judgeAll("live"), judgeAll("latest")])).flat();
}, 600_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Disagreement {
  refresh: Verdict["says"];
  drift: Verdict["says"];
  because: string;
  /** In how many histories, by what happened in them. */
  events: Partial<Record<History["event"], number>>;
}

const disagreements: readonly Disagreement[] = [
  {
    refresh: "taken over",
    drift: "same",
    because: "only the encrypted memory says that the refresh before was no look at the tag as this stack left it",
    events: { otherStackTakesOver: 10, otherStackSaves: 10 },
  },
  {
    refresh: "same",
    drift: "not compared: encrypted",
    because: "only the encrypted memory says which name was live when the stack staged",
    events: {
      nothing: 4,
      losesSave: 4,
      losesStage: 4,
      personCopiesTheMark: 10,
      personRestores: 10,
      personSaves: 6,
      personSavesTheFirst: 10,
      personSavesTheSame: 10,
      personStages: 4,
      serviceForgetsVersions: 4,
    },
  },
  {
    refresh: "changed",
    drift: "not compared: encrypted",
    because: "the same",
    events: { losesPromotion: 2, personCopiesTheMark: 10, personPromotes: 2, personRenames: 9 },
  },
  {
    refresh: "changed",
    drift: "same",
    because:
      "a person's save looked like the stack's own: only the encrypted memory has kept it as what was live before",
    events: { personCopiesTheMark: 2 },
  },
];

/** A refresh says nothing of what an interrupted run of the stack has saved; `drift` lists it as not compared. */
const isAgreed = ({ refresh, drift }: Judged): boolean =>
  refresh.says === drift.says || (refresh.says === "same" && drift.says === "not compared: interrupted");

test("there are histories of every kind", () => {
  expect(new Set(judged.filter(isAgreed).map(({ drift }) => drift.says))).toEqual(
    new Set(["same", "changed", "deleted", "taken over", "not compared: interrupted"]),
  );
  expect(judged.length).toBeGreaterThan(isFull ? 900 : 225);
});

test("where both agree, they name the same author and version, and see the same change of the name", () => {
  for (const { history, refresh, drift } of judged.filter(isAgreed)) {
    // Beside a staged version, a refresh doesn't say what differs.
    const { isRenamed = drift.isRenamed, by, versionId } = refresh;
    const { says, ...told } = drift;
    const { steps } = history;
    // What is live is older than a staged save whose answer was lost. Somebody may have made it live again, so `drift` names nobody.
    const mayBeMadeLive = steps.at(-1) === "losesSave" && steps.some((step) => step.startsWith("stages"));
    expect({ history: titleOf(history), says, ...told }).toEqual({
      history: titleOf(history),
      says,
      by: mayBeMadeLive ? undefined : by,
      versionId,
      isRenamed,
    });
  }
});

test("where they disagree", () => {
  const rows: Pick<Disagreement, "refresh" | "drift" | "events">[] = [];
  for (const { history, refresh, drift } of judged.filter((one) => !isAgreed(one))) {
    const row = rows.find((one) => one.refresh === refresh.says && one.drift === drift.says) ?? {
      refresh: refresh.says,
      drift: drift.says,
      events: {},
    };
    if (!rows.includes(row)) rows.push(row);
    row.events[history.event] = (row.events[history.event] ?? 0) + 1;
    // What is encrypted decides only beside a staged version.
    if (drift.says === "not compared: encrypted") expect(titleOf(history)).toContain("stages");
  }
  if (isFull) {
    expect(rows).toEqual(disagreements.map(({ refresh, drift, events }) => ({ refresh, drift, events })));
    return;
  }
  expect(rows.length).toBeGreaterThan(2);
  for (const { refresh, drift, events } of rows) {
    const all = disagreements.find((one) => one.refresh === refresh && one.drift === drift)?.events ?? {};
    const isKnown = ([event, count]: [string, number]): boolean => count <= (all[event as History["event"]] ?? 0);
    expect({ refresh, drift, unknown: Object.entries(events).filter((one) => !isKnown(one)) }).toMatchObject({
      unknown: [],
    });
  }
});
