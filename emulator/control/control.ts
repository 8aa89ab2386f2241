/** The emulator's own controls, apart from the service: the same in process and over HTTP. */
import type { Acl } from "../../client/wire";
import type { Fault, PlacedFault } from "../http/faults";
import type { OpenApiDocument } from "../http/openapiTypes";
import type { Limits, Switches } from "../options";
import type { LoggedRequest } from "../http/requestLog";
import type { EmulatorState } from "../store/state";

/** A credential to make. */
export interface NewCredential {
  /** Account it belongs to. Default: the account of the emulator's first credential. */
  account?: string;
  /** User (an email address) in whose name it writes. */
  user: string;
  /** Groups of the user, for ACLs. Default none. */
  groups?: string[];
}

/** A credential that was made: what to send with requests. */
export interface Credential {
  clientId: string;
  secretKey: string;
  account: string;
  user: string;
}

/** An ACL to put on a tag. */
export interface TagAcl {
  /** ID of the tag. */
  id: string;
  /** Account of the tag. Default: the account of the emulator's first credential. */
  account?: string;
  /** Who may read and write: everybody when `type` is `public`, else the users and groups that are listed. */
  acl: Acl;
}

/**
 * What can be done to a running emulator. Every method takes at most one argument, plain JSON, and answers plain JSON:
 * over HTTP it is `POST /_emulator/<method>` with the argument as the body. A wrong argument is a TypeError (over HTTP a
 * 400).
 */
export interface Control {
  /** The last 10,000 requests, oldest first. */
  requests(): LoggedRequest[];

  /** Empties the request log. */
  clearRequests(): void;

  /** Everything the emulator keeps, as JSON. Secret keys are in it as hashes only. */
  exportState(): EmulatorState;

  /** Puts a state in the place of all that is kept. The emulator's first credential stays valid. */
  importState(state: EmulatorState): void;

  /** Makes a credential, so that "another person", or another account, can work over real HTTP. */
  addCredential(credential: NewCredential): Credential;

  /** Puts an ACL on a tag: the service has no operation for it. */
  setAcl(tagAcl: TagAcl): void;

  /**
   * Adds what a real company's account has: tags made in the application (two of them of kinds that the API cannot
   * write), an email, a Slack and an MS Teams endpoint. Catalog and scans are there without it.
   */
  seed(): void;

  /** Places a fault, and tells its id. */
  placeFault(fault: Fault): number;

  /** The faults that are placed, and how often each struck. */
  faults(): PlacedFault[];

  /** Takes one fault away by its id, or all. */
  clearFaults(id?: number): void;

  /** What time it is for the service, Unix milliseconds. */
  now(): number;

  /** Makes it that time: Unix milliseconds or ISO 8601. The clock runs on from there, unless it is frozen. */
  setClock(to: number | string): void;

  /** Moves the clock on by milliseconds. */
  advanceClock(milliseconds: number): void;

  /** Stops the clock where it is. */
  freezeClock(): void;

  /** Lets a frozen clock run on from where it stands. */
  resumeClock(): void;

  /** The limits in force. */
  limits(): Limits;

  /** Changes some of the limits, and forgets what was counted. */
  setLimits(limits: Partial<Limits>): void;

  /** The switches as they stand. */
  switches(): Switches;

  /** Turns some of the switches. */
  setSwitches(switches: Partial<Switches>): void;

  /** The OpenAPI 3.1 document of the service, as the switches make it. */
  openapi(): OpenApiDocument;

  /** As if just started with an empty data folder: state, log, faults, clock, limits and switches. */
  reset(): void;
}
