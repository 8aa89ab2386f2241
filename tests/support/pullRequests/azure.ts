/**
 * Azure DevOps, as its documentation describes the threads of pull requests: one list without pages, deleted comments stay in it,
 * 400 for more than 150,000 characters, TF401027 for a missing right. A token that it does not know gets a page to sign in, with the
 * status 203.
 */
import type { Answered, Seen, System } from "./service";
import { self, type Store, type Stored } from "./store";
import { token } from "./token";

const list = "/acme/Cloud%20costs/_apis/git/repositories/5a0e/pullRequests/7/threads";
const one = /\/threads\/(\d+)\/comments\/1$/;

const identity = (author: number): string => `00000000-0000-0000-0000-${String(author).padStart(12, "0")}`;

const shown = ({ id, body, author }: Stored): object => ({
  id,
  status: "closed",
  isDeleted: false,
  comments: [
    { id: 1, parentCommentId: 0, author: { id: identity(author) }, content: body, commentType: "text" },
    { id: 2, parentCommentId: 1, author: { id: identity(1) }, content: "An answer.", commentType: "text" },
  ],
});

/** The newest first: nothing promises an order. */
function threads(store: Store): object[] {
  const deleted = { id: 0, isDeleted: true, comments: [{ id: 1, isDeleted: true, author: { id: identity(self) } }] };
  const ofSystem = { id: 900, comments: [{ id: 1, author: { id: identity(self) }, commentType: "system" }] };
  return [ofSystem, ...store.listed().map(shown).toReversed(), deleted];
}

function answer({ method, path, search, headers, body }: Seen, store: Store): Answered {
  if (headers.authorization !== `Bearer ${token}`) return { status: 203, json: "<html>Sign in</html>" };
  if (path === "/acme/_apis/connectionData")
    return { status: 200, json: { authenticatedUser: { id: identity(self) } } };
  if (search.get("api-version") === null) return { status: 400, json: { message: "No api-version was supplied." } };
  if (path === list && method === "GET") return { status: 200, json: { value: threads(store), count: 0 } };
  if (!store.mayWrite) {
    return { status: 403, json: { message: "TF401027: You need the Git 'PullRequestContribute' permission." } };
  }
  if (path === list && method === "POST") {
    const [comment] = body["comments"] as { content: string; parentCommentId: number; commentType: number }[];
    // An open thread can keep a pull request from being completed.
    if (body["status"] !== 4 || comment?.parentCommentId !== 0) return { status: 400, json: { message: "unexpected" } };
    return within(comment.content, () => ({ status: 200, json: shown(store.post(comment.content)) }));
  }
  const found = store.find(Number(one.exec(path)?.[1]));
  if (found === undefined) return { status: 404, json: { message: "The comment was not found." } };
  if (method === "DELETE") {
    store.remove(found.id);
    return { status: 200 };
  }
  const content = String(body["content"]);
  return within(content, () => ({ status: 200, json: { id: 1, content: (found.body = content) } }));
}

function within(content: string, write: () => Answered): Answered {
  if (content.length <= 150_000) return write();
  return { status: 400, json: { message: "A discussion comment cannot be longer than 150000 characters." } };
}

/** Azure Pipelines. */
export const azure: System = {
  answer,
  env: (base) => ({
    SYSTEM_COLLECTIONURI: `${base}/acme/`,
    SYSTEM_TEAMPROJECT: "Cloud costs",
    BUILD_REPOSITORY_ID: "5a0e",
    BUILD_BUILDID: "17",
    SYSTEM_PULLREQUEST_PULLREQUESTID: "7",
    SYSTEM_ACCESSTOKEN: token,
  }),
};
