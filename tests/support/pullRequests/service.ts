/** Doubles of the comment APIs of GitHub, GitLab and Azure DevOps: one pull request, with comments of other people. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { azure } from "./azure";
import { github } from "./github";
import { gitlab } from "./gitlab";
import { Store } from "./store";
import { token } from "./token";

/** What can happen to a request. */
export type Fault =
  | "reset before"
  | "reset after"
  | "500 before"
  | "502 after"
  | "a page after"
  /** Carried out two requests later. */
  | "reset, later"
  | { status: number; headers: Record<string, string>; json?: unknown };

/** A request as a double sees it. */
export interface Seen {
  method: string;
  path: string;
  search: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** What a double answers. */
export interface Answered {
  status: number;
  json?: unknown;
  headers?: Record<string, string>;
}

/** How a double differs from the usual. */
export interface ServiceOptions {
  /** Whose the token is. Default: the bot of the jobs. */
  isPerson?: boolean;
  /** Whether the token may write. Default: true */
  mayWrite?: boolean;
}

/** A system: its answers, and the variables that it sets in its jobs. */
export interface System {
  answer: (seen: Seen, store: Store, base: string) => Answered;
  env: (base: string, folder: string) => Record<string, string>;
}

export const systems = { github, gitlab, azure };

/** The name of a system. */
export type SystemName = keyof typeof systems;

/** A running double. */
export interface PullRequestService {
  /** The environment of a job. */
  env: Record<string, string>;
  /** What the pull request has. */
  store: Store;
  /** The requests so far: method and path. */
  requests: string[];
  /** Decides what happens to a request. Nothing by default. */
  strike: (method: string, path: string) => Fault | undefined;
  stop: () => Promise<void>;
}

export { token };

/** Starts the double of a system that the command knows. */
export const startPullRequest = (name: SystemName, options?: ServiceOptions): Promise<PullRequestService> =>
  startDouble(systems[name], options);

/** Starts a double. */
export async function startDouble({ answer, env }: System, options: ServiceOptions = {}): Promise<PullRequestService> {
  const store = new Store(options);
  const folder = mkdtempSync(join(tmpdir(), "cost-allocation-pull-request-"));
  writeFileSync(join(folder, "event.json"), JSON.stringify({ number: 7, pull_request: { number: 7 } }));
  const late: { after: number; carryOut: () => void }[] = [];
  const service = { requests: [] as string[], strike: (() => undefined) as PullRequestService["strike"] };

  const server = createServer((request, response) => {
    void seenOf(request).then((seen) => {
      service.requests.push(`${seen.method} ${seen.path}`);
      for (const one of late) if (--one.after === 0) one.carryOut();
      const carryOut = (): Answered => answer(seen, store, base);
      const fault = service.strike(seen.method, seen.path);
      if (fault === "reset, later") late.push({ after: 2, carryOut });
      respond(response, fault, carryOut);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, {
    env: env(base, folder),
    store,
    stop: async () => {
      rmSync(folder, { recursive: true });
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function respond(response: ServerResponse, fault: Fault | undefined, carryOut: () => Answered): void {
  if (typeof fault === "object") {
    response
      .writeHead(fault.status, fault.headers)
      .end(JSON.stringify(fault.json ?? { message: `Not with ${token}.` }));
    return;
  }
  if (fault === "500 before") {
    response.writeHead(500).end("");
    return;
  }
  if (fault === "reset before" || fault === "reset, later") {
    response.destroy();
    return;
  }
  const { status, json, headers = {} } = carryOut();
  if (fault === "reset after") response.destroy();
  else if (fault === "502 after") response.writeHead(502).end("<html>bad gateway</html>");
  else if (fault === "a page after") response.writeHead(200).end("<html>hello</html>");
  else response.writeHead(status, headers).end(json === undefined ? "" : JSON.stringify(json));
}

async function seenOf(request: IncomingMessage): Promise<Seen> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  const { method = "", headers } = request;
  const { pathname: path, searchParams: search } = new URL(request.url ?? "", "http://localhost");
  const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { method, headers, path, search, body };
}
