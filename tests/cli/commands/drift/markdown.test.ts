/** What `--markdown` writes, and what others' texts can do to it. */
import * as fs from "node:fs";
import * as path from "node:path";
import type { TagContent } from "../../../../rules/types";
import { wordsOutsideOfCode } from "../../document/judge";
import { teamRule } from "../../../support/rules";
import { content, inState, type Scene, startScene } from "./scene";

let scene: Scene;
let file: string;
beforeEach(async () => {
  scene = await startScene();
  file = path.join(scene.folder, "drift.md");
});
afterEach(() => scene.stop());

test("headline, table, folded details; without drift the headline alone", async () => {
  const team = await scene.create("Team");
  await scene.drift([inState(team)], ["--markdown", file]);
  expect(fs.readFileSync(file, "utf8")).toBe("### No drift in 1 resource\n");
  await scene.account.save(team, { ...content, defaultValue: "theirs" });
  expect(await scene.drift([inState(team)], ["--markdown", file])).toMatchObject({ code: 1 });
  const text = fs.readFileSync(file, "utf8");
  expect(text).toMatch(/^### Drift in 1 of 1 resource\n/);
  expect(text).toMatch(/^\| resource \| changed \| saved by \| at \|$/m);
  expect(text).toContain("<details><summary>");
  expect(text).toContain('~ default value: "x" -> "theirs"');
  expect(fs.readdirSync(scene.folder).sort()).toEqual(["drift.md", "state.json"]);
});

test("a file that can't be written is an error", async () => {
  const inNoFolder = path.join(scene.folder, "no", "drift.md");
  const { code, stderr } = await scene.drift([inState(await scene.create("Team"))], ["--markdown", inNoFolder]);
  expect(code).toBe(2);
  expect(stderr).toContain("ENOENT");
});

test("hostile names reach neither the terminal nor Markdown as anything but text", async () => {
  const evil = "Evil\u001b[2K\r\n### @org | <img src=x> `code` ```\n</details>\u202e";
  const team = await scene.create(evil, "Team");
  const hostile: TagContent = { rules: [teamRule(evil, evil)], defaultValue: evil };
  await scene.account.save(team, hostile, evil);
  const { code, stdout, stderr } = await scene.drift([inState(team, { resource: "Team" })], ["--markdown", file]);
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const text = fs.readFileSync(file, "utf8");
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const outside = text.replace(/^(`{4,})diff\n.*\n\1$/ms, "");
  expect(outside).not.toBe(text);
  expect(wordsOutsideOfCode(text)).not.toMatch(/@org|<img/);
  expect(outside.match(/^#|<\/details>/gm)).toEqual(["#", "</details>"]);
});
