/** ci/comment.mjs of docs/pipelines.md, against doubles of the comment APIs of GitHub and GitLab. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Comments, startComments } from "../support/comments";
import { pipelines } from "./pipelines";

const folder = mkdtempSync(join(tmpdir(), "cost-allocation-comment-"));
const script = join(folder, "comment.mjs");
writeFileSync(script, pipelines().comment);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let comments: Comments;
beforeEach(async () => {
  comments = await startComments();
});
afterEach(() => comments.stop());

async function post(body: string, env: Record<string, string>): Promise<void> {
  const path = join(folder, "review.md");
  writeFileSync(path, body);
  await promisify(execFile)(process.execPath, [script, path], { env: { ...env } });
}

const marker = "<!-- cost-allocation review app/dev -->";

test.each(["gitHub", "gitLab"] as const)("%s: one comment for each stack, updated in place", async (service) => {
  const env = comments[service];
  // The own comment is on the second page, behind one of a person that begins with the marker.
  comments.add(`${marker}\nA person's.`);
  for (let count = 0; count < 120; count += 1) comments.add("LGTM");
  await post(`${marker}\nfirst`, env);
  await post(`${marker}\nsecond`, env);
  await post("<!-- cost-allocation review app/prod -->\nother", env);
  expect(comments.own()).toEqual([`${marker}\nsecond`, "<!-- cost-allocation review app/prod -->\nother"]);
  expect(comments.writes).toEqual(["POST", service === "gitHub" ? "PATCH" : "PUT", "POST"]);
});

test.each(["gitHub", "gitLab"] as const)("%s: a refused request fails the job", async (service) => {
  const env = { ...comments[service], GITHUB_TOKEN: "wrong", GITLAB_TOKEN: "wrong" };
  await expect(post(`${marker}\nfirst`, env)).rejects.toThrow("404");
});
