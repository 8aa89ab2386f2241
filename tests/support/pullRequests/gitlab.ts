/**
 * GitLab, as its documentation describes the notes of merge requests: pages with the header `Link`, 400 for more than 1,000,000
 * characters, 401 for a token that it does not know, 403 for one without the scope. Notes of the system are in the list.
 */
import type { Answered, Seen, System } from "./service";
import { self, type Store, type Stored } from "./store";
import { token } from "./token";

const list = "/api/v4/projects/5/merge_requests/7/notes";
const one = /^\/api\/v4\/projects\/5\/merge_requests\/7\/notes\/(\d+)$/;

const shown = ({ id, body, author }: Stored): object => ({ id, body, author: { id: author }, system: false });

function answer(seen: Seen, store: Store, base: string): Answered {
  const { method, path, body } = seen;
  if (seen.headers["private-token"] !== token) return { status: 401, json: { message: "401 Unauthorized" } };
  if (path === "/api/v4/user") return { status: 200, json: { id: self, username: "project_5_bot" } };
  if (path === list && method === "GET") return page(seen, store, base);
  if (!store.mayWrite) return { status: 403, json: { error: "insufficient_scope" } };
  const text = String(body["body"]);
  if (text.length > 1_000_000)
    return { status: 400, json: { message: { note: ["is too long (maximum is 1000000 characters)"] } } };
  if (path === list && method === "POST") return { status: 201, json: shown(store.post(text)) };
  const found = store.find(Number(one.exec(path)?.[1]));
  if (found === undefined) return { status: 404, json: { message: "404 Note Not Found" } };
  if (method === "DELETE") {
    store.remove(found.id);
    return { status: 204 };
  }
  return { status: 200, json: shown(Object.assign(found, { body: text })) };
}

/** The address in the header is that of a server behind a proxy. */
function page({ search }: Seen, store: Store, base: string): Answered {
  const size = Math.min(Number(search.get("per_page") ?? 20), 100);
  const number = Number(search.get("page") ?? 1);
  const pushed = { id: 0, body: "added 1 commit", author: { id: self }, system: true };
  const notes = [pushed, ...store.listed().map(shown)];
  const behind = base.replace("http://127.0.0.1", "https://gitlab.internal");
  const link = `<${behind}${list}?per_page=${size}&page=${number + 1}>; rel="next", <${behind}${list}?page=1>; rel="first"`;
  return {
    status: 200,
    json: notes.slice((number - 1) * size, number * size),
    headers: notes.length <= number * size ? {} : { link },
  };
}

/** GitLab CI. */
export const gitlab: System = {
  answer,
  env: (base) => ({
    CI_API_V4_URL: `${base}/api/v4`,
    CI_PROJECT_ID: "5",
    CI_MERGE_REQUEST_IID: "7",
    CI_JOB_URL: "https://gitlab.example.com/o/r/-/jobs/17",
    GITLAB_TOKEN: token,
  }),
};
