/** Files that a command writes: whole or not at all. */
import * as fs from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../../cli/console/atomicFile";
import { folder } from "../../support/folder";

test("writes a new file, and leaves nothing else behind", () => {
  writeWhole(join(folder(), "a.ts"), "one\n");
  expect(fs.readFileSync(join(folder(), "a.ts"), "utf8")).toBe("one\n");
  expect(fs.readdirSync(folder())).toEqual(["a.ts"]);
});

test("replaces a file at once, so that nobody who has it open sees half of the new content", () => {
  const path = join(folder(), "a.ts");
  fs.writeFileSync(path, "old");
  const open = fs.openSync(path, "r");
  writeWhole(path, "new and longer");
  expect(fs.readFileSync(open, "utf8")).toBe("old");
  fs.closeSync(open);
  expect(fs.readFileSync(path, "utf8")).toBe("new and longer");
});

const onPosix = process.platform === "win32" ? test.skip : test;

onPosix("a new file gets the mode, and an existing one keeps its own", () => {
  const path = join(folder(), "a.ts");
  writeWhole(path, "one", 0o600);
  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  writeWhole(path, "two", 0o644);
  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  fs.chmodSync(path, 0o666);
  writeWhole(path, "three");
  expect(fs.statSync(path).mode & 0o777).toBe(0o666);
});

onPosix("a link stays a link", () => {
  fs.writeFileSync(join(folder(), "real.ts"), "old");
  fs.symlinkSync("real.ts", join(folder(), "link.ts"));
  writeWhole(join(folder(), "link.ts"), "new");
  expect(fs.readlinkSync(join(folder(), "link.ts"))).toBe("real.ts");
  expect(fs.readFileSync(join(folder(), "real.ts"), "utf8")).toBe("new");
});

test("a failed write leaves no temporary file", () => {
  fs.mkdirSync(join(folder(), "taken"));
  expect(() => {
    writeWhole(join(folder(), "taken"), "text");
  }).toThrow();
  expect(fs.readdirSync(folder())).toEqual(["taken"]);
  expect(() => {
    writeWhole(join(folder(), "absent", "a.ts"), "text");
  }).toThrow("ENOENT");
});
