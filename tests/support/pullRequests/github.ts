/**
 * GitHub, as its REST documentation describes issue comments: pages of at most 100 with the header `Link`, 422 for more than 65,536
 * characters, 403 "Resource not accessible by integration" for a right that a job's token has not, such as reading `/user`.
 * `/pulls` lists those of a branch. Comments are hidden by the GraphQL mutation `minimizeComment`.
 */
import { join } from "node:path";
import type { Answered, Seen, System } from "./service";
import { self, type Store, type Stored } from "./store";
import { token } from "./token";

const list = "/repos/o/r/issues/7/comments";
const one = /^\/repos\/o\/r\/issues\/comments\/(\d+)$/;
const refused: Answered = { status: 403, json: { message: "Resource not accessible by integration" } };

const loginOf = ({ isPerson }: Store): string => (isPerson ? "robin" : "github-actions[bot]");

function shown({ id, body, author }: Stored, store: Store): object {
  const login = author === self ? loginOf(store) : "mallory";
  return { id, node_id: `IC_${id}`, body, user: { login, id: author } };
}

function answer(seen: Seen, store: Store, base: string): Answered {
  const { method, path, body } = seen;
  if (seen.headers.authorization !== `Bearer ${token}`) return { status: 401, json: { message: "Bad credentials" } };
  if (path === "/user") return store.isPerson ? { status: 200, json: { login: "robin", id: self } } : refused;
  if (path === "/graphql") return graph(String(body["query"]), store);
  if (path === list && method === "GET") return page(seen, store, base);
  if (path === "/repos/o/r/pulls") return { status: 200, json: pullsOf(seen.search) };
  if (!store.mayWrite) return refused;
  if (path === list && method === "POST")
    return written(body, (text) => ({ status: 201, json: shown(store.post(text), store) }));
  const found = store.find(Number(one.exec(path)?.[1]));
  if (found === undefined) return { status: 404, json: { message: "Not Found" } };
  if (method === "DELETE") {
    store.remove(found.id);
    return { status: 204 };
  }
  return written(body, (text) => ({ status: 200, json: shown(Object.assign(found, { body: text }), store) }));
}

/** The list takes `head` as owner and branch, and ignores another form. */
function pullsOf(search: URLSearchParams): object[] {
  const pull = { number: 7, head: { sha: "5ha", ref: "cheaper" } };
  const other = { number: 8, head: { sha: "0ther", ref: "other" } };
  const head = search.get("head");
  if (search.get("state") !== "open" || head?.includes(":") !== true) return [other, pull];
  return head === "forker:cheaper" ? [pull] : [];
}

function written({ body }: Record<string, unknown>, write: (text: string) => Answered): Answered {
  const text = String(body);
  if (text.length <= 65_536) return write(text);
  return { status: 422, json: { message: "Body is too long (maximum is 65536 characters)" } };
}

function page({ search }: Seen, store: Store, base: string): Answered {
  const size = Math.min(Number(search.get("per_page") ?? 30), 100);
  const number = Number(search.get("page") ?? 1);
  const isLast = store.listed().length <= number * size;
  const link = `<${base}${list}?per_page=${size}&page=1>; rel="first", <${base}${list}?per_page=${size}&page=${number + 1}>; rel="next"`;
  const json = store
    .listed()
    .slice((number - 1) * size, number * size)
    .map((comment) => shown(comment, store));
  return { status: 200, json, headers: isLast ? {} : { link } };
}

/** GraphQL answers 200, also to what it refuses. */
function graph(query: string, store: Store): Answered {
  if (query.includes("viewer")) return { status: 200, json: { data: { viewer: { login: loginOf(store) } } } };
  if (!store.mayWrite)
    return {
      status: 200,
      json: { errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }] },
    };
  for (const [, id] of query.matchAll(/minimizeComment\(input: \{ subjectId: "IC_(\d+)", classifier: OUTDATED \}\)/g)) {
    const found = store.find(Number(id));
    if (found !== undefined) found.isHidden = true;
  }
  return { status: 200, json: { data: {} } };
}

/** GitHub Actions. */
export const github: System = {
  answer,
  env: (base, folder) => ({
    GITHUB_API_URL: base,
    GITHUB_GRAPHQL_URL: `${base}/graphql`,
    GITHUB_SERVER_URL: "https://github.example.com",
    GITHUB_REPOSITORY: "o/r",
    GITHUB_RUN_ID: "17",
    GITHUB_EVENT_PATH: join(folder, "event.json"),
    GITHUB_TOKEN: token,
  }),
};
