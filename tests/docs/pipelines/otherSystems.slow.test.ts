/** `ci/comment.sh` of docs/other-systems.md, with a double of Bitbucket: one comment, which each push updates. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { file, folder } from "../../support/folder";
import { bitbucket } from "../../support/pullRequests/bitbucket";
import { type PullRequestService, startDouble, token } from "../../support/pullRequests/service";
import { bitbucketComment } from "./readyMade";

let service: PullRequestService;

beforeEach(async () => {
  service = await startDouble(bitbucket);
});
afterEach(() => service.stop());

/** Posts a review. Not in this process's own time: the double is in it. */
async function post(text: string): Promise<{ code: unknown; output: string }> {
  file("review.md", `<!-- cost-allocation review shop/production -->\n${text}`);
  const script = bitbucketComment(service.env);
  const env = { ...process.env, ...service.env };
  const child = spawn("bash", ["--norc", "-c", script], { cwd: folder(), env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (one: string) => (output += one));
  const [code] = (await once(child, "close")) as unknown[];
  expect(output).not.toContain(token);
  return { code, output };
}

const review = '### Virtual Tags of `shop/production`\n\n- "It\u2019s" $(false)\n';

test("two pushes, one comment, and those of others stay", async () => {
  service.store.byOther("### Virtual Tags of `shop/staging`\n");
  expect(await post(review)).toEqual({ code: 0, output: "" });
  expect(service.store.own()).toEqual([review]);
  const details = "<details><summary>`Team`</summary>\n\n+ rule\n\n</details>\n\n";
  expect(await post(`${review}${details}- new\n${details}`)).toEqual({ code: 0, output: "" });
  expect(service.store.comments.map(({ body }) => body)).toEqual([
    "### Virtual Tags of `shop/staging`\n",
    `${review}- new\n`,
  ]);
});

test("a long review is cut off, and the comment is found among 50 others", async () => {
  for (let i = 0; i < 50; i++) service.store.byOther("Looks good.");
  const long = `${review}${"x".repeat(200_000)}`;
  expect(await post(long)).toMatchObject({ code: 0 });
  expect(await post(review)).toMatchObject({ code: 0 });
  expect(service.store.own()).toEqual([review]);
});

test("an error of Bitbucket fails the job", async () => {
  service.strike = (method) => (method === "POST" ? { status: 403, headers: {}, json: { error: "scope" } } : undefined);
  const { code, output } = await post(review);
  expect(code).not.toBe(0);
  expect(output).toContain("403");
});
