/** The data folder: what was answered is there after a restart, and after a kill at any byte. */
import { fork } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as fc from "fast-check";
import { startEmulator, type EmulatorState } from "../../../emulator";
import { createTag, start, tagBody, tags, type Running } from "../support";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "emulator-journal-"));
});
afterEach(() => {
  // By now the emulators that wrote into it are stopped: that hook was there first.
  fs.rmSync(folder, { recursive: true, force: true });
});

const journalOf = (dataFolder: string): string => path.join(dataFolder, "journal.ndjson");

/** The state that an emulator reads from a folder. */
async function stateIn(dataFolder: string): Promise<EmulatorState> {
  const emulator = await startEmulator({ dataFolder });
  const state = emulator.control.exportState();
  await emulator.stop();
  return state;
}

/** One write of each kind; after each, the state and the length of the journal. */
async function writeOfEachKind(emulator: Running): Promise<{ state: EmulatorState; length: number }[]> {
  const history = [{ state: emulator.control.exportState(), length: 0 }];
  const note = (): void => {
    history.push({ state: emulator.control.exportState(), length: fs.statSync(journalOf(folder)).size });
  };
  const id = await createTag(emulator, "Zoë’s tag");
  note();
  await emulator.send("PUT", `${tags}/${id}?setAsLive=false`, { body: tagBody("Team", "b") });
  note();
  await emulator.send("PUT", `${tags}/${id}/metadata`, { body: { b: { groups: ["g"] } } });
  note();
  await emulator.send("POST", "/v1/endpoints", { body: { type: "email", name: "x", configuration: { to: "y" } } });
  note();
  emulator.control.addCredential({ user: "colleague@example.com" });
  note();
  const nobody = { type: "private", users: [], groups: [] };
  emulator.control.setAcl({ id, acl: { read: nobody, write: nobody } });
  note();
  emulator.control.importState(emulator.control.exportState());
  note();
  const other = await createTag(emulator, "Other");
  note();
  await emulator.send("DELETE", `${tags}/${other}`);
  note();
  return history;
}

test("a restart reads back what was there, and goes on from it", async () => {
  const first = await start({ dataFolder: folder });
  const history = await writeOfEachKind(first);
  await first.stop();
  const second = await start({ dataFolder: folder });
  expect(second.control.exportState()).toEqual(history.at(-1)?.state);
  await createTag(second, "After");
  const after = second.control.exportState();
  await second.stop();
  expect(await stateIn(folder)).toEqual(after);
});

test("cut off at any byte, the journal gives every write that was wholly in it, and the emulator works on", async () => {
  const emulator = await start({ dataFolder: folder });
  const history = await writeOfEachKind(emulator);
  await emulator.stop();
  const journal = fs.readFileSync(journalOf(folder));
  const cut = path.join(folder, "cut");
  fs.mkdirSync(cut);
  const boundaries = history.flatMap(({ length }) => [length - 1, length, length + 1]);
  const within = fc.oneof(fc.integer({ min: 0, max: journal.length }), fc.constantFrom(...boundaries));

  await fc.assert(
    fc.asyncProperty(within, async (length) => {
      fs.writeFileSync(journalOf(cut), journal.subarray(0, Math.max(0, length)));
      const expected = history.findLast((entry) => entry.length <= Math.max(0, length))?.state;
      expect(await stateIn(cut)).toEqual(expected);

      const running = await startEmulator({ dataFolder: cut });
      running.control.addCredential({ user: "after@example.com" });
      const after = running.control.exportState();
      await running.stop();
      expect(await stateIn(cut)).toEqual(after);
    }),
    { numRuns: 60 },
  );
});

test("lines longer than what is read at once are read back", async () => {
  const emulator = await start({ dataFolder: folder });
  const long = (to: string): object => ({ ...tagBody("Long", to), defaultValue: "x".repeat(1_200_000) });
  const created = await emulator.send("POST", tags, { body: long("a") });
  const id = String(created.at("data.id"));
  await emulator.send("PUT", `${tags}/${id}`, { body: long("b") });
  await createTag(emulator, "Short");
  const state = emulator.control.exportState();
  await emulator.stop();
  expect(await stateIn(folder)).toEqual(state);
});

test("a line that cannot be read in the middle is an error that says where", async () => {
  fs.writeFileSync(
    journalOf(folder),
    '{"op":"setState","state":{"format":1,"accounts":[],"credentials":[]}}\nnonsense\n',
  );
  await expect(startEmulator({ dataFolder: folder })).rejects.toThrow(/^Line 2 of .*journal\.ndjson cannot be read/);
  await expect(startEmulator({ dataFolder: folder })).rejects.toThrow(/^Line 2/);
});

test("one folder serves one emulator at a time", async () => {
  const first = await start({ dataFolder: folder });
  await expect(startEmulator({ dataFolder: folder })).rejects.toThrow(`${folder} is in use by another emulator`);
  fs.writeFileSync(path.join(folder, "other"), "");
  await first.stop();
  expect(await stateIn(folder)).toMatchObject({ format: 1 });
});

test("the folder of another process is in use; that of a process that is gone is not", async () => {
  const lock = path.join(folder, "emulator.lock");
  fs.writeFileSync(lock, String(process.ppid));
  await expect(startEmulator({ dataFolder: folder })).rejects.toThrow(`process ${process.ppid}`);
  const child = fork("-e", { execArgv: ["-e", ""], silent: true });
  await once(child, "exit");
  fs.writeFileSync(lock, String(child.pid));
  expect(await stateIn(folder)).toMatchObject({ format: 1 });
});
