/** The control of an emulator. It works the same in process and over HTTP. */
import type { Acl } from "../../client/wire";
import type { Fault, PlacedFault } from "../http/faults";
import type { LoggedRequest } from "../http/requestLog";
import type { OpenApiDocument } from "../openApiTypes";
import type { Limits, Switches } from "../options";
import type { EmulatorState } from "../store/state";

/** A credential to create. */
export interface NewCredential {
  /** Account ID. Default: the account of the emulator's first credential. */
  account?: string;
  /** Email address of the user, shown in `createdBy`. */
  user: string;
  /** Groups of the user, for ACLs. Default: none. */
  groups?: string[];
}

/** A new credential. */
export interface Credential {
  clientId: string;
  secretKey: string;
  account: string;
  user: string;
}

/** An ACL for a tag. */
export interface TagAcl {
  /** ID of the tag. */
  id: string;
  /** Account ID of the tag. Default: the account of the emulator's first credential. */
  account?: string;
  /** Who may read and write the tag: everyone if `type` is `public`, otherwise the listed users and groups. */
  acl: Acl;
}

/**
 * Controls a running emulator. Over HTTP, each method is `POST /_emulator/<method>` with the argument as the JSON body.
 * Methods that only read also accept GET. A method throws a TypeError if its argument is invalid. Over HTTP, that is a
 * 400.
 */
export interface Control {
  /** Returns the last 10,000 requests, oldest first. */
  requests(): LoggedRequest[];

  /** Clears the request log. */
  clearRequests(): void;

  /** Returns all stored data. It contains secret keys only as hashes. */
  exportState(): EmulatorState;

  /** Replaces all stored data. The emulator's first credential stays valid. */
  importState(state: EmulatorState): void;

  /** Creates a credential, to send requests as another user or for another account. */
  addCredential(credential: NewCredential): Credential;

  /** Sets the ACL of a tag. The service has no operation for it. */
  setAcl(tagAcl: TagAcl): void;

  /**
   * Adds sample data: tags made in the application, including two of kinds that the API can't save, and an email, a
   * Slack and an MS Teams endpoint. The key catalog and the scans exist without it.
   */
  seed(): void;

  /** Places a fault. Returns its ID. */
  placeFault(fault: Fault): number;

  /** Returns the placed faults, with the number of requests that each has hit. */
  faults(): PlacedFault[];

  /** Removes the fault with this ID, or all faults. */
  clearFaults(id?: number): void;

  /** Returns the service's current time, in Unix milliseconds. */
  now(): number;

  /** Sets the current time: Unix milliseconds or ISO 8601. The clock continues from there, unless it is frozen. */
  setClock(to: number | string): void;

  /** Moves the clock forward. */
  advanceClock(milliseconds: number): void;

  /** Stops the clock at the current time. */
  freezeClock(): void;

  /** Starts a frozen clock again, from the time that it shows. */
  resumeClock(): void;

  /** Returns the current limits. */
  limits(): Limits;

  /** Changes limits, and resets the request counts. */
  setLimits(limits: Partial<Limits>): void;

  /** Returns the current switches. */
  switches(): Switches;

  /** Changes switches. */
  setSwitches(switches: Partial<Switches>): void;

  /** Returns the OpenAPI 3.0 document of the service, with the current switches. */
  openapi(): OpenApiDocument;

  /** Resets data, request log, faults, clock, limits and switches to those of a new emulator. */
  reset(): void;
}
