/**
 * Bitbucket Cloud, as its REST documentation describes the comments of pull requests: pages of 10, or at most 100 with `pagelen`, which
 * keep deleted comments, and 400 for more than 32,768 characters. The command doesn't know it: a script of a page does.
 */
import type { Answered, Seen, System } from "./service";
import { self, type Store, type Stored } from "./store";
import { token } from "./token";

const list = "/2.0/repositories/acme/costs/pullrequests/7/comments";
const one = /^\/2\.0\/repositories\/acme\/costs\/pullrequests\/7\/comments\/(\d+)$/;

const shown = ({ id, body, author }: Stored): object => ({
  id,
  deleted: false,
  content: { type: "rendered", raw: body, markup: "markdown" },
  user: { uuid: `{${author}}` },
});

function answer({ method, path, search, headers, body }: Seen, store: Store): Answered {
  if (headers.authorization !== `Bearer ${token}`)
    return { status: 401, json: { error: { message: "Token is invalid" } } };
  if (path === list && method === "GET") {
    const removed = { id: 900, deleted: true, content: { raw: "### Virtual Tags of `shop/production`\n" } };
    const values = [removed, ...store.listed().map(shown)];
    return { status: 200, json: { values: values.slice(0, Math.min(Number(search.get("pagelen") ?? 10), 100)) } };
  }
  if (!store.mayWrite) return { status: 403, json: { error: { message: "Your credentials lack the scope" } } };
  const raw = String((body["content"] as { raw: unknown } | undefined)?.raw);
  if (raw.length > 32_768) return { status: 400, json: { error: { message: "Bad Request" } } };
  if (path === list && method === "POST") return { status: 201, json: shown(store.post(raw)) };
  const found = store.find(Number(one.exec(path)?.[1]));
  if (found?.author !== self || method !== "PUT") return { status: 404, json: { error: { message: "Not found" } } };
  return { status: 200, json: shown(Object.assign(found, { body: raw })) };
}

/** Bitbucket Pipelines. `BITBUCKET_API`: what stands for `https://api.bitbucket.org`. */
export const bitbucket: System = {
  answer,
  env: (base) => ({
    BITBUCKET_API: base,
    BITBUCKET_REPO_FULL_NAME: "acme/costs",
    BITBUCKET_PR_ID: "7",
    BITBUCKET_TOKEN: token,
  }),
};
