import * as http from "node:http";
import type { AddressInfo } from "node:net";

/** What a scripted server got. */
export interface Got {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** One answer: JSON, a text, or whatever a function does with the socket. */
export type Answer =
  | { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | ((request: http.IncomingMessage, response: http.ServerResponse) => void);

/** A server that gives the answers of a script, one after the other, and the last one for ever. */
export class ScriptedServer {
  readonly requests: Got[] = [];
  readonly #server: http.Server;
  #script: Answer[] = [];

  private constructor() {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("error", () => undefined);
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        this.requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        const answer = this.#script.length > 1 ? this.#script.shift() : this.#script[0];
        if (answer === undefined) throw new Error("The script is empty.");
        if (typeof answer === "function") answer(request, response);
        else response.writeHead(answer.status, answer.headers).end(answer.text ?? JSON.stringify(answer.json));
      });
    });
  }

  /** Starts one on a free port of this machine. */
  static async start(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer();
    await new Promise<void>((resolve) => scripted.#server.listen(0, "127.0.0.1", resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forgets what was got, and plays this from now on. */
  play(...script: Answer[]): void {
    this.requests.length = 0;
    this.#script = script;
  }

  /** How many sockets are open. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => {
        if (error) reject(error);
        else resolve(count);
      });
    });
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
      this.#server.closeAllConnections();
    });
  }
}
