/** The data folder: its data survives a restart, and a kill at any byte. */
import { fork } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as path from "node:path";
import * as fc from "fast-check";
import { startEmulator, type EmulatorState } from "../../../emulator";
import { createTag, start, tagBody, tags, type TestEmulator } from "../testEmulator";
import { folder } from "../../support/folder";
import { atSize } from "../../support/size";

const journalIn = (dataFolder: string): string => path.join(dataFolder, "journal.ndjson");

/** Starts an emulator with a data folder. Returns the state that it reads. */
async function readState(dataFolder: string): Promise<EmulatorState> {
  const emulator = await startEmulator({ dataFolder });
  const state = emulator.control.exportState();
  await emulator.stop();
  return state;
}

/** Makes one change of each kind. Returns the state and the length of the journal before the first and after each. */
async function makeAllKindsOfChanges(emulator: TestEmulator): Promise<{ state: EmulatorState; length: number }[]> {
  const history = [{ state: emulator.control.exportState(), length: 0 }];
  const addToHistory = (): void => {
    history.push({ state: emulator.control.exportState(), length: fs.statSync(journalIn(folder())).size });
  };
  const id = await createTag(emulator, "Zoë’s tag");
  addToHistory();
  await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Team", "b") });
  addToHistory();
  await emulator.send("PUT", `${tags}/${id}/metadata`, { body: { b: { groups: ["g"] } } });
  addToHistory();
  await emulator.send("POST", "/v1/endpoints", { body: { type: "email", name: "x", configuration: { to: "y" } } });
  addToHistory();
  emulator.control.addCredential({ user: "colleague@example.com" });
  addToHistory();
  const nobody = { type: "private", users: [], groups: [] };
  emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
  addToHistory();
  emulator.control.importState(emulator.control.exportState());
  addToHistory();
  const other = await createTag(emulator, "Other");
  addToHistory();
  await emulator.send("DELETE", `${tags}/${other}`);
  addToHistory();
  return history;
}

test("an emulator continues with the data of the previous one", async () => {
  const first = await start({ dataFolder: folder() });
  const history = await makeAllKindsOfChanges(first);
  await first.stop();
  const second = await start({ dataFolder: folder() });
  expect(second.control.exportState()).toEqual(history.at(-1)?.state);
  await createTag(second, "After");
  const after = second.control.exportState();
  await second.stop();
  expect(await readState(folder())).toEqual(after);
});

test("with a journal that ends at any byte, the emulator keeps every complete change, and accepts new ones", async () => {
  const emulator = await start({ dataFolder: folder() });
  const history = await makeAllKindsOfChanges(emulator);
  await emulator.stop();
  const journal = fs.readFileSync(journalIn(folder()));
  const copy = path.join(folder(), "copy");
  fs.mkdirSync(copy);
  const boundaries = history.flatMap(({ length }) => [length - 1, length, length + 1]);
  const anyLength = fc.oneof(fc.integer({ min: 0, max: journal.length }), fc.constantFrom(...boundaries));

  await fc.assert(
    fc.asyncProperty(anyLength, async (length) => {
      fs.writeFileSync(journalIn(copy), journal.subarray(0, Math.max(0, length)));
      const expected = history.findLast((entry) => entry.length <= Math.max(0, length))?.state;
      expect(await readState(copy)).toEqual(expected);

      const running = await startEmulator({ dataFolder: copy });
      running.control.addCredential({ user: "after@example.com" });
      const after = running.control.exportState();
      await running.stop();
      expect(await readState(copy)).toEqual(after);
    }),
    { numRuns: atSize(30, 60) },
  );
});

test("lines that are longer than a chunk are read", async () => {
  const emulator = await start({ dataFolder: folder() });
  const long = (to: string): object => ({ ...tagBody("Long", to), defaultValue: "x".repeat(1_200_000) });
  const created = await emulator.send("POST", tags, { body: long("a") });
  const id = String(created.at("data.id"));
  await emulator.send("PUT", `${tags}/${id}`, { body: long("b") });
  await createTag(emulator, "Short");
  const state = emulator.control.exportState();
  await emulator.stop();
  expect(await readState(folder())).toEqual(state);
});

test("an invalid line fails with its number, every time", async () => {
  fs.writeFileSync(
    journalIn(folder()),
    '{"op":"setState","state":{"format":1,"accounts":[],"credentials":[]}}\nnonsense\n',
  );
  await expect(startEmulator({ dataFolder: folder() })).rejects.toThrow(/^Line 2 of .*journal\.ndjson /);
  await expect(startEmulator({ dataFolder: folder() })).rejects.toThrow(/^Line 2/);
});

/** Expects that the folder is locked, with an error that names the folder and the process. */
async function expectLocked(pid: number): Promise<void> {
  for (const fact of [folder(), `process ${pid}`]) {
    await expect(startEmulator({ dataFolder: folder() })).rejects.toThrow(fact);
  }
}

test("two emulators can't use the same folder, and other files in it don't matter", async () => {
  const first = await start({ dataFolder: folder() });
  await expectLocked(process.pid);
  fs.writeFileSync(path.join(folder(), "unrelated"), "");
  await first.stop();
  expect(await readState(folder())).toMatchObject({ format: 1 });
});

test("a folder stays locked while the process that locked it runs", async () => {
  const lock = path.join(folder(), "emulator.lock");
  fs.writeFileSync(lock, String(process.ppid));
  await expectLocked(process.ppid);
  const child = fork("-e", { execArgv: ["-e", ""], silent: true });
  await once(child, "exit");
  fs.writeFileSync(lock, String(child.pid));
  expect(await readState(folder())).toMatchObject({ format: 1 });
});
