/** Doubles of the comment APIs of GitHub and GitLab: one pull request, with comments of other people. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Comment {
  id: number;
  body: string;
  url: string;
  user: { login: string };
  author: { id: number };
}

/** A running double. */
export interface Comments {
  /** The environment of a job of GitHub Actions. */
  gitHub: Record<string, string>;
  /** The environment of a job of GitLab CI. */
  gitLab: Record<string, string>;
  /** The bodies of the pipeline's own comments. */
  own: () => string[];
  /** A comment of another person. */
  add: (body: string) => void;
  /** The methods of all writes. */
  writes: string[];
  stop: () => Promise<void>;
}

const list = /^\/(?:repos\/o\/r\/issues\/7\/comments|projects\/5\/merge_requests\/7\/notes)$/;
const one = /^\/(?:repos\/o\/r\/issues\/comments|projects\/5\/merge_requests\/7\/notes)\/(\d+)$/;
const ownId = 42;

/** Starts a double. It refuses requests without the token. */
export async function startComments(): Promise<Comments> {
  const comments: Comment[] = [];
  const writes: string[] = [];
  let base = "";

  const make = (body: string, id: number): Comment => {
    const number = comments.length + 1;
    const login = id === ownId ? "github-actions[bot]" : "person";
    return { id: number, body, url: `${base}/repos/o/r/issues/comments/${number}`, user: { login }, author: { id } };
  };
  const answer = (method: string, url: URL, body: string): unknown => {
    if (url.pathname === "/user") return { id: ownId };
    if (method !== "GET") writes.push(method);
    const number = Number(one.exec(url.pathname)?.[1]);
    const found = comments.find(({ id }) => id === number);
    if ((method === "PATCH" || method === "PUT") && found !== undefined) return Object.assign(found, { body });
    if (!list.test(url.pathname)) return undefined;
    if (method === "POST") {
      comments.push(make(body, ownId));
      return comments.at(-1);
    }
    const [size, page] = ["per_page", "page"].map((name) => Number(url.searchParams.get(name)));
    return comments.slice(((page ?? 1) - 1) * (size ?? 0), (page ?? 1) * (size ?? 0));
  };
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const { authorization, "private-token": privateToken } = request.headers;
      const isKnown = authorization === "Bearer token" || privateToken === "token";
      const body = text === "" ? "" : (JSON.parse(text) as Comment).body;
      const result = isKnown ? answer(request.method ?? "", new URL(request.url ?? "", base), body) : undefined;
      response.writeHead(result === undefined ? 404 : 200).end(JSON.stringify(result ?? {}));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    gitHub: {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: base,
      GITHUB_REPOSITORY: "o/r",
      GITHUB_TOKEN: "token",
      PULL_REQUEST: "7",
    },
    gitLab: { CI_API_V4_URL: base, CI_PROJECT_ID: "5", CI_MERGE_REQUEST_IID: "7", GITLAB_TOKEN: "token" },
    own: () => comments.filter(({ author }) => author.id === ownId).map(({ body }) => body),
    add: (body) => comments.push(make(body, 1)),
    writes,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
