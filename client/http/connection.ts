import type { Clock } from "../clock";
import type { Limiter } from "../limits/limiter";
import type { Credentials } from "./credentials";
import type { Transport } from "./transport";

/** What all requests of one account share. */
export interface Connection {
  credentials: Credentials;
  /** Without a slash at its end. */
  baseUrl: string;
  clock: Clock;
  limiter: Limiter;
  transport: Transport;
  deadlineSeconds: number;
  random: () => number;
  /** Ends everything: `close()`, or the signal that the client was made with. */
  closed: AbortSignal;
}
